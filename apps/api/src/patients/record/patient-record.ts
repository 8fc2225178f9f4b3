import { can } from '@readroom/contracts/core/permissions'
import { rowName } from '@readroom/contracts/core/person-names'
import type { PatientDocument } from '@readroom/contracts/patients/documents'
import { fieldsOfName } from '@readroom/contracts/patients/name-fields'
import type { DataSource, PatientRecord, PatientStudy } from '@readroom/contracts/patients/patients'
import { readTexts } from '@readroom/contracts/patients/record-fields'
import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { isEmergency } from '@readroom/contracts/studies/urgency'
import type { Actor } from '@readroom/db/core/actor'
import type { listDocuments } from '@readroom/db/patients/documents'
import type { PatientStudyRecord } from '@readroom/db/patients/patient-record'
import type { PatientRow } from '@readroom/db/patients/patients'
import type { ReportRecord } from '@readroom/db/reports/reports'
import { isStanding } from '@readroom/db/reports/reports'
import type { StudyRow } from '@readroom/db/studies/studies'
import { extensionOf } from '../../core/file-content.ts'
import { toDocument } from '../patient-document.ts'
import { turnaroundDays } from './turnaround-days.ts'

type Documents = Awaited<ReturnType<typeof listDocuments>>

/** The parts of a record. `study` is the one that it shows. `own` are the studies that the account sees itself, without priors. */
export type RecordParts = {
  actor: Actor
  patient: PatientRow
  study: StudyRow
  row: WorklistRow
  /** The same study in `all`. */
  current: PatientStudyRecord
  /** Newest first. */
  all: PatientStudyRecord[]
  own: ReadonlySet<string>
  documents: Documents
  reports: ReportRecord[]
  /** Covers all studies that a correction of the patient changes. */
  fingerprint: string
  now: Date
  zone: string
}

/** Returns the file of a report; none as long as it is not made. */
function reportAsDocument({ report, uploaderName }: ReportRecord): PatientDocument[] {
  const { id, fileName, sizeBytes, contentType, uploadedAt, studyId } = report
  if (sizeBytes === null) return []
  return [
    {
      _id: id,
      index: null,
      fileName,
      size: sizeBytes,
      contentType,
      documentType: 'report',
      fileType: extensionOf(fileName),
      uploadedAt: uploadedAt.toISOString(),
      uploadedBy: uploaderName,
      studyId,
    },
  ]
}

/** Returns the displayed value: the correction, or the scanner's value. Empty is null. */
const shown = (correction: string | null, said: string | null) => (correction ?? said) || null

const technologistOf = ({ study, details }: PatientStudyRecord) =>
  shown(details.correctedTechnologist, rowName(study.dicomOperatorName))
const requestingPn = ({ study, details }: PatientStudyRecord) =>
  shown(details.correctedRequestingPhysician, study.dicomRequestingPhysician)

/** Returns the source of a name (docs/decisions/patients/patient-record.md). */
function sourceOf(name: string | null, said: string | null, contacts: readonly string[]): DataSource | null {
  if (name === null) return contacts.some(Boolean) ? 'Manual Entry' : null
  if (name === said) return 'DICOM Extracted'
  return contacts.some(Boolean) ? 'Manual Entry' : 'Name Only'
}

function referring({ study, details }: PatientStudyRecord): PatientRecord['studyInfo']['physicians']['referring'] {
  const { referringPhysician: name } = study
  const contacts = [
    details.referringPhysicianEmail,
    details.referringPhysicianMobile,
    details.referringPhysicianInstitution,
    details.referringPhysicianContact,
  ]
  return {
    name,
    pn: shown(study.correctedReferringPhysician, study.dicomReferringPhysician),
    email: details.referringPhysicianEmail,
    mobile: details.referringPhysicianMobile,
    institution: details.referringPhysicianInstitution,
    contactInfo: details.referringPhysicianContact,
    source: sourceOf(name, rowName(study.dicomReferringPhysician), contacts),
  }
}

function requesting(record: PatientStudyRecord): PatientRecord['studyInfo']['physicians']['requesting'] {
  const {
    requestingPhysicianEmail: email,
    requestingPhysicianMobile: mobile,
    requestingPhysicianInstitution: institution,
  } = record.details
  const pn = requestingPn(record)
  const name = rowName(pn)
  const source = sourceOf(name, rowName(record.study.dicomRequestingPhysician), [email, mobile, institution])
  return { name, pn, email, mobile, institution, contactInfo: '', source }
}

