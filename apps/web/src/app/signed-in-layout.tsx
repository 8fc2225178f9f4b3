import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Outlet } from 'react-router-dom'
import { TipLayer } from '../components/ui/tip-layer.tsx'
import { useKeptTextNotice } from '../features/reading/parts/report/use-kept-text-notice.ts'
import { SignedNotice } from '../features/reading/parts/signing/signed-notice.tsx'
import { createQueryClient } from '../lib/api/query-client.ts'
import { useOtherScripts } from '../lib/hooks/use-other-scripts.ts'
import { Toaster } from '../lib/notify.tsx'
import { useSession, useUser } from '../lib/session/session.ts'
import { useStartTheme } from '../lib/theme.ts'
import { LoadingView } from './loading-view.tsx'
import { NewVersion } from './new-version.tsx'
import { SessionEnded } from './session-ended.tsx'
import { SessionWarning } from './session-warning.tsx'
import { useSettings } from './use-settings.ts'

/** Provides what every page behind the sign-in needs. */
export default function SignedInLayout() {
  const [client] = useState(createQueryClient)
  const { role, mustChangePassword, mustEnrol } = useUser()
  const { session } = useSession()
  useStartTheme(role)
  useOtherScripts()
  return (
    <QueryClientProvider client={client}>
      <Page />
      {session && !mustChangePassword && !mustEnrol && <SessionWarning />}
      {!session && <SessionEnded />}
      {role === 'doctor_account' && <DoctorNotices />}
      {session && <Toaster />}
      <NewVersion />
      <TipLayer />
    </QueryClientProvider>
  )
}

function DoctorNotices() {
  useKeptTextNotice()
  return <SignedNotice />
}

function Page() {
  if (!useSettings()) return <LoadingView />
  return (
    <Suspense fallback={<LoadingView />}>
      <Outlet />
    </Suspense>
  )
}
