import { z } from 'zod'
import type { PatientSave } from './patients.ts'

type Group = 'patientInfo' | 'clinicalInfo' | 'physicianInfo' | 'technologistInfo' | 'priorityInfo' | 'studyInfo'
type Place = { [G in Group]: { group: G; key: keyof NonNullable<PatientSave[G]> } }[Group]

/**
 * Every field of the patient record that people change, by the name that the study's history stores. `subject`: whose it is; a change of the patient is
 * in the history of all their studies. `group`, `key`: its place in a save.
 */
export const recordFields = {
  salutation: { label: 'Salutation', subject: 'patient', group: 'patientInfo', key: 'salutation' },
  fullName: { label: 'Patient name', subject: 'patient', group: 'patientInfo', key: 'fullName' },
  patientId: { label: 'Patient ID', subject: 'patient', group: 'patientInfo', key: 'patientId' },
  age: { label: 'Age', subject: 'study', group: 'patientInfo', key: 'age' },
  gender: { label: 'Gender', subject: 'patient', group: 'patientInfo', key: 'gender' },
  dateOfBirth: { label: 'DOB', subject: 'patient', group: 'patientInfo', key: 'dateOfBirth' },
  contactPhone: { label: 'Phone', subject: 'patient', group: 'patientInfo', key: 'contactPhone' },
  contactEmail: { label: 'Email', subject: 'patient', group: 'patientInfo', key: 'contactEmail' },
  address: { label: 'Address', subject: 'patient', group: 'patientInfo', key: 'address' },
  accessionNumber: { label: 'Accession number', subject: 'study', group: 'studyInfo', key: 'accessionNumber' },
  examDescription: { label: 'Exam description', subject: 'study', group: 'studyInfo', key: 'examDescription' },
  code: { label: 'Code', subject: 'study', group: 'studyInfo', key: 'code' },
  lmp: { label: 'LMP', subject: 'study', group: 'studyInfo', key: 'lmp' },
  examType: { label: 'Exam type', subject: 'study', group: 'studyInfo', key: 'examType' },
  mlcCase: { label: 'MLC Case', subject: 'study', group: 'studyInfo', key: 'mlcCase' },
  caseFlags: { label: 'Marked', subject: 'study', group: 'studyInfo', key: 'caseFlags' },
  caseType: { label: 'Case type', subject: 'study', group: 'priorityInfo', key: 'caseType' },
  studyPriority: { label: 'Study status change', subject: 'study', group: 'priorityInfo', key: 'studyPriority' },
  priorityLevel: { label: 'Priority level', subject: 'study', group: 'priorityInfo', key: 'priorityLevel' },
  clinicalHistory: { label: 'Clinical History', subject: 'study', group: 'clinicalInfo', key: 'clinicalHistory' },
  previousInjury: { label: 'Previous Injury', subject: 'study', group: 'clinicalInfo', key: 'previousInjury' },
  previousSurgery: { label: 'Previous Surgery', subject: 'study', group: 'clinicalInfo', key: 'previousSurgery' },
  referringPhysician: { label: 'Referring physician', subject: 'study', group: 'physicianInfo', key: 'referringPhysician' },
  referringPhysicianEmail: {
    label: 'Email of the referring physician',
    subject: 'study',
    group: 'physicianInfo',
    key: 'referringPhysicianEmail',
  },
  referringPhysicianMobile: {
    label: 'Mobile of the referring physician',
    subject: 'study',
    group: 'physicianInfo',
    key: 'referringPhysicianMobile',
  },
  referringPhysicianInstitution: {
    label: 'Institution of the referring physician',
    subject: 'study',
    group: 'physicianInfo',
    key: 'referringPhysicianInstitution',
  },
  referringPhysicianContact: {
    label: 'Contact of the referring physician',
    subject: 'study',
    group: 'physicianInfo',
    key: 'referringPhysicianContact',
  },
  requestingPhysician: { label: 'Requesting physician', subject: 'study', group: 'physicianInfo', key: 'requestingPhysician' },
  requestingPhysicianEmail: {
    label: 'Email of the requesting physician',
    subject: 'study',
    group: 'physicianInfo',
    key: 'requestingPhysicianEmail',
  },
  requestingPhysicianMobile: {
    label: 'Mobile of the requesting physician',
    subject: 'study',
    group: 'physicianInfo',
    key: 'requestingPhysicianMobile',
  },
  requestingPhysicianInstitution: {
    label: 'Institution of the requesting physician',
    subject: 'study',
    group: 'physicianInfo',
    key: 'requestingPhysicianInstitution',
  },
  technologistName: { label: 'Technologist', subject: 'study', group: 'technologistInfo', key: 'name' },
  technologistMobile: { label: 'Mobile of the technologist', subject: 'study', group: 'technologistInfo', key: 'mobile' },
  technologistComments: { label: 'Comments of the technologist', subject: 'study', group: 'technologistInfo', key: 'comments' },
  technologistReasonToSend: { label: 'Reason to send', subject: 'study', group: 'technologistInfo', key: 'reasonToSend' },
} as const satisfies Record<string, { label: string; subject: 'patient' | 'study' } & Place>

export type RecordField = keyof typeof recordFields
export const recordFieldNames = Object.keys(recordFields).filter((name): name is RecordField => name in recordFields)
export const patientFieldNames = recordFieldNames.filter((name) => recordFields[name].subject === 'patient')
export const RecordField = z.enum(recordFieldNames)
