import { can, type Role } from '@readroom/contracts/core/permissions'
import {
  CriticalCategory,
  type CriticalResult,
  criticalCategories,
  criticalResultEndpoints,
} from '@readroom/contracts/reports/critical-results'
import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useLeaveQuestion } from '../../../components/form/leave-question.tsx'
import { Field } from '../../../components/inputs/field.tsx'
import { CriticalFacts } from '../../../components/study/critical-facts.tsx'
import { StudyIdentity } from '../../../components/study/study-facts.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Dialog } from '../../../components/ui/dialog.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { SubmitButton } from '../../../components/ui/submit-button.tsx'
import { api } from '../../../lib/api/api.ts'
import { messageOf } from '../../../lib/api/api-error.ts'
import { cx } from '../../../lib/cx.ts'
import { submitOnCtrlEnter } from '../../../lib/forms/submit-on-ctrl-enter.ts'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { notify } from '../../../lib/notify.tsx'
import { criticalOptions } from '../../../lib/studies/critical-queries.ts'
import { studyKeys } from '../../../lib/studies/study-cache.ts'
import { Acknowledge } from './acknowledge.tsx'
import { Tell } from './tell.tsx'
import { nobodyTold, ToldFields } from './told-fields.tsx'

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

/** `stated`: the sentence of the report that the finding begins with. */
type Props = { row: WorklistRow; role: Role; stated?: string; onClose: () => void }

/** Shows the critical results of a study. Doctors can mark another. */
export default function CriticalDialog({ row, role, stated = '', onClose }: Props) {
  const formId = useId()
  const { data, error } = useQuery(criticalOptions(row._id))
  const [category, setCategory] = useState<CriticalCategory>(1)
  const [finding, setFinding] = useState(stated)
  const [told, setTold] = useState(nobodyTold)
  const [failure, setFailure] = useState<string | null>(null)
  const mayMark = can(role, 'report.write')
  const { start, isBusy } = useChange({
    change: () => {
      const whom = told.name.trim() !== '' && { told }
      return api.call(criticalResultEndpoints.mark, { params: { studyId: row._id }, body: { category, finding, ...whom } })
    },
    failed,
    onFailure: setFailure,
    onDone({ result }) {
      if (result.notified.times > 0) notify.success('Critical result marked. The laboratory is being notified.')
      else notify.warning('Critical result marked. No laboratory account can be notified by email. Please telephone.')
      setFinding('')
      setTold(nobodyTold)
    },
    invalidates: [studyKeys.critical],
  })
  const { question, tryToLeave } = useLeaveQuestion({
    isFilled: finding.trim() !== '' && finding !== stated && !isBusy,
    leave: onClose,
  })

  const mark = (event: FormEvent) => {
    event.preventDefault()
    setFailure(null)
    start()
  }
  const problem = failure ?? (error && messageOf(error, failed))
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
              busy={isBusy}
              disabled={finding.trim() === ''}
            />
          )}
        </>
      }
    >
      <div className="overflow-y-auto px-5 py-3">
        {problem && <FormMessage tone="error">{problem}</FormMessage>}
        {data?.results.length === 0 && <p className="py-2 text-text-3">No critical results for this study.</p>}
        <ul aria-label="Critical results" className="divide-y divide-line">
          {data?.results.map((result) => (
            <Marked key={result.id} patientName={row.patientName} result={result} role={role} />
          ))}
        </ul>
        {mayMark && (
          <form id={formId} className="grid gap-4 pt-3" onSubmit={mark}>
            <Field label="Category">
              {(control) => (
                <select
                  {...control}
                  value={category}
                  onChange={({ target }) => setCategory(CriticalCategory.parse(Number(target.value)))}
                >
                  {criticalCategories.map((each) => (
                    <option key={each} value={each}>
                      {categoryWords[each]}
                    </option>
                  ))}
                </select>
              )}
            </Field>
            <Field label="Finding" required>
              {(control) => (
                <textarea
                  {...control}
                  required
                  maxLength={1000}
                  rows={3}
                  value={finding}
                  className={cx(control.className, 'block h-auto! py-2')}
                  onChange={({ target }) => setFinding(target.value)}
                  onKeyDown={submitOnCtrlEnter}
                />
              )}
            </Field>
            <ToldFields told={told} onChange={setTold} />
          </form>
        )}
      </div>
      {question}
    </Dialog>
  )
}
