import { secondFactorEndpoints } from '@readroom/contracts/access/second-factor'
import { FormDialog } from '../../../components/form/form-dialog.tsx'
import { CodeField, emptyPassword, OwnPasswordField, type Proof, proof } from './proof-fields.tsx'

type Props = {
  title: string
  action: string
  consequence: string
  destructive: boolean
  hasPassword: boolean
  /** Makes the change. Resolves when it is done. */
  run: (proof: Proof) => Promise<void>
  onClose: () => void
}

/** Asks for the account's password and second factor before one of them is changed. */
export function ProofDialog({ consequence, hasPassword, run, ...dialog }: Props) {
  return (
    <FormDialog
      {...proof}
      {...dialog}
      busyLabel="Checking..."
      schema={secondFactorEndpoints.removeAuthenticator.body}
      values={{ ...emptyPassword(hasPassword), code: '' }}
      change={run}
    >
      <p className="text-text-2">{consequence}</p>
      {hasPassword && <OwnPasswordField />}
      <CodeField hint="From your authenticator app, or a recovery code" />
    </FormDialog>
  )
}
