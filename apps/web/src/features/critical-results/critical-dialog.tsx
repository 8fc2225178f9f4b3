import {
  CriticalCategory,
  type CriticalResult,
  criticalCategories,
  criticalResultEndpoints,
} from '@readroom/contracts/critical-results'
import { can, type Role } from '@readroom/contracts/permissions'
import type { WorklistRow } from '@readroom/contracts/studies'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useLeaveQuestion } from '../../components/form/leave-question.tsx'
import { CriticalFacts } from '../../components/study/critical-facts.tsx'
import { StudyIdentity } from '../../components/study/study-facts.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { Field } from '../../components/ui/field.tsx'
import { FormMessage } from '../../components/ui/form-message.tsx'
import { SubmitButton } from '../../components/ui/submit-button.tsx'
import { api } from '../../lib/api/api.ts'
import { messageOf } from '../../lib/api/api-error.ts'
import { cx } from '../../lib/cx.ts'
import { submitOnCtrlEnter } from '../../lib/forms/submit-on-ctrl-enter.ts'
import { useRequestId } from '../../lib/hooks/use-request-id.ts'
import { notify } from '../../lib/notify.tsx'
import { criticalOptions } from '../../lib/studies/critical-queries.ts'
import { studyKeys } from '../../lib/studies/study-cache.ts'
import { Acknowledge } from './acknowledge.tsx'
import { Tell } from './tell.tsx'
import { nobodyTold, ToldFields } from './told-fields.tsx'

const categoryWords: Record<CriticalCategory, string> = {
  1: '1: to be known within minutes',
  2: '2: to be known within hours',
  3: '3: to be known within days',
}

type MarkedProps = { result: CriticalResult; patientName: string | null; role: Role }

function Marked({ result, patientName, role }: MarkedProps) {
  return (
    <li className="grid gap-1 py-2.5">
      <CriticalFacts result={result} />
      {!result.acknowledged && can(role, 'critical.acknowledge') && <Acknowledge {...{ result, patientName }} />}
      {can(role, 'report.write') && <Tell result={result} />}
    </li>
  )
}

/** A study's critical results; a doctor marks another. */
export default function CriticalDialog({ row, role, onClose }: { row: WorklistRow; role: Role; onClose: () => void }) {
  const client = useQueryClient()
  const formId = useId()
  const { data, error } = useQuery(criticalOptions(row._id))
  const [category, setCategory] = useState<CriticalCategory>(1)
  const [finding, setFinding] = useState('')
  const [told, setTold] = useState(nobodyTold)
  const requestId = useRequestId()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const mayMark = can(role, 'report.write')
  const { question, tryToLeave } = useLeaveQuestion({ isFilled: finding.trim() !== '' && !busy, leave: onClose })

  const mark = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setFailure(null)
    try {
      const whom = told.name.trim() !== '' && { told }
      const marked = { category, finding, ...whom }
      const body = { ...marked, requestId: requestId.of(marked) }
      const { result } = await api.call(criticalResultEndpoints.mark, { params: { studyId: row._id }, body })
      if (result.notified.times > 0) notify.success('Critical result marked, the laboratory is being told')
      else notify.warning('Critical result marked. Nobody of the laboratory can be told by mail: please telephone.')
      setFinding('')
      setTold(nobodyTold)
      requestId.done()
    } catch (caught) {
      setFailure(caught)
    }
    setBusy(false)
    void client.invalidateQueries({ queryKey: studyKeys.critical })
  }
  const problem = failure ?? error
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
              label="Mark and tell"
              busyLabel="Marking..."
              busy={busy}
              disabled={finding.trim() === ''}
            />
          )}
        </>
      }
    >
      <div className="overflow-y-auto px-5 py-3">
        {problem !== null && <FormMessage tone="error">{messageOf(problem, 'That did not work. Please try again.')}</FormMessage>}
        {data?.results.length === 0 && <p className="py-2 text-text-3">No critical result of this study.</p>}
        <ul aria-label="Critical results" className="divide-y divide-line">
          {data?.results.map((result) => (
            <Marked key={result.id} patientName={row.patientName} {...{ result, role }} />
          ))}
        </ul>
        {mayMark && (
          <form id={formId} className="grid gap-4 pt-3" onSubmit={(event) => void mark(event)}>
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
