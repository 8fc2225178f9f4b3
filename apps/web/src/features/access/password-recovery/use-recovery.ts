import { resendSeconds } from '@readroom/contracts/access/password-recovery'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { z } from 'zod'
import { paths } from '../../../lib/paths.ts'

const PendingRecovery = z.object({ email: z.string(), sentAt: z.number() })
export type PendingRecovery = z.infer<typeof PendingRecovery>

const key = 'password_recovery'

/** The email address a code was sent to and the time in ms. Kept in session storage, so that a reload returns to the code step. */
export const pendingRecovery = {
  read(): PendingRecovery | null {
    try {
      return PendingRecovery.parse(JSON.parse(sessionStorage.getItem(key) ?? 'null'))
    } catch {
      return null
    }
  },
  write: (pending: PendingRecovery) => sessionStorage.setItem(key, JSON.stringify(pending)),
  clear: () => sessionStorage.removeItem(key),
}

const redirectMs = 2000

type State =
  | { step: 1; email: string; moved: boolean }
  | { step: 2; pending: PendingRecovery; message?: string; moved: boolean }
  | { step: 3; pending: PendingRecovery; resetToken: string; moved: true }

function restore(): State {
  const pending = pendingRecovery.read()
  return pending ? { step: 2, pending, moved: false } : { step: 1, email: '', moved: false }
}

/** Keeps the state of the recovery. The reset token is only in memory, so a reload in step 3 goes back to step 2. */
export function useRecovery() {
  const [state, setState] = useState(restore)
  const [done, setDone] = useState(false)
  const navigate = useNavigate()

  useEffect(() => {
    if (!done) return
    const message = 'Password reset successfully! Please login with your new password.'
    const timer = setTimeout(() => navigate(paths.login, { replace: true, state: { message } }), redirectMs)
    return () => clearTimeout(timer)
  }, [done, navigate])

  function awaitCode(pending: PendingRecovery, message?: string) {
    pendingRecovery.write(pending)
    setState({ step: 2, pending, ...(message && { message }), moved: true })
  }
  return {
    state,
    done,
    sent: (email: string) => awaitCode({ email, sentAt: Date.now() }, 'OTP sent successfully! Please check your email.'),
    /** The user has a code from earlier. The server decides whether another may be sent. */
    hasCode: (email: string) => awaitCode({ email, sentAt: Date.now() - resendSeconds * 1000 }),
    resent() {
      if (state.step !== 2) return
      const pending = { ...state.pending, sentAt: Date.now() }
      pendingRecovery.write(pending)
      setState({ ...state, pending })
    },
    verified(resetToken: string) {
      if (state.step === 2) setState({ step: 3, pending: state.pending, resetToken, moved: true })
    },
    startAgain() {
      pendingRecovery.clear()
      setState({ step: 1, email: state.step === 1 ? state.email : state.pending.email, moved: true })
    },
    finish() {
      pendingRecovery.clear()
      setDone(true)
    },
  }
}
