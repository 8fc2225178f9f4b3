import type { Hl7MessageFlag, Hl7MessageState } from '@readroom/contracts/orders/hl7'
import type { OrderCommand } from '@readroom/contracts/orders/orders'
import type { Before } from '@readroom/db/core/locks'
import {
  findHl7Answers,
  insertHl7Message,
  isHl7ControlIdUsed,
  lockHl7Connection,
  type SentHl7Message,
} from '@readroom/db/orders/hl7'
import type { OrderSender } from './order-sender.ts'
import { receiveOrder } from './receive-order.ts'

/** A message on its way in. Its raw bytes are stored only if its patients are known, so that an erasure finds them. */
export type ArrivedHl7Message = SentHl7Message & {
  type: string
  raw: Buffer | null
  patientIds: string[]
  flags: readonly Hl7MessageFlag[]
}

/** The result of a message, with the answers that tell its sender. */
export type Hl7Verdict = { state: Hl7MessageState; faults: readonly string[]; answers: string[] }

/** An order that a message asks for. */
export type Hl7Order = { sender: OrderSender; command: OrderCommand }

/** The answers of a message; null if its connection is no longer open. `isRepeated`: it was received before, and nothing was done. */
export type Hl7Answer = { answers: string[]; isRepeated: boolean } | null

async function open<T extends Before<'hl7Connection'>>(begun: T, message: SentHl7Message) {
  const [tx, connection] = await lockHl7Connection(begun, message.connectionId)
  return { tx, isOpen: connection !== null, before: await findHl7Answers(tx, message) }
}

/**
 * Stores a message with its verdict, and does what its order asks for in the same transaction. A message that was received before gets the answer
 * of then. Throws what `receiveOrder` throws; nothing is stored then.
 */
export async function receiveHl7Message(
  begun: Before<'hl7Connection'>,
  message: ArrivedHl7Message,
  verdict: Hl7Verdict,
  order: Hl7Order | null,
): Promise<Hl7Answer> {
  const { tx, isOpen, before } = await open(begun, message)
  if (!isOpen) return null
  if (before !== null) return { answers: before, isRepeated: true }
  const isReused = await isHl7ControlIdUsed(tx, message)
  const flags: Hl7MessageFlag[] = isReused ? [...message.flags, 'reusedControlId'] : [...message.flags]
  await insertHl7Message(tx, { ...message, ...verdict, faults: [...verdict.faults], flags })
  if (order !== null) await receiveOrder(tx, order.sender, order.command)
  return { answers: verdict.answers, isRepeated: false }
}

/** Does what one of several orders of a message asks for, unless the message was received before. Throws what `receiveOrder` throws. */
export async function receiveHl7Order(begun: Before<'hl7Connection'>, message: SentHl7Message, order: Hl7Order): Promise<void> {
  const { tx, isOpen, before } = await open(begun, message)
  if (isOpen && before === null) await receiveOrder(tx, order.sender, order.command)
}
