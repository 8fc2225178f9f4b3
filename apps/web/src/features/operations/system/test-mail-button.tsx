import { Button } from '../../../components/ui/button.tsx'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { sendTestMail } from './system.queries.ts'

/** Sends the user an email to test that emails go out. */
export function TestMailButton() {
  const { start, isBusy } = useChange({
    change: sendTestMail,
    done: ({ message }) => message,
    failed: 'The email could not be sent. Please try again.',
  })
  return (
    <Button className="mt-3 max-lg:h-11" disabled={isBusy} onClick={() => start()}>
      Send me a test email
    </Button>
  )
}
