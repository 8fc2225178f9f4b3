import type { ReportContent } from '@readroom/contracts/reading'
import type { Finding } from '@readroom/report/checks'
import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { Dialog } from '../../../components/ui/dialog.tsx'
import { Field } from '../../../components/ui/field.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { reasonOf } from '../../../lib/api/api-error.ts'
import { useElapsed } from '../../../lib/hooks/use-elapsed.ts'
import { ReportText } from '../report-text.tsx'
import { doublePressMs } from './double-press.ts'

type Props = {
  title: string
  identity: ReactNode
  /** Warnings that the signer confirms. */
  confirming: readonly Finding[]
  /** The whole report, to be read first; null if the signer has worked on it since opening it. */
  unread: ReportContent | null
  asksPassword: boolean
  /** Rejects if nothing was signed, as far as is known. */
  onSign: (password: string | undefined) => Promise<void>
  onClose: () => void
}

/** A held key counts once. */
function ignoreRepeats(event: KeyboardEvent) {
  if (event.repeat && event.key === 'Enter') event.preventDefault()
}

/** Asks for everything that a signature still needs: reading an untouched report, confirming warnings, the password. */
export function SignDialog({ title, identity, confirming, unread, asksPassword, onSign, onClose }: Props) {
  const formId = useId()
  const isPresent = useElapsed(doublePressMs)
  const [password, setPassword] = useState('')
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  // A typed password is no echo of the key that opened the dialog.
  const isDeliberate = isPresent || asksPassword
  const sign = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || !isDeliberate) return
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
  // Closing the dialog does not cancel a signature that is under way.
  const close = () => {
    if (!isBusy) onClose()
  }
  const messages = [...new Set(confirming.map(({ message }) => message))]
  const action = messages.length > 0 ? 'Confirm and sign' : 'Sign'
  return (
    <Dialog
      title={title}
      width={unread ? 'max-w-160' : 'max-w-120'}
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
            // An unread report is signed by a choice, not by the next Enter.
            data-autofocus={asksPassword || unread ? undefined : true}
            disabled={isBusy || (asksPassword && password === '')}
            aria-disabled={!isDeliberate}
            onKeyDown={ignoreRepeats}
          >
            {isBusy ? 'Signing...' : action}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={sign} onKeyDown={ignoreRepeats} className="grid gap-4 overflow-y-auto p-5">
        {failure !== null && <FormMessage tone="error">{reasonOf(failure, 'Nothing was signed. Please try again.')}</FormMessage>}
        {unread && (
          <section aria-label="Report to sign">
            <p className="mb-2 font-medium">You have not changed this report since you opened it. Read it before you sign.</p>
            <div className="rounded-sm border border-line px-3 py-2">
              <ReportText content={unread} />
            </div>
          </section>
        )}
        {messages.length > 0 && (
          <div>
            <p className="mb-1 font-medium">Confirm before you sign:</p>
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
