import { z } from 'zod'
import { Certificates } from '../core/places.ts'
import { Id, line, Priority, Sex } from '../core/primitives.ts'
import { TimeZone } from '../core/time-zone.ts'
import { AllowedAddresses } from './networks.ts'
import { OrderControl, OrderModality } from './orders.ts'

/** HL7 table 0211, as far as it is supported. */
export const hl7Charsets = [
  'UNICODE UTF-8',
  '8859/1',
  '8859/2',
  '8859/3',
  '8859/4',
  '8859/5',
  '8859/6',
  '8859/7',
  '8859/8',
  '8859/9',
  '8859/15',
  'GB 18030-2000',
  'KS X 1001',
  'BIG-5',
  'ISO IR87',
  'WINDOWS-1250',
  'WINDOWS-1251',
] as const
export const Hl7Charset = z.enum(hl7Charsets)

/** The fields of an order that a connection may read from places of its own. */
export const hl7Fields = [
  'placer',
  'filler',
  'accessionNumber',
  'studyInstanceUid',
  'procedureId',
  'procedure',
  'modality',
  'priority',
  'scheduledAt',
  'orderingPhysician',
  'copiesTo',
  'station',
  'aeTitle',
  'stepId',
  'patientLocation',
  'reason',
] as const
export const Hl7Field = z.enum(hl7Fields)
export type Hl7Field = z.infer<typeof Hl7Field>

/** A place in a message, such as `OBR-18` or `ORC-7.6`. */
const Hl7Place = z
  .string()
  .trim()
  .regex(/^[A-Z][A-Z0-9]{2}-[1-9]\d?(\.[1-9]\d?){0,2}$/, 'must be a place such as OBR-18 or ORC-7.6')

/** The sender's words for values of ours, beside the usual ones. */
const wordsFor = <T extends z.ZodType>(meaning: T) =>
  z
    .record(line(200).min(1), meaning)
    .refine((words) => Object.keys(words).length <= 100, 'must have 100 words at most')
    .default({})

/** How the messages of a connection are read. */
export const Hl7Mapping = z.strictObject({
  /** Places instead of the usual ones, tried in this order. */
  places: z.partialRecord(Hl7Field, z.array(Hl7Place).min(1).max(5)).default({}),
  priorities: wordsFor(Priority),
  controls: wordsFor(OrderControl),
  modalities: wordsFor(OrderModality),
  /** `U`: the sender does not know it. */
  sexes: wordsFor(z.enum([...Sex.options, 'U'])),
  charsets: wordsFor(Hl7Charset),
  /** A new order with a known number and other content changes the order, and a change of an unknown one makes it. False: both are refused. */
  isUpsert: z.boolean().default(true),
  /** A change of a patient that waits for an administrator is answered with AE instead of AA. It waits in both cases. */
  isWaitingFault: z.boolean().default(false),
  /** The authority whose patient ID is the laboratory's own. Null: the first ID of a message. */
  patientAuthority: line(250).min(1).nullable().default(null),
  /** Times without offset are in this zone. */
  timeZone: TimeZone.default('UTC'),
  /** Messages of a training system are taken, too. */
  isTraining: z.boolean().default(false),
})
export type Hl7Mapping = z.infer<typeof Hl7Mapping>

/** The tables of a mapping, by the field of a message whose values they explain. */
export const hl7Tables = {
  priority: 'priorities',
  control: 'controls',
  modality: 'modalities',
  sex: 'sexes',
  charset: 'charsets',
} as const satisfies Record<string, keyof Hl7Mapping>

/** The fields in which messages have values that a connection does not know. Those without a table are days, times and UIDs. */
export const unknownFields = [
  'control',
  'status',
  'priority',
  'modality',
  'sex',
  'birthDate',
  'scheduledAt',
  'studyInstanceUid',
  'charset',
] as const
export const UnknownField = z.enum(unknownFields)
export type UnknownField = z.infer<typeof UnknownField>

/** The fields of a connection that an administrator writes. */
export const Hl7ConnectionFields = z.strictObject({
  labId: Id,
  name: line(100).min(1, 'Please enter a name'),
  port: z.int().min(1_024).max(65_535),
  /** The certificates, or those of their authority, of the senders that are let in by TLS. Null: the connection is without TLS. */
  clientCertificates: Certificates.nullable(),
  /** Senders with other addresses are turned away. */
  allowedAddresses: AllowedAddresses,
  /** MSH-4 of all messages. Null: any. */
  sendingFacility: line(200).min(1).nullable(),
  charset: Hl7Charset,
  mapping: Hl7Mapping,
  isEnabled: z.boolean(),
  /** Messages are kept for so many days. */
  keepDays: z.int().min(1).max(3_650),
})
export type Hl7ConnectionFields = z.infer<typeof Hl7ConnectionFields>

/**
 * The state of a received message. `applied`: it is in the orders or patients. `faulty`: its content must be corrected. `refused`: it was for another receiver.
 * `waiting`: an administrator must decide what of it applies. `failed`: Readroom could not store its content.
 */
export const hl7MessageStates = ['applied', 'faulty', 'refused', 'waiting', 'failed'] as const
export const Hl7MessageState = z.enum(hl7MessageStates)
export type Hl7MessageState = z.infer<typeof Hl7MessageState>

/** Peculiarities of a message that administrators see. */
export const hl7MessageFlags = [
  'utf8InDisguise',
  'notUtf8',
  'reusedControlId',
  'strayLines',
  'segmentInText',
  'unknownValues',
] as const
export type Hl7MessageFlag = (typeof hl7MessageFlags)[number]
