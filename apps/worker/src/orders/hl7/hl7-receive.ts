import { randomUUID } from 'node:crypto'
import { AppError } from '@readroom/contracts/core/errors'
import { type Database, isDatabaseDown, isGivenUp, withoutStatement } from '@readroom/db/core/client'
import type { Before } from '@readroom/db/core/locks'
import type { Hl7ConnectionRow } from '@readroom/db/orders/hl7'
import {
  type ArrivedHl7Message,
  type Hl7Answer,
  type Hl7Verdict,
  receiveHl7Message,
  receiveHl7Part,
  receiveHl7Patient,
} from '@readroom/domain/orders/hl7-messages'
import { receiveOrder } from '@readroom/domain/orders/receive-order'
import type { SentResult } from '@readroom/domain/patients/sent-changes'
import { acknowledge, acknowledgeGarbage, type Outcome } from '@readroom/hl7/message/acknowledgement'
import { type Header, NotHl7, readHeader } from '@readroom/hl7/message/header'
import type { Logger } from 'pino'
import { type Part, type Plan, planAfterPatients, readMessage, refusalOf } from './hl7-interpret.ts'

export type ReceiveContext = {
  database: Pick<Database, 'db'>
  log: Logger
  /** Counts a message by its result. */
  onMessage: (result: string) => void
}

/** The transactions that a message may lose against somebody who changes the same order or patient at the same moment. */
const ATTEMPTS = 5

/** MSH-10 holds 20 characters in older versions. */
const newControlId = () => randomUUID().replaceAll('-', '').slice(0, 20)
const sign = () => ({ controlId: newControlId(), at: new Date() })

const faultsOf = (outcome: Outcome) => (outcome.kind === 'accepted' ? [] : outcome.faults.map(({ text }) => text))

type Judged = Pick<Plan, 'state' | 'outcome' | 'remarks'>

function verdictOf(header: Header, { state, outcome, remarks = [] }: Judged, orderIds: string[]): Hl7Verdict {
  const answers = acknowledge(header, outcome, sign).map((answer) => answer.toString('base64'))
  return { state, faults: [...faultsOf(outcome), ...remarks], answers, orderIds }
}

type Received = { header: Header; connection: Hl7ConnectionRow; address: string; message: ArrivedHl7Message }

/** What became of a patient, or an order, which is always done or refused. */
type Done = { patient: SentResult } | { orderId: string }

/** Does one part of a message. */
async function doPart(tx: Before<'study'>, { connection, address }: Received, part: Part): Promise<Done> {
  const { labId, name, mapping } = connection
  if (part.kind === 'patient')
    return { patient: await receiveHl7Patient(tx, { labId, name, address }, part.change, part.ordered) }
  const sender = { source: 'hl7', labId, userId: null, name, address, isUpsert: mapping.isUpsert ?? true } as const
  const { orderId } = await receiveOrder(tx, sender, part.command)
  return { orderId }
}

/** Applies all parts but the last one each in a transaction of its own, the last one in that of the message. */
async function apply({ database }: ReceiveContext, received: Received, plan: Plan): Promise<Hl7Answer> {
  const { header, message } = received
  const before: Done[] = []
  const last = plan.parts.at(-1)
  for (const part of plan.parts.slice(0, -1)) {
    const done = await database.db.transaction((tx) => receiveHl7Part(tx, message, (open) => doPart(open, received, part)))
    if (done !== null) before.push(done)
  }
  return database.db.transaction((tx) =>
    receiveHl7Message(tx, message, async (open) => {
      const all = last === undefined ? before : [...before, await doPart(open, received, last)]
      const orderIds = [...new Set(all.flatMap((done) => ('orderId' in done ? done.orderId : [])))]
      const patients = all.flatMap((done) => ('patient' in done ? done.patient : []))
      if (patients.length === 0) return verdictOf(header, plan, orderIds)
      const { isWaitingFault = false } = received.connection.mapping
      return verdictOf(header, planAfterPatients(patients, isWaitingFault), orderIds)
    }),
  )
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
    const received = { header, connection, address, message }
    const answer = await applyInTurn(context, received, plan).catch((error: unknown) =>
      apply(context, received, { ...planAfter(error, context, connection.id), parts: [] }),
    )
    onMessage(answer?.result ?? 'unanswered')
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
