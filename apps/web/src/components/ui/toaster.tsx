import { Toaster as Sonner } from 'sonner'
import { useTheme } from '../../lib/theme.ts'

export function Toaster() {
  return (
    <Sonner
      position="top-right"
      theme={useTheme()}
      closeButton
      visibleToasts={5}
      offset={{ top: 56, right: 16 }}
      mobileOffset={12}
      className="toaster"
      toastOptions={{ className: 'toast' }}
    />
  )
}
