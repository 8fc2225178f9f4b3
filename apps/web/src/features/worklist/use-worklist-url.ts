import { startTransition, useCallback, useMemo, useOptimistic } from 'react'
import { useSearchParams } from 'react-router'
import type { WorklistRole } from './worklist-roles.ts'
import { queryOf, readWorklistUrl, type WorklistUrl, writeWorklistUrl } from './worklist-url.ts'

/** `replace`: a step of typing, which Back does not stop at. */
export type ChangeWorklistUrl = (changes: Partial<WorklistUrl>, options?: { replace: boolean }) => void

/** What every control of the tools row gets. */
export type FilterProps = { url: WorklistUrl; change: ChangeWorklistUrl }

/** The list's own part of an address: a dialog that opens over the list makes no other query. */
const ownPart = (params: URLSearchParams, role: WorklistRole) =>
  writeWorklistUrl(new URLSearchParams(), readWorklistUrl(params, role), role).toString()

/**
 * What the user chose for the list, kept in the address, so that Back, reload and a link keep it. The router renders an address when
 * there is time for it; until then the controls show the choice all the same.
 */
export function useWorklistUrl(role: WorklistRole) {
  const [params, setParams] = useSearchParams()
  const [own, setOwn] = useOptimistic(ownPart(params, role))
  const url = useMemo(() => readWorklistUrl(new URLSearchParams(own), role), [own, role])
  // Columns, and which saved list this is, ask for nothing: the query stays the same one.
  const asked = writeWorklistUrl(new URLSearchParams(own), { list: '', columns: [] }, role).toString()
  const query = useMemo(() => queryOf(readWorklistUrl(new URLSearchParams(asked), role)), [asked, role])
  const change: ChangeWorklistUrl = useCallback(
    (changes, options) =>
      startTransition(() => {
        // Not the address that was rendered last: a second change can come before that of the first.
        const next = writeWorklistUrl(new URLSearchParams(window.location.search), changes, role)
        setOwn(ownPart(next, role))
        setParams(next, options)
      }),
    [setParams, setOwn, role],
  )
  return { url, query, change }
}
