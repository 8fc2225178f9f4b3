import { type DeadlineChange, deadlineRuleEndpoints } from '@readroom/contracts/studies/deadline-rules'
import { urgencyLabels } from '@readroom/contracts/studies/urgency'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { FormDialog } from '../../../components/form/form-dialog.tsx'
import { FormField } from '../../../components/form/form-field.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { formatInstant, plural } from '../../../lib/format.ts'
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

const Fields = deadlineRuleEndpoints.apply.body.pick({ reason: true })
type Fields = z.input<typeof Fields>

/** Shows which deadlines of open studies the rules of now would change, and changes them for a reason. */
export function ApplyRulesDialog({ onClose }: { onClose: () => void }) {
  const { data, error } = useQuery(deadlineChangesOptions)
  const [changed, setChanged] = useState(0)
  const count = data?.count ?? 0
  return (
    <FormDialog
      title="Apply to open studies"
      width="max-w-[860px]"
      action={count > 0 ? `Change ${studiesWords(count)}` : null}
      cancel={count > 0 ? 'Cancel' : 'Close'}
      busyLabel={`${changed} of ${count} changed...`}
      schema={Fields}
      values={{ reason: '' }}
      words={{ reason: 'Please enter a reason' }}
      change={({ reason }) => applyDeadlineRules({ rulesVersion: data?.rulesVersion ?? '', reason }, setChanged)}
      done={(studies) => `Deadlines of ${studiesWords(studies)} changed`}
      failed="The deadlines could not be changed. Please try again."
      invalidates={[deadlineRulesKey]}
      onClose={onClose}
    >
      {!data &&
        (error ? <FormMessage tone="error">The deadlines could not be loaded.</FormMessage> : <p role="status">Loading...</p>)}
      {data && count === 0 && <p>All open studies have the deadlines that the rules give.</p>}
      {data && count > 0 && (
        <>
          <p>
            The rules change the deadlines of {studiesWords(count)}.
            {count > data.changes.length && ` The first ${data.changes.length} are listed.`} Studies with a report keep theirs.
          </p>
          <Changes changes={data.changes} />
          <FormField<Fields>
            name="reason"
            label="Reason"
            hint="Shown in the history of each study. Don't include names of patients."
            required
            maxLength={500}
          />
        </>
      )}
    </FormDialog>
  )
}
