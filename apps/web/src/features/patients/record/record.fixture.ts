import { eachName } from '@readroom/contracts/core/each-name'
import { fieldsOfName } from '@readroom/contracts/patients/name-fields'
import type { PatientRecord } from '@readroom/contracts/patients/patients'
import { readTexts, textsOf } from '@readroom/contracts/patients/record-fields'

const texts = eachName([...textsOf('patient'), ...textsOf('study'), ...textsOf('details')], () => '')
const nobody = { name: null, pn: null, email: '', mobile: '', institution: '', contactInfo: '', source: null }
const technologist = { name: 'Delgado Rosa', mobile: '', comments: '', reasonToSend: '', source: 'DICOM Extracted' as const }
const urgency = { studyPriority: 'SELECT', priorityLevel: 'NORMAL', caseType: 'routine' } as const

/** Creates the record of a patient with one study, as the scanner filled it. */
export function makeRecord(): PatientRecord {
  const studyId = '01890000-0000-7000-8000-000000000001'
  return {
    patientInfo: {
      salutation: null,
      fullName: 'Lindqvist Thomas',
      firstName: 'Lindqvist',
      lastName: 'Thomas',
      ...fieldsOfName('Lindqvist^Thomas'),
      age: '73Y',
      gender: 'M',
      dateOfBirth: '1952-05-02',
      ...readTexts('patientInfo', texts),
      patientId: 'RH-204409',
    },
    clinicalInfo: readTexts('clinicalInfo', texts),
    visitInfo: {
      referringPhysician: null,
      requestingPhysician: null,
      technologistName: 'Delgado Rosa',
      ...readTexts('visitInfo', texts),
      ...urgency,
      modifiedDate: null,
      modifiedTime: null,
      reportDate: null,
      reportTime: null,
      studyStatus: 'pending_assignment',
      center: 'Northgate',
      examType: null,
      examDescription: 'CT Chest',
      orderDate: null,
      studyDate: '2026-11-21',
    },
    studyInfo: {
      studyId,
      studyInstanceUID: '1.2.3',
      physicians: { referring: nobody, requesting: nobody },
      technologist,
      ...urgency,
      status: 'pending_assignment',
      accessionNumber: 'ACC-1',
      numberOfImages: 20,
      numberOfSeries: 1,
      studyDate: '2026-11-21',
      studyTime: '07:46:00',
      examDescription: 'CT Chest',
      ...readTexts('studyInfo', texts),
      lmp: null,
      modality: 'CT',
      mlcCase: false,
      caseFlags: [],
      flags: [],
      markNotes: {},
      modifiedAt: null,
      modifiedBy: null,
      reportedAt: null,
    },
    documents: [],
    studyReports: [],
    allStudies: [],
    studies: [{ studyInstanceUID: '1.2.3', tat: { totalTATDays: null, resetAwareTATDays: null } }],
    tatResetInfo: { wasReset: false, freshTATData: null },
    referringPhysicians: { count: 0 },
    technologists: { current: technologist, all: [technologist] },
    summary: { uniqueReferringPhysicians: 0, uniqueTechnologists: 1, emergencyCases: 0, mlcCases: 0 },
    dicom: {
      fullName: 'Lindqvist Thomas',
      ...fieldsOfName('Lindqvist^Thomas'),
      patientId: 'RH-204409',
      age: '73Y',
      gender: 'M',
      dateOfBirth: '1952-05-02',
      accessionNumber: 'ACC-1',
      examDescription: 'CT Chest',
      referringPhysician: null,
      requestingPhysician: null,
      technologistName: 'Delgado Rosa',
    },
    version: { patient: 3, study: 7, studies: 'list' },
    permissions: { canEdit: true, canUpload: true, canDownload: true },
  }
}
