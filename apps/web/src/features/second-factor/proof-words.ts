import { type PasskeyInfo, secondFactorEndpoints } from '@readroom/contracts/second-factor'
import { api } from '../../lib/api/api.ts'
import type { Proof } from './proof-dialog.tsx'

/** What is done with the password and a code. */
export type Asked = { remove: 'authenticator' | PasskeyInfo } | { renew: 'codes' }

type Words = {
  title: string
  action: string
  consequence: string
  destructive: boolean
  /** Resolves to recovery codes to show. */
  run: (body: Proof) => Promise<string[]>
}

const none: string[] = []

/** What a change says of itself, and its call. */
export function proofWords(asked: Asked): Words {
  if ('renew' in asked) {
    return {
      title: 'Make new recovery codes?',
      action: 'Make new codes',
      consequence: 'You get ten new ones. The codes that you have now stop working.',
      destructive: false,
      run: (body) => api.call(secondFactorEndpoints.makeRecoveryCodes, { body }).then(({ recoveryCodes }) => recoveryCodes),
    }
  }
  const { remove } = asked
  if (remove === 'authenticator') {
    return {
      title: 'Remove the authenticator app?',
      action: 'Remove',
      consequence: 'Its codes no longer sign you in. Without another second step your password alone opens your account.',
      destructive: true,
      run: (body) => api.call(secondFactorEndpoints.removeAuthenticator, { body }).then(() => none),
    }
  }
  return {
    title: `Remove ${remove.name}?`,
    action: 'Remove',
    consequence: 'This passkey no longer signs you in. Delete it on the device that keeps it too.',
    destructive: true,
    run: (body) => api.call(secondFactorEndpoints.removePasskey, { params: { passkeyId: remove._id }, body }).then(() => none),
  }
}
