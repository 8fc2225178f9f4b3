import type { ReadSeries } from '@readroom/contracts/reading/reading'
import type { ReportDraft, UndrawnAnswer } from '@readroom/contracts/reading/report-drafts'
import type { WorklistRow } from '@readroom/contracts/studies/studies'
import type { Finding } from '@readroom/report/checks'
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { Field } from '../../../../components/inputs/field.tsx'
import { Button } from '../../../../components/ui/button.tsx'
import { Dialog } from '../../../../components/ui/dialog.tsx'
import { FormMessage } from '../../../../components/ui/form-message.tsx'
import { ApiError, reasonOf } from '../../../../lib/api/api-error.ts'
import { useChange } from '../../../../lib/hooks/use-change.ts'
import { useElapsed } from '../../../../lib/hooks/use-elapsed.ts'
import type { Unread } from '../../session/machine/state.ts'
import { CriticalOffer } from './critical-offer.tsx'
import { doublePressMs } from './double-press.ts'
import { ReviewText } from './review-text.tsx'
import { UndrawnSeries, UnseenSeries } from './unseen-series.tsx'

type Props = {
  title: string
  identity: ReactNode
  /** Warnings that the signer must confirm. */
  confirming: readonly Finding[]
  /** The whole report if the signer must read it first. */
  unread: Unread | null
  /** The draft as it was last saved. Null if it is not known. */
  saved: Pick<ReportDraft, 'savedBy' | 'savedAt'> | null
  /** Series that the signer has not had on screen, or in part. */
  undisplayed: readonly ReadSeries[]
  study: WorklistRow
  /** How the signer saw the images that could not be drawn, when they last signed. Null if they have not said it about all of them. */
  answered: UndrawnAnswer | null
  /** Everything is saved by now. */
  isSaved: boolean
  asksPassword: boolean
  /** Why the report can't be signed any more since the dialog opened, or null. */
  obstacle: string | null
  /** The sentence of the report for which a critical result is offered, or null. */
  critical: string | null
  onMarkCritical: () => void
  onDenyCritical: () => void
  /** Rejects if, as far as is known, nothing was signed. */
  onSign: (password: string | undefined, answer: UndrawnAnswer | null) => Promise<void>
  onClose: () => void
}

/** The code of a failure that ends when everything is saved. */
export const notSaved = 'NOT_SAVED'

/** Makes a held key count once. */
function ignoreRepeats(event: KeyboardEvent) {
  if (event.repeat && event.key === 'Enter') event.preventDefault()
}

/** Returns what the reader must do before signing, or null. */
function missingFrom({ isRead, isAnswered, isCriticalOpen }: Record<'isRead' | 'isAnswered' | 'isCriticalOpen', boolean>) {
  if (!isRead) return 'Read the whole text first, or confirm that you have read it.'
  if (isCriticalOpen) return 'Say first whether this is a critical result.'
  return isAnswered ? null : 'Say first how you saw what could not be drawn.'
}

/** Counts the letters that come while no field takes them. Their writer has not seen the dialog, and the next Enter is not for it. */
function useLettersTypedOn(): number {
  const [count, setCount] = useState(0)
  useEffect(() => {
    const listener = ({ key, target }: globalThis.KeyboardEvent) => {
      const isLetter = key.length === 1 && !(target instanceof Element && target.matches('input,textarea'))
      if (isLetter) setCount((before) => before + 1)
    }
    window.addEventListener('keydown', listener, true)
    return () => window.removeEventListener('keydown', listener, true)
  }, [])
  return count
}

/** Asks for everything that a signature still needs: reading an unchanged report, confirming warnings, the password. */
export function SignDialog({
  title,
  identity,
  confirming,
  unread,
  saved,
  undisplayed,
  study,
  answered,
  isSaved,
  asksPassword,
  obstacle,
  critical,
  onMarkCritical,
  onDenyCritical,
  onSign,
  onClose,
}: Props) {
  const formId = useId()
  const isPresent = useElapsed(doublePressMs, useLettersTypedOn())
  const [password, setPassword] = useState('')
  const [isRead, setRead] = useState(unread === null)
  const undrawn = undisplayed.filter((one) => one.undrawn > 0)
  const [answer, setAnswer] = useState(answered)
  const [failure, setFailure] = useState<{ message: string; isUnsaved: boolean } | null>(null)
  const shownFailure = failure?.isUnsaved && isSaved ? null : failure
  const { start, isBusy } = useChange({
    change: (typed: string | undefined) => onSign(typed, answer),
    failed: (error) => reasonOf(error, 'Nothing was signed. Please try again.'),
    onFailure(message, error) {
      setFailure({ message, isUnsaved: error instanceof ApiError && error.code === notSaved })
      setPassword('')
    },
    leaves: true,
  })
  // A typed password can't be an echo of the key that opened the dialog.
  const isAwake = isPresent || asksPassword
  const missing = missingFrom({ isRead, isAnswered: undrawn.length === 0 || answer !== null, isCriticalOpen: critical !== null })
  const isDeliberate = obstacle === null && isAwake && missing === null
  const sign = (event: FormEvent) => {
    event.preventDefault()
    if (obstacle === null && isAwake) setFailure(missing === null ? null : { message: missing, isUnsaved: false })
    if (!isDeliberate) return
    start(asksPassword ? password : undefined)
  }
  // Closing the dialog would not cancel a signature in progress.
  const close = () => {
    if (!isBusy) onClose()
  }
  const messages = [...new Set(confirming.map(({ message }) => message))]
  const action = messages.length > 0 || undisplayed.length > 0 ? 'Confirm and sign' : 'Sign'
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
            // Never has the focus at first: all that is asked here needs a deliberate choice, not the next Enter.
            disabled={isBusy || obstacle !== null || (asksPassword && password === '')}
            aria-disabled={!isDeliberate}
            className="aria-disabled:opacity-50"
            onKeyDown={ignoreRepeats}
          >
            {isBusy ? 'Signing...' : action}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={sign} onKeyDown={ignoreRepeats} className="grid gap-4 overflow-y-auto p-5">
        {obstacle !== null && <FormMessage tone="error">Nothing can be signed here any more. {obstacle}</FormMessage>}
        {shownFailure && <FormMessage tone="error">{shownFailure.message}</FormMessage>}
        {unread && <ReviewText unread={unread} saved={saved} isRead={isRead} onRead={setRead} />}
        {critical !== null && <CriticalOffer words={critical} onMark={onMarkCritical} onDeny={onDenyCritical} />}
        <UnseenSeries series={undisplayed.filter((one) => one.undrawn === 0)} />
        {undrawn.length > 0 && <UndrawnSeries study={study} series={undrawn} answer={answer} onAnswer={setAnswer} />}
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
