import { useState } from 'react'

/** What the focus was given back to last. */
let last: Element | null = null

/** Gives focus back, when a dialog closes, to what had it when the dialog opened; or the one that this dialog took the place of. */
export function useReturnFocus() {
  const [opener] = useState(() => document.activeElement)
  return (event: Event) => {
    event.preventDefault()
    const target = opener?.isConnected ? opener : last
    last = target
    if (target instanceof HTMLElement && target.isConnected) target.focus({ preventScroll: true })
  }
}
