import { AppError } from '@readroom/contracts/core/errors'
import { Hl7Mapping } from '@readroom/contracts/orders/hl7'
import { hl7Endpoints as endpoints, type Hl7Connection, hl7PageSize } from '@readroom/contracts/orders/hl7-endpoints'
import { listPortRefusals } from '@readroom/db/core/port-refusals'
import { readHl7Activity } from '@readroom/db/orders/hl7-activity'
import { findLabOfHl7Connection, listHl7Connections, listHl7Messages } from '@readroom/db/orders/hl7-connections'
import { listUnknownValues } from '@readroom/db/orders/hl7-unknown-values'
import {
  changeHl7Connection,
  createHl7Connection,
  findHl7Text,
  openHl7Text,
  sendTestOrder,
} from '@readroom/domain/orders/hl7-connections'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { mount, mountOnce } from '../../core/http/mount.ts'
import { toRefusedConnections } from '../../core/refused-connections.ts'
import { previewHl7, readHl7Values } from './hl7-preview.ts'

type Listed = Awaited<ReturnType<typeof listHl7Connections>>[number]

type UnknownRow = Awaited<ReturnType<typeof listUnknownValues>>[number]

/** A mapping that was stored before a table of it was there has none of it. */
const emptyMapping = Hl7Mapping.parse({})

const toConnection = ({ connection, labName, lastMessage }: Listed, unknown: readonly UnknownRow[]): Hl7Connection => ({
  _id: connection.id,
  labId: connection.labId,
  labName,
  name: connection.name,
  port: connection.port,
  clientCertificates: connection.clientCertificates,
  allowedAddresses: connection.allowedAddresses,
  sendingFacility: connection.sendingFacility,
  charset: connection.charset,
  mapping: { ...emptyMapping, ...connection.mapping },
  isEnabled: connection.isEnabled,
  keepDays: connection.keepDays,
  version: connection.version,
  unknownValues: unknown
    .filter(({ connectionId }) => connectionId === connection.id)
    .map(({ field, value, count, lastAt }) => ({ field, value, count, lastAt: lastAt.toISOString() })),
  lastMessage: lastMessage && { receivedAt: lastMessage.receivedAt.toISOString(), state: lastMessage.state },
})

export function hl7Routes(app: FastifyInstance, context: Context): void {
  const { db } = context

  mount(app, context, endpoints.list, async () => {
    const unknown = await listUnknownValues(db)
    return { connections: (await listHl7Connections(db)).map((listed) => toConnection(listed, unknown)) }
  })
  mountOnce(app, context, endpoints.create, async (tx, { actor, body }) => ({
    message: 'Connection saved',
    _id: await createHl7Connection(tx, actor, body),
  }))
  mount(app, context, endpoints.update, async ({ actor, params, body }) => {
    await db.transaction((tx) => changeHl7Connection(tx, actor, { ...params, ...body }))
    return { message: 'Connection saved' }
  })
  mountOnce(app, context, endpoints.sendTestOrder, async (tx, { actor, params }) => ({
    message: `Test order ${await sendTestOrder(tx, actor, params.connectionId)} sent`,
  }))
  mount(app, context, endpoints.messages, async ({ params, query }) => {
    if ((await findLabOfHl7Connection(db, params.connectionId)) === null) throw new AppError('HL7_CONNECTION_NOT_FOUND')
    const rows = await listHl7Messages(db, { ...params, ...query }, hl7PageSize + 1)
    const messages = rows
      .slice(0, hl7PageSize)
      .map(({ id, receivedAt, ...message }) => ({ _id: id, receivedAt: receivedAt.toISOString(), ...message }))
    return { messages, hasMore: rows.length > hl7PageSize }
  })
  mount(app, context, endpoints.activity, async ({ params: { connectionId } }) => {
    const labId = await findLabOfHl7Connection(db, connectionId)
    if (labId === null) throw new AppError('HL7_CONNECTION_NOT_FOUND')
    const { since, ordersWithoutImages, ...counts } = await readHl7Activity(db, connectionId)
    const refusals = (await listPortRefusals(db, labId)).filter(({ port }) => port === 'hl7')
    return {
      activity: {
        ...counts,
        since: since?.toISOString() ?? null,
        ordersWithoutImages: ordersWithoutImages.map(({ id, number, at }) => ({ _id: id, number, at: at.toISOString() })),
        refusals: refusals.map(toRefusedConnections),
      },
    }
  })
  mount(
    app,
    context,
    endpoints.text,
    async ({ actor, params }) => ({
      values: readHl7Values(await db.transaction((tx) => openHl7Text(tx, actor, params.messageId))),
    }),
    async ({ params }) => ({ values: readHl7Values(await findHl7Text(db, params.messageId)) }),
  )
  mount(app, context, endpoints.preview, async ({ body }) => ({ preview: previewHl7(body) }))
}
