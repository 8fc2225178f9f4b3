import { Button } from '../../components/ui/button.tsx'
import { formatCountdown } from '../../lib/format.ts'
import { useNow } from '../../lib/hooks/use-now.ts'
import { secondsUntilResend } from './one-time-code.ts'

/** Counts down from the moment the last code was sent. */
export function ResendButton({ sentAt, onResend }: { sentAt: number; onResend: () => void }) {
  const seconds = secondsUntilResend(sentAt, useNow(1000).getTime())
  return (
    <Button look="quiet" size="lg" className="num disabled:text-text-3! max-lg:h-11" disabled={seconds > 0} onClick={onResend}>
      {seconds > 0 ? `Resend in ${formatCountdown(seconds)}` : 'Resend OTP'}
    </Button>
  )
}
