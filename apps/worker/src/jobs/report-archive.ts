import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { ReportKind } from '@readroom/contracts/report-kinds'
import type { StandingVersion } from '@readroom/db/queries/archived-reports'
import { type Archiving, planArchiving } from '@readroom/domain/report-archive'
import type { JobPayload } from '@readroom/jobs/jobs'
import { uidOfUuid } from '@readroom/orthanc/uids'
import type { JobsContext } from './context.ts'

/** Somebody signs while a run is at work; more than that would be another fault. */
const tries = 5

const titles: Record<ReportKind, string> = {
  original: 'Radiology report',
  addendum: 'Radiology report with addendum',
  correction: 'Corrected radiology report',
}

/** An instant by the clinic's clock, as DICOM writes it. */
function dicomTime(at: Date, zone: string): { date: string; time: string } {
  // Swedish writes 2026-11-21 14:03:07.
  const [date = '', time = ''] = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: zone })
    .format(at)
    .split(' ')
  return { date: date.replaceAll('-', ''), time: time.replaceAll(':', '') }
}

async function send({ orthanc, storage, reports }: JobsContext, plan: Archiving, version: StandingVersion): Promise<string> {
  const { versionId, number, kind, signedAt, objectKey } = version
  return orthanc.addPdf(plan.orthancId, {
    pdf: await buffer((await storage.get(objectKey)).stream),
    seriesInstanceUid: plan.seriesInstanceUid,
    sopInstanceUid: uidOfUuid(versionId),
    title: `${titles[kind]}, version ${number}`,
    number,
    ...dicomTime(signedAt, reports.zone),
  })
}

/** The archive holds what stands and nothing else of ours: an addendum has the report above it, and what was corrected or withdrawn misleads. */
async function carryOut(context: JobsContext, plan: Archiving): Promise<void> {
  const { orthanc } = context
  const kept = plan.version && (await send(context, plan, plan.version))
  for (const id of await orthanc.listInstancesOfSeries(plan.seriesInstanceUid)) if (id !== kept) await orthanc.deleteInstance(id)
}

/**
 * Makes the archive's copy of a study's report the one that stands. All names are known before anything is sent, so that the same again changes
 * nothing; whoever changed the archive last has looked once more what stands.
 */
export async function archiveReport(context: JobsContext, { studyId }: JobPayload<'report.archive'>): Promise<void> {
  const { db } = context.database
  const newSeriesUid = uidOfUuid(randomUUID())
  const look = () => db.transaction((tx) => planArchiving(tx, { studyId, newSeriesUid }))
  let plan = await look()
  for (let tried = 0; plan !== null && tried < tries; tried += 1) {
    await carryOut(context, plan)
    const done = plan
    plan = await look()
    if (plan?.version?.versionId === done.version?.versionId) return
  }
  if (plan !== null) throw new Error('the report changes faster than it is archived')
}
