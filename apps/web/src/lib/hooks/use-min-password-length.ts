import { minPasswordLength } from '@readroom/contracts/passwords'
import { settingsEndpoints } from '@readroom/contracts/settings'
import { useEffect, useState } from 'react'
import { api } from '../api/api.ts'

/** Characters that a new password needs here; until the server has said it, the fewest that it may be. The server checks them. */
export function useMinPasswordLength(): number {
  const [length, setLength] = useState(minPasswordLength)
  useEffect(() => {
    const ending = new AbortController()
    api.call(settingsEndpoints.read, {}, { signal: ending.signal }).then(
      (settings) => setLength(settings.minPasswordLength),
      () => undefined,
    )
    return () => ending.abort()
  }, [])
  return length
}
