import { type ReactNode, useId } from 'react'
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form'
import { ApiError, messageOf } from '../../lib/api/api-error.ts'
import { type FieldsOfCodes, fieldOfError } from '../../lib/forms/field-of-error.ts'
import { notify } from '../../lib/notify.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FormMessage } from '../ui/form-message.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { useLeaveQuestion } from './leave-question.tsx'

type Props<T extends FieldValues> = {
  title: string
  /** The record, in the fixed header. */
  header: ReactNode
  form: UseFormReturn<T>
  action: string
  /** The button's label while the action is running. */
  busyLabel?: string
  required: readonly (keyof T & string)[]
  missing: string
  save: (values: T) => Promise<void>
  saved: string
  failed: string
  fieldsOfCodes: FieldsOfCodes<T>
  /** Loads the server's current data into the form. */
  onReload: () => Promise<void>
  onClose: () => void
  children: ReactNode
}

const conflict = 'conflict'
const isBlank = (value: unknown) => typeof value === 'string' && value.trim() === ''

/** Tells the user that somebody else has changed the record. Nothing is overwritten, and typed text is not dropped without notice. */
function Conflict({ message, onReload }: { message: string; onReload: () => void }) {
  return (
    <>
      <p>{message}</p>
      <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button className="max-lg:h-11" onClick={onReload}>
          Load the current data
        </Button>
        <span className="text-sm">This replaces your entries.</span>
      </p>
    </>
  )
}

/** Renders the dialog around an edit form. Closes when the change is saved. Shows a refusal and stays open. */
export function EditDialog<T extends FieldValues>(props: Props<T>) {
  const { form, header, title, action, onClose, onReload } = props
  const id = useId()
  const { errors, isDirty, isSubmitting } = form.formState
  const { question, leaveNow, tryToLeave } = useLeaveQuestion({ isFilled: isDirty, leave: onClose })

  const save = async (values: T) => {
    try {
      await props.save(values)
    } catch (error) {
      return showRefusal(error)
    }
    notify.success(props.saved)
    leaveNow()
  }

  function showRefusal(error: unknown) {
    const message = messageOf(error, props.failed)
    const field = fieldOfError(error, props.fieldsOfCodes)
    if (field) {
      form.setError(field, { type: 'server', message })
      form.setFocus(field)
    } else if (error instanceof ApiError && error.code === 'CONFLICT') form.setError('root', { type: conflict, message })
    else notify.error(message)
  }

  const sayWhatIsMissing = () => {
    const values = form.getValues()
    if (props.required.some((name) => isBlank(values[name]))) form.setError('root', { message: props.missing })
  }

  return (
    <Dialog
      title={title}
      header={header}
      onClose={tryToLeave}
      width="max-w-[640px]"
      footer={
        <>
          <Button className="max-lg:h-11" onClick={tryToLeave}>
            Cancel
          </Button>
          <SubmitButton form={id} size="sm" label={action} busyLabel={props.busyLabel ?? 'Updating...'} busy={isSubmitting} />
        </>
      }
    >
      <FormProvider {...form}>
        {errors.root && (
          <div className="max-h-[40dvh] shrink-0 overflow-y-auto px-5 pt-4">
            <FormMessage tone="error">
              {errors.root.type === conflict ? (
                <Conflict message={errors.root.message ?? ''} onReload={() => void onReload()} />
              ) : (
                errors.root.message
              )}
            </FormMessage>
          </div>
        )}
        <form
          id={id}
          noValidate
          aria-label={title}
          onSubmit={form.handleSubmit(save, sayWhatIsMissing)}
          className="grid min-h-0 gap-4 overflow-y-auto px-5 py-4"
        >
          {props.children}
        </form>
      </FormProvider>
      {question}
    </Dialog>
  )
}
