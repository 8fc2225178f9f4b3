import type { OrderAction } from '@readroom/contracts/orders/order-endpoints'
import type {
  MatchReason,
  OrderDifference,
  OrderEvent,
  OrderEventSource,
  ShownOrderState,
} from '@readroom/contracts/orders/orders'
import type { StatusColour } from '@readroom/contracts/studies/study-workflow'

/** The colour of each state: blue waits, green is done, grey is over. */
export const orderColours: Record<ShownOrderState, StatusColour> = {
  ordered: 'blue',
  scheduled: 'blue',
  held: 'orange',
  inProgress: 'yellow',
  acquired: 'orange',
  performed: 'purple',
  reported: 'green',
  ended: 'grey',
  cancelled: 'grey',
  discontinued: 'grey',
}

export const sourceWords: Record<OrderEventSource, string> = {
  manual: 'Entered by hand',
  hl7: 'HL7',
  fhir: 'FHIR',
  scanner: 'Scanner',
}

export const reasonWords: Record<MatchReason, string> = {
  studyUid: 'Matched by study UID',
  accession: 'Matched by accession number',
  request: 'Matched by the images’ request',
  manual: 'Matched by hand',
}

export const differenceWords: Record<OrderDifference, string> = {
  patientId: 'Patient ID',
  name: 'Name',
  birthDate: 'Birth date',
  sex: 'Sex',
  modality: 'Modality',
}

export const eventWords: Record<OrderEvent, string> = {
  created: 'Order received',
  changed: 'Changed',
  cancelled: 'Cancelled',
  held: 'Put on hold',
  released: 'Taken off hold',
  discontinued: 'Discontinued',
  ended: 'Ended',
  status: 'Status received',
  started: 'Examination started',
  completed: 'Examination completed',
  stopped: 'Examination stopped',
  matched: 'Matched to a study',
  unmatched: 'Match removed',
}

export const actionWords: Record<OrderAction, { label: string; title: string; hint: string; done: string }> = {
  cancel: {
    label: 'Cancel order',
    title: 'Cancel order',
    hint: 'The examination does not take place. A cancelled order cannot be changed or used again.',
    done: 'Order cancelled',
  },
  hold: {
    label: 'Hold',
    title: 'Put order on hold',
    hint: 'The order waits until you release it. Images that arrive are still matched to it.',
    done: 'Order put on hold',
  },
  release: { label: 'Release', title: 'Release order', hint: 'The order is no longer on hold.', done: 'Order released' },
  discontinue: {
    label: 'Discontinue',
    title: 'Discontinue order',
    hint: 'The examination was begun and stops. A discontinued order cannot be changed or used again.',
    done: 'Order discontinued',
  },
}

/** The names of fields in the history. */
const fieldWords: Record<string, string> = {
  fillerNumber: 'Filler number',
  fillerAuthority: 'Filler authority',
  accessionNumber: 'Accession number',
  studyInstanceUid: 'Study UID',
  procedureId: 'Procedure ID',
  procedureCode: 'Procedure code',
  procedureCodingSystem: 'Coding system',
  procedureDescription: 'Procedure',
  modality: 'Modality',
  priority: 'Priority',
  indication: 'Indication',
  orderingPhysician: 'Ordering physician',
  orderingPhysicianNumber: 'Number of the ordering physician',
  patientLocation: 'Patient location',
  visit: 'Visit',
  copiesTo: 'Copies to',
  scheduledAt: 'Scheduled for',
  station: 'Station',
  aeTitle: 'AE title',
  stepId: 'Step ID',
  protocol: 'Protocol',
  furtherSteps: 'Further steps',
  patientIds: 'Patient IDs',
  patientName: 'Patient name',
  patientBirthDate: 'Birth date',
  patientSex: 'Sex',
  reportedStatus: 'Status of the sender',
}

/** Returns the name of a field for a history entry. */
export const fieldWord = (field: string): string => fieldWords[field] ?? field

/** Returns the texts of a value of several parts, such as a visit, in their order. */
const textsOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(textsOf)
    : typeof value === 'string' && value !== ''
      ? [value]
      : []

/** Returns the value of a changed field in words. */
export function valueWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing'
  if (typeof value === 'string') return value
  if (Array.isArray(value)) {
    const words = value.map((item: unknown) =>
      typeof item === 'object' && item !== null && 'id' in item && item.id !== null ? String(item.id) : textsOf(item).join(' '),
    )
    return words.length === 0 ? 'nothing' : words.join(', ')
  }
  return typeof value === 'object' ? textsOf(value).join(', ') : JSON.stringify(value)
}
