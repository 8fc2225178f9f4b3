import { useEffect, useEffectEvent, useState } from 'react'

const everySeconds = 300

/** Returns the seconds until the next refresh. Measured by the clock, because hidden tabs get few timer ticks. */
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
