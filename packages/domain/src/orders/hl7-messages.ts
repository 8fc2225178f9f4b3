import type { Hl7MessageFlag, Hl7MessageState, UnknownField } from '@readroom/contracts/orders/hl7'
import type { SentChange } from '@readroom/contracts/patients/sent-changes'
import type { Before } from '@readroom/db/core/locks'
import { findEarlierHl7Messages, insertHl7Message, lockHl7Connection, type SentHl7Message } from '@readroom/db/orders/hl7'
import { countUnknownValues } from '@readroom/db/orders/hl7-unknown-values'
import { matchStudiesAgain } from '../patients/matching/order-matches.ts'
import { type ChangeSender, keepForPerson, nobodyKnown, receiveSentChange, type SentResult } from '../patients/sent-changes.ts'
import { moveOrders, type OrderedPatient, type OrderedResult, updateOrderedPatient } from './ordered-patients.ts'

/** A message on its way in. Its raw bytes are stored only if its patients are known, so that an erasure finds them. */
export type ArrivedHl7Message = SentHl7Message & {
  type: string
  raw: Buffer | null
  patientIds: string[]
  flags: readonly Hl7MessageFlag[]
  /** The fields of orders and patients that it fills. */
  fields: string[]
  /** Values that its connection does not know. Those that no table could explain are empty. */
  unknownValues: readonly { field: UnknownField; value: string }[]
}

/** The result of a message, with the answers that tell its sender, and the orders that it was about. */
export type Hl7Verdict = { state: Hl7MessageState; faults: readonly string[]; answers: string[]; orderIds: string[] }

/** Does one part of a message. Returns the verdict on the message. */
export type Hl7Work = (tx: Before<'study'>) => Promise<Hl7Verdict>

/** The answers of a message; null if its connection is no longer open. `repeated`: it was received before, and nothing was done. */
export type Hl7Answer = { answers: string[]; result: Hl7MessageState | 'repeated' } | null

async function open<T extends Before<'hl7Connection'>>(begun: T, message: SentHl7Message) {
  const [tx, isOpen] = await lockHl7Connection(begun, message.connectionId)
  const { answers, isControlIdUsed } = await findEarlierHl7Messages(tx, message)
  return { tx, isOpen, before: answers, isControlIdUsed }
}

/**
 * Does what a message asks for, and stores it with the verdict in the same transaction. A message that was received before gets the answer of then.
 * Throws what the work throws; nothing is stored then.
 */
export async function receiveHl7Message(
  begun: Before<'hl7Connection'>,
  message: ArrivedHl7Message,
  work: Hl7Work,
): Promise<Hl7Answer> {
  const { tx, isOpen, before, isControlIdUsed } = await open(begun, message)
  if (!isOpen) return null
  if (before !== null) return { answers: before, result: 'repeated' }
  const flags: Hl7MessageFlag[] = isControlIdUsed ? [...message.flags, 'reusedControlId'] : [...message.flags]
  const verdict = await work(tx)
  const { unknownValues, ...stored } = message
  await insertHl7Message(tx, { ...stored, ...verdict, faults: [...verdict.faults], flags })
  await countUnknownValues(tx, message.connectionId, unknownValues)
  return { answers: verdict.answers, result: verdict.state }
}

/** Does one of several parts of a message, unless the message was received before. Throws what the work throws. */
export async function receiveHl7Part<R>(
  begun: Before<'hl7Connection'>,
  message: SentHl7Message,
  work: (tx: Before<'study'>) => Promise<R>,
): Promise<R | null> {
  const { tx, isOpen, before } = await open(begun, message)
  return isOpen && before === null ? work(tx) : null
}

/** Does what a message says of a patient to the open orders with its ID. */
async function followOrders(
  begun: Before<'order'>,
  sender: ChangeSender,
  change: SentChange,
  ordered: OrderedPatient,
): Promise<OrderedResult> {
  const ofOrders = { ...sender, source: 'hl7', userId: null } as const
  if (change.kind === 'update') return updateOrderedPatient(begun, ofOrders, change.patient.patientId, ordered)
  return moveOrders(begun, ofOrders, { from: [change.previousId], into: change.patient.patientId, patient: ordered })
}

/** Returns the note for the sender of a change of somebody who is only ordered. Orders have no phone number, email and address. */
function noteOfOrdered({ kind, patient }: SentChange, changed: number): string | null {
  const isLost = kind === 'update' && [patient.phone, patient.email, patient.address].some((value) => value)
  if (isLost) return 'Only orders have the ID of PID-3. Phone number, email and address are kept once there are images.'
  return changed > 0 ? null : 'Only orders have the ID of PID-3. They have these values already.'
}

/**
 * Does what a message says of a patient, who may have images, orders, or both. `ordered`: the patient as orders write it. What waits for a person waits for
 * the orders, too. The studies of the person may be those of other orders then.
 */
export async function receiveHl7Patient(
  begun: Before<'study'>,
  sender: ChangeSender,
  change: SentChange,
  ordered: OrderedPatient,
): Promise<SentResult> {
  const result = await receiveSentChange(begun, sender, change)
  if (result.state === 'waiting') {
    await matchStudiesAgain(begun, result.studyIds)
    return result
  }
  const { found, changed, obstacle } = await followOrders(begun, sender, change, ordered)
  await matchStudiesAgain(begun, result.studyIds)
  if (obstacle !== null) return keepForPerson(begun, sender, change, obstacle, result.studyIds)
  return found > 0 && result.note === nobodyKnown ? { ...result, note: noteOfOrdered(change, changed) } : result
}
