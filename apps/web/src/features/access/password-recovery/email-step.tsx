import { passwordRecoveryEndpoints } from '@readroom/contracts/access/password-recovery'
import { useEffect } from 'react'
import { FormProvider } from 'react-hook-form'
import { z } from 'zod'
import { FormField } from '../../../components/form/form-field.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { SubmitButton } from '../../../components/ui/submit-button.tsx'
import { api } from '../../../lib/api/api.ts'
import { useCheckedForm } from '../../../lib/forms/use-checked-form.ts'
import { useRequest } from '../../../lib/hooks/use-request.ts'
import { errorText, StepHeading } from './recovery-steps.tsx'

const Fields = z.object({
  email: z.string().trim().min(1, 'Please enter your email').pipe(z.email('Please enter a valid email address')),
})
type Fields = z.infer<typeof Fields>

type Props = { email: string; focused: boolean; onSent: (email: string) => void; onHasCode: (email: string) => void }

/** Asks for the email address to send a code to, in step 1. A user who already has a code can skip this. */
export function EmailStep({ email, focused, onSent, onHasCode }: Props) {
  const { form, refuse } = useCheckedForm({ schema: Fields, values: { email } })
  const { start, isBusy } = useRequest({
    request: (body: Fields) => api.call(passwordRecoveryEndpoints.sendOtp, { body }),
    failed: (error) => errorText(error, 'Failed to send OTP'),
    onDone: (_answer, body) => onSent(body.email),
    onFailure: refuse,
  })
  const { handleSubmit, setFocus } = form
  const { root } = form.formState.errors
  const failed = Boolean(root) && !isBusy
  useEffect(() => {
    if (failed) setFocus('email')
  }, [failed, setFocus])

  return (
    <FormProvider {...form}>
      <form onSubmit={handleSubmit(start)} noValidate>
        <fieldset disabled={isBusy} className="grid gap-4">
          <StepHeading title="Enter your email" focused={focused}>
            We email a one-time code to your sign-in address.
          </StepHeading>
          {root?.message && <FormMessage tone="error">{root.message}</FormMessage>}
          <FormField<Fields> name="email" label="Email" type="email" autoComplete="username" required />
          <SubmitButton label="Send OTP" busyLabel="Sending OTP..." busy={isBusy} />
          <Button look="quiet" size="lg" className="max-lg:h-11" onClick={handleSubmit((fields) => onHasCode(fields.email))}>
            I have a code
          </Button>
        </fieldset>
      </form>
    </FormProvider>
  )
}
