import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { ReportKind } from '@readroom/contracts/studies/report-kinds'
import { listPersonNames } from '@readroom/db/people/doctors'
import type { StandingVersion } from '@readroom/db/reports/archived-reports'
import { type Archiving, planArchiving } from '@readroom/domain/reports/report-archive'
import type { JobPayload } from '@readroom/jobs/jobs'
import { uidOfUuid } from '@readroom/orthanc/uids'
import type { JobsContext } from '../core/jobs/context.ts'
import { dicomTime } from './dicom-time.ts'
import { type ArchivedAnnotation, measurementReport } from './measurement-report.ts'

/** Somebody signs while a run is at work; more than that would be another fault. */
const tries = 5

const titles: Record<ReportKind, string> = {
  original: 'Radiology report',
  addendum: 'Radiology report with addendum',
  correction: 'Corrected radiology report',
}

/** Sends the document. Returns the instance's id. */
async function sendDocument(
  { orthanc, storage, reports }: JobsContext,
  plan: Archiving,
  version: StandingVersion,
): Promise<string> {
  const { versionId, number, kind, signedAt, objectKey } = version
  return orthanc.addPdf(plan.orthancId, {
    pdf: await buffer((await storage.get(objectKey)).stream),
    seriesInstanceUid: plan.series.document,
    sopInstanceUid: uidOfUuid(versionId),
    title: `${titles[kind]}, version ${number}`,
    number,
    ...dicomTime(signedAt, reports.zone),
  })
}

/** Annotations on images that the archive still has. */
async function archivedAnnotations(
  { orthanc }: JobsContext,
  plan: Archiving,
  version: StandingVersion,
): Promise<ArchivedAnnotation[]> {
  const { annotations = [] } = version.snapshot
  const classes = new Map<string, string | null>()
  for (const uid of new Set(annotations.map(({ sopInstanceUid }) => sopInstanceUid)))
    classes.set(uid, await orthanc.getSopClass(plan.orthancId, uid))
  return annotations.flatMap((annotation) => {
    const sopClassUid = classes.get(annotation.sopInstanceUid)
    return sopClassUid ? [{ annotation, sopClassUid }] : []
  })
}

/** Sends what was drawn on the images. Returns the instance's id; null if the archive has none of these images. */
async function sendMeasurements(context: JobsContext, plan: Archiving, version: StandingVersion): Promise<string | null> {
  const annotations = await archivedAnnotations(context, plan, version)
  const [first] = annotations
  if (!first) return null
  const { reportId, number, signedAt, signedBy, snapshot } = version
  const { name } = snapshot.signer
  const parts = await listPersonNames(context.database.db, [signedBy])
  const attributes = measurementReport({
    seriesInstanceUid: plan.series.measurements,
    // The document is named after the version.
    sopInstanceUid: uidOfUuid(reportId),
    studyInstanceUid: plan.studyInstanceUid,
    number,
    ...dicomTime(signedAt, context.reports.zone),
    observer: parts.get(signedBy)?.get(name) ?? name,
    annotations,
  })
  return context.orthanc.addDocument(plan.orthancId, { like: first.annotation.sopInstanceUid, attributes })
}

/** The archive holds what stands and nothing else of ours: an addendum has the report above it, and what was corrected or withdrawn misleads. */
async function carryOut(context: JobsContext, plan: Archiving): Promise<void> {
  const { orthanc } = context
  const { series, document, measurements } = plan
  const kept = [
    document && (await sendDocument(context, plan, document)),
    measurements && (await sendMeasurements(context, plan, measurements)),
  ]
  for (const uid of [series.document, series.measurements])
    for (const id of await orthanc.listInstancesOfSeries(plan.orthancId, uid))
      if (!kept.includes(id)) await orthanc.deleteInstance(id)
}

const isSame = (one: Archiving, other: Archiving | null) =>
  one.document?.versionId === other?.document?.versionId && one.measurements?.versionId === other?.measurements?.versionId

/**
 * Makes the archive's copy of a study's report the one that stands. All names are known before anything is sent, so that a repeated run changes
 * nothing. The run that changed the archive last has checked once more which report stands.
 */
export async function archiveReport(context: JobsContext, { studyId }: JobPayload<'report.archive'>): Promise<void> {
  const { db } = context.database
  const newSeries = { document: uidOfUuid(randomUUID()), measurements: uidOfUuid(randomUUID()) }
  const look = () => db.transaction((tx) => planArchiving(tx, { studyId, newSeries }))
  let plan = await look()
  for (let tried = 0; plan !== null && tried < tries; tried += 1) {
    await carryOut(context, plan)
    const done = plan
    plan = await look()
    if (isSame(done, plan)) return
  }
  if (plan !== null) throw new Error('the report changes faster than it is archived')
}
