import { type ReactNode, useId } from 'react'
import type { FieldValues } from 'react-hook-form'
import { cx } from '../../lib/cx.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { FormBody } from './form-body.tsx'
import { useLeaveQuestion } from './leave-question.tsx'
import { type SchemaFormOptions, useSchemaForm } from './use-schema-form.ts'

type Props<In extends FieldValues, Out, R> = SchemaFormOptions<In, Out, R> & {
  title: string
  /** The subject, in the fixed header. */
  header?: ReactNode
  /** A class, such as `max-w-[520px]`. */
  width: string
  /** The label of the button that sends. Null: there is nothing to send. */
  action: string | null
  /** Its label meanwhile. */
  busyLabel?: string
  /** The label of the button that closes. */
  cancel?: string
  /** The action removes something. */
  destructive?: boolean
  /** Nothing can be sent. */
  disabled?: boolean
  /** The dialog opens over another one. */
  nested?: boolean
  /** False: `onDone` decides what follows the change. */
  closes?: boolean
  className?: string
  onClose: () => void
  children: ReactNode
}

/** A dialog with a form. Closes when the change is made, shows refusals and stays open, and asks before entries are lost. */
export function FormDialog<In extends FieldValues, Out, R>(props: Props<In, Out, R>) {
  const { title, header, width, action, busyLabel = 'Saving...', cancel = 'Cancel', nested = false, className, onClose } = props
  const id = useId()
  const form = useSchemaForm({
    ...props,
    onDone(result, typed) {
      props.onDone?.(result, typed)
      if (props.closes ?? true) leaveNow()
    },
  })
  const { question, leaveNow, tryToLeave } = useLeaveQuestion({ isFilled: form.isDirty, leave: onClose })
  return (
    <Dialog
      title={title}
      header={header}
      width={width}
      nested={nested}
      onClose={tryToLeave}
      footer={
        <>
          <Button className="max-lg:h-11" onClick={tryToLeave}>
            {cancel}
          </Button>
          {action !== null && (
            <SubmitButton
              form={id}
              size="sm"
              label={action}
              busyLabel={busyLabel}
              busy={form.isBusy}
              disabled={props.disabled ?? false}
              destructive={props.destructive ?? false}
            />
          )}
        </>
      }
    >
      <FormBody form={form} id={id} label={title} className={cx('grid min-h-0 gap-4 overflow-y-auto px-5 py-4', className)}>
        {props.children}
      </FormBody>
      {question}
    </Dialog>
  )
}
