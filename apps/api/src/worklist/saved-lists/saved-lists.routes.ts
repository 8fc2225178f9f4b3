import { savedListEndpoints as endpoints } from '@readroom/contracts/worklist/saved-lists'
import { changeList, chooseDefaultList, giveList, orderLists, removeList, saveList } from '@readroom/domain/worklist/saved-lists'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { mount, mountOnce } from '../../core/http/mount.ts'
import { createSavedListService } from './saved-lists.service.ts'

export function savedListRoutes(app: FastifyInstance, context: Context): void {
  const lists = createSavedListService(context)
  const { db } = context

  mount(app, context, endpoints.list, ({ actor }) => lists.list(actor))
  mount(app, context, endpoints.counts, async ({ actor }) => ({ counts: await lists.counts(actor) }))
  mountOnce(app, context, endpoints.create, async (tx, { actor, body }) => ({
    message: 'List saved',
    _id: await saveList(tx, actor, body),
  }))
  mount(app, context, endpoints.update, async ({ actor, params, body }) => {
    await db.transaction((tx) => changeList(tx, actor, { ...params, ...body }))
    return { message: 'List saved' }
  })
  mount(app, context, endpoints.remove, async ({ actor, params }) => {
    await db.transaction((tx) => removeList(tx, actor, params.listId))
    return { message: 'List deleted' }
  })
  mount(app, context, endpoints.order, async ({ actor, body }) => {
    await db.transaction((tx) => orderLists(tx, actor, body.listIds))
    return { message: 'Order saved' }
  })
  mount(app, context, endpoints.setDefault, async ({ actor, body }) => {
    await db.transaction((tx) => chooseDefaultList(tx, actor, body.listId))
    return { message: 'Default list saved' }
  })
  mount(app, context, endpoints.give, async ({ actor, params, body }) => {
    await db.transaction((tx) => giveList(tx, actor, { ...params, ...body }))
    return { message: body.role ? 'List shared' : 'List no longer shared' }
  })
}
