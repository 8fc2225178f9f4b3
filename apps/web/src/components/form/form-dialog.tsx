import { type ReactNode, useId } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FormMessage } from '../ui/form-message.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'

type Props = {
  title: string
  /** A class, such as `max-w-[520px]`. */
  width: string
  /** The label of the button that saves. */
  action: string
  isBusy: boolean
  /** The refusal of the last save, or null. */
  fault: string | null
  onSubmit: () => void
  /** Closes the dialog, after a question if something was typed. */
  onCancel: () => void
  /** The question itself, while it is asked. */
  question: ReactNode
  children: ReactNode
}

/** A dialog with a form, and buttons to save and to cancel. */
export function FormDialog({ title, width, action, isBusy, fault, onSubmit, onCancel, question, children }: Props) {
  const id = useId()
  return (
    <Dialog
      title={title}
      width={width}
      onClose={onCancel}
      footer={
        <>
          <Button className="max-lg:h-11" onClick={onCancel}>
            Cancel
          </Button>
          <SubmitButton form={id} size="sm" label={action} busyLabel="Saving..." busy={isBusy} />
        </>
      }
    >
      <form
        id={id}
        aria-label={title}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
        className="grid min-h-0 gap-4 overflow-y-auto px-5 py-4"
      >
        {fault && <FormMessage tone="error">{fault}</FormMessage>}
        {children}
      </form>
      {question}
    </Dialog>
  )
}
