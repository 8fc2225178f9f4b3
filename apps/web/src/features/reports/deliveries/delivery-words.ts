import type { DeliveryChoice } from '@readroom/contracts/reports/result-endpoints'
import type {
  AnswerKind,
  DeliveryAction,
  DeliveryState,
  DestinationState,
  DocumentChoice,
  EventGroup,
  ResultKind,
  ResultSettings,
} from '@readroom/contracts/reports/results'

export const kindLabels: Record<ResultKind, string> = {
  preliminary: 'Preliminary report',
  final: 'Final report',
  corrected: 'Corrected report',
  appended: 'Addendum',
  withdrawn: 'Withdrawal',
  study_received: 'Study received',
  study_archived: 'Study archived',
  study_images_missing: 'Images missing',
  study_images_returned: 'Images available again',
  order_created: 'New order',
  order_changed: 'Order state changed',
  patient_merged: 'Patient IDs merged',
  patient_unmerged: 'Patient ID merge undone',
  test: 'Test message',
}

export const deliveryStateLabels: Record<DeliveryState, string> = {
  queued: 'Queued',
  sent: 'Sent',
  parked: 'Refused',
  held: 'Held',
  cancelled: 'Cancelled',
}

export const choiceLabels: Record<DeliveryChoice, string> = {
  unsent: 'Unsent',
  all: 'All states',
  ...deliveryStateLabels,
}

export const destinationStateLabels: Record<DestinationState, string> = {
  on: 'Sends',
  held: 'Held: collects and waits',
  off: 'Off: collects nothing',
}

export const settingsKindLabels: Record<ResultSettings['kind'], string> = {
  hl7: 'HL7 over MLLP',
  dicom: 'DICOM C-STORE',
  stow: 'DICOM STOW-RS',
  webhook: 'Webhook',
  folder: 'Folder',
}

export const eventGroupLabels: Record<EventGroup, string> = {
  reports: 'Reports',
  studies: 'Studies',
  orders: 'Orders',
  patients: 'Patients',
}

export const documentLabels: Record<DocumentChoice, string> = {
  pdf: 'Encapsulated PDF',
  sr: 'Structured report (Basic Text SR)',
  both: 'Encapsulated PDF and structured report',
}

/** Each answer in words. */
export const answerLabels: Record<AnswerKind, string> = {
  accepted: 'Accepted',
  faulty: 'Refused: the receiver found an error in the message',
  refused: 'Refused: the receiver does not take this message',
  unreachable: 'The receiver could not be reached',
  closed: 'The receiver closed the connection without an answer',
  silent: 'The receiver did not answer in time',
  'too long': 'The answer was too long',
  mismatch: 'The receiver answered another message',
  garbage: 'The answer could not be read',
  unavailable: 'The receiver asked to try again later',
  forbidden: 'Readroom may not connect to this address: it is private and not allowed, or a service of Readroom itself',
  misconfigured: 'A setting of the worker is missing or wrong',
  unready: 'The storage of documents did not answer',
  failed: 'The message could not be made',
  moved: 'The study or patient belongs to another laboratory now',
  unmatched: 'The study no longer belongs to the order',
  replaced: 'The report was withdrawn before it was sent, or the laboratory no longer reads preliminary reports',
}

export const actionLabels: Record<DeliveryAction, string> = {
  retry: 'Retry',
  hold: 'Hold',
  release: 'Release',
  rewrite: 'Write again',
  cancel: 'Cancel',
}
