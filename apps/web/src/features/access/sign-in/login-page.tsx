import { dashboardPaths } from '@readroom/contracts/core/permissions'
import { lazy, useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { z } from 'zod'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { Part } from '../../../components/ui/part.tsx'
import { useTitle } from '../../../lib/hooks/use-title.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useStartTheme } from '../../../lib/theme.ts'
import { BrandPanel } from './brand-panel.tsx'
import { SignInForm } from './sign-in-form.tsx'

const LoginState = z.object({
  message: z.string().optional(),
  /** Why a user who did not sign out has to sign in again. */
  reason: z.string().optional(),
  from: z.string().startsWith('/').optional(),
  /** The user who was on the page `from`. */
  userId: z.string().optional(),
})
type LoginState = z.infer<typeof LoginState>

/** Returns the state that a redirect to the login page may carry. */
function readLoginState(state: unknown): LoginState {
  return LoginState.safeParse(state).data ?? {}
}

const SupportDialog = lazy(() => import('./support-dialog.tsx'))

const messageMs = 5000

/** Shows a message from the page that redirected here. Disappears after 5 seconds. */
function Handover({ message }: { message: string }) {
  const [shown, setShown] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setShown(false), messageMs)
    return () => clearTimeout(timer)
  }, [])
  if (!shown) return null
  return <FormMessage tone="success">{message}</FormMessage>
}

function Support() {
  const [open, setOpen] = useState(false)
  return (
    <p className="mt-4 text-text-3 lg:mt-5">
      Trouble signing in?{' '}
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="rounded-xs font-medium text-accent-text hover:underline max-lg:min-h-11"
      >
        Contact support
      </button>
      {open && (
        <Part onClose={() => setOpen(false)}>
          <SupportDialog onClose={() => setOpen(false)} />
        </Part>
      )}
    </p>
  )
}

export function LoginPage() {
  const { session, restoring } = useSession()
  const { message, reason, from, userId } = readLoginState(useLocation().state)
  useTitle('Sign in')
  useStartTheme(null)

  const isBack = userId === undefined || userId === session?.user._id
  if (session && !restoring) return <Navigate to={(isBack && from) || dashboardPaths[session.user.role] || '/'} replace />
  return (
    <div className="grid min-h-full grid-rows-[auto_1fr] lg:grid-rows-1 lg:grid-cols-[56fr_44fr]">
      <main className="grid content-start justify-items-center px-5 py-8 lg:content-center lg:p-10">
        <div className="w-full max-w-90">
          <h1 className="text-2xl font-semibold tracking-tight">Sign in</h1>
          <SignInForm
            intro="Studies, reports and turnaround in one place."
            unasked={reason !== undefined}
            messages={
              <>
                {reason && <FormMessage tone="notice">{reason}</FormMessage>}
                {message && <Handover message={message} />}
              </>
            }
          />
          <Support />
        </div>
      </main>
      {/* Comes last in the DOM but is displayed first, so that keyboard users reach the form first. */}
      <BrandPanel />
    </div>
  )
}
