import { AppError } from '@readroom/contracts/core/errors'
import type { Role } from '@readroom/contracts/core/permissions'
import { maxSavedLists, mayAskBy, readSavedQuery, type SavedQuery } from '@readroom/contracts/worklist/saved-lists'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Tx } from '@readroom/db/core/client'
import type { Before } from '@readroom/db/core/locks'
import { lockUser } from '@readroom/db/people/users'
import {
  countSavedLists,
  deleteSavedList,
  findSavedList,
  insertSavedList,
  lockSavedList,
  orderSavedLists,
  type SavedListRow,
  setDefaultList,
  updateSavedList,
} from '@readroom/db/worklist/saved-lists'

// Neither the name of a list nor what it asks for goes to the audit log: both may name a patient.
const target = (id: string) => ({ target: { type: 'saved_list', id } })

function demandFor(role: Role, query: SavedQuery): void {
  if (!mayAskBy(role, query)) throw new AppError('LIST_NOT_FOR_ROLE')
}

/** Throws LIST_NOT_FOUND, and LIST_NOT_YOURS if the list is only given. */
async function lockOwn(tx: Tx, actor: Actor, listId: string): Promise<SavedListRow> {
  const list = await lockSavedList(tx, actor, listId)
  if (!list) throw new AppError('LIST_NOT_FOUND')
  if (list.ownerId !== actor.userId) throw new AppError('LIST_NOT_YOURS')
  return list
}

/** Returns the list's id. Throws TOO_MANY_LISTS, LIST_NOT_FOR_ROLE. */
export async function saveList(
  begun: Before<'account'>,
  actor: Actor,
  { name, query }: { name: string; query: SavedQuery },
): Promise<string> {
  demandFor(actor.role, query)
  // One at a time, so that they are counted.
  const [tx] = await lockUser(begun, actor.userId)
  const count = await countSavedLists(tx, actor.userId)
  if (count >= maxSavedLists) throw new AppError('TOO_MANY_LISTS', { count })
  const id = await insertSavedList(tx, { ownerId: actor.userId, name, query })
  await audit(tx, actor, { action: 'list.saved', ...target(id), details: { filters: Object.keys(query.filters).length } })
  return id
}

type Changes = { listId: string; name?: string | undefined; query?: SavedQuery | undefined }

/** Another name or another content. Throws LIST_NOT_FOUND, LIST_NOT_YOURS, LIST_NOT_FOR_ROLE. */
export async function changeList(tx: Tx, actor: Actor, { listId, name, query }: Changes): Promise<void> {
  const { givenTo } = await lockOwn(tx, actor, listId)
  if (query) for (const role of [actor.role, ...(givenTo ? [givenTo] : [])]) demandFor(role, query)
  const changes = { ...(name !== undefined && { name }), ...(query && { query }) }
  await updateSavedList(tx, listId, changes)
  await audit(tx, actor, { action: 'list.changed', ...target(listId), details: { fields: Object.keys(changes) } })
}

/** Throws LIST_NOT_FOUND, LIST_NOT_YOURS. */
export async function removeList(tx: Tx, actor: Actor, listId: string): Promise<void> {
  await lockOwn(tx, actor, listId)
  await deleteSavedList(tx, listId)
  await audit(tx, actor, { action: 'list.deleted', ...target(listId) })
}

/** Everybody of the role reads the list from now on; null takes it back. Throws LIST_NOT_FOUND, LIST_NOT_YOURS, LIST_NOT_FOR_ROLE. */
export async function giveList(tx: Tx, actor: Actor, { listId, role }: { listId: string; role: Role | null }): Promise<void> {
  const { query } = await lockOwn(tx, actor, listId)
  // Nobody could open a list that this version does not understand.
  if (role && !readSavedQuery(role, query)) throw new AppError('LIST_NOT_FOR_ROLE')
  await updateSavedList(tx, listId, { givenTo: role })
  await audit(tx, actor, { action: 'list.given', ...target(listId), details: { role } })
}

/** The order of the actor's own; ids of others change nothing. */
export async function orderLists(tx: Tx, actor: Actor, listIds: readonly string[]): Promise<void> {
  await orderSavedLists(tx, actor.userId, listIds)
  await audit(tx, actor, { action: 'lists.ordered', details: { count: listIds.length } })
}

/** The list that opens with the actor's dashboard. Throws LIST_NOT_FOUND. */
export async function chooseDefaultList(tx: Tx, actor: Actor, listId: string | null): Promise<void> {
  if (listId !== null && !(await findSavedList(tx, actor, listId))) throw new AppError('LIST_NOT_FOUND')
  await setDefaultList(tx, actor.userId, listId)
  await audit(tx, actor, { action: 'list.default', ...(listId !== null && target(listId)) })
}
