import { z } from 'zod'
import { Certificates, Host, Port } from '../core/places.ts'
import { AeTitle, Id, line } from '../core/primitives.ts'

/** How reports are written as HL7 messages. Receivers differ in their status codes (HL7 table 0123). */
const hl7Form = {
  sendingFacility: line(100),
  receivingApplication: line(100),
  receivingFacility: line(100),
  /** The authority of the patient's ID. Null: the receiver expects none. */
  patientAuthority: line(100).min(1).nullable(),
  withPdf: z.boolean(),
  /** A study with several orders has one message that names them all. Otherwise each order gets its own. */
  ordersTogether: z.boolean().default(false),
  addendumStatus: z.enum(['C', 'F', 'A']),
  withdrawnStatus: z.enum(['X', 'C']),
}

/** The place of a receiver that is not a web server. */
const socket = {
  host: Host,
  port: Port,
  /** The certificates, or those of their authority, of the receiver. Null: the connection is without TLS. */
  certificates: Certificates.nullable(),
}

/** The place of a receiver that is a web server. */
const web = {
  url: z.url({ protocol: /^https$/ }).max(2_000),
  /** The address may be one of a private network. */
  allowsPrivate: z.boolean(),
  certificates: Certificates.nullable(),
}

/** How reports are written as DICOM. `pdf`: Encapsulated PDF. `sr`: Basic Text SR, without pictures. */
export const dicomDocuments = ['pdf', 'sr'] as const
export type DicomDocument = (typeof dicomDocuments)[number]
/** The SOP classes of both (DICOM PS3.4, B.5). */
export const documentClasses: Record<DicomDocument, string> = {
  pdf: '1.2.840.10008.5.1.4.1.1.104.1',
  sr: '1.2.840.10008.5.1.4.1.1.88.11',
}

/** The forms that an archive gets of each report. `both`: the PDF, then the SR, each in a delivery of its own. */
export const documentChoices = [...dicomDocuments, 'both'] as const
const DocumentChoice = z.enum(documentChoices)
export type DocumentChoice = z.infer<typeof DocumentChoice>

export const Hl7Destination = z.strictObject({ kind: z.literal('hl7'), ...socket, ...hl7Form })
export type Hl7Destination = z.infer<typeof Hl7Destination>

/** The groups of events. Webhooks choose among them; every other destination receives reports only. */
export const eventGroups = ['reports', 'studies', 'orders', 'patients'] as const
const EventGroup = z.enum(eventGroups)
export type EventGroup = z.infer<typeof EventGroup>

export const WebhookDestination = z.strictObject({
  kind: z.literal('webhook'),
  ...web,
  /** The message has the patient's name, ID, birth date and sex. */
  withPatient: z.boolean(),
  /** A webhook that was stored without groups receives reports. */
  events: z.array(EventGroup).min(1).max(eventGroups.length).default(['reports']),
})
export type WebhookDestination = z.infer<typeof WebhookDestination>

export const FolderDestination = z.strictObject({
  kind: z.literal('folder'),
  /** A folder below the one that the worker is given. */
  folder: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/, 'must be letters, digits, hyphens and underscores'),
  format: z.enum(['hl7', 'pdf']),
  ...hl7Form,
})
export type FolderDestination = z.infer<typeof FolderDestination>

/** An image archive that takes reports by C-STORE. */
export const DicomDestination = z.strictObject({
  kind: z.literal('dicom'),
  ...socket,
  calledAeTitle: AeTitle,
  callingAeTitle: AeTitle,
  document: DocumentChoice,
})
export type DicomDestination = z.infer<typeof DicomDestination>

/** An image archive that takes reports by STOW-RS. */
export const StowDestination = z.strictObject({
  kind: z.literal('stow'),
  ...web,
  /** How we sign in. The password or token is the destination's secret. */
  login: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('none') }),
    z.strictObject({ kind: z.literal('bearer') }),
    z.strictObject({
      kind: z.literal('basic'),
      userName: line(100)
        .min(1)
        .regex(/^[^:]*$/, 'must not contain a colon'),
    }),
  ]),
  document: DocumentChoice,
})
export type StowDestination = z.infer<typeof StowDestination>

/** The place that results are sent to, and their form. */
export const ResultSettings = z.discriminatedUnion('kind', [
  Hl7Destination,
  DicomDestination,
  StowDestination,
  WebhookDestination,
  FolderDestination,
])
export type ResultSettings = z.infer<typeof ResultSettings>

/** The ways in which a laboratory gets a report: the kinds of its systems, a download of its staff, and an email. */
export const receivedWays = ['hl7', 'webhook', 'folder', 'dicom', 'stow', 'download', 'mail'] as const satisfies (
  | ResultSettings['kind']
  | 'download'
  | 'mail'
)[]
export const ReceivedWay = z.enum(receivedWays)
export type ReceivedWay = z.infer<typeof ReceivedWay>

/** `on`: results are sent. `held`: they are collected and wait. `off`: nothing new is collected, and nothing is sent. */
export const destinationStates = ['on', 'held', 'off'] as const
export const DestinationState = z.enum(destinationStates)
export type DestinationState = z.infer<typeof DestinationState>

