import type { Reader, StudyToDeal } from './assignment-engine.ts'

/** A reader without any obstacle. */
export const aReader = (doctorId: string, facts: Partial<Reader> = {}): Reader => ({
  doctorId,
  works: { presence: null, availableDays: [] },
  groupIds: [],
  readsLabIds: null,
  readsModalities: null,
  readsBodyRegions: null,
  licenseExpiresOn: null,
  openMinutes: 0,
  openMinutesLimit: null,
  share: 100,
  deficit: 0,
  deficitAt: null,
  lastAssignedAt: null,
  openStat: 0,
  openPatientIds: [],
  ...facts,
})

/** A routine CT of a patient whom nobody knows. */
export const aStudy = (facts: Partial<StudyToDeal> = {}): StudyToDeal => ({
  studyId: 'study',
  labId: 'harbor',
  labName: 'Harbor',
  groupId: null,
  modalities: ['CT'],
  bodyParts: '',
  description: null,
  urgency: 'NORMAL',
  dueAt: null,
  patientId: null,
  priorDoctorId: null,
  declinedBy: [],
  ...facts,
})
