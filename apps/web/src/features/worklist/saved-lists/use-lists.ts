import type { SavedList } from '@readroom/contracts/worklist/saved-lists'
import { useQuery } from '@tanstack/react-query'
import { notify } from '../../../lib/notify.tsx'
import type { ListView } from '../list/use-list-view.ts'
import { openedList } from './opened-list.ts'
import { savedListsOptions } from './saved-lists.queries.ts'

const none: never[] = []

/** Returns the user's lists and which of them is open. */
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

type DefaultList = {
  /** Undefined until it is known. Null if there is none. */
  list: SavedList | null | undefined
  /** True if the first attempt to load it failed. Nobody should wait any longer. */
  isLate: boolean
}

/** Returns the list that opens by default. */
export function useDefaultList(): DefaultList {
  const { data, failureCount } = useQuery(savedListsOptions)
  const list = data && (data.lists.find(({ _id }) => _id === data.defaultListId) ?? null)
  return { list, isLate: !data && failureCount > 0 }
}

/** Opens a list, or says why that is impossible. Returns true if it opened. */
export function openList(view: ListView, { _id, query }: SavedList): boolean {
  if (query && view.openedAs(query)) {
    view.open(_id, query)
    return true
  }
  notify.info('This list was saved by another version of Readroom, or is not for your role. It cannot be opened.')
  return false
}
