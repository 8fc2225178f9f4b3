import { z } from 'zod'
import { CalendarDate, Id, Instant, line, Priority, paragraph, Sex, StrictUid } from '../core/primitives.ts'

/** A command about an order. `release` ends a hold; `status` passes on a sender's own status, which only `statusReports` knows. */
export const orderControls = ['new', 'change', 'cancel', 'hold', 'release', 'discontinue', 'status'] as const
export const OrderControl = z.enum(orderControls)
export type OrderControl = z.infer<typeof OrderControl>

/** A sender's own status of an order (HL7 table 0038: SC, IP, CM, HD, CA, DC). */
export const statusReports = ['scheduled', 'inProgress', 'completed', 'held', 'cancelled', 'discontinued'] as const
export const StatusReport = z.enum(statusReports)
export type StatusReport = z.infer<typeof StatusReport>

/** The source of an order: a person at the Orders page, or a connected system. */
export const orderSources = ['manual', 'hl7', 'fhir'] as const
export const OrderSource = z.enum(orderSources)
export type OrderSource = z.infer<typeof OrderSource>

/** The source of an entry in an order's history: that of an order, or a scanner that performs it. */
export const orderEventSources = [...orderSources, 'scanner'] as const
export const OrderEventSource = z.enum(orderEventSources)
export type OrderEventSource = z.infer<typeof OrderEventSource>

/** How far a performed procedure step is (DICOM PS3.3 section C.4.14, Performed Procedure Step Status). */
export const performedStepStates = ['inProgress', 'completed', 'discontinued'] as const
export const PerformedStepState = z.enum(performedStepStates)
export type PerformedStepState = z.infer<typeof PerformedStepState>

export const maxIndication = 10_000
export const maxCopies = 20
export const maxPatientIds = 20

/** Left out: as it is. Null: cleared. A new order has null for everything that is left out. */
const optional = <T extends z.ZodType>(schema: T) => schema.nullable().optional()

/** An organisation that gives out numbers: a name, an OID or another identifier. */
const Authority = line(250).min(1)

/** A number of an order, with the organisation that gave it. Null: the sender names none. */
export const OrderNumber = z.strictObject({ number: line(199).min(1), authority: Authority.nullable() })
export type OrderNumber = z.infer<typeof OrderNumber>

/** DICOM's CS of modalities: `CT`, `MR`. */
export const OrderModality = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9_ ]{1,16}$/, 'must be a DICOM modality such as CT')

/** A code with its words. */
const Procedure = z.strictObject({
  /** Requested Procedure ID (0040,1001). */
  id: optional(line(64)),
  code: optional(line(64)),
  codingSystem: optional(line(64)),
  description: optional(line(1_024)),
})

/** The patient of an order. Names are as DICOM writes them, `Family^Given^Middle^Prefix^Suffix`, or in plain words. */
const OrderPatient = z.strictObject({
  /** The first is the laboratory's own patient ID, by which images are compared. `type`: the kind of ID (HL7 table 0203), if the sender says so. */
  ids: z
    .array(z.strictObject({ id: line(64).min(1), authority: Authority.nullable(), type: line(20).min(1).optional() }))
    .max(maxPatientIds),
  name: optional(line(400)),
  birthDate: optional(CalendarDate),
  sex: optional(Sex),
})
export type OrderPatient = z.infer<typeof OrderPatient>

export const maxSteps = 20

/** The protocol of a scheduled step, by which a scanner chooses what it does. */
const StepProtocol = z.strictObject({
  description: line(1_024).nullable(),
  code: line(64).nullable().optional(),
  codingSystem: line(64).nullable().optional(),
})
export type StepProtocol = z.infer<typeof StepProtocol>

/** A scheduled step of an order beside its first one, whose values are those of the order. */
export const OrderStep = z.strictObject({
  /** Scheduled Procedure Step ID (0040,0009). */
  id: line(64).nullable(),
  ...StepProtocol.shape,
  modality: OrderModality.nullable(),
  station: line(64).nullable(),
  aeTitle: line(64).nullable(),
  /** Null: the time of the order. */
  scheduledAt: Instant.nullable(),
})
export type OrderStep = z.infer<typeof OrderStep>

/** A number of a visit or an account, with the organisation that gave it. */
const VisitNumber = OrderNumber.nullable()

/** The visit in which an order was made, as its sender names it. It goes back with the result. */
export const OrderVisit = z.strictObject({
  /** HL7 table 0004, such as I for an inpatient. */
  patientClass: line(20),
  /** Ward, room, bed, facility and so on (PL), each as it came. */
  location: z.array(line(200)).max(20),
  number: VisitNumber,
  account: VisitNumber,
})
export type OrderVisit = z.infer<typeof OrderVisit>

