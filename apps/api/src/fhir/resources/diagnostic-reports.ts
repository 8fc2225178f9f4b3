import type { DiagnosticReport } from '@medplum/fhirtypes'
import { type FhirMatch, listFhirMatches } from '@readroom/db/fhir/fhir-orders'
import { type FhirReport, listFhirReports } from '@readroom/db/fhir/fhir-reports'
import { listReportedStudies } from '@readroom/db/fhir/fhir-studies'
import { isStanding } from '@readroom/db/reports/reports'
import type { StudyRow } from '@readroom/db/studies/studies'
import { studyReportOf } from '@readroom/domain/fhir/report-text'
import { attachmentOf } from './document-references.ts'
import { accessionIdentifier, type LabSystems, referenceTo, systemsOf, trustIn, unlessBlank, unlessEmpty } from './fhir-codes.ts'
import { type Found, positionIn, type Searcher } from './search/searcher.ts'
import { studyPageOf } from './search/study-search.ts'

/** Returns status, text and file. An uploaded file has no text. */
function contentOf(
  base: string,
  reports: readonly FhirReport[],
  newest: FhirReport,
): Pick<DiagnosticReport, 'status' | 'conclusion' | 'presentedForm'> {
  const file = newest.report.sha256 === null ? [] : [attachmentOf(base, newest.report)]
  if (!newest.signed) return { status: 'final', ...unlessEmpty('presentedForm', file) }
  const { status, impression, text } = studyReportOf(reports.flatMap(({ signed }) => signed ?? []))
  return {
    status,
    ...unlessBlank('conclusion', impression),
    presentedForm: [{ contentType: 'text/plain; charset=utf-8', data: Buffer.from(text).toString('base64') }, ...file],
  }
}

/** Returns the newest of these reports: a preliminary one only while nothing is final. */
const newestOf = (reports: readonly FhirReport[]): FhirReport | undefined =>
  reports.findLast(({ report }) => report.status === 'finalized') ?? reports.at(-1)

/** Says that no report of the study counts any more. It has no text: receivers that show one would show what was retracted. */
const retracted = { status: 'entered-in-error' } as const

/** Returns each doctor of the reports once. */
const interpretersOf = (reports: readonly FhirReport[]) =>
  [...new Map(reports.map(({ report, doctorName }) => [report.doctorId, doctorName]))].map(([doctorId, display]) => ({
    ...referenceTo('Practitioner', doctorId),
    display,
  }))

type Parts = {
  base: string
  study: StudyRow
  changedAt: Date
  reports: readonly FhirReport[]
  newest: FhirReport
  matches: readonly FhirMatch[]
}

/** The report of a study is one resource: a correction is another version of it. */
function toDiagnosticReport(
  { base, study, changedAt, reports, newest, matches }: Parts,
  systems: LabSystems,
): DiagnosticReport & { id: string } {
  const { report, signed } = newest
  return {
    resourceType: 'DiagnosticReport',
    id: study.id,
    meta: { versionId: String(report.version), lastUpdated: changedAt.toISOString(), ...trustIn(study) },
    ...unlessEmpty('identifier', accessionIdentifier(systems, study.accessionNumber)),
    ...unlessEmpty(
      'basedOn',
      matches.map(({ orderId }) => referenceTo('ServiceRequest', orderId)),
    ),
    category: [{ coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0074', code: 'RAD' }] }],
    code: {
      coding: [{ system: 'http://loinc.org', code: '18748-4', display: 'Diagnostic imaging study' }],
      ...unlessBlank('text', study.description),
    },
    subject: referenceTo('Patient', study.patientRowId),
    ...unlessBlank('effectiveDateTime', study.studyDate),
    issued: (signed?.signedAt ?? report.uploadedAt).toISOString(),
    resultsInterpreter: interpretersOf(reports),
    imagingStudy: [referenceTo('ImagingStudy', study.id)],
    ...(isStanding(report) ? contentOf(base, reports, newest) : retracted),
  }
}

/** Finds the reports of the laboratory's studies that its staff see: no drafts, and none that can be recalled. Withdrawn ones are entered in error. */
export const searchDiagnosticReports: Searcher = async ({ db, labId, base }, search) => {
  const systems = systemsOf(base, labId)
  const page = studyPageOf(labId, search, systems)
  const rows = await listReportedStudies(db, page)
  const studyIds = rows.map(({ study }) => study.id)
  const [reports, matches] = [await listFhirReports(db, labId, studyIds), await listFhirMatches(db, labId, { studyIds })]
  return rows.map(({ study, changedAt }): Found => {
    const all = reports.filter(({ report }) => report.studyId === study.id)
    const own = all.filter(({ report }) => isStanding(report))
    const newest = newestOf(own.length > 0 ? own : all)
    const position = positionIn(search, { id: study.id, arrivedAt: study.receivedAt, changedAt })
    // It moved to another laboratory after the studies were read.
    if (!newest) return { resource: null, position }
    const ofStudy = matches.filter(({ studyId }) => studyId === study.id)
    const parts = { base, study, changedAt, reports: own, newest, matches: ofStudy }
    return { resource: toDiagnosticReport(parts, systems), position }
  })
}
