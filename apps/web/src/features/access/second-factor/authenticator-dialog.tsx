import { secondFactorEndpoints } from '@readroom/contracts/access/second-factor'
import { useState } from 'react'
import { QrCode } from '../../../components/ui/qr-code.tsx'
import { api } from '../../../lib/api/api.ts'
import { CodeField, OwnPasswordField } from './proof-fields.tsx'
import { StepDialog, useWork } from './step-dialog.tsx'

type Props = { hasPassword: boolean; onDone: (recoveryCodes: string[]) => void; onClose: () => void }
type Begun = { secret: string; uri: string }

/** Sets up an authenticator app in three parts: the password, the secret for the app, and the app's first code. */
export function AuthenticatorDialog({ hasPassword, onDone, onClose }: Props) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [begun, setBegun] = useState<Begun | null>(null)
  const { busy, failure, run } = useWork()
  const begin = () =>
    run(async () => setBegun(await api.call(secondFactorEndpoints.beginAuthenticator, { body: hasPassword ? { password } : {} })))
  const confirm = () =>
    run(async () => onDone((await api.call(secondFactorEndpoints.confirmAuthenticator, { body: { code } })).recoveryCodes))
  const common = { title: 'Set up an authenticator app', busy, failure, onClose }
  if (!begun) {
    return (
      <StepDialog
        {...common}
        action="Continue"
        busyLabel="Checking..."
        onSubmit={begin}
        disabled={hasPassword && password === ''}
      >
        <p className="text-text-2">
          An app on your phone, such as Aegis, 2FAS, Google or Microsoft Authenticator, shows a new code every 30 seconds. Enter
          the code after your password.
        </p>
        {hasPassword && <OwnPasswordField value={password} onChange={setPassword} />}
      </StepDialog>
    )
  }
  return (
    <StepDialog {...common} action="Confirm" busyLabel="Confirming..." onSubmit={confirm} disabled={code.trim() === ''}>
      <p className="text-text-2">Scan this code with the app, then enter the code shown in the app.</p>
      <QrCode text={begun.uri} label="QR code for the authenticator app" className="mx-auto max-w-52 rounded-sm" />
      <p className="text-sm text-text-2">
        Or type this key into the app:{' '}
        <span data-testid="totp-secret" className="num block break-all text-text">
          {begun.secret.match(/.{1,4}/g)?.join(' ')}
        </span>
      </p>
      <CodeField label="Code" hint="The 6 digits shown in the app" value={code} onChange={setCode} />
    </StepDialog>
  )
}
