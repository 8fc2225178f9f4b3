import { KeyRound } from 'lucide-react'
import { Button } from '../../../components/ui/button.tsx'
import { reasonOf } from '../../../lib/api/api-error.ts'
import { useRequest } from '../../../lib/hooks/use-request.ts'

type Props = { challenge?: string; label?: string; onRefused: (message: string) => void }

/** Signs in with a passkey. Hidden if the browser doesn't support them. The code it needs is loaded when it is pressed. */
export function PasskeyButton({ challenge, label = 'Sign in with a passkey', onRefused }: Props) {
  const { start, isBusy } = useRequest({
    async request() {
      const { signInWithPasskey } = await import('./passkey-sign-in.ts')
      await signInWithPasskey(challenge)
    },
    failed: (error) => reasonOf(error, 'Login failed'),
    onFailure: onRefused,
    leaves: true,
  })
  if (!('PublicKeyCredential' in window)) return null
  return (
    <Button size="lg" className="w-full max-lg:h-11" disabled={isBusy} onClick={() => start()}>
      <KeyRound size={16} aria-hidden /> {label}
    </Button>
  )
}
