import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'

/** `replace` replaces the history entry, for changes that Back must skip. */
export type ChangeAddress = (change: (current: URLSearchParams) => URLSearchParams, options?: { replace: boolean }) => void

/**
 * Returns the parameters in the address as rendered, and a function to change them. The change is given the parameters of the current address, because the
 * router renders a new address with low priority and a second change may come before that. `setSearchParams` would lose the first one.
 */
export function useAddress(): [params: URLSearchParams, change: ChangeAddress] {
  const [params, setParams] = useSearchParams()
  const change: ChangeAddress = useCallback(
    (change, options) => setParams(change(new URLSearchParams(window.location.search)), options),
    [setParams],
  )
  return [params, change]
}
