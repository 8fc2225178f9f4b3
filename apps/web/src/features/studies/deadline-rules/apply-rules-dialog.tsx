import type { DeadlineChange } from '@readroom/contracts/studies/deadline-rules'
import { urgencyLabels } from '@readroom/contracts/studies/urgency'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { Field } from '../../../components/inputs/field.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Dialog } from '../../../components/ui/dialog.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { SubmitButton } from '../../../components/ui/submit-button.tsx'
import { formatInstant, plural } from '../../../lib/format.ts'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { applyDeadlineRules, deadlineChangesOptions, deadlineRulesKey } from './deadline-rules.queries.ts'

const heads = ['Accession', 'Laboratory', 'Urgency', 'Modality', 'Due now', 'Due then']
const studiesWords = (count: number) => plural(count, 'study', 'studies')

function Due({ at, warnAt }: { at: string; warnAt: string | null }) {
  return (
    <>
      {formatInstant(at).text}
      {warnAt && <span className="block text-xs font-regular text-text-3">at risk from {formatInstant(warnAt).text}</span>}
    </>
  )
}

function Changes({ changes }: { changes: readonly DeadlineChange[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the table
    <section aria-label="Changed deadlines" tabIndex={0} className="max-h-72 overflow-auto rounded-sm border border-line">
      <table aria-label="Changed deadlines" className="w-full text-sm">
        <thead className="sticky top-0 bg-surface text-xs text-text-2">
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col" className="px-3 py-2 text-left font-medium whitespace-nowrap">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <tr key={change.studyId} className="border-t border-line">
              <td className="num px-3 py-1.5">{change.accessionNumber ?? 'N/A'}</td>
              <td className="min-w-32 px-3 py-1.5 wrap-anywhere">
                <bdi>{change.labName ?? 'N/A'}</bdi>
              </td>
              <td className="px-3 py-1.5">{urgencyLabels[change.urgency]}</td>
              <td className="px-3 py-1.5">{change.modalities.join(', ')}</td>
              <td className="num px-3 py-1.5 whitespace-nowrap">
                <Due at={change.before} warnAt={change.warnBefore} />
              </td>
              <td className="num px-3 py-1.5 font-medium whitespace-nowrap">
                <Due at={change.after} warnAt={change.warnAfter} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Shows which deadlines of open studies the rules of now would change, and changes them for a reason. */
export function ApplyRulesDialog({ onClose }: { onClose: () => void }) {
  const id = useId()
  const { data, error } = useQuery(deadlineChangesOptions)
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState<string>()
  const [fault, setFault] = useState<string | null>(null)
  const [changed, setChanged] = useState(0)
  const { start, isBusy } = useChange({
    change: (body: { rulesVersion: string; reason: string }) => applyDeadlineRules(body, setChanged),
    done: (studies) => `Deadlines of ${studiesWords(studies)} changed`,
    failed: 'The deadlines could not be changed. Please try again.',
    onDone: onClose,
    onFailure: setFault,
    invalidates: [deadlineRulesKey],
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setFault(null)
    if (reason.trim() === '') return setMissing('Please enter a reason')
    if (data) start({ rulesVersion: data.rulesVersion, reason: reason.trim() })
  }
  const count = data?.count ?? 0
  return (
    <Dialog
      title="Apply to open studies"
      width="max-w-[860px]"
      onClose={onClose}
      footer={
        <>
          <Button className="max-lg:h-11" onClick={onClose}>
            {count === 0 ? 'Close' : 'Cancel'}
          </Button>
          {count > 0 && (
            <SubmitButton
              form={id}
              size="sm"
              label={`Change ${studiesWords(count)}`}
              busyLabel={`${changed} of ${count} changed...`}
              busy={isBusy}
            />
          )}
        </>
      }
    >
      <div className="grid min-h-0 gap-4 overflow-y-auto px-5 py-4">
        {fault && <FormMessage tone="error">{fault}</FormMessage>}
        {!data &&
          (error ? <FormMessage tone="error">The deadlines could not be loaded.</FormMessage> : <p role="status">Loading...</p>)}
        {data && count === 0 && <p>All open studies have the deadlines that the rules give.</p>}
        {data && count > 0 && (
          <form id={id} aria-label="Apply to open studies" noValidate onSubmit={submit} className="grid min-w-0 gap-4">
            <p>
              The rules change the deadlines of {studiesWords(count)}.
              {count > data.changes.length && ` The first ${data.changes.length} are listed.`} Studies with a report keep theirs.
            </p>
            <Changes changes={data.changes} />
            <Field
              label="Reason"
              error={missing}
              hint="Shown in the history of each study. Don't include names of patients."
              required
            >
              {(control) => (
                <input
                  {...control}
                  dir="auto"
                  autoComplete="off"
                  required
                  maxLength={500}
                  value={reason}
                  onChange={({ target }) => {
                    setReason(target.value)
                    setMissing(undefined)
                  }}
                />
              )}
            </Field>
          </form>
        )}
      </div>
    </Dialog>
  )
}
