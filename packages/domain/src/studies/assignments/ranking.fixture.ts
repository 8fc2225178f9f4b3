import { startTimes } from './expected-minutes.ts'
import type { OpenStudy } from './expected-reading.ts'
import type { Reader, StudyToDeal } from './ranking.ts'

/** A reader without any obstacle. */
export const aReader = (doctorId: string, facts: Partial<Reader> = {}): Reader => ({
  doctorId,
  works: { presence: null, availableDays: [] },
  groupIds: [],
  readsLabIds: null,
  readsModalities: null,
  readsBodyRegions: null,
  licenseExpiresOn: null,
  lacks: null,
  open: [],
  openMinutesLimit: null,
  share: 100,
  deficit: 0,
  deficitAt: null,
  lastAssignedAt: null,
  ...facts,
})

/** A routine CT of a patient whom nobody knows. */
export const aStudy = (facts: Partial<StudyToDeal> = {}): StudyToDeal => ({
  minutes: startTimes.minutesOf({ modalities: ['CT'], bodyParts: '', description: null, ...facts }),
  ownMinutes: {},
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

/** A routine study without a deadline that takes 6 minutes. */
export const anOpenStudy = (facts: Partial<OpenStudy> = {}): OpenStudy => ({
  ownMinutes: facts.minutes ?? 6,
  studyId: 'open',
  urgency: 'NORMAL',
  dueAt: null,
  minutes: 6,
  patientId: null,
  isProposed: false,
  ...facts,
})
