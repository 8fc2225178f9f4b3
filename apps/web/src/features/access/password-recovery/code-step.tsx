import { otpDigits, passwordRecoveryEndpoints, resendSeconds } from '@readroom/contracts/access/password-recovery'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Field } from '../../../components/inputs/field.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { SubmitButton } from '../../../components/ui/submit-button.tsx'
import { api } from '../../../lib/api/api.ts'
import { cx } from '../../../lib/cx.ts'
import { formatCountdown } from '../../../lib/format.ts'
import { useNow } from '../../../lib/hooks/use-now.ts'
import { useRequest } from '../../../lib/hooks/use-request.ts'
import { KeptEmailNote } from './kept-email-note.tsx'
import { errorText, StepHeading } from './recovery-steps.tsx'
import type { PendingRecovery } from './use-recovery.ts'

/** Returns the digits of a typed or pasted code, so `123 456` becomes 123456. */
export const digitsOf = (text: string): string => text.replace(/\D/g, '').slice(0, otpDigits)

/** Returns the seconds until another code may be sent. Setting the clock back doesn't make the wait longer. */
export function secondsUntilResend(sentAt: number, now: number): number {
  const seconds = Math.ceil((sentAt - now) / 1000) + resendSeconds
  return Math.min(Math.max(seconds, 0), resendSeconds)
}

/** Shows the button to send another code. It counts down from the moment the last one was sent. */
function ResendButton({ sentAt, onResend }: { sentAt: number; onResend: () => void }) {
  const seconds = secondsUntilResend(sentAt, useNow(1000).getTime())
  return (
    <Button look="quiet" size="lg" className="num disabled:text-text-3! max-lg:h-11" disabled={seconds > 0} onClick={onResend}>
      {seconds > 0 ? `Resend in ${formatCountdown(seconds)}` : 'Resend OTP'}
    </Button>
  )
}

type Outcome = { tone: 'error' | 'success'; text: string }
type Props = {
  pending: PendingRecovery
  /** The message of the previous step. */
  message: string | undefined
  focused: boolean
  onResent: () => void
  onVerified: (resetToken: string) => void
}

/** Verifies the code or sends another one, one at a time. */
function useCode({ pending: { email }, message, onResent, onVerified }: Props) {
  const [answers, setAnswers] = useState(0)
  const [outcome, setOutcome] = useState<Outcome | null>(message ? { tone: 'success', text: message } : null)

  const answered = {
    onFailure: (text: string) => setOutcome({ tone: 'error', text }),
    onEnd: () => setAnswers((count) => count + 1),
  }
  const verifying = useRequest({
    request: (otp: string) => api.call(passwordRecoveryEndpoints.verifyOtp, { body: { email, otp } }),
    failed: (error) => errorText(error, 'Invalid OTP'),
    onDone: ({ data }) => onVerified(data.resetToken),
    ...answered,
  })
  const resending = useRequest({
    request: () => api.call(passwordRecoveryEndpoints.resendOtp, { body: { email } }),
    failed: (error) => errorText(error, 'Failed to resend OTP'),
    onDone() {
      setOutcome({ tone: 'success', text: 'New OTP sent successfully!' })
      onResent()
    },
    ...answered,
  })
  return {
    isVerifying: verifying.isBusy,
    isBusy: verifying.isBusy || resending.isBusy,
    answers,
    outcome,
    verify(otp: string) {
      setOutcome(null)
      verifying.start(otp)
    },
    resend() {
      setOutcome(null)
      resending.start()
    },
  }
}

/** Asks for the code from the email, in step 2. */
export function CodeStep(props: Props) {
  const { pending, focused } = props
  const [otp, setOtp] = useState('')
  const { isVerifying, isBusy, answers, outcome, verify, resend } = useCode(props)
  const input = useRef<HTMLInputElement>(null)
  // The field was disabled while busy, and the pressed button may be disabled afterwards.
  useEffect(() => {
    if (answers === 0 || isBusy) return
    input.current?.focus()
    input.current?.select()
  }, [answers, isBusy])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (otp.length === otpDigits) verify(otp)
  }
  return (
    <form onSubmit={submit} noValidate>
      <fieldset disabled={isBusy} className="grid gap-4">
        <StepHeading title="Enter the code" focused={focused}>
          If there is an account for <bdi className="font-medium break-words text-text">{pending.email}</bdi>, its code is on the
          way.
        </StepHeading>
        <KeptEmailNote />
        {outcome && <FormMessage tone={outcome.tone}>{outcome.text}</FormMessage>}
        <Field label="Verification code" hint="The 6 digits from the email">
          {(control) => (
            <input
              ref={input}
              value={otp}
              onChange={(event) => setOtp(digitsOf(event.target.value))}
              inputMode="numeric"
              autoComplete="one-time-code"
              required
              {...control}
              className={cx(control.className, 'num text-xl! tracking-[0.3em]')}
            />
          )}
        </Field>
        <SubmitButton label="Verify OTP" busyLabel="Verifying..." busy={isVerifying} disabled={otp.length !== otpDigits} />
        <ResendButton sentAt={pending.sentAt} onResend={resend} />
      </fieldset>
    </form>
  )
}
