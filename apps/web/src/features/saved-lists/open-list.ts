import type { SavedList } from '@readroom/contracts/saved-lists'
import { notify } from '../../lib/notify.tsx'
import type { ListView } from '../worklist/use-list-view.ts'

/** Opens a list, or says why that cannot be. Answers whether it did. */
export function openList(view: ListView, { _id, query }: SavedList): boolean {
  if (query && view.openedAs(query)) {
    view.open(_id, query)
    return true
  }
  notify.info('This list was saved by another version of Readroom, or is not for your role. It cannot be opened.')
  return false
}
