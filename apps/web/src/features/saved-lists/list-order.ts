import type { SavedList } from '@readroom/contracts/saved-lists'

/** The order of the user's own lists with one of them a place lower or higher; undefined where there is none to go to. */
export function movedList(own: readonly SavedList[], { _id }: SavedList, by: 1 | -1): string[] | undefined {
  const ids = own.map((list) => list._id)
  const to = ids.indexOf(_id) + by
  if (!ids.includes(_id) || to < 0 || to >= ids.length) return undefined
  const others = ids.filter((id) => id !== _id)
  others.splice(to, 0, _id)
  return others
}
