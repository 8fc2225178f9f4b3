import { LoaderCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { Toaster as Sonner, toast } from 'sonner'
import { useTheme } from './theme.ts'

/** `duration` in milliseconds, where it differs from the kind's. */
type Options = {
  id?: string | number
  description?: ReactNode
  duration?: number
  onDismiss?: () => void
  /** What can be done about it. */
  action?: { label: string; onClick: () => void }
}

const show =
  (kind: 'success' | 'error' | 'warning' | 'info', duration: number) =>
  (message: string, options: Options = {}) =>
    // A progress that becomes a result keeps nothing of the progress.
    toast[kind](message, { duration, icon: undefined, onDismiss: () => undefined, ...options })

/** Toasts with the durations of specification 1, section 9. Each returns its id. */
export const notify = {
  info: show('info', 4000),
  success: show('success', 4000),
  error: show('error', 6000),
  warning: show('warning', 5000),
  // Not sonner's own loading kind, which has no dismiss button.
  loading: (message: ReactNode, options: Options = {}) =>
    toast(message, {
      duration: Number.POSITIVE_INFINITY,
      icon: <LoaderCircle size={16} className="animate-spin text-icon" aria-hidden />,
      ...options,
    }),
  dismiss: (id?: string | number) => toast.dismiss(id),
}

/** Where they are shown. */
export function Toaster() {
  return (
    <Sonner
      position="top-right"
      theme={useTheme()}
      closeButton
      visibleToasts={5}
      offset={{ top: 'var(--toast-top, 56px)', right: 'var(--toast-right, 16px)' }}
      mobileOffset={{ top: 'var(--toast-top, 56px)', left: 12, right: 12 }}
      className="toaster"
      toastOptions={{ className: 'toast' }}
    />
  )
}
