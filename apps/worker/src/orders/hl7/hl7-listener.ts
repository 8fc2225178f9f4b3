import { setTimeout as delay } from 'node:timers/promises'
import type { OwnPort } from '@readroom/contracts/core/port-refusals'
import { type Hl7ConnectionRow, listEnabledHl7Connections } from '@readroom/db/orders/hl7'
import type { RefusalReason } from '@readroom/process/front/port-front'
import type { Heartbeats } from '@readroom/process/heartbeats'
import pLimit from 'p-limit'
import { startLoop } from '../../core/loop.ts'
import type { RefusalCounts } from '../../core/port-refusals.ts'
import { createPortWatch } from '../../core/port-watch.ts'
import { type OpenPort, openPort, type ServerIdentity } from './hl7-port.ts'
import { type ReceiveContext, receive } from './hl7-receive.ts'

/** A change of a connection applies within this time. */
const LOOK_MS = 5_000
/** Messages that are stored at the same time, of all connections: the pool has connections for others, too. */
const STORED_AT_ONCE = 4

export type ListenerContext = ReceiveContext & {
  heartbeats: Heartbeats
  /** The address on which ports are opened. */
  host: string
  identity: ServerIdentity | null
  /** Counts connections that were refused. */
  refusals: RefusalCounts
}

type Open = { version: number; label: string; port: OpenPort | null }
/** A port that hangs may not close. */
const CLOSE_MS = 5_000

/** Opens the ports of all enabled HL7 connections, and follows their changes. A port that cannot be opened stops no other. */
export function startHl7Listener(context: ListenerContext) {
  const { database, log, heartbeats, host, identity, refusals } = context
  const limit = pLimit(STORED_AT_ONCE)
  const ports = new Map<string, Open>()

  const answer = (connection: Hl7ConnectionRow, address: string, message: Buffer) =>
    limit(() => receive(context, connection, address, message))

  const onRefused = ({ id, labId }: Hl7ConnectionRow, address: string, reason: RefusalReason | 'not allowed') => {
    log.warn({ connection: id, address, reason }, 'an HL7 connection was refused')
    refusals.count({ port: 'hl7', labId, address, aeTitle: '', reason })
  }

  const watch = createPortWatch()

  /** Closes a port that hangs, so that it is opened again. */
  async function closeHung({ id, labId }: Hl7ConnectionRow): Promise<void> {
    const open = ports.get(id)
    const port = open?.port
    if (!port || !(await watch.hasHung(id, port.probe))) return
    log.error({ connection: id, port: port.port }, 'an HL7 port did not answer and is opened again')
    refusals.count({ port: 'hl7', labId, address: '', aeTitle: '', reason: 'no answer' })
    await Promise.race([port.close(), delay(CLOSE_MS)])
    ports.set(id, { ...open, port: null })
  }

  async function openOne(connection: Hl7ConnectionRow): Promise<void> {
    const before = ports.get(connection.id)
    if (before?.port && before.version === connection.version) return
    await before?.port?.close()
    const port = await openPort(connection, { host, identity, log, onRefused, answer }).catch((error: unknown) => {
      // Once for each version: the port is tried again in each round.
      if (before?.version !== connection.version) log.error({ connection: connection.id, err: error }, 'an HL7 port did not open')
      return null
    })
    const label = `${connection.port}, ${connection.name}`
    ports.set(connection.id, { version: connection.version, label, port })
    if (port) log.info({ connection: connection.id, port: port.port }, 'an HL7 port is open')
  }

  async function closeOthers(ids: readonly string[]): Promise<void> {
    for (const [id, { port }] of ports) {
      if (ids.includes(id)) continue
      await port?.close()
      ports.delete(id)
    }
  }

  async function look(): Promise<number> {
    const connections = await listEnabledHl7Connections(database.db)
    await closeOthers(connections.map(({ id }) => id))
    await Promise.all(connections.map(closeHung))
    for (const connection of connections) await openOne(connection)
    return LOOK_MS
  }

  const loop = startLoop({ name: 'hl7', log, heartbeats, round: look })
  return {
    /** Returns its ports. One that did not open does not answer. */
    ports: (): OwnPort[] =>
      [...ports].map(([id, { port, label }]) => ({ port: 'hl7', label, isAnswering: port !== null && watch.isAnswering(id) })),
    /** Lets the messages in hand finish, with their answers. */
    stop: async () => {
      await loop.stop()
      await closeOthers([])
    },
  }
}