/** The fields of a destination that an administrator writes. */
export const ResultDestinationFields = z.strictObject({
  labId: Id,
  name: line(100).min(1, 'Please enter a name'),
  settings: ResultSettings,
  state: DestinationState,
  /** A result that waits longer is shown as overdue. */
  alertMinutes: z.int().min(5).max(10_080),
})
export type ResultDestinationFields = z.infer<typeof ResultDestinationFields>

/** The key that signs the messages of a webhook, or the password or token for an archive. */
export const ResultSecret = z.string().regex(/^[\x21-\x7e]{1,4000}$/, 'must be letters, digits and signs')
/** The shortest key that signs messages. */
export const webhookSecretLength = 32

/** Returns true if a destination does not work without a secret. */
export const needsSecret = (settings: ResultSettings): boolean =>
  settings.kind === 'webhook' || (settings.kind === 'stow' && settings.login.kind !== 'none')

/** Returns true if a new secret is long enough for its destination. Null: the destination keeps its own. */
export const isSecretFit = ({ settings, secret }: { settings: ResultSettings; secret: string | null }): boolean =>
  settings.kind !== 'webhook' || secret === null || secret.length >= webhookSecretLength

/** The kinds of messages about a report. */
export const reportNoticeKinds = ['preliminary', 'final', 'corrected', 'appended', 'withdrawn'] as const
/** The kinds of messages about a study: its images have come, it was archived, or the image archive lost or got back its images. */
export const studyNoticeKinds = ['study_received', 'study_archived', 'study_images_missing', 'study_images_returned'] as const
/** The kinds of messages about an order: it is new, or people see another state of it. */
export const orderNoticeKinds = ['order_created', 'order_changed'] as const
/** The kinds of messages about two patients who became one, or are two again. */
export const mergeNoticeKinds = ['patient_merged', 'patient_unmerged'] as const

/** The kinds of messages. `test` is about nothing. */
export const resultKinds = [...reportNoticeKinds, ...studyNoticeKinds, ...orderNoticeKinds, ...mergeNoticeKinds, 'test'] as const
export const ResultKind = z.enum(resultKinds)
export type ResultKind = z.infer<typeof ResultKind>
export type ReportNoticeKind = (typeof reportNoticeKinds)[number]
export type StudyNoticeKind = (typeof studyNoticeKinds)[number]
export type MergeNoticeKind = (typeof mergeNoticeKinds)[number]

/** Returns true for a message about a report. */
export const isReportNotice = (kind: ResultKind): kind is ReportNoticeKind => reportNoticeKinds.some((known) => known === kind)

/**
 * The state of a delivery. `queued`: it will be sent, after those of its study before it. `parked`: the receiver refused it. `held`: an administrator
 * stopped it. `cancelled`: it will not be sent.
 */
export const deliveryStates = ['queued', 'sent', 'parked', 'held', 'cancelled'] as const
export const DeliveryState = z.enum(deliveryStates)
export type DeliveryState = z.infer<typeof DeliveryState>

/** The states of deliveries that may still be sent. */
export const unsentStates = ['queued', 'parked', 'held'] as const satisfies readonly DeliveryState[]

/**
 * The last answer to a delivery or from a destination. `unreachable`, `closed`, `silent` and `too long`: there was none. `mismatch`: it answered
 * another message. `garbage`: it could not be read. `unavailable`: it asks to be tried again later. `forbidden`: the address is private and not allowed, or a service of ours.
 * `misconfigured`: the worker lacks a key or folder. `unready`: the storage of documents
 * did not answer. `failed`: the message could not be made. `moved`: the study belongs to another laboratory now.
 * `unmatched`: the study is no longer one of the order.
 * `replaced`: the report was withdrawn before it was sent, or is preliminary and its laboratory no longer reads those.
 */
export const answerKinds = [
  'accepted',
  'faulty',
  'refused',
  'unreachable',
  'closed',
  'silent',
  'too long',
  'mismatch',
  'garbage',
  'unavailable',
  'forbidden',
  'misconfigured',
  'unready',
  'failed',
  'moved',
  'replaced',
  'unmatched',
] as const
export const AnswerKind = z.enum(answerKinds)
export type AnswerKind = z.infer<typeof AnswerKind>

/** The actions of administrators on a delivery, and the states in which each is possible. */
export const deliveryActions = {
  retry: ['queued', 'parked'],
  hold: ['queued', 'parked'],
  release: ['held'],
  /** Makes the message again, with a new ID: its receiver has refused the old one. */
  rewrite: ['parked'],
  cancel: ['queued', 'parked', 'held'],
} as const satisfies Record<string, readonly DeliveryState[]>
export type DeliveryAction = keyof typeof deliveryActions
export const DeliveryAction = z.enum(['retry', 'hold', 'release', 'rewrite', 'cancel'])

/** Returns true if an action is possible in a state. */
export const isActionPossible = (action: DeliveryAction, state: DeliveryState): boolean =>
  deliveryActions[action].some((possible) => possible === state)
