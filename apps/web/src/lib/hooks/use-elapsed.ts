import { useEffect, useState } from 'react'

/** Returns true once this many milliseconds have passed since the component appeared, or since `begun` last changed. */
export function useElapsed(milliseconds: number, begun = 0): boolean {
  const [over, setOver] = useState<number | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setOver(begun), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds, begun])
  return over === begun
}