/** The fields of an order that a command may set. */
export const OrderFields = z.strictObject({
  filler: optional(OrderNumber),
  accessionNumber: optional(line(64)),
  studyInstanceUid: optional(StrictUid),
  procedure: optional(Procedure),
  modality: optional(OrderModality),
  priority: optional(Priority),
  indication: optional(paragraph(maxIndication)),
  /** As DICOM writes a name, or in plain words. */
  orderingPhysician: optional(line(400)),
  /** The sender's number of the ordering physician. */
  orderingPhysicianNumber: optional(OrderNumber),
  copiesTo: optional(z.array(line(400).min(1)).max(maxCopies)),
  scheduledAt: optional(Instant),
  /** The name of the station, and the AE title of the scanner. */
  station: optional(line(64)),
  aeTitle: optional(line(64)),
  /** The ID of its scheduled step, of the first if there are several. */
  stepId: optional(line(64)),
  protocol: optional(StepProtocol),
  furtherSteps: optional(z.array(OrderStep).max(maxSteps)),
  /** The ward, room and bed in which the patient is. */
  patientLocation: optional(line(200)),
  visit: optional(OrderVisit),
  patient: OrderPatient.optional(),
})
export type OrderFields = z.infer<typeof OrderFields>

/**
 * A command about one imaging order, as a listener, a page or an interface hands it to `receiveOrder` (docs/decisions/orders/orders.md). The
 * laboratory is not in it: it belongs to the connection or account that sends. Placer number and authority say which order of the laboratory is
 * meant.
 */
export const OrderCommand = z.strictObject({
  control: OrderControl,
  placer: OrderNumber,
  /** Of control `status` only. */
  status: StatusReport.optional(),
  /** Written to the order's history, such as a reason for a cancellation. */
  reason: paragraph(2_000).optional(),
  /** Values of a message that nobody could read, as they were sent, by their field. */
  unknownValues: z.record(z.string().max(40), line(200)).optional(),
  ...OrderFields.shape,
})
export type OrderCommand = z.infer<typeof OrderCommand>

/** The result of a command: the order, and whether anything changed. The same command again changes nothing. */
export const OrderReceipt = z.object({ orderId: Id, isChanged: z.boolean(), version: z.int() })
export type OrderReceipt = z.infer<typeof OrderReceipt>

/** The states that are stored. Commands give all of them but `ended`: nothing came of the order for so long that scanners no longer see it. */
export const orderStates = ['ordered', 'held', 'ended', 'cancelled', 'discontinued'] as const
export const OrderState = z.enum(orderStates)
export type OrderState = z.infer<typeof OrderState>

/** Until an administrator sets another number. */
export const defaultOrderEndDays = 30

/** The states in which images that come are those of the order. */
export const openOrderStates = ['ordered', 'held', 'ended'] as const satisfies OrderState[]

/**
 * The states that people see. `inProgress` and `acquired` are read from what scanners say, `performed` and `reported` from the studies of the order.
 * They are stored nowhere.
 */
export const shownOrderStates = [
  'ordered',
  'scheduled',
  'held',
  'inProgress',
  'acquired',
  'performed',
  'reported',
  'ended',
  'cancelled',
  'discontinued',
] as const
export const ShownOrderState = z.enum(shownOrderStates)
export type ShownOrderState = z.infer<typeof ShownOrderState>

/** Each state in words, for lists and refusals. */
export const orderStateLabels: Record<ShownOrderState, string> = {
  ordered: 'Ordered',
  scheduled: 'Scheduled',
  held: 'On hold',
  inProgress: 'In progress',
  acquired: 'Waiting for images',
  performed: 'Images arrived',
  reported: 'Reported',
  ended: 'Ended',
  cancelled: 'Cancelled',
  discontinued: 'Discontinued',
}

/** The reason for which a study belongs to an order. */
export const matchReasons = ['studyUid', 'accession', 'request', 'manual'] as const
export const MatchReason = z.enum(matchReasons)
export type MatchReason = z.infer<typeof MatchReason>

/** Everything that an order's history can say. */
export const orderEvents = [
  'created',
  'changed',
  'cancelled',
  'held',
  'released',
  'discontinued',
  'ended',
  'status',
  'started',
  'completed',
  'stopped',
  'matched',
  'unmatched',
] as const
export const OrderEvent = z.enum(orderEvents)
export type OrderEvent = z.infer<typeof OrderEvent>

/** The parts of a patient in which an order and the images can disagree. */
export const orderDifferences = ['patientId', 'name', 'birthDate', 'sex', 'modality'] as const
export const OrderDifference = z.enum(orderDifferences)
export type OrderDifference = z.infer<typeof OrderDifference>
