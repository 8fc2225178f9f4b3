import { modalityWorklistEndpoints as endpoints, type ModalityWorklist } from '@readroom/contracts/orders/modality-worklists'
import { listModalityWorklists } from '@readroom/db/orders/modality-worklists'
import { changeModalityWorklist } from '@readroom/domain/orders/modality-worklists'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { mount } from '../../core/http/mount.ts'

type Listed = Awaited<ReturnType<typeof listModalityWorklists>>[number]

const toWorklist = ({ worklist, ...lab }: Listed): ModalityWorklist => ({
  ...lab,
  settings: worklist && {
    calledAeTitle: worklist.calledAeTitle,
    allowedAddresses: worklist.allowedAddresses,
    isEnabled: worklist.isEnabled,
    version: worklist.version,
    lastAskedAt: worklist.lastAskedAt?.toISOString() ?? null,
    lastCutAt: worklist.lastCutAt?.toISOString() ?? null,
  },
})

export function modalityWorklistRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context

  mount(app, context, endpoints.list, async () => ({ worklists: (await listModalityWorklists(db)).map(toWorklist) }))
  mount(app, context, endpoints.save, async ({ actor, params, body }) => {
    await db.transaction((tx) => changeModalityWorklist(tx, actor, { ...params, ...body }))
    return { message: 'Modality worklist saved' }
  })
}
