import { passwordRecoveryEndpoints } from '@readroom/contracts/access/password-recovery'
import { minPasswordLength } from '@readroom/contracts/access/passwords'
import { useEffect, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { z } from 'zod'
import { FormPassword } from '../../../components/form/form-field.tsx'
import { StrengthMeter, useMinPasswordLength } from '../../../components/form/new-password.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { SubmitButton } from '../../../components/ui/submit-button.tsx'
import { api } from '../../../lib/api/api.ts'
import { useCheckedForm } from '../../../lib/forms/use-checked-form.ts'
import { useRequest } from '../../../lib/hooks/use-request.ts'
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
  const { form, refuse } = useCheckedForm({ schema: Fields, values: { newPassword: '', confirmPassword: '' } })
  const { setFocus, reset, formState } = form
  const { start, isBusy } = useRequest({
    request: (fields: Fields) => api.call(passwordRecoveryEndpoints.resetPassword, { body: { ...fields, email, resetToken } }),
    failed: (error) => errorText(error, 'Failed to reset password'),
    onDone() {
      reset()
      setDone(true)
      onReset()
    },
    onFailure: refuse,
  })
  const failed = Boolean(formState.errors.root) && !isBusy
  useEffect(() => {
    if (failed) setFocus('newPassword', { shouldSelect: true })
  }, [failed, setFocus])
  return { form, submit: form.handleSubmit(start), isBusy, done }
}

/** Asks for the new password, in step 3. It is sent with the token that was given for the code. */
export function NewPasswordStep(props: Props) {
  const { form, submit, isBusy, done } = useReset(props)
  const { watch, formState } = form
  const minLength = useMinPasswordLength()
  const { errors, isSubmitted } = formState
  return (
    <FormProvider {...form}>
      <form onSubmit={submit} noValidate>
        <fieldset disabled={isBusy || done} className="grid gap-4">
          <StepHeading title="Choose a new password" focused>
            Replaces the old password and ends all your sessions.
          </StepHeading>
          {errors.root?.message && <FormMessage tone="error">{errors.root.message}</FormMessage>}
          {done && <FormMessage tone="success">Password reset successfully! Redirecting to login...</FormMessage>}
          {!done && !isSubmitted && <FormMessage tone="success">OTP verified successfully!</FormMessage>}
          <input type="text" autoComplete="username" value={props.email} readOnly hidden />
          <FormPassword<Fields>
            name="newPassword"
            label="New Password"
            hint={`At least ${minLength} characters`}
            autoComplete="new-password"
          />
          <StrengthMeter password={watch('newPassword')} known={[props.email]} />
          <FormPassword<Fields> name="confirmPassword" label="Confirm New Password" autoComplete="new-password" />
          <SubmitButton label="Reset Password" busyLabel="Resetting..." busy={isBusy} />
        </fieldset>
      </form>
    </FormProvider>
  )
}
