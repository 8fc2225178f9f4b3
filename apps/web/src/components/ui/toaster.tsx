import { Toaster as Sonner } from 'sonner'
import { useTheme } from '../../lib/theme.ts'

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
