import { randomUUID } from 'node:crypto'
import { AppError } from '@readroom/contracts/core/errors'
import { type Database, isDatabaseDown, isGivenUp, withoutStatement } from '@readroom/db/core/client'
import type { Hl7ConnectionRow } from '@readroom/db/orders/hl7'
import {
  type ArrivedHl7Message,
  type Hl7Answer,
  type Hl7Order,
  type Hl7Verdict,
  receiveHl7Message,
  receiveHl7Order,
} from '@readroom/domain/orders/hl7-messages'
import { acknowledge, acknowledgeGarbage, type Outcome } from '@readroom/hl7/message/acknowledgement'
import { type Header, NotHl7, readHeader } from '@readroom/hl7/message/header'
import type { Logger } from 'pino'
import { type Plan, readMessage, refusalOf } from './hl7-interpret.ts'

export type ReceiveContext = {
  database: Pick<Database, 'db'>
  log: Logger
  /** Counts a message by its result. */
  onMessage: (result: string) => void
}

/** The transactions that a message may lose against somebody who changes the same order at the same moment. */
const ATTEMPTS = 5

/** MSH-10 holds 20 characters in older versions. */
const newControlId = () => randomUUID().replaceAll('-', '').slice(0, 20)
const sign = () => ({ controlId: newControlId(), at: new Date() })

const faultsOf = (outcome: Outcome) => (outcome.kind === 'accepted' ? [] : outcome.faults.map(({ text }) => text))

function verdictOf(header: Header, { state, outcome }: Pick<Plan, 'state' | 'outcome'>): Hl7Verdict {
  const answers = acknowledge(header, outcome, sign).map((answer) => answer.toString('base64'))
  return { state, faults: faultsOf(outcome), answers }
}

/** Applies all orders but the last one each in a transaction of its own, the last one in that of the message. */
async function apply(
  { database }: ReceiveContext,
  message: ArrivedHl7Message,
  verdict: Hl7Verdict,
  orders: readonly Hl7Order[],
): Promise<Hl7Answer> {
  for (const order of orders.slice(0, -1)) await database.db.transaction((tx) => receiveHl7Order(tx, message, order))
  return database.db.transaction((tx) => receiveHl7Message(tx, message, verdict, orders.at(-1) ?? null))
}

/** As `apply`, again if somebody else was quicker. */
async function applyInTurn(...args: Parameters<typeof apply>): Promise<Hl7Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await apply(...args)
    } catch (error) {
      if (attempt === ATTEMPTS || !(error instanceof AppError && error.code === 'CONFLICT')) throw error
    }
  }
}

/** Returns what to store instead of a message that could not be applied. Throws what a repetition may repair. */
function planAfter(error: unknown, { log }: ReceiveContext, connectionId: string): Pick<Plan, 'state' | 'outcome'> {
  if (error instanceof AppError && error.code !== 'CONFLICT') return { state: 'faulty', outcome: refusalOf(error) }
  if (error instanceof AppError || isDatabaseDown(error) || isGivenUp(error)) throw error
  // A message that always fails must not stop those behind it. Without the statement, whose values are the patient's.
  log.error({ connection: connectionId, err: withoutStatement(error) }, 'a message could not be stored')
  const text = 'Readroom could not store the content of the message.'
  return { state: 'failed', outcome: { kind: 'faulty', faults: [{ condition: 'internal', place: null, text }] } }
}

/**
 * Receives one message of a connection and returns its answers, after everything was committed. Null: it could not be stored, so nobody answers and
 * the sender repeats it.
 */
export async function receive(
  context: ReceiveContext,
  connection: Hl7ConnectionRow,
  address: string,
  bytes: Buffer,
): Promise<Buffer[] | null> {
  const { log, onMessage } = context
  try {
    const header = readHeader(bytes)
    const { message, plan } = readMessage(connection, header, bytes)
    const sender = { source: 'hl7', labId: connection.labId, userId: null, name: connection.name, address } as const
    const orders = plan.commands.map((command) => ({ sender, command }))
    let verdict = verdictOf(header, plan)
    const answer = await applyInTurn(context, message, verdict, orders).catch((error: unknown) => {
      verdict = verdictOf(header, planAfter(error, context, connection.id))
      return apply(context, message, verdict, [])
    })
    onMessage(answer === null ? 'unanswered' : answer.isRepeated ? 'repeated' : verdict.state)
    return answer?.answers.map((text) => Buffer.from(text, 'base64')) ?? null
  } catch (error) {
    if (error instanceof NotHl7) {
      onMessage('garbage')
      return acknowledgeGarbage(sign)
    }
    onMessage('unanswered')
    log.error({ connection: connection.id, err: withoutStatement(error) }, 'a message was not answered')
    return null
  }
}
