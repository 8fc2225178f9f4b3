import { PasskeyCreated } from '@readroom/contracts/access/passkeys'
import { secondFactorEndpoints } from '@readroom/contracts/access/second-factor'
import { startRegistration } from '@simplewebauthn/browser'
import { useState } from 'react'
import { Field } from '../../../components/inputs/field.tsx'
import { api } from '../../../lib/api/api.ts'
import { asSent, passkeyRefusal } from '../../../lib/session/passkeys.ts'
import { OwnPasswordField } from './proof-fields.tsx'
import { StepDialog, useWork } from './step-dialog.tsx'

type Props = { hasPassword: boolean; onDone: (recoveryCodes: string[]) => void; onClose: () => void }

async function register(name: string, password: string | undefined): Promise<string[]> {
  const body = password === undefined ? {} : { password }
  const { challenge, options } = await api.call(secondFactorEndpoints.passkeyOptions, { body })
  const credential = asSent(PasskeyCreated, await startRegistration({ optionsJSON: options }).catch(passkeyRefusal))
  return (await api.call(secondFactorEndpoints.addPasskey, { body: { challenge, name, credential } })).recoveryCodes
}

/** Creates a passkey on this device, a phone or a security key. */
export function PasskeyDialog({ hasPassword, onDone, onClose }: Props) {
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const { busy, failure, run } = useWork()
  const submit = () => run(async () => onDone(await register(name.trim(), hasPassword ? password : undefined)))
  return (
    <StepDialog
      busy={busy}
      failure={failure}
      onClose={onClose}
      title="Add a passkey"
      action="Add passkey"
      busyLabel="Waiting for the passkey..."
      disabled={name.trim() === '' || (hasPassword && password === '')}
      onSubmit={submit}
    >
      <p className="text-text-2">
        A passkey is stored on this device, your phone or a security key. Use it with your fingerprint, face or PIN. It signs you
        in without your password.
      </p>
      <Field label="Name" hint="A name you will recognise, such as Work laptop" required>
        {(control) => (
          <input value={name} maxLength={100} required onChange={(event) => setName(event.target.value)} {...control} />
        )}
      </Field>
      {hasPassword && <OwnPasswordField value={password} onChange={setPassword} />}
    </StepDialog>
  )
}
