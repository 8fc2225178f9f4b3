import { authEndpoints } from '@readroom/contracts/access/auth'
import { minPasswordLength } from '@readroom/contracts/access/passwords'
import { dashboardPaths } from '@readroom/contracts/core/permissions'
import { useEffect, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import { z } from 'zod'
import { FormPassword } from '../../../components/form/form-field.tsx'
import { StrengthMeter, useMinPasswordLength } from '../../../components/form/new-password.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { SubmitButton } from '../../../components/ui/submit-button.tsx'
import { api } from '../../../lib/api/api.ts'
import { ApiError, serverMessageOf } from '../../../lib/api/api-error.ts'
import { useCheckedForm } from '../../../lib/forms/use-checked-form.ts'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { sessionStore, useUser } from '../../../lib/session/session.ts'
import { signOut } from '../../../lib/session/sign-out.ts'

const textByStatus: Record<number, string> = {
  0: 'Network error. Please check your connection and try again.',
  200: 'Failed to change password',
  400: 'Invalid password format. Please check your input.',
  401: 'Current password is incorrect',
}

/** Returns the server's message, or else a text by status. Status 200 stands for an unsuccessful answer without a message. */
export function errorText(error: unknown): string {
  const status = error instanceof ApiError ? error.status : -1
  return serverMessageOf(error) ?? textByStatus[status] ?? 'An unexpected error occurred. Please try again.'
}

const redirectMs = 2000

const Fields = z
  .object({
    oldPassword: z.string().min(1, 'Please enter your current password'),
    newPassword: z.string().min(1, 'Please enter a new password'),
    confirmPassword: z.string().min(1, 'Please confirm your new password'),
  })
  .refine(({ newPassword }) => newPassword.length >= minPasswordLength, {
    path: ['newPassword'],
    message: 'New password must be at least 6 characters long',
  })
  .refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
    path: ['confirmPassword'],
    message: 'New password and confirm password do not match',
  })
type Fields = z.infer<typeof Fields>

const empty: Fields = { oldPassword: '', newPassword: '', confirmPassword: '' }

/** Signs out after a delay, unless the user has signed in again meanwhile. */
function signOutSoon() {
  const user = sessionStore.peek()?.user
  setTimeout(() => {
    if (sessionStore.peek()?.user === user) signOut('Password changed successfully! Please login with your new password.')
  }, redirectMs)
}

/** Returns the form's state and its submit handler. */
function useChangePassword() {
  const [done, setDone] = useState(false)
  const { form, refuse } = useCheckedForm({ schema: Fields, values: empty })
  const { start, isBusy } = useChange({
    change: (body: Fields) => api.call(authEndpoints.changePassword, { body }),
    failed: errorText,
    onDone() {
      reset(empty)
      setDone(true)
      signOutSoon()
    },
    onFailure: refuse,
  })
  const { setFocus, reset, formState } = form
  const failed = isBusy ? undefined : formState.errors.root?.type
  // Done here, because the fields are disabled while the form is busy and can't take the focus.
  useEffect(() => {
    if (failed !== undefined)
      setFocus(failed === 'CURRENT_PASSWORD_INCORRECT' ? 'oldPassword' : 'newPassword', { shouldSelect: true })
  }, [failed, setFocus])
  return { form, submit: form.handleSubmit(start), isBusy, done }
}

export function ChangePasswordForm() {
  const { email, role, mustChangePassword } = useUser()
  const navigate = useNavigate()
  const { form, submit, isBusy, done } = useChangePassword()
  const { watch, formState } = form
  const minLength = useMinPasswordLength()
  const { errors } = formState
  return (
    <FormProvider {...form}>
      <form onSubmit={submit} noValidate>
        <fieldset disabled={isBusy || done} className="grid gap-4">
          {errors.root?.message && <FormMessage tone="error">{errors.root.message}</FormMessage>}
          {done && <FormMessage tone="success">Password changed successfully! Redirecting to login...</FormMessage>}
          {/* Tells password managers which account the password belongs to. */}
          <input type="text" autoComplete="username" value={email} readOnly hidden />
          <FormPassword<Fields> name="oldPassword" label="Current Password" autoComplete="current-password" />
          <FormPassword<Fields>
            name="newPassword"
            label="New Password"
            hint={`At least ${minLength} characters`}
            autoComplete="new-password"
          />
          <StrengthMeter password={watch('newPassword')} known={[email]} />
          <FormPassword<Fields> name="confirmPassword" label="Confirm New Password" autoComplete="new-password" />
          <div className="mt-2 grid gap-2">
            <SubmitButton label="Change Password" busyLabel="Changing Password..." busy={isBusy} />
            {!mustChangePassword && (
              <Button size="lg" look="quiet" className="max-lg:h-11" onClick={() => navigate(dashboardPaths[role] ?? '/')}>
                Cancel
              </Button>
            )}
          </div>
        </fieldset>
      </form>
    </FormProvider>
  )
}
