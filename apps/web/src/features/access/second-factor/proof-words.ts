import { type PasskeyInfo, secondFactorEndpoints } from '@readroom/contracts/access/second-factor'
import { api } from '../../../lib/api/api.ts'
import type { Proof } from './proof-fields.tsx'

/** A change that needs the password and a code. */
export type Asked = { remove: 'authenticator' | PasskeyInfo } | { renew: 'codes' }

type Words = {
  title: string
  action: string
  consequence: string
  destructive: boolean
  /** Makes the change. Resolves with recovery codes to show, if there are any. */
  run: (body: Proof) => Promise<string[]>
}

const none: string[] = []

/** Returns the texts of a change and its API call. */
export function proofWords(asked: Asked): Words {
  if ('renew' in asked) {
    return {
      title: 'Create new recovery codes?',
      action: 'Create new codes',
      consequence: 'You get ten new codes. Your current codes stop working.',
      destructive: false,
      run: (body) => api.call(secondFactorEndpoints.makeRecoveryCodes, { body }).then(({ recoveryCodes }) => recoveryCodes),
    }
  }
  const { remove } = asked
  if (remove === 'authenticator') {
    return {
      title: 'Remove the authenticator app?',
      action: 'Remove',
      consequence: 'Its codes no longer sign you in. Without another second factor, your password alone opens your account.',
      destructive: true,
      run: (body) => api.call(secondFactorEndpoints.removeAuthenticator, { body }).then(() => none),
    }
  }
  return {
    title: `Remove ${remove.name}?`,
    action: 'Remove',
    consequence: 'This passkey no longer signs you in. Also delete it on its device.',
    destructive: true,
    run: (body) => api.call(secondFactorEndpoints.removePasskey, { params: { passkeyId: remove._id }, body }).then(() => none),
  }
}
