import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useLeaveQuestion } from '../../../../components/form/leave-question.tsx'
import { Button } from '../../../../components/ui/button.tsx'
import { Dialog } from '../../../../components/ui/dialog.tsx'
import { FormMessage } from '../../../../components/ui/form-message.tsx'
import { SubmitButton } from '../../../../components/ui/submit-button.tsx'
import { useChange } from '../../../../lib/hooks/use-change.ts'

type Props = {
  title: string
  action: string
  isFilled: boolean
  /** Returns the success message. */
  save: () => Promise<string>
  /** Reloads the changed data. The dialog closes afterwards. */
  onSaved: () => Promise<void>
  onClose: () => void
  children: ReactNode
}

/** Shows a dialog with a form. It shows refusals and stays open, and asks before typed text is lost. */
export function FormDialog({ title, action, isFilled, save, onSaved, onClose, children }: Props) {
  const id = useId()
  const [fault, setFault] = useState<string | null>(null)
  const { question, leaveNow, tryToLeave } = useLeaveQuestion({ isFilled, leave: onClose })
  const { start, isBusy } = useChange({
    async change() {
      const message = await save()
      await onSaved()
      return message
    },
    done: (message) => message,
    failed: 'Failed to save',
    onDone: leaveNow,
    onFailure: setFault,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setFault(null)
    start()
  }
  return (
    <Dialog
      title={title}
      onClose={tryToLeave}
      width="max-w-[860px]"
      footer={
        <>
          <Button className="max-lg:h-11" onClick={tryToLeave}>
            Cancel
          </Button>
          <SubmitButton form={id} size="sm" label={action} busyLabel="Saving..." busy={isBusy} />
        </>
      }
    >
      <form id={id} aria-label={title} onSubmit={submit} className="grid min-h-0 gap-4 overflow-y-auto px-5 py-4">
        {fault && <FormMessage tone="error">{fault}</FormMessage>}
        {children}
      </form>
      {question}
    </Dialog>
  )
}
