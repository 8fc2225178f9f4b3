import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { Outlet } from 'react-router-dom'
import { TipLayer } from '../components/ui/tip-layer.tsx'
import { Toaster } from '../components/ui/toaster.tsx'
import { createQueryClient } from '../lib/api/query-client.ts'
import { useUser } from '../lib/session/session.ts'
import { applyRoleTheme } from '../lib/theme.ts'
import { LoadingView } from './loading-view.tsx'
import { useSettings } from './use-settings.ts'

/** What every page behind the sign-in needs. */
export default function SignedInLayout() {
  const [client] = useState(createQueryClient)
  const { role } = useUser()
  useEffect(() => applyRoleTheme(role), [role])
  return (
    <QueryClientProvider client={client}>
      <Page />
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
