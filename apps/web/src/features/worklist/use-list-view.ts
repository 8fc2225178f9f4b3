import type { SavedQuery } from '@readroom/contracts/saved-lists'
import type { RefObject } from 'react'
import type { ChangeWorklistUrl } from './use-worklist-url.ts'
import type { WorklistRole } from './worklist-roles.ts'
import { readWorklistUrl, type WorklistUrl } from './worklist-url.ts'
import { addressOf, openedAs, savedQueryOf } from './worklist-view.ts'

/** What saved lists know of the worklist, and do to it. */
export type ListView = {
  /** What is shown, as a list saves it. */
  current: SavedQuery
  /** The list that was opened; `none`, or empty where none was. */
  listId: string
  /** What is shown when a list is opened; null where that is not possible. */
  openedAs: (query: SavedQuery) => SavedQuery | null
  /** Opens a list, or none of them. */
  open: (listId: string, query: SavedQuery) => void
  openNone: () => void
  /** Opens the list of a place, the first one being 1; set by whoever shows the lists. */
  openNth: RefObject<((place: number) => void) | null>
}

type Options = {
  role: WorklistRole
  url: WorklistUrl
  /** The names of the columns that show, from left to right. */
  columns: readonly string[]
  change: ChangeWorklistUrl
  openNth: ListView['openNth']
}

export function useListView({ role, url, columns, change, openNth }: Options): ListView {
  const show = (address: URLSearchParams) => {
    const { limit: _ofTheReader, ...choices } = readWorklistUrl(address, role)
    change(choices)
  }
  return {
    current: savedQueryOf(url, columns),
    listId: url.list,
    openedAs: (query) => openedAs(query, role),
    open(listId, query) {
      const address = addressOf(query, listId, role)
      if (address) show(address)
    },
    openNone: () => show(new URLSearchParams({ list: 'none' })),
    openNth,
  }
}
