import { useEffect, useState } from 'react'

/** True once `state` has been true for so long. */
export function useLasting(state: boolean, ms: number): boolean {
  const [lasting, setLasting] = useState(false)
  useEffect(() => {
    if (!state) return
    const timer = setTimeout(() => setLasting(true), ms)
    return () => {
      clearTimeout(timer)
      setLasting(false)
    }
  }, [state, ms])
  return state && lasting
}