function technologist(record: PatientStudyRecord): PatientRecord['studyInfo']['technologist'] {
  const { technologistMobile: mobile, technologistComments: comments, technologistReasonToSend: reasonToSend } = record.details
  const name = technologistOf(record)
  const isSaid = name !== null && name === rowName(record.study.dicomOperatorName)
  const source = isSaid ? 'DICOM Extracted' : [name, mobile, comments, reasonToSend].some(Boolean) ? 'Manual Entry' : null
  return { name, mobile, comments, reasonToSend, source }
}

/** Returns the newest signed report of a study that was not withdrawn. */
function signedOf({ reports }: RecordParts, studyId: string): PatientStudy['signedReport'] {
  const isSigned = ({ report, signed }: ReportRecord) => report.studyId === studyId && signed !== null && isStanding(report)
  const newest = reports.filter(isSigned).toSorted((one, other) => other.report.version - one.report.version)[0]?.signed
  return newest ? { kind: newest.kind, meaning: newest.meaning } : null
}

function toStudy(parts: RecordParts, { study, reporterName }: PatientStudyRecord): PatientStudy {
  const { current, own } = parts
  return {
    studyId: study.id,
    studyInstanceUID: study.studyInstanceUid,
    orthancStudyID: study.orthancId,
    patientName: study.patientName,
    birthDate: study.patientBirthDate,
    studyDate: study.studyDate,
    accessionNumber: study.accessionNumber,
    examDescription: study.description,
    modality: study.modalities.join(', ') || null,
    numberOfSeries: study.seriesCount,
    numberOfImages: study.imageCount,
    workflowStatus: study.status,
    uploadDateTime: study.receivedAt.toISOString(),
    reportedDate: study.reportedAt?.toISOString() ?? null,
    reportedBy: reporterName,
    signedReport: signedOf(parts, study.id),
    isCurrent: study.id === current.study.id,
    isPrior: !own.has(study.id),
    recordVersion: study.recordVersion,
  }
}

function nameParts(fullName: string | null): { firstName: string | null; lastName: string | null } {
  const [firstName = null, ...rest] = fullName?.split(' ') ?? []
  return { firstName, lastName: rest.join(' ') || null }
}

