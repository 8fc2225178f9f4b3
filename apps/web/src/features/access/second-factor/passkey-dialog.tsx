import { PasskeyCreated } from '@readroom/contracts/access/passkeys'
import { secondFactorEndpoints } from '@readroom/contracts/access/second-factor'
import { startRegistration } from '@simplewebauthn/browser'
import type { z } from 'zod'
import { FormDialog } from '../../../components/form/form-dialog.tsx'
import { FormField } from '../../../components/form/form-field.tsx'
import { api } from '../../../lib/api/api.ts'
import { asSent, passkeyRefusal } from '../../../lib/session/passkeys.ts'
import { emptyPassword, OwnPasswordField, proof } from './proof-fields.tsx'

type Props = { hasPassword: boolean; onDone: (recoveryCodes: string[]) => void; onClose: () => void }

async function register(name: string, password: string | undefined): Promise<string[]> {
  const body = password === undefined ? {} : { password }
  const { challenge, options } = await api.call(secondFactorEndpoints.passkeyOptions, { body })
  const credential = asSent(PasskeyCreated, await startRegistration({ optionsJSON: options }).catch(passkeyRefusal))
  return (await api.call(secondFactorEndpoints.addPasskey, { body: { challenge, name, credential } })).recoveryCodes
}

const Fields = secondFactorEndpoints.addPasskey.body.pick({ name: true }).extend(secondFactorEndpoints.passkeyOptions.body.shape)
type Fields = z.input<typeof Fields>

/** Creates a passkey on this device, a phone or a security key. */
export function PasskeyDialog({ hasPassword, onDone, onClose }: Props) {
  return (
    <FormDialog
      {...proof}
      title="Add a passkey"
      action="Add passkey"
      busyLabel="Waiting for the passkey..."
      schema={Fields}
      values={{ name: '', ...emptyPassword(hasPassword) }}
      change={({ name, password }) => register(name, password)}
      onDone={onDone}
      onClose={onClose}
    >
      <p className="text-text-2">
        A passkey is stored on this device, your phone or a security key. Use it with your fingerprint, face or PIN. It signs you
        in without your password.
      </p>
      <FormField<Fields>
        name="name"
        label="Name"
        hint="A name you will recognise, such as Work laptop"
        maxLength={100}
        required
      />
      {hasPassword && <OwnPasswordField />}
    </FormDialog>
  )
}
