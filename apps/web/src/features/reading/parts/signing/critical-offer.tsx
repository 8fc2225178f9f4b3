import { criticalFinding } from '@readroom/report/critical-findings'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Node } from 'prosemirror-model'
import { useMemo, useState } from 'react'
import { Button } from '../../../../components/ui/button.tsx'
import { cx } from '../../../../lib/cx.ts'
import { criticalOptions } from '../../../../lib/studies/critical-queries.ts'

/** Returns the question whether a stated finding is a critical result, which stays until it is answered. `document`: null if there is no text. */
export function useCriticalOffer(studyId: string, document: Node | null) {
  const client = useQueryClient()
  const [isAnswered, setAnswered] = useState(false)
  const options = { ...criticalOptions(studyId), retry: false }
  const words = useMemo(() => (isAnswered || !document ? null : criticalFinding(document)), [isAnswered, document])
  const { data, isPending } = useQuery({ ...options, enabled: words !== null })
  return {
    /** The sentence of the report that nobody has answered for yet, as far as the page knows. */
    words: isPending || (data?.results.length ?? 0) > 0 ? null : words,
    /** Asks the server for what is marked by now. Offers if it does not answer. */
    async ask(now: Node): Promise<string | null> {
      const stated = isAnswered ? null : criticalFinding(now)
      const marked = stated === null ? null : await client.fetchQuery(options).catch(() => null)
      return (marked?.results.length ?? 0) > 0 ? null : stated
    },
    deny: () => setAnswered(true),
  }
}

type Props = { words: string; onMark: () => void; onDeny: () => void; className?: string }

/** Asks whether a finding is a critical result, quoting the sentence of the report that states it. */
export function CriticalOffer({ words, onMark, onDeny, className }: Props) {
  return (
    <section aria-label="Critical result" className={cx('flex flex-wrap items-center gap-2', className)}>
      <p className="min-w-0 flex-1 basis-60">The report says “{words}”. No critical result is marked for this study.</p>
      <Button onClick={onMark}>Mark critical result</Button>
      <Button look="quiet" onClick={onDeny}>
        Not critical
      </Button>
    </section>
  )
}
