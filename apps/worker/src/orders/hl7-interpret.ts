import { createHash } from 'node:crypto'
import type { AppError, ErrorCode } from '@readroom/contracts/core/errors'
import type { Hl7MessageState } from '@readroom/contracts/orders/hl7'
import { OrderCommand } from '@readroom/contracts/orders/orders'
import type { Hl7ConnectionRow } from '@readroom/db/orders/hl7'
import type { ArrivedHl7Message } from '@readroom/domain/orders/hl7-messages'
import { type Interpretation, interpret, messageType } from '@readroom/hl7/mapping/interpret'
import { patientIdsOf } from '@readroom/hl7/mapping/read-patient'
import type { ErrorCondition, Fault, Outcome } from '@readroom/hl7/message/acknowledgement'
import { type Header, headerComponent } from '@readroom/hl7/message/header'

/** A longer name or control ID is cut off: the hash still tells messages apart. */
const MAX_NAME = 199

/** Returns the text of a header without control characters, short enough to be stored. */
const storable = (text: string) =>
  text
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, MAX_NAME)

/** The orders that a message asks for, and its state and answer if they are applied. */
export type Plan = { state: Hl7MessageState; outcome: Outcome; commands: OrderCommand[] }

const faulty = (...faults: Fault[]): Outcome => ({ kind: 'faulty', faults })

/** A message that was understood and cannot be applied yet. Its sender must hear that it was not. */
const patientsWait: Plan = {
  state: 'waiting',
  outcome: faulty({
    condition: 'internal',
    place: null,
    text: 'The message was stored and not applied: Readroom does not change patients by HL7 yet.',
  }),
  commands: [],
}

function planOf(interpretation: Interpretation): Plan {
  if (interpretation.content === null) {
    const { outcome } = interpretation
    return { state: outcome.kind, outcome, commands: [] }
  }
  if (interpretation.content.kind === 'patients') return patientsWait
  const read = interpretation.content.orders.map((order) => OrderCommand.safeParse(order))
  const issues = read.flatMap(({ error }) => error?.issues ?? [])
  if (issues.length > 0) {
    // Values stay out of the answer, and of the list that administrators see.
    const faults = issues.map(
      ({ path }): Fault => ({ condition: 'dataType', place: null, text: `The value of ${path.join('.')} is not allowed.` }),
    )
    return { state: 'faulty', outcome: faulty(...faults), commands: [] }
  }
  return { state: 'applied', outcome: { kind: 'accepted' }, commands: read.flatMap(({ data }) => data ?? []) }
}

/** Reads a message of a connection: what of it is stored, and what it asks for. */
export function readMessage(
  connection: Hl7ConnectionRow,
  header: Header,
  bytes: Buffer,
): { message: ArrivedHl7Message; plan: Plan } {
  const { mapping, sendingFacility } = connection
  const interpretation = interpret(bytes, header, { ...mapping, sendingFacility }, connection.charset)
  const parsed = interpretation.message
  const message: ArrivedHl7Message = {
    connectionId: connection.id,
    sendingApplication: storable(headerComponent(header, 3, 1)),
    sendingFacility: storable(headerComponent(header, 4, 1)),
    controlId: storable(header.field(10)),
    hash: createHash('sha256').update(bytes).digest('hex'),
    type: storable(messageType(header)),
    raw: parsed === null ? null : bytes,
    patientIds: parsed === null ? [] : patientIdsOf(parsed),
    flags: parsed?.reading.isUtf8InDisguise ? ['utf8InDisguise'] : [],
  }
  return { message, plan: planOf(interpretation) }
}

/** Where the reason of a refused order is in its message. Others are no fault of one field. */
const refusals: Partial<Record<ErrorCode, { condition: ErrorCondition; field: number }>> = {
  ORDER_NOT_FOUND: { condition: 'unknownKey', field: 2 },
  ORDER_EXISTS: { condition: 'duplicateKey', field: 2 },
  ORDER_CLOSED: { condition: 'locked', field: 1 },
  ORDER_REPORTED: { condition: 'locked', field: 1 },
  ORDER_PERFORMED: { condition: 'locked', field: 1 },
}

/** Returns the answer to a message whose order was refused. */
export function refusalOf(error: AppError): Outcome {
  const refusal = refusals[error.code]
  if (refusal === undefined) return faulty({ condition: 'internal', place: null, text: error.message })
  return faulty({ condition: refusal.condition, place: { segment: 'ORC', field: refusal.field }, text: error.message })
}
