import { AppError } from '@readroom/contracts/core/errors'
import {
  deliveryPageSize,
  resultEndpoints as endpoints,
  type ResultDelivery,
  type ResultDestination,
} from '@readroom/contracts/reports/result-endpoints'
import { type DeliveryAction, needsSecret, type ResultSettings } from '@readroom/contracts/reports/results'
import { type ListedDelivery, listDeliveries } from '@readroom/db/reports/result-deliveries'
import { listResultDestinations } from '@readroom/db/reports/result-destinations'
import { changeDelivery } from '@readroom/domain/reports/result-deliveries'
import {
  changeResultDestination,
  createResultDestination,
  testResultDestination,
} from '@readroom/domain/reports/result-destinations'
import { createSeal } from '@readroom/process/seal'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { mount, mountOnce } from '../../core/http/mount.ts'

type ListedDestination = Awaited<ReturnType<typeof listResultDestinations>>[number]

const toDestination = ({ destination, labName, unsent, overdue }: ListedDestination): ResultDestination => ({
  _id: destination.id,
  labId: destination.labId,
  labName,
  name: destination.name,
  settings: destination.settings,
  state: destination.state,
  alertMinutes: destination.alertMinutes,
  hasSecret: destination.sealedSecret !== null,
  version: destination.version,
  lastAnswer:
    destination.lastAnswer && destination.lastAnswerAt
      ? { answer: destination.lastAnswer, at: destination.lastAnswerAt.toISOString() }
      : null,
  nextAttemptAt: destination.nextAttemptAt?.toISOString() ?? null,
  unsent,
  overdue,
})

const toDelivery = ({ id, createdAt, lastAttemptAt, sentAt, ...delivery }: ListedDelivery): ResultDelivery => ({
  _id: id,
  createdAt: createdAt.toISOString(),
  lastAttemptAt: lastAttemptAt?.toISOString() ?? null,
  sentAt: sentAt?.toISOString() ?? null,
  ...delivery,
})

const done: Record<DeliveryAction, string> = {
  retry: 'Delivery queued again',
  hold: 'Delivery held',
  release: 'Delivery released',
  rewrite: 'Message will be made again',
  cancel: 'Delivery cancelled',
}

export function resultRoutes(app: FastifyInstance, context: Context): void {
  const { db, config } = context
  const seal = config.RESULTS_KEY === undefined ? null : createSeal(config.RESULTS_KEY, 'readroom result destinations')

  /** Seals the secret of a destination. Some have none. Throws RESULTS_KEY_MISSING. */
  async function sealed(settings: ResultSettings, secret: string | null): Promise<string | null> {
    if (!needsSecret(settings)) return null
    if (seal === null) throw new AppError('RESULTS_KEY_MISSING')
    return secret === null ? null : seal.close(secret)
  }

  mount(app, context, endpoints.destinations, async () => ({
    destinations: (await listResultDestinations(db)).map(toDestination),
  }))
  mountOnce(app, context, endpoints.create, async (tx, { actor, body: { secret, ...fields } }) => ({
    message: 'Destination saved',
    _id: await createResultDestination(tx, actor, { ...fields, sealedSecret: await sealed(fields.settings, secret) }),
  }))
  mount(app, context, endpoints.update, async ({ actor, params, body: { secret, ...fields } }) => {
    const sealedSecret = await sealed(fields.settings, secret)
    await db.transaction((tx) => changeResultDestination(tx, actor, { ...params, ...fields, sealedSecret }))
    return { message: 'Destination saved' }
  })
  mountOnce(app, context, endpoints.test, async (tx, { actor, params }) => {
    await testResultDestination(tx, actor, params.destinationId)
    return { message: 'Test message queued' }
  })
  mount(app, context, endpoints.deliveries, async ({ query }) => {
    const rows = await listDeliveries(db, query, deliveryPageSize + 1)
    return { deliveries: rows.slice(0, deliveryPageSize).map(toDelivery), hasMore: rows.length > deliveryPageSize }
  })
  mount(app, context, endpoints.change, async ({ actor, params, body }) => {
    await db.transaction((tx) => changeDelivery(tx, actor, { ...params, ...body }))
    return { message: done[body.action] }
  })
}
