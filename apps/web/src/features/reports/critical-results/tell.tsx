import { type CriticalResult, criticalResultEndpoints } from '@readroom/contracts/reports/critical-results'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { api } from '../../../lib/api/api.ts'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { studyKeys } from '../../../lib/studies/study-cache.ts'
import { nobodyTold, ToldFields } from './told-fields.tsx'

/** Records that the reader has notified somebody of a critical result. */
export function Tell({ result: { id: resultId, studyId } }: { result: Pick<CriticalResult, 'id' | 'studyId'> }) {
  const [isOpen, setOpen] = useState(false)
  const [told, setTold] = useState(nobodyTold)
  const { start, isBusy } = useChange({
    change: () => api.call(criticalResultEndpoints.tell, { params: { studyId, resultId }, body: told }),
    failed: 'It could not be recorded. Please try again.',
    invalidates: [studyKeys.critical],
    onDone() {
      setTold(nobodyTold)
      setOpen(false)
    },
  })
  const record = (event: FormEvent) => {
    event.preventDefault()
    start()
  }
  if (!isOpen) {
    return (
      <Button className="w-fit max-lg:h-11" onClick={() => setOpen(true)}>
        Record a notification
      </Button>
    )
  }
  return (
    <form className="grid gap-2" onSubmit={record}>
      <ToldFields told={told} required onChange={setTold} />
      <Button type="submit" className="w-fit max-lg:h-11" disabled={isBusy}>
        {isBusy ? 'Recording...' : 'Record'}
      </Button>
    </form>
  )
}
