import type { DocumentReference } from '@medplum/fhirtypes'
import {
  type DocumentPage,
  type FhirPatientDocument,
  type FhirReportFile,
  listFhirPatientDocuments,
  listFhirReportFiles,
} from '@readroom/db/fhir/fhir-documents'
import { isStanding } from '@readroom/db/reports/reports'
import { referenceTo, unlessBlank } from './fhir-codes.ts'
import type { Found, Searcher } from './search/searcher.ts'

/** The file of a report or of a patient's document. */
type StoredFile = { id: string; fileName: string; contentType: string; sizeBytes: number | null; uploadedAt: Date }

/** Returns the file as an attachment, with the address at which the client reads it. */
export const attachmentOf = (base: string, { id, fileName, contentType, sizeBytes, uploadedAt }: StoredFile) => ({
  contentType,
  url: `${base}/Binary/${id}`,
  ...(sizeBytes !== null && { size: sizeBytes }),
  title: fileName,
  creation: uploadedAt.toISOString(),
})

const docStatusOf = ({ kind, meaning }: FhirReportFile) => {
  if (meaning === 'preliminary') return 'preliminary'
  return kind === 'correction' ? 'amended' : 'final'
}

function ofReport(base: string, row: FhirReportFile): DocumentReference & { id: string } {
  const { report, isSuperseded, doctorName, patientRowId, description } = row
  const { contentType, fileName: title } = report
  const writers = row.snapshot?.writers ?? []
  const isWithdrawn = !isStanding(report)
  const doctor = { ...(!isWithdrawn && referenceTo('Practitioner', report.doctorId)), display: doctorName }
  return {
    resourceType: 'DocumentReference',
    id: report.id,
    status: isWithdrawn ? 'entered-in-error' : isSuperseded ? 'superseded' : 'current',
    ...(report.versionId !== null && { docStatus: docStatusOf(row) }),
    type: { coding: [{ system: 'http://loinc.org', code: '18748-4', display: 'Diagnostic imaging study' }] },
    category: [{ text: 'report' }],
    subject: referenceTo('Patient', patientRowId),
    date: (report.releasedAt ?? report.uploadedAt).toISOString(),
    // The signer answers for the text, whoever wrote it.
    author:
      writers.length > 0
        ? writers.map(({ userId, name }) => (userId === row.doctorUserId ? doctor : { display: name }))
        : [doctor],
    ...(report.versionId !== null && { authenticator: doctor }),
    ...unlessBlank('description', description),
    // The file of a withdrawn report cannot be read.
    content: [{ attachment: isWithdrawn ? { contentType, title } : attachmentOf(base, report) }],
    context: { related: [referenceTo('ImagingStudy', report.studyId)] },
  }
}

const ofPatient = (base: string, document: FhirPatientDocument): DocumentReference & { id: string } => ({
  resourceType: 'DocumentReference',
  id: document.id,
  status: 'current',
  category: [{ text: document.category }],
  subject: referenceTo('Patient', document.patientRowId),
  date: document.uploadedAt.toISOString(),
  content: [{ attachment: attachmentOf(base, document) }],
  context: { related: [referenceTo('ImagingStudy', document.studyId)] },
})

/** Finds the files of reports that the laboratory's staff see, and the documents of their patients. */
export const searchDocumentReferences: Searcher = async ({ db, labId, base }, { ids, patient, related, after, limit }) => {
  const page: DocumentPage = { labId, ids, patientRowId: patient, studyId: related, after, limit }
  const reports = (await listFhirReportFiles(db, page)).map(
    (row): Found => ({
      resource: ofReport(base, row),
      record: { type: 'study', id: row.report.studyId },
      position: { receivedAt: row.report.uploadedAt, id: row.report.id },
    }),
  )
  const documents = (await listFhirPatientDocuments(db, page)).map(
    (document): Found => ({
      resource: ofPatient(base, document),
      record: { type: 'patient', id: document.patientRowId },
      position: { receivedAt: document.uploadedAt, id: document.id },
    }),
  )
  const byId = (one: Found, other: Found) => (one.position.id < other.position.id ? 1 : -1)
  return [...reports, ...documents].sort(byId).slice(0, limit)
}
