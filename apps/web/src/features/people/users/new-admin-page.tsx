import { userEndpoints } from '@readroom/contracts/people/users'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { useFormDraft } from '../../../components/form/form-draft.ts'
import { FormField } from '../../../components/form/form-field.tsx'
import { StrengthMeter } from '../../../components/form/new-password.tsx'
import { PasswordField } from '../../../components/inputs/password-field.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { SubmitButton } from '../../../components/ui/submit-button.tsx'
import { Done, FullPage, Restored } from '../../../components/wizard/full-page.tsx'
import { api } from '../../../lib/api/api.ts'
import { messageOf } from '../../../lib/api/api-error.ts'
import { fieldOfError } from '../../../lib/forms/field-of-error.ts'
import { createResolver } from '../../../lib/forms/form-resolver.ts'
import { useTitle } from '../../../lib/hooks/use-title.ts'
import { AdminFields, adminFields, adminMissing, adminRequired } from './admin-fields.ts'
import { userKeys } from './users.queries.ts'

const resolver = createResolver<AdminFields>(AdminFields, adminFields)
const failed = 'An error occurred while creating the admin account. Please try again.'
const fieldsOfCodes = {
  EMAIL_TAKEN: 'email',
  PASSWORD_TOO_SHORT: 'password',
  PASSWORD_TOO_COMMON: 'password',
  PASSWORDS_DIFFER: 'confirmation',
} as const

const empty: AdminFields = { fullName: '', email: '', password: '', confirmation: '' }
const secret = ['password', 'confirmation'] as const

function useAdminForm(onCreated: (username: string) => void) {
  const client = useQueryClient()
  const form = useForm<AdminFields>({
    defaultValues: empty,
    resolver,
    reValidateMode: 'onSubmit',
  })
  const draft = useFormDraft(form, { name: 'new-admin', empty, secret })
  const create = async ({ fullName, email, password }: AdminFields) => {
    try {
      const { data } = await api.call(userEndpoints.registerAdmin, { body: { fullName, email, password } })
      draft.forget()
      void client.invalidateQueries({ queryKey: userKeys.all })
      onCreated(data.username)
    } catch (error) {
      const field = fieldOfError<AdminFields>(error, fieldsOfCodes)
      form.setError(field ?? 'root', { message: messageOf(error, failed) })
      if (field) form.setFocus(field)
    }
  }
  const sayWhatIsMissing = () => {
    const values = form.getValues()
    if (adminRequired.some((name) => values[name].trim() === '')) form.setError('root', { message: adminMissing })
  }
  return { form, draft, submit: form.handleSubmit(create, sayWhatIsMissing) }
}

export default function NewAdminPage() {
  useTitle('Admin Registration')
  const [username, setUsername] = useState<string | null>(null)
  const { form, draft, submit } = useAdminForm(setUsername)
  const { errors, isDirty, isSubmitting } = form.formState

  if (username !== null) {
    return (
      <FullPage filled={false}>
        {() => (
          <Done title="Admin account created successfully!">
            <p>
              Username: <bdi className="font-medium text-text">{username}</bdi>
            </p>
          </Done>
        )}
      </FullPage>
    )
  }
  return (
    <FullPage filled={isDirty} onDiscard={draft.forget}>
      {(leave) => (
        <FormProvider {...form}>
          <form onSubmit={submit} noValidate aria-label="Admin Registration" className="mx-auto grid max-w-110 gap-4">
            <div>
              <h1 className="text-2xl font-semibold tracking-tight">Admin Registration</h1>
              <p className="mt-1 text-text-2">
                Administrators have full access: accounts, laboratories, doctors and all studies.
              </p>
            </div>
            {draft.isRestored && <Restored />}
            {errors.root && <FormMessage tone="error">{errors.root.message}</FormMessage>}
            <FormField<AdminFields> name="fullName" label="Full name" required />
            <FormField<AdminFields> name="email" label="Email" type="email" required hint="The username is created from it." />
            <PasswordField
              label="Password"
              autoComplete="new-password"
              marked
              hint="At least 6 characters. It must be changed at the first sign-in."
              error={errors.password?.message}
              registration={form.register('password', { onChange: () => form.clearErrors('password') })}
            />
            <StrengthMeter password={form.watch('password')} known={[form.watch('email'), form.watch('fullName')]} />
            <PasswordField
              label="Confirm password"
              autoComplete="new-password"
              marked
              error={errors.confirmation?.message}
              registration={form.register('confirmation', { onChange: () => form.clearErrors('confirmation') })}
            />
            <div className="mt-2 flex justify-between gap-2">
              <Button size="lg" className="max-lg:h-11" onClick={leave}>
                Cancel
              </Button>
              <SubmitButton label="Create Admin Account" busyLabel="Creating Account..." busy={isSubmitting} />
            </div>
          </form>
        </FormProvider>
      )}
    </FullPage>
  )
}
