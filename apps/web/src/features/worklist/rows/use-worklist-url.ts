import { startTransition, useCallback, useMemo, useOptimistic } from 'react'
import { useAddress } from '../../../lib/hooks/use-address.ts'
import type { WorklistRole } from '../list/worklist-roles.ts'
import { queryOf, readWorklistUrl, type WorklistUrl, writeWorklistUrl } from './worklist-url.ts'

/** `replace` replaces the history entry, for steps of typing that Back must skip. */
export type ChangeWorklistUrl = (changes: Partial<WorklistUrl>, options?: { replace: boolean }) => void

/** The props of every control in the tools row. */
export type FilterProps = { url: WorklistUrl; change: ChangeWorklistUrl }

/** Returns the part of an address that belongs to the list, so that opening a dialog doesn't change the query. */
const ownPart = (params: URLSearchParams, role: WorklistRole) =>
  writeWorklistUrl(new URLSearchParams(), readWorklistUrl(params, role), role).toString()

/**
 * Keeps the state of the list in the address, so that Back, reload and links preserve it. The router renders a new address with low priority, so the
 * controls show the new state before that.
 */
export function useWorklistUrl(role: WorklistRole) {
  const [params, changeAddress] = useAddress()
  const [own, setOwn] = useOptimistic(ownPart(params, role))
  const url = useMemo(() => readWorklistUrl(new URLSearchParams(own), role), [own, role])
  // The columns and the id of the saved list don't affect the rows, so the query stays the same object.
  const asked = writeWorklistUrl(new URLSearchParams(own), { list: '', columns: [] }, role).toString()
  const query = useMemo(() => queryOf(readWorklistUrl(new URLSearchParams(asked), role)), [asked, role])
  const change: ChangeWorklistUrl = useCallback(
    (changes, options) =>
      startTransition(() =>
        changeAddress((current) => {
          const next = writeWorklistUrl(current, changes, role)
          setOwn(ownPart(next, role))
          return next
        }, options),
      ),
    [changeAddress, setOwn, role],
  )
  return { url, query, change }
}
