import type { SavedList } from '@readroom/contracts/saved-lists'
import { useQuery } from '@tanstack/react-query'
import { savedListsOptions } from './saved-lists.queries.ts'

type DefaultList = {
  /** Undefined until it is known, null where there is none. */
  list: SavedList | null | undefined
  /** It could not be read at once: whoever waits for it should not any longer. */
  isLate: boolean
}

/** The list that opens by itself. */
export function useDefaultList(): DefaultList {
  const { data, failureCount } = useQuery(savedListsOptions)
  const list = data && (data.lists.find(({ _id }) => _id === data.defaultListId) ?? null)
  return { list, isLate: !data && failureCount > 0 }
}
