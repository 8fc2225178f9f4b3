import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { WorklistRole } from './worklist-roles.ts'
import { queryOf, readWorklistUrl, type WorklistUrl, writeWorklistUrl } from './worklist-url.ts'

/** `replace`: a step of typing, which Back does not stop at. */
export type ChangeWorklistUrl = (changes: Partial<WorklistUrl>, options?: { replace: boolean }) => void

/** What the user chose for the list, kept in the address, so that Back, reload and a link keep it. */
export function useWorklistUrl(role: WorklistRole) {
  const [params, setParams] = useSearchParams()
  // The list's own part of the address: a dialog that opens over it makes no other query.
  const own = writeWorklistUrl(new URLSearchParams(), readWorklistUrl(params, role), role).toString()
  const url = useMemo(() => readWorklistUrl(new URLSearchParams(own), role), [own, role])
  const query = useMemo(() => queryOf(url), [url])
  const change: ChangeWorklistUrl = useCallback(
    (changes, options) => setParams((current) => writeWorklistUrl(current, changes, role), options),
    [setParams, role],
  )
  return { url, query, change }
}
