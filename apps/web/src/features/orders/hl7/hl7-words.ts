import type { Hl7MessageFlag, Hl7MessageState } from '@readroom/contracts/orders/hl7'

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
  reusedControlId: 'Control ID was used before',
  strayLines: 'Has lines that are no segment. They were read as part of the text before them',
  segmentInText: 'A text has a line that looks like a segment. It was read as text',
  unknownValues: 'Has values that the connection does not know',
}
