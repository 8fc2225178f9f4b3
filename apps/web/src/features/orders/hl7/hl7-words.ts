import type { Hl7MessageFlag, Hl7MessageState, UnknownField } from '@readroom/contracts/orders/hl7'
import { fieldWord } from '../orders/order-words.ts'

/** Each state of a message in words. */
export const messageStateLabels: Record<Hl7MessageState, string> = {
  applied: 'Applied',
  faulty: 'Content wrong',
  refused: 'Refused',
  waiting: 'Waits for an administrator',
  failed: 'Failed',
}

export const messageFlagLabels: Record<Hl7MessageFlag, string> = {
  utf8InDisguise: 'Is UTF-8, although its header says something else',
  notUtf8: 'Its header says UTF-8, and it is something else',
  reusedControlId: 'Control ID was used before',
  strayLines: 'Has lines that are no segment. They were read as part of the text before them',
  segmentInText: 'A text has a line that looks like a segment. It was read as text',
  unknownValues: 'Has values that the connection does not know',
}

export const unknownFieldLabels: Record<UnknownField, string> = {
  control: 'Order control',
  status: 'Order status',
  priority: 'Priority',
  modality: 'Modality',
  sex: 'Sex',
  birthDate: 'Birth date',
  scheduledAt: 'Scheduled time',
  studyInstanceUid: 'Study UID',
  charset: 'Character set',
}

/** Words for values that are the patient's own: they are counted, and not shown. */
export const uncountedWords: Partial<Record<UnknownField, string>> = {
  birthDate: 'that is no day',
  scheduledAt: 'that is no time',
  studyInstanceUid: 'that is no UID',
}

/** Fields of a patient; those of an order are named as in its history. */
const patientFields: Record<string, string> = {
  ids: 'Patient IDs',
  patientId: 'Patient ID',
  name: 'Patient name',
  birthDate: 'Birth date',
  sex: 'Sex',
  address: 'Address',
  phone: 'Phone',
  email: 'Email',
}

const orderFields: Record<string, string> = {
  filler: 'Filler number',
  procedure: 'Procedure',
}

/** Returns the name of a field that a message filled. */
export function filledFieldLabel(field: string): string {
  const [first = '', second] = field.split('.')
  return second === undefined ? (orderFields[first] ?? fieldWord(first)) : (patientFields[second] ?? second)
}
