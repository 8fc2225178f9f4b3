import type { CodedField } from './findings.ts'
import type { MappedControl, MappedPriority, MappedStatus } from './mapping.ts'
import type { MappedPatient } from './read-patient.ts'
import type { Sent } from './values.ts'

export type MappedNumber = { number: string; authority: string | null }

/** The protocol of a scheduled step (IPC-6), by which a scanner chooses what it does. */
export type MappedProtocol = { description: string | null; code: string | null; codingSystem: string | null }

/** A scheduled step. */
export type MappedStep = MappedProtocol & {
  id: string | null
  modality: string | null
  station: string | null
  aeTitle: string | null
  scheduledAt: string | null
}

/** The visit of an order: each part as it came. */
export type MappedVisit = {
  patientClass: string
  location: string[]
  number: MappedNumber | null
  account: MappedNumber | null
}

/** One order of a message. Left out: the sender says nothing about it. Null: the sender removes it. */
export type MappedOrder = {
  control: MappedControl
  status?: MappedStatus | undefined
  reason?: string | undefined
  placer: MappedNumber
  filler?: Sent<MappedNumber>
  accessionNumber?: Sent<string>
  studyInstanceUid?: Sent<string>
  procedure?: Sent<{ id?: Sent<string>; code?: Sent<string>; codingSystem?: Sent<string>; description?: Sent<string> }>
  modality?: Sent<string>
  priority?: Sent<MappedPriority>
  indication?: Sent<string>
  orderingPhysician?: Sent<string>
  orderingPhysicianNumber?: Sent<MappedNumber>
  copiesTo?: Sent<string[]>
  scheduledAt?: Sent<string>
  station?: Sent<string>
  aeTitle?: Sent<string>
  stepId?: Sent<string>
  /** Of the first step. */
  protocol?: MappedProtocol | undefined
  /** The steps beside the first one, if there are several. */
  furtherSteps?: MappedStep[]
  patientLocation?: Sent<string>
  visit?: MappedVisit | undefined
  /** Values that could not be read, as they were sent. */
  unknownValues?: Partial<Record<CodedField, string>>
  patient?: MappedPatient | undefined
}

export const MAX_INDICATION = 10_000
export const MAX_COPIES = 20
export const MAX_ORDERS = 100
export const MAX_STEPS = 20
