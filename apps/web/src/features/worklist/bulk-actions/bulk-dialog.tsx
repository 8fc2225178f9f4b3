import type { WorklistRow } from '@readroom/contracts/studies/studies'
import type { StudyOutcome } from '@readroom/contracts/worklist/bulk-actions'
import { type ReactNode, useId, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { FormBody } from '../../../components/form/form-body.tsx'
import { useLeaveQuestion } from '../../../components/form/leave-question.tsx'
import { type SchemaFormOptions, useSchemaForm } from '../../../components/form/use-schema-form.ts'
import { SeveralStudies, StudyIdentity } from '../../../components/study/study-facts.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Dialog } from '../../../components/ui/dialog.tsx'
import { SubmitButton } from '../../../components/ui/submit-button.tsx'
import { notify } from '../../../lib/notify.tsx'
import { type Refusal, splitOutcomes } from './outcomes.ts'

type Outcomes = readonly StudyOutcome[]
type Props<In extends FieldValues, Out> = Pick<SchemaFormOptions<In, Out, Outcomes>, 'schema' | 'values' | 'failed'> & {
  title: string
  studies: readonly WorklistRow[]
  action: string
  /** True if the action takes something away from somebody. */
  destructive?: boolean
  busyAction: string
  change: (studyIds: string[], fields: Out) => Promise<{ results: Outcomes }>
  /** Returns the success message about the studies that were changed. */
  doneText: (done: readonly WorklistRow[], values: In) => string
  onDone: (done: readonly WorklistRow[]) => void
  onClose: () => void
  children: ReactNode
}

function Refusals({ refused }: { refused: readonly Refusal[] }) {
  if (refused.length === 0) return null
  return (
    <div
      role="alert"
      className="max-h-32 shrink-0 overflow-y-auto border-b border-line bg-red-wash px-5 py-2 text-sm text-red-fg"
    >
      <ul aria-label="Refused studies">
        {refused.map(({ study, error }) => (
          <li key={study._id}>
            <bdi className="font-medium">{study.patientName ?? 'N/A'}</bdi> (ID {study.patientId ?? 'N/A'}): {error}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Performs an action on several studies. Closes if it succeeded for all, otherwise stays open with the refused ones. */
export function BulkDialog<In extends FieldValues, Out>(props: Props<In, Out>) {
  const { title, studies, schema, values, failed, onClose } = props
  const id = useId()
  const [refused, setRefused] = useState<readonly Refusal[] | null>(null)
  const [only, ...more] = studies

  const form = useSchemaForm({
    schema,
    values,
    failed,
    change: async (fields: Out) =>
      (
        await props.change(
          studies.map(({ _id }) => _id),
          fields,
        )
      ).results,
    onDone(results, typed) {
      const outcome = splitOutcomes(studies, results)
      if (outcome.done.length > 0) {
        notify.success(props.doneText(outcome.done, typed))
        props.onDone(outcome.done)
      }
      if (outcome.refused.length === 0) leaveNow()
      else setRefused(outcome.refused)
    },
  })
  const { question, leaveNow, tryToLeave } = useLeaveQuestion({ isFilled: form.isDirty && !refused, leave: onClose })

  return (
    <Dialog
      title={title}
      onClose={tryToLeave}
      width="max-w-[560px]"
      header={only && more.length === 0 ? <StudyIdentity row={only} /> : <SeveralStudies studies={studies} />}
      footer={
        <>
          <Button className="max-lg:h-11" onClick={tryToLeave}>
            {refused ? 'Close' : 'Cancel'}
          </Button>
          {!refused && (
            <SubmitButton
              form={id}
              size="sm"
              destructive={props.destructive ?? false}
              label={`${props.action} (${studies.length})`}
              busyLabel={props.busyAction}
              busy={form.isBusy}
            />
          )}
        </>
      }
    >
      <Refusals refused={refused ?? []} />
      <FormBody form={form} id={id} label={title} className="grid min-h-0 gap-4 overflow-y-auto px-5 py-4">
        <fieldset disabled={refused !== null} className="contents">
          {props.children}
        </fieldset>
      </FormBody>
      {question}
    </Dialog>
  )
}
