import { type CriticalResult, criticalResultEndpoints } from '@readroom/contracts/critical-results'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { api } from '../../lib/api/api.ts'
import { messageOf } from '../../lib/api/api-error.ts'
import { useRequestId } from '../../lib/hooks/use-request-id.ts'
import { notify } from '../../lib/notify.tsx'
import { studyKeys } from '../../lib/studies/study-cache.ts'
import { nobodyTold, ToldFields } from './told-fields.tsx'

/** Records that the reader has told somebody of a critical result themselves. */
export function Tell({ result: { id: resultId, studyId } }: { result: Pick<CriticalResult, 'id' | 'studyId'> }) {
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [told, setTold] = useState(nobodyTold)
  const requestId = useRequestId()
  const [busy, setBusy] = useState(false)

  const record = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      await api.call(criticalResultEndpoints.tell, {
        params: { studyId, resultId },
        body: { ...told, requestId: requestId.of(told) },
      })
      setTold(nobodyTold)
      requestId.done()
      setOpen(false)
    } catch (error) {
      notify.error(messageOf(error, 'It could not be recorded. Please try again.'))
    }
    setBusy(false)
    void client.invalidateQueries({ queryKey: studyKeys.critical })
  }
  if (!isOpen) {
    return (
      <Button className="w-fit max-lg:h-11" onClick={() => setOpen(true)}>
        Record who was told
      </Button>
    )
  }
  return (
    <form className="grid gap-2" onSubmit={(event) => void record(event)}>
      <ToldFields told={told} required onChange={setTold} />
      <Button type="submit" className="w-fit max-lg:h-11" disabled={busy}>
        {busy ? 'Recording...' : 'Record'}
      </Button>
    </form>
  )
}
