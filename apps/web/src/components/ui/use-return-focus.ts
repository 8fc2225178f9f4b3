import { useState } from 'react'

/** Gives focus back, when a dialog closes, to what had it when the dialog opened. */
export function useReturnFocus() {
  const [opener] = useState(() => document.activeElement)
  return (event: Event) => {
    event.preventDefault()
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
  }
}
