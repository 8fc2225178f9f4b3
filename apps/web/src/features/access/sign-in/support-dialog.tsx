import { settingsEndpoints } from '@readroom/contracts/operations/settings'
import { useEffect, useState } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { Dialog } from '../../../components/ui/dialog.tsx'
import { api } from '../../../lib/api/api.ts'

/** Returns the installation's support email address: undefined while loading, null if there is none or the request failed. */
function useSupportEmail() {
  const [email, setEmail] = useState<string | null>()
  useEffect(() => {
    const ending = new AbortController()
    api.call(settingsEndpoints.read, {}, { signal: ending.signal }).then(
      ({ supportEmail }) => setEmail(supportEmail),
      () => !ending.signal.aborted && setEmail(null),
    )
    return () => ending.abort()
  }, [])
  return email
}

function Contact({ email }: { email: string | null }) {
  if (email === null) return 'Please contact your Readroom administrator.'
  return (
    <>
      Write to{' '}
      <a href={`mailto:${email}`} className="font-medium break-all text-accent-text hover:underline">
        {email}
      </a>{' '}
      and include your sign-in email address. Never send your password.
    </>
  )
}

/** Tells users where to get help with signing in. */
export default function SupportDialog({ onClose }: { onClose: () => void }) {
  const email = useSupportEmail()
  const footer = (
    <Button className="max-lg:h-11" onClick={onClose}>
      Close
    </Button>
  )
  return (
    <Dialog title="Contact support" footer={footer} onClose={onClose} width="max-w-104">
      <p className="min-h-18 px-5 py-4 text-text-2 max-sm:text-lg" aria-live="polite">
        {email !== undefined && <Contact email={email} />}
      </p>
    </Dialog>
  )
}
