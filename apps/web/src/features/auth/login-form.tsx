import { zodResolver } from '@hookform/resolvers/zod'
import type { SecondStep } from '@readroom/contracts/auth'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { z } from 'zod'
import { CheckboxField } from '../../components/ui/checkbox.tsx'
import { Field } from '../../components/ui/field.tsx'
import { FormMessage } from '../../components/ui/form-message.tsx'
import { PasswordField } from '../../components/ui/password-field.tsx'
import { SubmitButton } from '../../components/ui/submit-button.tsx'
import { api } from '../../lib/api/api.ts'
import { loginEndpoint } from '../../lib/api/api-client.ts'
import { reasonOf } from '../../lib/api/api-error.ts'
import { useQuietStart } from '../../lib/hooks/use-quiet-start.ts'
import { paths } from '../../lib/paths.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { ProviderButton } from './provider-button.tsx'
import { startSession } from './start-session.ts'

const key = 'remembered_email'

/** "Remember me" remembers the e-mail address on this computer, never the session. */
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

type Props = {
  onSecondStep: (step: SecondStep) => void
  /** The page came by itself, while its user did something else: no field has the focus. */
  unasked: boolean
}

async function signIn({ email, password, remember }: LoginFields, onSecondStep: Props['onSecondStep']) {
  const answer = await api.call(loginEndpoint, { body: { email, password } })
  rememberedEmail.write(remember ? email : null)
  if (answer.secondStep) onSecondStep(answer.secondStep)
  else startSession(answer)
}

export function LoginForm({ onSecondStep, unasked }: Props) {
  const remembered = rememberedEmail.read()
  const { register, handleSubmit, setError, setFocus, formState } = useForm<LoginFields>({
    resolver: zodResolver(LoginFields),
    defaultValues: { email: remembered, password: '', remember: remembered !== '' },
  })
  const { errors, isSubmitting } = formState
  useEffect(() => {
    if (!unasked) setFocus('email')
  }, [setFocus, unasked])
  useQuietStart(unasked)
  const submit = handleSubmit((fields) =>
    signIn(fields, onSecondStep).catch((error: unknown) => {
      setError('root', { message: reasonOf(error, 'Login failed') })
      setFocus('password', { shouldSelect: true })
    }),
  )
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {errors.root?.message && <FormMessage tone="error">{errors.root.message}</FormMessage>}
      <Field label="Email" error={errors.email?.message}>
        {(control) => <input type="email" autoComplete="username" required {...control} {...register('email')} />}
      </Field>
      <PasswordField
        label="Password"
        error={errors.password?.message}
        autoComplete="current-password"
        registration={register('password')}
      />
      <div className="flex items-center justify-between gap-4">
        <CheckboxField label="Remember me" labelClass="flex items-center gap-2 max-lg:min-h-11" {...register('remember')} />
        <Link
          to={paths.forgotPassword}
          className="inline-flex items-center font-medium text-accent-text hover:underline max-lg:min-h-11"
        >
          Forgot password?
        </Link>
      </div>
      <SubmitButton label="Sign In to Dashboard" busyLabel="Signing In..." busy={isSubmitting} className="w-full" />
      <ProviderButton onSecondStep={onSecondStep} onRefused={(message) => setError('root', { message })} />
      <PasskeyButton onRefused={(message) => setError('root', { message })} />
    </form>
  )
}
