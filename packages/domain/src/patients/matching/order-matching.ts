import { type MatchReason, type OrderDifference, type OrderPatient, openOrderStates } from '@readroom/contracts/orders/orders'
import { requestKey } from '@readroom/contracts/orders/request-keys'
import { isImaging } from '@readroom/contracts/studies/modalities'
import type { OrderRow } from '@readroom/db/orders/orders'
import type { StudyRow } from '@readroom/db/studies/studies'
import { compareIdentities } from '../patient-identity.ts'
import { studyUidOf } from './order-study-uid.ts'

/** The part of an order by which its studies are found. */
export type MatchedOrder = Pick<
  OrderRow,
  | ('id' | 'labId' | 'state' | 'placerNumber' | 'studyInstanceUid' | 'accessionNumber')
  | ('patientIdTexts' | 'patientName' | 'patientBirthDate' | 'patientSex')
>
/** The part of a study by which its orders are found. */
export type MatchedStudy = Pick<
  StudyRow,
  | ('labId' | 'labConflictAt' | 'studyInstanceUid' | 'accessionNumber' | 'requestKeys')
  | ('patientId' | 'patientName' | 'patientBirthDate' | 'patientSex')
> & {
  /** The IDs that its patient had, or took over from somebody who was merged: an order may still name one of them. */
  formerPatientIds: readonly string[]
  /** The study UIDs that its images came with, if it has another now: an order may still name one of them. */
  formerStudyUids?: readonly string[]
}

/** Reports whether an order still waits for images. One on hold does, and one that has ended: images that came are its images. */
export const isOpen = ({ state }: Pick<OrderRow, 'state'>): boolean => openOrderStates.some((open) => open === state)

/** Reports whether a study and an order are of the same laboratory. A study that two laboratories claim is nobody's. */
export const isOfOneLab = (order: Pick<OrderRow, 'labId'>, study: Pick<StudyRow, 'labId' | 'labConflictAt'>): boolean =>
  study.labId === order.labId && study.labConflictAt === null

/** Returns the ways in which images name an order beside the numbers of their study. */
export const requestKeysOf = (
  order: Pick<OrderRow, 'id' | 'placerNumber' | 'studyInstanceUid' | 'accessionNumber'>,
): string[] => [
  requestKey('uid', studyUidOf(order)),
  requestKey('placer', order.placerNumber),
  ...(order.accessionNumber === null ? [] : [requestKey('accession', order.accessionNumber)]),
]

/** Returns the number by which an order names a study of its laboratory; null if it names it by none. */
export function keyOf(order: MatchedOrder, study: MatchedStudy): Exclude<MatchReason, 'manual'> | null {
  if (!isOfOneLab(order, study)) return null
  if ([study.studyInstanceUid, ...(study.formerStudyUids ?? [])].includes(studyUidOf(order))) return 'studyUid'
  const accession = study.accessionNumber?.trim() ?? ''
  if (accession !== '' && order.accessionNumber === accession) return 'accession'
  return requestKeysOf(order).some((key) => study.requestKeys.includes(key)) ? 'request' : null
}

/** Returns the parts of the patient in which an order and the images disagree. A part that one of them leaves out agrees. */
export function differencesOf(order: MatchedOrder, study: MatchedStudy): OrderDifference[] {
  const patientId = study.patientId?.trim() ?? ''
  const isNamed = [patientId, ...study.formerPatientIds].some((id) => order.patientIdTexts.includes(id))
  const isOtherId = patientId !== '' && order.patientIdTexts.length > 0 && !isNamed
  const { differing } = compareOrder(order, study)
  return [...(isOtherId ? (['patientId'] as const) : []), ...differing]
}

/** Radiography by plates and by detectors: an order names either. */
const radiography = ['CR', 'DX', 'RG']

/** Reports whether an order asks for another modality than any that the images have. Nothing is said if one of them leaves it out. */
export function hasOtherModality(order: Pick<OrderRow, 'modality'>, study: Pick<StudyRow, 'modalities'>): boolean {
  const { modality } = order
  const images = study.modalities.filter(isImaging)
  if (modality === null || images.length === 0) return false
  const wanted = radiography.includes(modality) ? radiography : [modality]
  return !images.some((one) => wanted.includes(one))
}

const compareOrder = (order: MatchedOrder, study: MatchedStudy) =>
  compareIdentities(
    { name: order.patientName, birthDate: order.patientBirthDate, sex: order.patientSex },
    { name: study.patientName, birthDate: study.patientBirthDate, sex: study.patientSex },
  )

/** Reports whether a command names another patient than the order: they have no ID in common. */
export function isOtherPatient(order: MatchedOrder, patient: OrderPatient | undefined): boolean {
  if (patient === undefined) return false
  const isNamed = order.patientIdTexts.length === 0 || patient.ids.some(({ id }) => order.patientIdTexts.includes(id))
  return !isNamed && patient.ids.length > 0
}

/** Reports whether an order and the images name different people, so that only a person may match them. */
export function isConflicting(order: MatchedOrder, study: MatchedStudy): boolean {
  return differencesOf(order, study).includes('patientId') || compareOrder(order, study).agreement === 'conflicting'
}

/** Returns the reason for which a study belongs to an order without anybody's help; null if nothing says so, or the patients conflict. */
export function matchOf(order: MatchedOrder, study: MatchedStudy): Exclude<MatchReason, 'manual'> | null {
  const key = keyOf(order, study)
  return key !== null && isOpen(order) && !isConflicting(order, study) ? key : null
}
