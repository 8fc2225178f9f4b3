import { userEndpoints } from '@readroom/contracts/people/users'
import { useState } from 'react'
import { FormBody } from '../../../components/form/form-body.tsx'
import { useFormDraft } from '../../../components/form/form-draft.ts'
import { FormField, FormPassword } from '../../../components/form/form-field.tsx'
import { StrengthMeter } from '../../../components/form/new-password.tsx'
import { useSchemaForm } from '../../../components/form/use-schema-form.ts'
import { Button } from '../../../components/ui/button.tsx'
import { SubmitButton } from '../../../components/ui/submit-button.tsx'
import { Done, FullPage, Restored } from '../../../components/wizard/full-page.tsx'
import { api } from '../../../lib/api/api.ts'
import { useTitle } from '../../../lib/hooks/use-title.ts'
import { AdminFields, adminMissing } from './admin-fields.ts'
import { userKeys } from './users.queries.ts'

const codes = {
  EMAIL_TAKEN: 'email',
  PASSWORD_TOO_SHORT: 'password',
  PASSWORD_TOO_COMMON: 'password',
  PASSWORDS_DIFFER: 'confirmation',
} as const

const empty: AdminFields = { fullName: '', email: '', password: '', confirmation: '' }
const secret = ['password', 'confirmation'] as const

export default function NewAdminPage() {
  useTitle('Admin Registration')
  const [username, setUsername] = useState<string | null>(null)
  const schemaForm = useSchemaForm({
    schema: AdminFields,
    values: empty,
    missing: adminMissing,
    change: ({ confirmation: _same, ...body }) => api.call(userEndpoints.registerAdmin, { body }),
    failed: 'An error occurred while creating the admin account. Please try again.',
    codes,
    invalidates: [userKeys.all],
    onDone({ data }) {
      draft.forget()
      setUsername(data.username)
    },
  })
  const { form, isDirty, isBusy } = schemaForm
  const draft = useFormDraft(form, { name: 'new-admin', empty, secret })

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
        <FormBody form={schemaForm} label="Admin Registration" className="mx-auto grid max-w-110 gap-4">
          <div>
            <h1 className="text-2xl font-semibold tracking-tight">Admin Registration</h1>
            <p className="mt-1 text-text-2">Administrators have full access: accounts, laboratories, doctors and all studies.</p>
          </div>
          {draft.isRestored && <Restored />}
          <FormField<AdminFields> name="fullName" label="Full name" required />
          <FormField<AdminFields> name="email" label="Email" type="email" required hint="The username is created from it." />
          <FormPassword<AdminFields>
            name="password"
            label="Password"
            autoComplete="new-password"
            marked
            hint="At least 6 characters. It must be changed at the first sign-in."
          />
          <StrengthMeter password={form.watch('password')} known={[form.watch('email'), form.watch('fullName')]} />
          <FormPassword<AdminFields> name="confirmation" label="Confirm password" autoComplete="new-password" marked />
          <div className="mt-2 flex justify-between gap-2">
            <Button size="lg" className="max-lg:h-11" onClick={leave}>
              Cancel
            </Button>
            <SubmitButton label="Create Admin Account" busyLabel="Creating Account..." busy={isBusy} />
          </div>
        </FormBody>
      )}
    </FullPage>
  )
}
