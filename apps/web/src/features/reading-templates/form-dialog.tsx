import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useLeaveQuestion } from '../../components/form/leave-question.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { FormMessage } from '../../components/ui/form-message.tsx'
import { SubmitButton } from '../../components/ui/submit-button.tsx'
import { messageOf } from '../../lib/api/api-error.ts'
import { notify } from '../../lib/notify.tsx'

type Props = {
  title: string
  action: string
  isFilled: boolean
  /** Answers what to say. */
  save: () => Promise<string>
  /** Reads anew what was changed; the dialog closes behind it. */
  onSaved: () => Promise<void>
  onClose: () => void
  children: ReactNode
}

/** A dialog around a form: refusals are shown and it stays open; what was typed is not dropped without a question. */
export function FormDialog({ title, action, isFilled, save, onSaved, onClose, children }: Props) {
  const id = useId()
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const { question, leaveNow, tryToLeave } = useLeaveQuestion({ isFilled, leave: onClose })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setFault(null)
    try {
      notify.success(await save())
      await onSaved()
      leaveNow()
    } catch (error) {
      setFault(messageOf(error, 'Failed to save'))
      setBusy(false)
    }
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
      <form
        id={id}
        aria-label={title}
        onSubmit={(event) => void submit(event)}
        className="grid min-h-0 gap-4 overflow-y-auto px-5 py-4"
      >
        {fault && <FormMessage tone="error">{fault}</FormMessage>}
        {children}
      </form>
      {question}
    </Dialog>
  )
}
