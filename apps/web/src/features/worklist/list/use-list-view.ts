import type { SavedQuery } from '@readroom/contracts/worklist/saved-lists'
import type { RefObject } from 'react'
import type { ChangeWorklistUrl } from '../rows/use-worklist-url.ts'
import { readWorklistUrl, type WorklistUrl } from '../rows/worklist-url.ts'
import { addressOf, openedAs, savedQueryOf } from '../rows/worklist-view.ts'
import type { WorklistRole } from './worklist-roles.ts'

/** The part of the worklist that saved lists read and change. */
export type ListView = {
  /** The current view, as a list saves it. */
  current: SavedQuery
  /** The id of the opened list, `none`, or empty if no list was opened. */
  listId: string
  /** Returns the view that a list opens. Null if this page can't open it. */
  openedAs: (query: SavedQuery) => SavedQuery | null
  /** Opens a list. */
  open: (listId: string, query: SavedQuery) => void
  openNone: () => void
  /** Opens the list with this number, starting at 1. Set by the component that shows the lists. */
  openNth: RefObject<((place: number) => void) | null>
}

type Options = {
  role: WorklistRole
  url: WorklistUrl
  /** The visible columns, from left to right. */
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
