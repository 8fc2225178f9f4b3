import { useQuery } from '@tanstack/react-query'
import type { ListView } from '../worklist/use-list-view.ts'
import { openedList } from './opened-list.ts'
import { savedListsOptions } from './saved-lists.queries.ts'

const none: never[] = []

/** The lists of the user, and which of them is open. */
export function useLists(view: ListView) {
  const { data, isPending, isError, refetch } = useQuery(savedListsOptions)
  const lists = data?.lists ?? none
  return {
    lists,
    opened: openedList(lists, view),
    defaultListId: data?.defaultListId ?? null,
    isPending,
    isError,
    retry: () => void refetch(),
  }
}
export type Lists = ReturnType<typeof useLists>
