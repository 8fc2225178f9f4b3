import type { Finding } from '@readroom/report/checks'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { Dialog } from '../../../components/ui/dialog.tsx'
import { Field } from '../../../components/ui/field.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { reasonOf } from '../../../lib/api/api-error.ts'

type Props = {
  title: string
  identity: ReactNode
  /** What whoever signs says is meant, by its name. */
  confirming: readonly Finding[]
  asksPassword: boolean
  /** Rejects where nothing was signed, as far as anybody knows. */
  onSign: (password: string | undefined) => Promise<void>
  onClose: () => void
}

/** What stands between a report and its signature: what is to be confirmed, and the password. */
export function SignDialog({ title, identity, confirming, asksPassword, onSign, onClose }: Props) {
  const formId = useId()
  const [password, setPassword] = useState('')
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const sign = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setFailure(null)
    try {
      await onSign(asksPassword ? password : undefined)
    } catch (error) {
      setFailure(error)
      setPassword('')
      setBusy(false)
    }
  }
  // What is under way is not taken back by looking away.
  const close = () => {
    if (!isBusy) onClose()
  }
  const messages = [...new Set(confirming.map(({ message }) => message))]
  const action = messages.length > 0 ? 'Confirm and sign' : 'Sign'
  return (
    <Dialog
      title={title}
      width="max-w-120"
      header={identity}
      onClose={close}
      footer={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            look="primary"
            data-autofocus={asksPassword ? undefined : true}
            disabled={isBusy || (asksPassword && password === '')}
          >
            {isBusy ? 'Signing...' : action}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={sign} className="grid gap-4 overflow-y-auto p-5">
        {failure !== null && <FormMessage tone="error">{reasonOf(failure, 'Nothing was signed. Please try again.')}</FormMessage>}
        {messages.length > 0 && (
          <div>
            <p className="mb-1 font-medium">By signing you confirm that this is meant:</p>
            <ul className="list-disc pl-5">
              {messages.map((message) => (
                <li key={message}>{message}</li>
              ))}
            </ul>
          </div>
        )}
        {asksPassword && (
          <Field label="Your password">
            {(control) => (
              <input
                type="password"
                autoComplete="current-password"
                value={password}
                onChange={(event) => setPassword(event.target.value)}
                {...control}
              />
            )}
          </Field>
        )}
      </form>
    </Dialog>
  )
}
