import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { reasonOf } from '../../lib/api/api-error.ts'

type Props = { challenge?: string; label?: string; onRefused: (message: string) => void }

/** Signs in with a passkey; shown where the browser knows of them. What it needs is loaded when it is pressed. */
export function PasskeyButton({ challenge, label = 'Sign in with a passkey', onRefused }: Props) {
  const [busy, setBusy] = useState(false)
  if (!('PublicKeyCredential' in window)) return null
  const start = async () => {
    setBusy(true)
    try {
      const { signInWithPasskey } = await import('./passkey-sign-in.ts')
      await signInWithPasskey(challenge)
    } catch (error) {
      onRefused(reasonOf(error, 'Login failed'))
      setBusy(false)
    }
  }
  return (
    <Button size="lg" className="w-full max-lg:h-11" disabled={busy} onClick={() => void start()}>
      <KeyRound size={16} aria-hidden /> {label}
    </Button>
  )
}
