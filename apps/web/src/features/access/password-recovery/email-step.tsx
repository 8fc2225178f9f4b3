import { zodResolver } from '@hookform/resolvers/zod'
import { passwordRecoveryEndpoints } from '@readroom/contracts/access/password-recovery'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { Field } from '../../../components/inputs/field.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { SubmitButton } from '../../../components/ui/submit-button.tsx'
import { api } from '../../../lib/api/api.ts'
import { errorText, StepHeading } from './recovery-steps.tsx'

const Fields = z.object({
  email: z.string().trim().min(1, 'Please enter your email').pipe(z.email('Please enter a valid email address')),
})
type Fields = z.infer<typeof Fields>

type Props = { email: string; focused: boolean; onSent: (email: string) => void; onHasCode: (email: string) => void }

/** Asks for the email address to send a code to, in step 1. A user who already has a code can skip this. */
export function EmailStep({ email, focused, onSent, onHasCode }: Props) {
  const { register, handleSubmit, setError, setFocus, formState } = useForm<Fields>({
    resolver: zodResolver(Fields),
    defaultValues: { email },
  })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async (body) => {
    try {
      await api.call(passwordRecoveryEndpoints.sendOtp, { body })
      onSent(body.email)
    } catch (error) {
      setError('root', { message: errorText(error, 'Failed to send OTP') })
    }
  })
  const failed = Boolean(errors.root) && !isSubmitting
  useEffect(() => {
    if (failed) setFocus('email')
  }, [failed, setFocus])

  return (
    <form onSubmit={submit} noValidate>
      <fieldset disabled={isSubmitting} className="grid gap-4">
        <StepHeading title="Enter your email" focused={focused}>
          We email a one-time code to your sign-in address.
        </StepHeading>
        {errors.root?.message && <FormMessage tone="error">{errors.root.message}</FormMessage>}
        <Field label="Email" error={errors.email?.message}>
          {(control) => <input type="email" autoComplete="username" required {...control} {...register('email')} />}
        </Field>
        <SubmitButton label="Send OTP" busyLabel="Sending OTP..." busy={isSubmitting} />
        <Button look="quiet" size="lg" className="max-lg:h-11" onClick={handleSubmit((fields) => onHasCode(fields.email))}>
          I have a code
        </Button>
      </fieldset>
    </form>
  )
}
