import type { SavedList } from '@readroom/contracts/saved-lists'
import { useQuery } from '@tanstack/react-query'
import { notify } from '../../lib/notify.tsx'
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

/** Opens a list, or says why that cannot be. Answers whether it did. */
export function openList(view: ListView, { _id, query }: SavedList): boolean {
  if (query && view.openedAs(query)) {
    view.open(_id, query)
    return true
  }
  notify.info('This list was saved by another version of Readroom, or is not for your role. It cannot be opened.')
  return false
}
