import { Hl7Mapping } from '@readroom/contracts/orders/hl7'
import type { Database, OpenDb } from '@readroom/db/core/client'
import { hl7Connections, hl7Messages } from '@readroom/db/orders/hl7.schema'
import { orders } from '@readroom/db/orders/orders.schema'
import { createLab } from '@readroom/db/testing/factories'
import { readHeader } from '@readroom/hl7/message/header'
import { createHeartbeats } from '@readroom/process/heartbeats'
import { asc, eq } from 'drizzle-orm'
import getPort from 'get-port'
import { startRefusalCounts } from '../../core/port-refusals.ts'
import { silent } from '../../studies/intake/intake.fixture.ts'
import { type ListenerContext, startHl7Listener } from './hl7-listener.ts'

/** Makes an open connection of a new laboratory, on a free port. */
export async function createConnection(db: OpenDb, fields: Partial<typeof hl7Connections.$inferInsert> = {}) {
  const lab = await createLab(db)
  const port = await getPort({ host: '127.0.0.1' })
  const values = {
    labId: lab.id,
    name: `Connection ${port}`,
    port,
    allowedAddresses: ['127.0.0.1'],
    charset: '8859/1' as const,
    mapping: Hl7Mapping.parse({ timeZone: 'Europe/Berlin' }),
    isEnabled: true,
  }
  const [row] = await db
    .insert(hl7Connections)
    .values({ ...values, ...fields })
    .returning()
  if (!row) throw new Error('the insert returned no row')
  return row
}

/** Starts a listener on the connections of a database, with the results that it counts. */
export function listen(database: Pick<Database, 'db'>, options: Partial<ListenerContext> = {}) {
  const refusals = startRefusalCounts(database, silent)
  const results: string[] = []
  const listener = startHl7Listener({
    database,
    log: silent,
    heartbeats: createHeartbeats(),
    host: '127.0.0.1',
    identity: null,
    refusals,
    onMessage: (result) => results.push(result),
    ...options,
  })
  const stop = async () => {
    await listener.stop()
    await refusals.stop()
  }
  return { stop, results }
}

/** Returns the messages of a connection, in the order in which they arrived. */
export async function listMessages({ db }: Pick<Database, 'db'>, connectionId: string) {
  return db.select().from(hl7Messages).where(eq(hl7Messages.connectionId, connectionId)).orderBy(asc(hl7Messages.id))
}

/** Returns the orders of a laboratory, by their number. */
export async function listOrders({ db }: Pick<Database, 'db'>, labId: string) {
  return db.select().from(orders).where(eq(orders.labId, labId)).orderBy(asc(orders.placerNumber))
}

/** Returns the code, the control ID and the faults of an answer. */
export function readAnswer(answer: Buffer | null) {
  if (answer === null) return null
  const [, msa = [], ...errors] = answer
    .toString('latin1')
    .split('\r')
    .map((segment) => segment.split('|'))
  const faults = errors.filter(([name]) => name === 'ERR').map(([, , place, condition]) => `${place} ${condition?.split('^', 1)}`)
  return { code: msa[1], controlId: msa[2], faults, of: readHeader(answer).field(9) }
}
