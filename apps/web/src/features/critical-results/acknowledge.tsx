import { type CriticalResult, criticalResultEndpoints } from '@readroom/contracts/critical-results'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { api } from '../../lib/api/api.ts'
import { messageOf } from '../../lib/api/api-error.ts'
import { notify } from '../../lib/notify.tsx'
import { studyKeys } from '../../lib/studies/study-cache.ts'

type Props = { result: Pick<CriticalResult, 'id' | 'studyId' | 'finding'>; patientName: string | null }

/** Takes note of a critical result under the name of whoever was told, who has read it back. */
export function Acknowledge({ result: { id: resultId, studyId, finding }, patientName }: Props) {
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [busy, setBusy] = useState(false)

  const acknowledge = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      await api.call(criticalResultEndpoints.acknowledge, { params: { studyId, resultId }, body: { name, readBack: true } })
      notify.success('Critical result acknowledged')
    } catch (error) {
      notify.error(messageOf(error, 'The critical result could not be acknowledged. Please try again.'))
    }
    setBusy(false)
    void client.invalidateQueries({ queryKey: studyKeys.critical })
  }
  return (
    <form className="flex flex-wrap items-center gap-2" onSubmit={(event) => void acknowledge(event)}>
      <input
        aria-label="Name of who takes note"
        placeholder="Name of who takes note"
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
      <Button type="submit" className="max-lg:h-11" disabled={busy}>
        {busy ? 'Acknowledging...' : 'Acknowledge'}
      </Button>
    </form>
  )
}
