import { useState } from 'react'
import { messageOf } from '../../lib/api/api-error.ts'

/** One step of a dialog: whether it is under way, and why it failed. */
export function useWork() {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      setFailure(messageOf(error, 'This did not work. Please try again.'))
    } finally {
      setBusy(false)
    }
  }
  return { busy, failure, run }
}
