import { z } from 'zod'

/** Facts about a row that the reader must know before trusting its images or its report. */
export const studyFlags = [
  'preliminaryReport',
  'laboratoryConflict',
  'imagesMissing',
  'imagesDamaged',
  'newImages',
  'duplicateStudyUid',
  'sharedSeriesUid',
  'severalPeople',
  'nameUnreadable',
  'ageContradicted',
  'identityReview',
  'questionWaiting',
  'hasOrder',
  'orderCancelled',
  'priorityUnknown',
] as const
export const StudyFlag = z.enum(studyFlags)
export type StudyFlag = z.infer<typeof StudyFlag>

/** Filters that ask for studies with or without something, and their labels. Lists, addresses and the panel follow from this table. */
export const flagLabels = {
  /** Case type urgent or emergency, or priority URGENT, EMERGENCY. */
  emergency: 'Emergency',
  mlc: 'MLC',
} as const
export type FlagFilter = keyof typeof flagLabels

export const ofEachFlag = <T>(make: (name: FlagFilter) => T): Record<FlagFilter, T> => ({
  emergency: make('emergency'),
  mlc: make('mlc'),
})
