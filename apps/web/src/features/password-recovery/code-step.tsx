import { otpDigits, passwordRecoveryEndpoints, resendSeconds } from '@readroom/contracts/password-recovery'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Field } from '../../components/ui/field.tsx'
import { FormMessage } from '../../components/ui/form-message.tsx'
import { SubmitButton } from '../../components/ui/submit-button.tsx'
import { api } from '../../lib/api/api.ts'
import { cx } from '../../lib/cx.ts'
import { formatCountdown } from '../../lib/format.ts'
import { useNow } from '../../lib/hooks/use-now.ts'
import { errorText, StepHeading } from './recovery-steps.tsx'
import type { PendingRecovery } from './use-recovery.ts'

/** What is kept of a typed or pasted code: `123 456` is 123456. */
export const digitsOf = (text: string): string => text.replace(/\D/g, '').slice(0, otpDigits)

/** Seconds until another code may be sent; a clock that was set back does not make it longer. */
export function secondsUntilResend(sentAt: number, now: number): number {
  const seconds = Math.ceil((sentAt - now) / 1000) + resendSeconds
  return Math.min(Math.max(seconds, 0), resendSeconds)
}

/** Counts down from the moment the last code was sent. */
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
  /** What the step before has to say. */
  message: string | undefined
  focused: boolean
  onResent: () => void
  onVerified: (resetToken: string) => void
}

/** Verifying and sending again, one at a time. */
function useCode({ pending: { email }, message, onResent, onVerified }: Props) {
  const [busy, setBusy] = useState<'verify' | 'resend' | null>(null)
  const [answers, setAnswers] = useState(0)
  const [outcome, setOutcome] = useState<Outcome | null>(message ? { tone: 'success', text: message } : null)

  async function run(kind: 'verify' | 'resend', failed: string, work: () => Promise<void>) {
    setBusy(kind)
    setOutcome(null)
    try {
      await work()
    } catch (error) {
      setOutcome({ tone: 'error', text: errorText(error, failed) })
    } finally {
      setBusy(null)
      setAnswers((count) => count + 1)
    }
  }
  const verify = (otp: string) =>
    run('verify', 'Invalid OTP', async () => {
      const { data } = await api.call(passwordRecoveryEndpoints.verifyOtp, { body: { email, otp } })
      onVerified(data.resetToken)
    })
  const resend = () =>
    run('resend', 'Failed to resend OTP', async () => {
      await api.call(passwordRecoveryEndpoints.resendOtp, { body: { email } })
      setOutcome({ tone: 'success', text: 'New OTP sent successfully!' })
      onResent()
    })
  return { busy, answers, outcome, verify, resend }
}

/** Step 2: the code from the mail. */
export function CodeStep(props: Props) {
  const { pending, focused } = props
  const [otp, setOtp] = useState('')
  const { busy, answers, outcome, verify, resend } = useCode(props)
  const input = useRef<HTMLInputElement>(null)
  // While busy the field was disabled, and the pressed button may be disabled after.
  useEffect(() => {
    if (answers === 0) return
    input.current?.focus()
    input.current?.select()
  }, [answers])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (otp.length === otpDigits) void verify(otp)
  }
  return (
    <form onSubmit={submit} noValidate>
      <fieldset disabled={busy !== null} className="grid gap-4">
        <StepHeading title="Enter the code" focused={focused}>
          If there is an account for <bdi className="font-medium break-words text-text">{pending.email}</bdi>, its code is on the
          way.
        </StepHeading>
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
        <SubmitButton label="Verify OTP" busyLabel="Verifying..." busy={busy === 'verify'} disabled={otp.length !== otpDigits} />
        <ResendButton sentAt={pending.sentAt} onResend={resend} />
      </fieldset>
    </form>
  )
}
