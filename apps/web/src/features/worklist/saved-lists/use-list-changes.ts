import type { Role } from '@readroom/contracts/core/permissions'
import { savedListEndpoints as endpoints, type SavedList, type SavedQuery } from '@readroom/contracts/worklist/saved-lists'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'
import { messageOf } from '../../../lib/api/api-error.ts'
import { notify } from '../../../lib/notify.tsx'
import { savedListKeys } from './saved-lists.queries.ts'

const failed = 'The lists could not be changed. Please try again.'
const notGiven = 'The list is saved but could not be shared. Please try again.'

/** Returns the user's changes to saved lists. Those that return a value throw if they are refused; the others show a message. */
export function useListChanges() {
  const client = useQueryClient()
  const readAnew = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: savedListKeys.lists }),
      client.invalidateQueries({ queryKey: savedListKeys.counts }),
    ])
  /** Gives a list to a role. A failure only shows a message, because the list itself is already saved. */
  const give = (listId: string, role: Role | null) =>
    api
      .call(endpoints.give, { params: { listId }, body: { role } })
      .catch((error: unknown) => notify.error(messageOf(error, notGiven)))

  async function said(change: Promise<unknown>, message: string) {
    try {
      await change
      notify.success(message)
    } catch (error) {
      notify.error(messageOf(error, failed))
    }
    await readAnew()
  }

  return {
    /** Returns the new list's id. */
    async save(name: string, query: SavedQuery, givenTo: Role | null): Promise<string> {
      const { _id } = await api.call(endpoints.create, { body: { name, query } })
      if (givenTo) await give(_id, givenTo)
      await readAnew()
      return _id
    },
    async edit({ _id: listId, givenTo: before }: SavedList, name: string, givenTo: Role | null): Promise<void> {
      try {
        await api.call(endpoints.update, { params: { listId }, body: { name } })
        if (givenTo !== before) await give(listId, givenTo)
      } finally {
        await readAnew()
      }
    },
    update: ({ _id: listId, name }: SavedList, query: SavedQuery) =>
      said(api.call(endpoints.update, { params: { listId }, body: { query } }), `“${name}” updated`),
    remove: ({ _id: listId, name }: SavedList) => said(api.call(endpoints.remove, { params: { listId } }), `“${name}” deleted`),
    setDefault: (list: SavedList | null) =>
      said(
        api.call(endpoints.setDefault, { body: { listId: list?._id ?? null } }),
        list ? `“${list.name}” opens with the dashboard` : 'No list opens with the dashboard',
      ),
    order: (listIds: string[]) => said(api.call(endpoints.order, { body: { listIds } }), 'Order saved'),
  }
}
export type ListChanges = ReturnType<typeof useListChanges>
