import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Outlet } from 'react-router'
import { TipLayer } from '../components/ui/tip-layer.tsx'
import { SignedNotice } from '../features/reading/signing/signed-notice.tsx'
import { createQueryClient } from '../lib/api/query-client.ts'
import { useOtherScripts } from '../lib/hooks/use-other-scripts.ts'
import { Toaster } from '../lib/notify.tsx'
import { useUser } from '../lib/session/session.ts'
import { useStartTheme } from '../lib/theme.ts'
import { LoadingView } from './loading-view.tsx'
import { SessionWarning } from './session-warning.tsx'
import { useSettings } from './use-settings.ts'

/** What every page behind the sign-in needs. */
export default function SignedInLayout() {
  const [client] = useState(createQueryClient)
  const { role, mustChangePassword, mustEnrol } = useUser()
  useStartTheme(role)
  useOtherScripts()
  return (
    <QueryClientProvider client={client}>
      <Page />
      {!mustChangePassword && !mustEnrol && <SessionWarning />}
      {role === 'doctor_account' && <SignedNotice />}
      <Toaster />
      <TipLayer />
    </QueryClientProvider>
  )
}

function Page() {
  if (!useSettings()) return <LoadingView />
  return (
    <Suspense fallback={<LoadingView />}>
      <Outlet />
    </Suspense>
  )
}
