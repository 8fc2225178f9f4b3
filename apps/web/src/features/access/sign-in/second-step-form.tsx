import type { SecondStep } from '@readroom/contracts/access/auth'
import { signInEndpoints } from '@readroom/contracts/access/sign-in'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Field } from '../../../components/inputs/field.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { SubmitButton } from '../../../components/ui/submit-button.tsx'
import { api } from '../../../lib/api/api.ts'
import { ApiError, reasonOf } from '../../../lib/api/api-error.ts'
import { cx } from '../../../lib/cx.ts'
import { useRequest } from '../../../lib/hooks/use-request.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { startSession } from './start-session.ts'

type Props = { step: SecondStep; onRestart: () => void }

const codeWords = {
  totp: { label: 'Code', hint: 'The 6 digits in your authenticator app', numeric: true },
  'recovery-code': { label: 'Recovery code', hint: 'One of your saved codes. Each works once', numeric: false },
}

/** Sends a code and keeps the refusal. */
function useCode({ challenge }: SecondStep) {
  const [refusal, setRefusal] = useState<{ message: string; isOver: boolean } | null>(null)
  const { start, isBusy } = useRequest({
    request: (code: string) => api.call(signInEndpoints.code, { body: { challenge, code } }),
    failed: (error) => reasonOf(error, 'Login failed'),
    onDone: startSession,
    onFailure: (message, error) => setRefusal({ message, isOver: error instanceof ApiError && error.code === 'SIGN_IN_EXPIRED' }),
    leaves: true,
  })
  const send = (code: string) => {
    setRefusal(null)
    start(code)
  }
  return { busy: isBusy, refusal, setRefusal, send }
}

/** Asks for the second factor of a sign-in: a passkey, a code from the authenticator app, or a recovery code. */
export default function SecondStepForm({ step, onRestart }: Props) {
  const { methods, challenge } = step
  const hasApp = methods.includes('totp')
  const [kind, setKind] = useState<'totp' | 'recovery-code'>(hasApp ? 'totp' : 'recovery-code')
  const [asksCode, setAsksCode] = useState(hasApp)
  const [code, setCode] = useState('')
  const { busy, refusal, setRefusal, send } = useCode(step)
  const input = useRef<HTMLInputElement>(null)
  const words = codeWords[kind]
  // The form replaces another one, and after a refusal its field was disabled.
  useEffect(() => {
    if (busy) return
    input.current?.focus()
    input.current?.select()
  }, [busy, kind, asksCode])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() !== '') send(code)
  }
  const ask = (next: 'totp' | 'recovery-code') => {
    setKind(next)
    setAsksCode(true)
    setCode('')
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {refusal && <FormMessage tone="error">{refusal.message}</FormMessage>}
      {!refusal?.isOver && (
        <>
          {asksCode && (
            <fieldset disabled={busy} className="grid gap-4">
              <Field label={words.label} hint={words.hint}>
                {(control) => (
                  <input
                    ref={input}
                    value={code}
                    onChange={(event) => setCode(event.target.value)}
                    inputMode={words.numeric ? 'numeric' : 'text'}
                    autoComplete="one-time-code"
                    autoCapitalize="characters"
                    spellCheck={false}
                    maxLength={40}
                    required
                    {...control}
                    className={cx(control.className, 'num text-xl! tracking-[0.15em]')}
                  />
                )}
              </Field>
              <SubmitButton label="Continue" busyLabel="Signing In..." busy={busy} className="w-full" />
            </fieldset>
          )}
          {methods.includes('passkey') && (
            <PasskeyButton
              challenge={challenge}
              label="Use a passkey"
              onRefused={(message) => setRefusal({ message, isOver: false })}
            />
          )}
          {hasApp && kind === 'recovery-code' && (
            <Button look="quiet" size="lg" className="max-lg:h-11" onClick={() => ask('totp')}>
              Use the authenticator app
            </Button>
          )}
          {methods.includes('recovery-code') && !(asksCode && kind === 'recovery-code') && (
            <Button look="quiet" size="lg" className="max-lg:h-11" onClick={() => ask('recovery-code')}>
              Use a recovery code
            </Button>
          )}
        </>
      )}
      <Button look={refusal?.isOver ? 'primary' : 'quiet'} size="lg" className="max-lg:h-11" onClick={onRestart}>
        Start again
      </Button>
    </form>
  )
}
