import { useEffect } from 'react'

/** A user who has pressed no key for this many milliseconds has noticed the new page. */
const quietMs = 1_000

/**
 * Swallows every key until the user has paused for a second or has clicked. Keys typed for the previous page then do nothing to one that appeared by
 * itself. Off while `isOn` is false.
 */
export function useQuietStart(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = () => {
      clearTimeout(timer)
      window.removeEventListener('keydown', swallow, true)
      window.removeEventListener('pointerdown', end, true)
    }
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(end, quietMs)
    }
    function swallow(event: KeyboardEvent) {
      event.preventDefault()
      event.stopImmediatePropagation()
      wait()
    }
    window.addEventListener('keydown', swallow, true)
    window.addEventListener('pointerdown', end, true)
    wait()
    return end
  }, [isOn])
}
