import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { Dialog } from '../../../components/ui/dialog.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { SubmitButton } from '../../../components/ui/submit-button.tsx'
import { useChange } from '../../../lib/hooks/use-change.ts'

/** Runs the work of a dialog step. Keeps whether it is running and why it failed. */
export function useWork() {
  const [failure, setFailure] = useState<string | null>(null)
  const { start, isBusy } = useChange({
    change: (work: () => Promise<void>) => work(),
    failed: 'This did not work. Please try again.',
    onFailure: setFailure,
  })
  const run = (work: () => Promise<void>) => {
    setFailure(null)
    start(work)
  }
  return { busy: isBusy, failure, run }
}

type Props = {
  title: string
  action: string
  busyLabel: string
  busy: boolean
  disabled?: boolean
  destructive?: boolean
  failure: string | null
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** Shows a dialog with a single form. */
export function StepDialog({ title, action, busyLabel, busy, disabled = false, destructive = false, failure, ...props }: Props) {
  const form = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    props.onSubmit()
  }
  const footer = (
    <>
      <Button size="lg" className="max-lg:h-11" onClick={props.onClose}>
        Cancel
      </Button>
      <SubmitButton form={form} label={action} busyLabel={busyLabel} busy={busy} disabled={disabled} destructive={destructive} />
    </>
  )
  return (
    <Dialog title={title} footer={footer} onClose={props.onClose} width="max-w-112">
      <form id={form} onSubmit={submit} noValidate className="grid gap-4 overflow-y-auto px-5 py-4">
        {failure && <FormMessage tone="error">{failure}</FormMessage>}
        {props.children}
      </form>
    </Dialog>
  )
}
