import { dashboardPaths } from '@readroom/contracts/permissions'
import { Check } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { useSession } from '../../lib/session.ts'
import { useTitle } from '../../lib/use-title.ts'
import { BrandPanel } from './brand-panel.tsx'
import { LoginForm } from './login-form.tsx'
import { readLoginState } from './login-state.ts'

const messageMs = 5000

/** A message handed over by a redirect; gone after 5 seconds. */
function Handover({ message }: { message: string }) {
  const [shown, setShown] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setShown(false), messageMs)
    return () => clearTimeout(timer)
  }, [])
  if (!shown) return null
  return (
    <p role="status" className="mb-4 flex gap-2.5 rounded-sm bg-green-wash px-3 py-2.5 text-green-fg">
      <Check size={16} className="mt-0.5 shrink-0" aria-hidden />
      {message}
    </p>
  )
}

export function LoginPage() {
  const { session, restoring } = useSession()
  const { message, from } = readLoginState(useLocation().state)
  useTitle('Sign in')

  if (session && !restoring) {
    const home = dashboardPaths[session.user.role] ?? '/'
    return <Navigate to={from?.startsWith(home) ? from : home} replace />
  }
  return (
    <div className="grid min-h-full grid-rows-[auto_1fr] lg:grid-rows-1 lg:grid-cols-[56fr_44fr]">
      <BrandPanel />
      <main className="grid content-start justify-items-center px-5 py-8 lg:content-center lg:p-10">
        <div className="w-full max-w-90">
          <h1 className="text-2xl font-semibold tracking-tight">Sign in</h1>
          <p className="mt-1 mb-6 text-text-2">Studies, reports and turnaround in one place.</p>
          {message && <Handover message={message} />}
          <LoginForm />
        </div>
      </main>
    </div>
  )
}