/** Returns day and time of an instant in the clinic's time zone. */
function wallClock(at: Date | null, zone: string): { day: string | null; time: string | null } {
  if (at === null) return { day: null, time: null }
  const [day = null, time = null] = at
    .toLocaleString('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
    .split(' ')
  return { day, time }
}

const distinct = (values: readonly (string | null)[]) => [...new Set(values.filter((value) => value !== null))]

function statusOf({ study }: RecordParts) {
  const { priority: priorityLevel, caseType } = study
  return { studyPriority: 'SELECT', priorityLevel, caseType } as const
}

function visitInfo(parts: RecordParts): PatientRecord['visitInfo'] {
  const { study, current, zone } = parts
  const { details, labName } = current
  const [modified, reported] = [wallClock(details.modifiedAt, zone), wallClock(study.reportedAt, zone)]
  return {
    referringPhysician: study.referringPhysician,
    requestingPhysician: rowName(requestingPn(current)),
    technologistName: technologistOf(current),
    ...readTexts('visitInfo', details),
    ...statusOf(parts),
    modifiedDate: modified.day,
    modifiedTime: modified.time,
    reportDate: reported.day,
    reportTime: reported.time,
    studyStatus: study.status,
    center: labName,
    examType: study.studyType,
    examDescription: study.description,
    orderDate: study.dicomOrderDate,
    studyDate: study.studyDate,
  }
}

function studyInfo(parts: RecordParts): PatientRecord['studyInfo'] {
  const { row, study, current } = parts
  const { details, modifierName } = current
  return {
    studyId: study.id,
    studyInstanceUID: study.studyInstanceUid,
    physicians: { referring: referring(current), requesting: requesting(current) },
    technologist: technologist(current),
    ...statusOf(parts),
    status: study.status,
    accessionNumber: study.accessionNumber,
    numberOfImages: study.imageCount,
    numberOfSeries: study.seriesCount,
    studyDate: study.studyDate,
    studyTime: study.studyTime,
    examDescription: study.description,
    ...readTexts('studyInfo', details),
    lmp: details.lmp,
    modality: study.modalities.join(', ') || null,
    mlcCase: study.mlcCase,
    caseFlags: study.caseFlags,
    flags: row.flags,
    markNotes: study.markNotes,
    modifiedAt: details.modifiedAt?.toISOString() ?? null,
    modifiedBy: modifierName,
    reportedAt: study.reportedAt?.toISOString() ?? null,
  }
}

function patientInfo({ patient, study }: RecordParts): PatientRecord['patientInfo'] {
  return {
    salutation: patient.salutation,
    ...readTexts('patientInfo', patient),
    fullName: study.patientName,
    ...nameParts(study.patientName),
    ...fieldsOfName(study.patientPn ?? study.patientName),
    age: study.patientAge,
    gender: study.patientSex,
    dateOfBirth: study.patientBirthDate,
    patientId: study.patientId,
  }
}

function dicomOf({ study }: RecordParts): PatientRecord['dicom'] {
  return {
    fullName: rowName(study.dicomPatientName),
    ...fieldsOfName(study.dicomPatientName),
    patientId: study.dicomPatientId,
    age: study.dicomPatientAge,
    gender: study.dicomPatientSex,
    dateOfBirth: study.dicomPatientBirthDate,
    accessionNumber: study.dicomAccessionNumber,
    examDescription: study.dicomDescription,
    referringPhysician: study.dicomReferringPhysician,
    requestingPhysician: study.dicomRequestingPhysician,
    technologistName: rowName(study.dicomOperatorName),
  }
}

function turnaround({ current, all, now }: RecordParts): Pick<PatientRecord, 'studies' | 'tatResetInfo'> {
  const { resetAwareTATDays } = turnaroundDays(current, now)
  const wasReset = current.study.cycle > 1
  return {
    studies: [current, ...all.filter((each) => each !== current)].map((each) => ({
      studyInstanceUID: each.study.studyInstanceUid,
      tat: turnaroundDays(each, now),
    })),
    tatResetInfo: {
      wasReset,
      freshTATData: wasReset ? { tat: { totalTATDays: resetAwareTATDays, resetAwareTATDays } } : null,
    },
  }
}

function people({ current, all }: RecordParts): Pick<PatientRecord, 'referringPhysicians' | 'technologists' | 'summary'> {
  const referrers = distinct(all.map(({ study }) => study.referringPhysician))
  const physicians = distinct([...referrers, ...all.map((each) => rowName(requestingPn(each)))])
  const technologists = all.map(technologist).filter(({ name }) => name !== null)
  const byName = new Map(technologists.map((each) => [each.name, each]))
  const own = technologist(current)
  return {
    referringPhysicians: { count: physicians.length },
    technologists: { current: own.source === null ? null : own, all: [...byName.values()] },
    summary: {
      uniqueReferringPhysicians: referrers.length,
      uniqueTechnologists: byName.size,
      emergencyCases: all.filter(({ study }) => isEmergency(study)).length,
      mlcCases: all.filter(({ study }) => study.mlcCase).length,
    },
  }
}

/** Builds the patient record that the API returns, with the actor's permissions. */
export function toPatientRecord(parts: RecordParts): PatientRecord {
  const { actor, patient, study, current, all, own } = parts
  const isOwn = own.has(study.id)
  return {
    patientInfo: patientInfo(parts),
    clinicalInfo: readTexts('clinicalInfo', { ...current.details, clinicalHistory: study.clinicalHistory }),
    visitInfo: visitInfo(parts),
    studyInfo: studyInfo(parts),
    documents: parts.documents.map(toDocument),
    studyReports: parts.reports.flatMap(reportAsDocument),
    allStudies: all.map((each) => toStudy(parts, each)),
    ...turnaround(parts),
    ...people(parts),
    dicom: dicomOf(parts),
    version: { patient: patient.version, study: study.recordVersion, studies: parts.fingerprint },
    permissions: {
      canEdit: isOwn && can(actor.role, 'patient.edit'),
      canUpload: isOwn && can(actor.role, 'document.upload'),
      canDownload: can(actor.role, 'document.view'),
    },
  }
}
