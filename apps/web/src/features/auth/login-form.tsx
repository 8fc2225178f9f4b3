import { zodResolver } from '@hookform/resolvers/zod'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { Button } from '../../components/ui/button.tsx'
import { CheckboxField } from '../../components/ui/checkbox.tsx'
import { Field } from '../../components/ui/field.tsx'
import { api } from '../../lib/api.ts'
import { loginEndpoint } from '../../lib/api-client.ts'
import { messageOf } from '../../lib/api-error.ts'
import { sessionStore } from '../../lib/session.ts'
import { rememberedEmail } from './remembered-email.ts'

const LoginFields = z.object({
  email: z.string().trim().min(1, 'Please enter your email').pipe(z.email('Please enter a valid email address')),
  password: z.string().min(1, 'Please enter your password'),
  remember: z.boolean(),
})
type LoginFields = z.infer<typeof LoginFields>

async function signIn({ email, password, remember }: LoginFields) {
  const { user, token, expiresIn } = await api.call(loginEndpoint, { body: { email, password } })
  rememberedEmail.write(remember ? email : null)
  sessionStore.start(user, token, expiresIn)
}

export function LoginForm() {
  const [visible, setVisible] = useState(false)
  const remembered = rememberedEmail.read()
  const { register, handleSubmit, setError, setFocus, formState } = useForm<LoginFields>({
    resolver: zodResolver(LoginFields),
    defaultValues: { email: remembered, password: '', remember: remembered !== '' },
  })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit((fields) =>
    signIn(fields).catch((error: unknown) => {
      setError('root', { message: messageOf(error, 'Login failed') })
      setFocus('password', { shouldSelect: true })
    }),
  )
  const eye = visible ? <EyeOff size={16} /> : <Eye size={16} />

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {errors.root && (
        <p role="alert" className="rounded-sm bg-red-wash px-3 py-2.5 text-red-fg">
          {errors.root.message}
        </p>
      )}
      <Field label="Email" error={errors.email?.message}>
        {(control) => <input type="email" autoComplete="username" required {...control} {...register('email')} />}
      </Field>
      <Field label="Password" error={errors.password?.message}>
        {(control) => (
          <div className="relative">
            <input
              type={visible ? 'text' : 'password'}
              autoComplete="current-password"
              required
              {...control}
              className={`${control.className} pr-12`}
              {...register('password')}
            />
            <button
              type="button"
              aria-label={visible ? 'Hide password' : 'Show password'}
              aria-pressed={visible}
              onClick={() => setVisible(!visible)}
              className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-sm text-icon hover:text-text"
            >
              {eye}
            </button>
          </div>
        )}
      </Field>
      <CheckboxField
        label="Remember me"
        labelClass="flex items-center gap-2 justify-self-start max-lg:min-h-11"
        {...register('remember')}
      />
      <Button
        type="submit"
        look="primary"
        size="lg"
        disabled={isSubmitting}
        className="w-full disabled:bg-accent! disabled:text-on-accent! disabled:opacity-80 max-lg:h-11"
      >
        {isSubmitting ? 'Signing In...' : 'Sign In to Dashboard'}
      </Button>
    </form>
  )
}
