import { type CriticalResult, criticalResultEndpoints } from '@readroom/contracts/reports/critical-results'
import { useState } from 'react'
import { FormBody } from '../../../components/form/form-body.tsx'
import { useSchemaForm } from '../../../components/form/use-schema-form.ts'
import { Button } from '../../../components/ui/button.tsx'
import { api } from '../../../lib/api/api.ts'
import { studyKeys } from '../../../lib/studies/study-cache.ts'
import { nobodyTold, ToldFields } from './told-fields.tsx'

type Props = { result: Pick<CriticalResult, 'id' | 'studyId'> }

function TellForm({ result: { id: resultId, studyId }, onDone }: Props & { onDone: () => void }) {
  const form = useSchemaForm({
    schema: criticalResultEndpoints.tell.body,
    values: nobodyTold,
    change: (body) => api.call(criticalResultEndpoints.tell, { params: { studyId, resultId }, body }),
    failed: 'It could not be recorded. Please try again.',
    invalidates: [studyKeys.critical],
    onDone,
  })
  return (
    <FormBody form={form} className="grid gap-2">
      <ToldFields required />
      <Button type="submit" className="w-fit max-lg:h-11" disabled={form.isBusy}>
        {form.isBusy ? 'Recording...' : 'Record'}
      </Button>
    </FormBody>
  )
}

/** Records that the reader has notified somebody of a critical result. */
export function Tell({ result }: Props) {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <TellForm result={result} onDone={() => setOpen(false)} />
  return (
    <Button className="w-fit max-lg:h-11" onClick={() => setOpen(true)}>
      Record a notification
    </Button>
  )
}
