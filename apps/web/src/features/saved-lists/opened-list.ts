import type { SavedList, SavedQuery } from '@readroom/contracts/saved-lists'

export type Opened = { list: SavedList; isChanged: boolean }

type Shown = {
  listId: string
  current: SavedQuery
  /** What is shown when a list is opened. */
  openedAs: (query: SavedQuery) => SavedQuery | null
}

const text = ({ filters, tab, sort, columns }: SavedQuery) =>
  JSON.stringify([Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1)), tab, sort, columns])

const asShown = (query: SavedQuery | null, { openedAs }: Shown) => query && openedAs(query)

/** The list that the address names, and whether something else is shown by now; without a name, the first one that is what is shown. */
export function openedList(lists: readonly SavedList[], shown: Shown): Opened | null {
  const now = text(shown.current)
  const isShown = ({ query }: SavedList) => {
    const opened = asShown(query, shown)
    return opened !== null && text(opened) === now
  }
  const named = lists.find(({ _id }) => _id === shown.listId)
  if (named) return { list: named, isChanged: !isShown(named) }
  const same = shown.listId === '' ? lists.find(isShown) : undefined
  return same ? { list: same, isChanged: false } : null
}
