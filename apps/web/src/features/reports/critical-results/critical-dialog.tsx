import { can, type Role } from '@readroom/contracts/core/permissions'
import {
  type CriticalCategory,
  type CriticalResult,
  criticalCategories,
  criticalResultEndpoints,
} from '@readroom/contracts/reports/critical-results'
import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { z } from 'zod'
import { FormBody } from '../../../components/form/form-body.tsx'
import { FormSelect, FormText } from '../../../components/form/form-field.tsx'
import { useLeaveQuestion } from '../../../components/form/leave-question.tsx'
import { useSchemaForm } from '../../../components/form/use-schema-form.ts'
import { CriticalFacts } from '../../../components/study/critical-facts.tsx'
import { StudyIdentity } from '../../../components/study/study-facts.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Dialog } from '../../../components/ui/dialog.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { SubmitButton } from '../../../components/ui/submit-button.tsx'
import { api } from '../../../lib/api/api.ts'
import { messageOf } from '../../../lib/api/api-error.ts'
import { notify } from '../../../lib/notify.tsx'
import { criticalOptions } from '../../../lib/studies/critical-queries.ts'
import { studyKeys } from '../../../lib/studies/study-cache.ts'
import { Acknowledge } from './acknowledge.tsx'
import { Tell } from './tell.tsx'
import { nobodyTold, type Told, ToldFields } from './told-fields.tsx'

const categoryWords: Record<CriticalCategory, string> = {
  1: '1: critical, notify within minutes',
  2: '2: urgent, notify within hours',
  3: '3: important, notify within days',
}

const failed = 'This failed. Please try again.'

type MarkedProps = { result: CriticalResult; patientName: string | null; role: Role }

function Marked({ result, patientName, role }: MarkedProps) {
  return (
    <li className="grid gap-1 py-2.5">
      <CriticalFacts result={result} />
      {!result.acknowledged && can(role, 'critical.acknowledge') && <Acknowledge result={result} patientName={patientName} />}
      {can(role, 'report.write') && <Tell result={result} />}
    </li>
  )
}

const { mark } = criticalResultEndpoints
/** Without a name nobody has been notified yet. */
const Mark = z
  .custom<Told & { category: CriticalCategory; finding: string }>()
  .transform(({ category, finding, ...told }): unknown => ({ category, finding, ...(told.name.trim() !== '' && { told }) }))
  .pipe(mark.body)
type Mark = z.input<typeof Mark>

/** `stated`: the sentence of the report that the finding begins with. */
type Props = { row: WorklistRow; role: Role; stated?: string; onClose: () => void }

/** Shows the critical results of a study. Doctors can mark another. */
export default function CriticalDialog({ row, role, stated = '', onClose }: Props) {
  const formId = useId()
  const { data, error } = useQuery(criticalOptions(row._id))
  const mayMark = can(role, 'report.write')
  const empty: Mark = { category: 1, finding: '', ...nobodyTold }
  const form = useSchemaForm({
    schema: Mark,
    values: { ...empty, finding: stated },
    change: (body) => api.call(mark, { params: { studyId: row._id }, body }),
    failed,
    onDone({ result }) {
      if (result.notified.times > 0) notify.success('Critical result marked. The laboratory is being notified.')
      else notify.warning('Critical result marked. No laboratory account can be notified by email. Please telephone.')
      form.form.reset(empty)
    },
    invalidates: [studyKeys.critical],
  })
  const { question, tryToLeave } = useLeaveQuestion({ isFilled: form.isDirty && !form.isBusy, leave: onClose })
  const finding = form.form.watch('finding')
  return (
    <Dialog
      title="Critical results"
      width="max-w-[560px]"
      onClose={tryToLeave}
      header={<StudyIdentity row={row} />}
      footer={
        <>
          <Button size="lg" className="max-lg:h-11" onClick={tryToLeave}>
            Close
          </Button>
          {mayMark && (
            <SubmitButton
              form={formId}
              label="Mark and notify"
              busyLabel="Marking..."
              busy={form.isBusy}
              disabled={finding.trim() === ''}
            />
          )}
        </>
      }
    >
      <div className="overflow-y-auto px-5 py-3">
        {error && <FormMessage tone="error">{messageOf(error, failed)}</FormMessage>}
        {data?.results.length === 0 && <p className="py-2 text-text-3">No critical results for this study.</p>}
        <ul aria-label="Critical results" className="divide-y divide-line">
          {data?.results.map((result) => (
            <Marked key={result.id} patientName={row.patientName} result={result} role={role} />
          ))}
        </ul>
        {mayMark && (
          <FormBody form={form} id={formId} className="grid gap-4 pt-3">
            <FormSelect<Mark>
              name="category"
              label="Category"
              choices={criticalCategories.map((value) => ({ value, label: categoryWords[value] }))}
            />
            <FormText<Mark> name="finding" label="Finding" required maxLength={1000} rows={3} />
            <ToldFields />
          </FormBody>
        )}
      </div>
      {question}
    </Dialog>
  )
}
