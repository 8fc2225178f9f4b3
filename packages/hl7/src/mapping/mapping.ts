/** Readroom's priorities, without those that no sender gives. */
export const mappedPriorities = ['NORMAL', 'HIGH', 'URGENT', 'STAT', 'EMERGENCY'] as const
export type MappedPriority = (typeof mappedPriorities)[number]

/**
 * Where each field of an order is read from, tried in this order. A connection may name others. Both kinds of order message use one table: a
 * segment that a message does not have is skipped. Without component, the field's own data type decides which parts are read.
 */
export const orderPlaces = {
  placer: ['ORC-2', 'OBR-2'],
  filler: ['ORC-3', 'OBR-3'],
  accessionNumber: ['IPC-1', 'OBR-18'],
  studyInstanceUid: ['IPC-3', 'ZDS-1'],
  procedureId: ['IPC-2', 'OBR-19'],
  procedure: ['OBR-4', 'OBR-44', 'IPC-6'],
  modality: ['IPC-5', 'OBR-24'],
  priority: ['TQ1-9', 'ORC-7.6', 'OBR-27.6', 'OBR-5'],
  scheduledAt: ['TQ1-7', 'ORC-7.4', 'OBR-27.4', 'OBR-36'],
  orderingPhysician: ['ORC-12', 'OBR-16'],
  copiesTo: ['OBR-28'],
  station: ['IPC-7'],
  aeTitle: ['IPC-9'],
  stepId: ['IPC-4', 'OBR-20'],
  patientLocation: ['PV1-3'],
  reason: ['ORC-16'],
} as const
export type OrderPlace = keyof typeof orderPlaces
export const orderPlaceNames: readonly OrderPlace[] = [
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
]

/** The clinical question is all of these, one below the other, each with the words that say where it is from. */
export const indicationPlaces = [
  { place: 'OBR-31', label: '' },
  { place: 'OBR-13', label: 'Clinical information: ' },
  { place: 'DG1-3', label: 'Diagnosis: ' },
  { place: 'AL1-3', label: 'Allergy: ' },
  { place: 'NTE-3', label: '' },
] as const

/** Words of a sender with what they mean. */
export type Words<T> = Readonly<Record<string, T>>

/** Returns what a word means: to the sender, or else usually. Undefined: nobody knows it. */
export function meaningOf<T>(word: string, own: Words<T>, usual: Words<T>): T | undefined {
  const sought = word.toUpperCase()
  const found = [own, usual].flatMap((words) => Object.entries(words)).find(([name]) => name.toUpperCase() === sought)
  return found?.[1]
}

/** How one connection's messages are read. */
export type Mapping = {
  /** Places instead of those of `orderPlaces`. */
  places: Partial<Record<OrderPlace, readonly string[]>>
  /** The sender's words, before the usual ones. They are compared without regard to case. */
  priorities: Words<MappedPriority>
  controls: Words<MappedControl>
  modalities: Words<string>
  /** `U`: the sender does not know it. */
  sexes: Words<'M' | 'F' | 'O' | 'U'>
  /** The sender's names in MSH-18 for those of HL7 table 0211. */
  charsets: Words<string>
  /** The authority whose patient ID is the laboratory's own. Null: the first patient ID of a message. */
  patientAuthority: string | null
  /** Times without offset are in this IANA zone. */
  timeZone: string
  /** MSH-4 of all messages. Null: any. */
  sendingFacility: string | null
  /** Messages of a training or debugging system are taken, too. */
  isTraining: boolean
}

/** How messages are read if a connection says nothing else. */
export const usualMapping: Mapping = {
  places: {},
  priorities: {},
  controls: {},
  modalities: {},
  sexes: {},
  charsets: {},
  patientAuthority: null,
  timeZone: 'UTC',
  sendingFacility: null,
  isTraining: false,
}

/** HL7 tables 0027 and 0485: their codes, and the words that stand beside these. */
export const usualPriorities: Readonly<Record<string, MappedPriority>> = {
  S: 'STAT',
  A: 'URGENT',
  P: 'URGENT',
  C: 'URGENT',
  T: 'URGENT',
  R: 'NORMAL',
  STAT: 'STAT',
  ASAP: 'URGENT',
  ROUTINE: 'NORMAL',
}

/** ORC-1, HL7 table 0119. */
export const orderControls = {
  NW: 'new',
  SN: 'new',
  PA: 'new',
  CH: 'new',
  XO: 'change',
  RP: 'change',
  CA: 'cancel',
  OC: 'cancel',
  DC: 'discontinue',
  OD: 'discontinue',
  HD: 'hold',
  OH: 'hold',
  RL: 'release',
  OE: 'release',
  SC: 'status',
} as const
export type MappedControl = (typeof orderControls)[keyof typeof orderControls]

/** ORC-5, HL7 table 0038. */
export const orderStatuses = {
  SC: 'scheduled',
  IP: 'inProgress',
  CM: 'completed',
  HD: 'held',
  CA: 'cancelled',
  DC: 'discontinued',
} as const
export type MappedStatus = (typeof orderStatuses)[keyof typeof orderStatuses]

/** PID-8, HL7 table 0001. */
export const sexes = { M: 'M', F: 'F', O: 'O', A: 'O', N: 'O', U: 'U', UNK: 'U' } as const
export type MappedSex = 'M' | 'F' | 'O' | null
