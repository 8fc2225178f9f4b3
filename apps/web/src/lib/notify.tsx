import { LoaderCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { Toaster as Sonner, toast } from 'sonner'
import { useTheme } from './theme.ts'

/** `duration` in ms replaces the default of the kind. */
type Options = {
  id?: string | number
  description?: ReactNode
  duration?: number
  onDismiss?: () => void
  /** A button in the toast. */
  action?: { label: string; onClick: () => void }
}

const show =
  (kind: 'success' | 'error' | 'warning' | 'info', duration: number) =>
  (message: string, options: Options = {}) =>
    // A progress toast that becomes a result must lose its icon and its `onDismiss`.
    toast[kind](message, { duration, icon: undefined, onDismiss: () => undefined, ...options })

/** Shows a toast and returns its id. Errors stay longer than other messages. Progress stays until it is dismissed. */
export const notify = {
  info: show('info', 4000),
  success: show('success', 4000),
  error: show('error', 6000),
  warning: show('warning', 5000),
  // Sonner's own loading kind has no dismiss button.
  loading: (message: ReactNode, options: Options = {}) =>
    toast(message, {
      duration: Number.POSITIVE_INFINITY,
      icon: <LoaderCircle size={16} className="animate-spin text-icon" aria-hidden />,
      ...options,
    }),
  dismiss: (id?: string | number) => toast.dismiss(id),
}

/** Shows the toasts. */
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
