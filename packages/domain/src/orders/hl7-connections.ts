import { randomUUID } from 'node:crypto'
import { AppError } from '@readroom/contracts/core/errors'
import { type Hl7ConnectionFields, hl7Tables, UnknownField } from '@readroom/contracts/orders/hl7'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Db, Tx } from '@readroom/db/core/client'
import type { Before } from '@readroom/db/core/locks'
import {
  findHl7Message,
  type Hl7MessageText,
  insertHl7Connection,
  lockAnyHl7Connection,
  updateHl7Connection,
} from '@readroom/db/orders/hl7-connections'
import { forgetUnknownValues } from '@readroom/db/orders/hl7-unknown-values'
import { emitJob } from '../core/outbox.ts'

/** Names of systems and addresses: what the audit log may hold. */
const recorded = (id: string, { port, allowedAddresses, isEnabled, clientCertificates }: Omit<Hl7ConnectionFields, 'labId'>) => ({
  target: { type: 'hl7_connection', id },
  details: { port, allowedAddresses, isEnabled, isTls: clientCertificates !== null },
})

/** Returns the new connection's id. A name or port that another connection has, or an unknown laboratory, breaks a constraint. */
export async function createHl7Connection(tx: Tx, actor: Actor, fields: Hl7ConnectionFields): Promise<string> {
  const id = await insertHl7Connection(tx, fields)
  await audit(tx, actor, { action: 'hl7_connection.created', ...recorded(id, fields) })
  return id
}

/** Throws HL7_CONNECTION_NOT_FOUND, CONFLICT. A name or port that another connection has breaks a constraint. */
export async function changeHl7Connection(
  begun: Before<'hl7Connection'>,
  actor: Actor,
  { connectionId, version, ...fields }: Omit<Hl7ConnectionFields, 'labId'> & { connectionId: string; version: number },
): Promise<void> {
  const [tx, connection] = await lockAnyHl7Connection(begun, connectionId)
  if (!connection) throw new AppError('HL7_CONNECTION_NOT_FOUND')
  if (connection.version !== version) throw new AppError('CONFLICT')
  await updateHl7Connection(tx, connectionId, fields)
  for (const [field, table] of Object.entries(hl7Tables)) {
    await forgetUnknownValues(tx, connectionId, UnknownField.parse(field), Object.keys(fields.mapping[table]))
  }
  await audit(tx, actor, { action: 'hl7_connection.changed', ...recorded(connectionId, fields) })
}

/**
 * Queues an order of a patient who does not exist, which the connection receives as if the laboratory had sent it. Returns its number.
 * Throws HL7_CONNECTION_NOT_FOUND, HL7_CONNECTION_DISABLED.
 */
export async function sendTestOrder(begun: Before<'hl7Connection'>, actor: Actor, connectionId: string): Promise<string> {
  const [tx, connection] = await lockAnyHl7Connection(begun, connectionId)
  if (!connection) throw new AppError('HL7_CONNECTION_NOT_FOUND')
  if (!connection.isEnabled) throw new AppError('HL7_CONNECTION_DISABLED')
  // Short enough for an accession number.
  const number = `TEST-${randomUUID().slice(0, 8).toUpperCase()}`
  await emitJob(tx, 'test-order.receive', { connectionId, number, sentAt: new Date().toISOString() })
  await audit(tx, actor, { action: 'hl7_connection.tested', target: { type: 'hl7_connection', id: connectionId } })
  return number
}

/** Returns a message with its text. Throws HL7_MESSAGE_NOT_FOUND, also if the text was removed. */
export async function findHl7Text(db: Db, messageId: string): Promise<Hl7MessageText> {
  const message = await findHl7Message(db, messageId)
  if (!message) throw new AppError('HL7_MESSAGE_NOT_FOUND')
  return message
}

/** As `findHl7Text`, and writes to the audit log who opened it. */
export async function openHl7Text(tx: Tx, actor: Actor, messageId: string): Promise<Hl7MessageText> {
  const message = await findHl7Text(tx, messageId)
  await audit(tx, actor, { action: 'hl7_message.opened', target: { type: 'hl7_message', id: messageId } })
  return message
}
