import { type CriticalResult, criticalResultEndpoints } from '@readroom/contracts/reports/critical-results'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { api } from '../../../lib/api/api.ts'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { studyKeys } from '../../../lib/studies/study-cache.ts'

type Props = { result: Pick<CriticalResult, 'id' | 'studyId' | 'finding'>; patientName: string | null }

/** Acknowledges a critical result with the name of the recipient, who has read it back. */
export function Acknowledge({ result: { id: resultId, studyId, finding }, patientName }: Props) {
  const [name, setName] = useState('')
  const { start, isBusy } = useChange({
    change: () =>
      api.call(criticalResultEndpoints.acknowledge, { params: { studyId, resultId }, body: { name, readBack: true } }),
    done: () => 'Critical result acknowledged',
    failed: 'The critical result could not be acknowledged. Please try again.',
    invalidates: [studyKeys.critical],
  })
  const acknowledge = (event: FormEvent) => {
    event.preventDefault()
    start()
  }
  return (
    <form className="flex flex-wrap items-center gap-2" onSubmit={acknowledge}>
      <input
        aria-label="Name of the recipient"
        placeholder="Name of the recipient"
        required
        maxLength={200}
        value={name}
        className="h-7 w-48 rounded-sm border border-line-strong bg-surface px-2 text-text max-lg:h-11 max-lg:text-[16px]"
        onChange={({ target }) => setName(target.value)}
      />
      <label className="flex items-center gap-1.5 max-lg:min-h-11">
        <input type="checkbox" required aria-label={`Read back: ${patientName ?? 'N/A'}, ${finding}`} />
        Read back
      </label>
      <Button type="submit" className="max-lg:h-11" disabled={isBusy}>
        {isBusy ? 'Acknowledging...' : 'Acknowledge'}
      </Button>
    </form>
  )
}
