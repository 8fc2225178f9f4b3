import type { SecondStep } from '@readroom/contracts/access/auth'
import { type FormEvent, lazy, type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { z } from 'zod'
import { CheckboxField } from '../../../components/inputs/checkbox.tsx'
import { Field } from '../../../components/inputs/field.tsx'
import { PasswordField } from '../../../components/inputs/password-field.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { Part } from '../../../components/ui/part.tsx'
import { SubmitButton } from '../../../components/ui/submit-button.tsx'
import { api } from '../../../lib/api/api.ts'
import { loginEndpoint } from '../../../lib/api/api-client.ts'
import { reasonOf } from '../../../lib/api/api-error.ts'
import { useQuietStart } from '../../../lib/hooks/use-quiet-start.ts'
import { useRequest } from '../../../lib/hooks/use-request.ts'
import { paths } from '../../../lib/paths.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { startSession } from './start-session.ts'

/** Loaded lazily. Few installations have a provider, and users who type a password don't wait for it. */
const ProviderButton = lazy(() => import('./provider-button.tsx'))

const key = 'remembered_email'

/** "Remember me" keeps the email address on this computer, never the session. */
const rememberedEmail = {
  read: () => localStorage.getItem(key) ?? '',
  write(email: string | null) {
    if (email) localStorage.setItem(key, email)
    else localStorage.removeItem(key)
  },
}

const LoginFields = z.object({
  email: z.string().trim().min(1, 'Please enter your email').pipe(z.email('Please enter a valid email address')),
  password: z.string().min(1, 'Please enter your password'),
  remember: z.boolean(),
})
type LoginFields = z.infer<typeof LoginFields>

/** Reads the fields from the DOM, because autofill in some browsers fires no events. */
function readFields(form: HTMLFormElement) {
  const typed = new FormData(form)
  return LoginFields.safeParse({ email: typed.get('email'), password: typed.get('password'), remember: typed.has('remember') })
}

type FieldErrors = { email?: string | undefined; password?: string | undefined }

function errorsOf(error: z.ZodError<LoginFields>): FieldErrors {
  const { email, password } = z.flattenError(error).fieldErrors
  return { email: email?.[0], password: password?.[0] }
}

type Props = {
  /** Shown until the user tries to sign in. */
  messages: ReactNode
  onSecondStep: (step: SecondStep) => void
  /** The form appeared by itself while the user was doing something else, so no field gets the focus. */
  unasked: boolean
  /** If set, links that leave the page open in another tab. Called when a sign-in starts in one. */
  onApart?: (() => void) | undefined
}

async function signIn({ email, password, remember }: LoginFields, onSecondStep: Props['onSecondStep']) {
  const answer = await api.call(loginEndpoint, { body: { email, password } })
  rememberedEmail.write(remember ? email : null)
  if (answer.secondStep) onSecondStep(answer.secondStep)
  else startSession(answer)
}

/** Shows the sign-in form. It does without the form library, which would be a tenth of what this page loads. */
export function LoginForm({ messages, onSecondStep, unasked, onApart }: Props) {
  const [isTried, setTried] = useState(false)
  const [remembered] = useState(rememberedEmail.read)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const email = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!unasked) email.current?.focus()
  }, [unasked])
  useQuietStart(unasked)
  const { start, isBusy } = useRequest({
    request: (fields: LoginFields) => signIn(fields, onSecondStep),
    failed: (error) => reasonOf(error, 'Login failed'),
    onFailure(message) {
      setRefusal(message)
      password.current?.focus()
      password.current?.select()
    },
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    const { data, error } = readFields(event.currentTarget)
    const found = error ? errorsOf(error) : {}
    setErrors(found)
    setRefusal(null)
    if (!data) {
      const field = found.email ? email : password
      field.current?.focus()
      return
    }
    start(data)
  }

  /** Checks fields with an error again on each change. */
  function recheck(event: FormEvent<HTMLFormElement>) {
    if (!errors.email && !errors.password) return
    const { error } = readFields(event.currentTarget)
    setErrors(error ? errorsOf(error) : {})
  }

  return (
    <form onSubmit={submit} onChange={recheck} noValidate className="grid gap-4">
      {!isTried && !refusal && messages}
      {refusal && <FormMessage tone="error">{refusal}</FormMessage>}
      <Field label="Email" error={errors.email}>
        {(control) => (
          <input type="email" autoComplete="username" required {...control} name="email" ref={email} defaultValue={remembered} />
        )}
      </Field>
      <PasswordField
        label="Password"
        error={errors.password}
        autoComplete="current-password"
        registration={{ name: 'password', ref: password }}
      />
      <div className="flex items-center justify-between gap-4">
        <CheckboxField
          label="Remember me"
          labelClass="flex items-center gap-2 max-lg:min-h-11"
          name="remember"
          defaultChecked={remembered !== ''}
        />
        <Link
          to={paths.forgotPassword}
          target={onApart && '_blank'}
          className="inline-flex items-center font-medium text-accent-text hover:underline max-lg:min-h-11"
        >
          Forgot password?
        </Link>
      </div>
      <SubmitButton label="Sign In to Dashboard" busyLabel="Signing In..." busy={isBusy} className="w-full" />
      <Part fallback={null}>
        <ProviderButton onSecondStep={onSecondStep} onApart={onApart} onRefused={setRefusal} />
      </Part>
      <PasskeyButton onRefused={setRefusal} />
    </form>
  )
}
