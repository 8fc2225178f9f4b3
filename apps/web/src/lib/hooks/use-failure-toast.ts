import { useEffect } from 'react'
import { notify } from '../notify.tsx'

/** Shows a toast for an error, once for each text, and takes it away when the error is over: after an outage nothing is left of it. */
export function useFailureToast(error: unknown, text: string): void {
  useEffect(() => {
    if (!error) return
    notify.error(text, { id: text })
    return () => void notify.dismiss(text)
  }, [error, text])
}
