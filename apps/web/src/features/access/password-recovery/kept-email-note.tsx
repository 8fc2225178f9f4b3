import { settingsEndpoints } from '@readroom/contracts/operations/settings'
import { useEffect, useState } from 'react'
import { api } from '../../../lib/api/api.ts'
import { keptEmailWords } from '../../../lib/email-words.ts'

/** Says where the email with the code is if no mail server is set. Renders nothing otherwise, or if the server doesn't answer. */
export function KeptEmailNote() {
  const [isKept, setIsKept] = useState(false)
  useEffect(() => {
    const ending = new AbortController()
    api.call(settingsEndpoints.read, {}, { signal: ending.signal }).then(
      ({ keepsEmails }) => setIsKept(keepsEmails),
      () => undefined,
    )
    return () => ending.abort()
  }, [])
  return isKept ? <p className="text-text-2">{keptEmailWords}</p> : null
}
