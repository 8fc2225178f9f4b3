import { criticalFinding } from '@readroom/report/critical-findings'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { Node } from 'prosemirror-model'
import { useRef } from 'react'
import { Button } from '../../../../components/ui/button.tsx'
import { criticalOptions } from '../../../../lib/studies/critical-queries.ts'

/** Returns true if a critical result of the study is marked. False if the server does not say so. */
const isMarked = (client: QueryClient, studyId: string): Promise<boolean> =>
  client.fetchQuery({ ...criticalOptions(studyId), retry: false }).then(
    ({ results }) => results.length > 0,
    () => false,
  )

/** Returns the question whether to offer a critical result: once for each study, if its text states one and none is marked. */
export function useCriticalOffer(studyId: string) {
  const client = useQueryClient()
  const offered = useRef<string | null>(null)
  return async (document: Node): Promise<string | null> => {
    const words = offered.current === studyId ? null : criticalFinding(document)
    if (words === null || (await isMarked(client, studyId))) return null
    offered.current = studyId
    return words
  }
}

/** Offers to mark a critical result, quoting the sentence of the report that states it. */
export function CriticalOffer({ words, onMark }: { words: string; onMark: () => void }) {
  return (
    <div className="grid justify-items-start gap-2">
      <p>The report says “{words}”. No critical result is marked for this study.</p>
      <Button onClick={onMark}>Mark critical result</Button>
    </div>
  )
}
