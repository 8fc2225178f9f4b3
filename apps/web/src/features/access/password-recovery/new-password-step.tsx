import { zodResolver } from '@hookform/resolvers/zod'
import { passwordRecoveryEndpoints } from '@readroom/contracts/access/password-recovery'
import { minPasswordLength } from '@readroom/contracts/access/passwords'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { StrengthMeter, useMinPasswordLength } from '../../../components/form/new-password.tsx'
import { PasswordField } from '../../../components/inputs/password-field.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { SubmitButton } from '../../../components/ui/submit-button.tsx'
import { api } from '../../../lib/api/api.ts'
import { errorText, StepHeading } from './recovery-steps.tsx'

const Fields = z
  .object({
    newPassword: z.string().min(1, 'Please enter a new password'),
    confirmPassword: z.string().min(1, 'Please confirm your new password'),
  })
  .refine(({ newPassword }) => newPassword.length >= minPasswordLength, {
    path: ['newPassword'],
    message: 'Password must be at least 6 characters long',
  })
  .refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
    path: ['confirmPassword'],
    message: 'Passwords do not match',
  })
type Fields = z.infer<typeof Fields>

type Props = { email: string; resetToken: string; onReset: () => void }

function useReset({ email, resetToken, onReset }: Props) {
  const [done, setDone] = useState(false)
  const form = useForm<Fields>({ resolver: zodResolver(Fields), defaultValues: { newPassword: '', confirmPassword: '' } })
  const { setError, setFocus, reset, formState } = form
  const submit = form.handleSubmit(async (fields) => {
    try {
      await api.call(passwordRecoveryEndpoints.resetPassword, { body: { ...fields, email, resetToken } })
      reset()
      setDone(true)
      onReset()
    } catch (error) {
      setError('root', { message: errorText(error, 'Failed to reset password') })
    }
  })
  const failed = Boolean(formState.errors.root) && !formState.isSubmitting
  useEffect(() => {
    if (failed) setFocus('newPassword', { shouldSelect: true })
  }, [failed, setFocus])
  return { form, submit, done }
}

/** Asks for the new password, in step 3. It is sent with the token that was given for the code. */
export function NewPasswordStep(props: Props) {
  const { form, submit, done } = useReset(props)
  const { register, watch, formState } = form
  const minLength = useMinPasswordLength()
  const { errors, isSubmitting, isSubmitted } = formState
  return (
    <form onSubmit={submit} noValidate>
      <fieldset disabled={isSubmitting || done} className="grid gap-4">
        <StepHeading title="Choose a new password" focused>
          Replaces the old password and ends all your sessions.
        </StepHeading>
        {errors.root?.message && <FormMessage tone="error">{errors.root.message}</FormMessage>}
        {done && <FormMessage tone="success">Password reset successfully! Redirecting to login...</FormMessage>}
        {!done && !isSubmitted && <FormMessage tone="success">OTP verified successfully!</FormMessage>}
        <input type="text" autoComplete="username" value={props.email} readOnly hidden />
        <PasswordField
          label="New Password"
          hint={`At least ${minLength} characters`}
          error={errors.newPassword?.message}
          autoComplete="new-password"
          registration={register('newPassword')}
        />
        <StrengthMeter password={watch('newPassword')} known={[props.email]} />
        <PasswordField
          label="Confirm New Password"
          error={errors.confirmPassword?.message}
          autoComplete="new-password"
          registration={register('confirmPassword')}
        />
        <SubmitButton label="Reset Password" busyLabel="Resetting..." busy={isSubmitting} />
      </fieldset>
    </form>
  )
}
