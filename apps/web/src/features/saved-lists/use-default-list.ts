import type { SavedList } from '@readroom/contracts/saved-lists'
import { useQuery } from '@tanstack/react-query'
import { savedListsOptions } from './saved-lists.queries.ts'

/** The list that opens by itself: undefined until that is known, null where there is none. */
export function useDefaultList(): SavedList | null | undefined {
  const { data, isPending } = useQuery(savedListsOptions)
  if (isPending) return undefined
  return data?.lists.find(({ _id }) => _id === data.defaultListId) ?? null
}
