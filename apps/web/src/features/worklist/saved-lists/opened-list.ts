import type { SavedList, SavedQuery } from '@readroom/contracts/worklist/saved-lists'

export type Opened = { list: SavedList; isChanged: boolean }

type Shown = {
  listId: string
  current: SavedQuery
  /** Returns the view that a list opens. */
  openedAs: (query: SavedQuery) => SavedQuery | null
}

const text = ({ filters, tab, sort, columns }: SavedQuery) =>
  JSON.stringify([Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1)), tab, sort, columns])

const asShown = (query: SavedQuery | null, { openedAs }: Shown) => query && openedAs(query)

/** Returns the list named in the address and whether the view has changed since. Without a name, returns the first list whose view is shown. */
export function openedList(lists: readonly SavedList[], shown: Shown): Opened | null {
  const now = text(shown.current)
  const isShown = ({ query }: SavedList) => {
    const opened = asShown(query, shown)
    if (!query || !opened) return false
    // Without columns, a list shows those of its reader.
    return text(query.columns.length > 0 ? opened : { ...opened, columns: shown.current.columns }) === now
  }
  const named = lists.find(({ _id }) => _id === shown.listId)
  if (named) return { list: named, isChanged: !isShown(named) }
  const same = shown.listId === '' ? lists.find(isShown) : undefined
  return same ? { list: same, isChanged: false } : null
}
