import { secondFactorEndpoints } from '@readroom/contracts/access/second-factor'
import { useState } from 'react'
import { FormDialog } from '../../../components/form/form-dialog.tsx'
import { QrCode } from '../../../components/ui/qr-code.tsx'
import { api } from '../../../lib/api/api.ts'
import { CodeField, emptyPassword, OwnPasswordField, proof } from './proof-fields.tsx'

type Props = { hasPassword: boolean; onDone: (recoveryCodes: string[]) => void; onClose: () => void }
type Begun = { secret: string; uri: string }

const { beginAuthenticator, confirmAuthenticator } = secondFactorEndpoints

/** Sets up an authenticator app in three parts: the password, the secret for the app, and the app's first code. */
export function AuthenticatorDialog({ hasPassword, onDone, onClose }: Props) {
  const [begun, setBegun] = useState<Begun | null>(null)
  const common = { ...proof, title: 'Set up an authenticator app', onClose }
  if (!begun) {
    return (
      <FormDialog
        key="password"
        {...common}
        action="Continue"
        busyLabel="Checking..."
        schema={beginAuthenticator.body}
        values={emptyPassword(hasPassword)}
        change={(body) => api.call(beginAuthenticator, { body })}
        onDone={setBegun}
      >
        <p className="text-text-2">
          An app on your phone, such as Aegis, 2FAS, Google or Microsoft Authenticator, shows a new code every 30 seconds. Enter
          the code after your password.
        </p>
        {hasPassword && <OwnPasswordField />}
      </FormDialog>
    )
  }
  return (
    <FormDialog
      key="code"
      {...common}
      action="Confirm"
      busyLabel="Confirming..."
      schema={confirmAuthenticator.body}
      values={{ code: '' }}
      change={(body) => api.call(confirmAuthenticator, { body })}
      onDone={({ recoveryCodes }) => onDone(recoveryCodes)}
    >
      <p className="text-text-2">Scan this code with the app, then enter the code shown in the app.</p>
      <QrCode text={begun.uri} label="QR code for the authenticator app" className="mx-auto max-w-52 rounded-sm" />
      <p className="text-sm text-text-2">
        Or type this key into the app:{' '}
        <span data-testid="totp-secret" className="num block break-all text-text">
          {begun.secret.match(/.{1,4}/g)?.join(' ')}
        </span>
      </p>
      <CodeField hint="The 6 digits shown in the app" />
    </FormDialog>
  )
}
