import { useEffect, useEffectEvent, useState } from 'react'

/** Specification 9: every 5 minutes. */
const everySeconds = 300

/** Seconds until the next refresh; measured by the clock, because hidden tabs get few ticks. */
export function useAutoRefresh(refresh: () => void): number {
  const [left, setLeft] = useState(everySeconds)
  const run = useEffectEvent(refresh)
  useEffect(() => {
    let due = Date.now() + everySeconds * 1000
    const timer = setInterval(() => {
      const seconds = Math.ceil((due - Date.now()) / 1000)
      if (seconds > 0) return setLeft(seconds)
      due = Date.now() + everySeconds * 1000
      setLeft(everySeconds)
      run()
    }, 1000)
    return () => clearInterval(timer)
  }, [])
  return left
}
