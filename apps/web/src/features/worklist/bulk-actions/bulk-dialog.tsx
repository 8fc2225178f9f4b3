import type { WorklistRow } from '@readroom/contracts/studies/studies'
import type { StudyOutcome } from '@readroom/contracts/worklist/bulk-actions'
import { type ReactNode, useId, useState } from 'react'
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form'
import { SeveralStudies, StudyIdentity } from '../../../components/study/study-facts.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Dialog } from '../../../components/ui/dialog.tsx'
import { SubmitButton } from '../../../components/ui/submit-button.tsx'
import { messageOf } from '../../../lib/api/api-error.ts'
import { notify } from '../../../lib/notify.tsx'
import { type Refusal, splitOutcomes } from './outcomes.ts'

type Props<T extends FieldValues> = {
  title: string
  studies: readonly WorklistRow[]
  form: UseFormReturn<T>
  action: string
  /** True if the action takes something away from somebody. */
  destructive?: boolean
  busyAction: string
  run: (values: T) => Promise<readonly StudyOutcome[]>
  failed: string
  /** Returns the success message about the studies that were changed. */
  doneText: (done: readonly WorklistRow[], values: T) => string
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
export function BulkDialog<T extends FieldValues>(props: Props<T>) {
  const { title, studies, form, onClose } = props
  const id = useId()
  const [refused, setRefused] = useState<readonly Refusal[] | null>(null)
  const [only, ...more] = studies

  const submit = async (values: T) => {
    try {
      const outcome = splitOutcomes(studies, await props.run(values))
      if (outcome.done.length > 0) {
        notify.success(props.doneText(outcome.done, values))
        props.onDone(outcome.done)
      }
      if (outcome.refused.length === 0) onClose()
      else setRefused(outcome.refused)
    } catch (error) {
      notify.error(messageOf(error, props.failed))
    }
  }

  return (
    <Dialog
      title={title}
      onClose={onClose}
      width="max-w-[560px]"
      header={only && more.length === 0 ? <StudyIdentity row={only} /> : <SeveralStudies studies={studies} />}
      footer={
        <>
          <Button className="max-lg:h-11" onClick={onClose}>
            {refused ? 'Close' : 'Cancel'}
          </Button>
          {!refused && (
            <SubmitButton
              form={id}
              size="sm"
              destructive={props.destructive ?? false}
              label={`${props.action} (${studies.length})`}
              busyLabel={props.busyAction}
              busy={form.formState.isSubmitting}
            />
          )}
        </>
      }
    >
      <Refusals refused={refused ?? []} />
      <FormProvider {...form}>
        <form
          id={id}
          noValidate
          aria-label={title}
          onSubmit={form.handleSubmit(submit)}
          className="grid min-h-0 gap-4 overflow-y-auto px-5 py-4"
        >
          <fieldset disabled={refused !== null} className="contents">
            {props.children}
          </fieldset>
        </form>
      </FormProvider>
    </Dialog>
  )
}
