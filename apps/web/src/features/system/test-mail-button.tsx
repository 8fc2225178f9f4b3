import { useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { messageOf } from '../../lib/api/api-error.ts'
import { notify } from '../../lib/notify.tsx'
import { sendTestMail } from './system.queries.ts'

/** A mail to oneself shows whether mails go out. */
export function TestMailButton() {
  const [busy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    try {
      notify.success((await sendTestMail()).message)
    } catch (error) {
      notify.error(messageOf(error, 'The mail could not be sent. Please try again.'))
    }
    setBusy(false)
  }
  return (
    <Button className="mt-3 max-lg:h-11" disabled={busy} onClick={() => void send()}>
      Send me a test mail
    </Button>
  )
}
