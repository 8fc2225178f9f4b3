import { PassThrough } from 'node:stream'
import type { Database } from '@readroom/db/core/client'
import { outbox } from '@readroom/db/core/outbox.schema'
import { noteContent } from '@readroom/db/studies/intake/intake-studies'
import { series } from '@readroom/db/studies/series.schema'
import { studies } from '@readroom/db/studies/studies.schema'
import { studyEventLog } from '@readroom/db/studies/study-events.schema'
import type { Orthanc } from '@readroom/orthanc/client'
import { writeStudyZip } from '@readroom/orthanc/study-zip'
import { createHeartbeats } from '@readroom/process/heartbeats'
import { and, asc, eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { imagesOnly } from '../../operations/images-only.ts'
import type { IntakeContext } from './context.ts'
import { pollOnce } from './poll.ts'

export const silent = pino({ level: 'silent' })

export function makeContext(database: Database, archive: Orthanc, options: Partial<IntakeContext> = {}): IntakeContext {
  const pace = { take: async () => {} }
  const orthanc = imagesOnly(archive, database.db)
  return {
    database,
    orthanc,
    patientOrthanc: orthanc,
    log: silent,
    heartbeats: createHeartbeats(),
    pollMs: 50,
    settleSeconds: 1,
    sweepSeconds: 300,
    pace,
    storageDir: null,
    unknownAeTitles: 'accept' as const,
    ...options,
  }
}

/** Takes everything in that the archive has to tell. */
export async function pollAll(context: IntakeContext): Promise<void> {
  while ((await pollOnce(context)).more);
}

/** The clock of a study goes forward: its last image came an hour ago. */
export async function ageStudy({ db }: Database, orthancId: string): Promise<void> {
  await db.update(studies).set({ lastImageAt: sql`now() - interval '1 hour'` }).where(eq(studies.orthancId, orthancId))
}

export async function findStudy({ db }: Pick<Database, 'db'>, orthancId: string) {
  const [row] = await db.select().from(studies).where(eq(studies.orthancId, orthancId))
  return row
}

export async function getStudy(database: Pick<Database, 'db'>, orthancId: string) {
  const study = await findStudy(database, orthancId)
  if (!study) throw new Error('the study was not taken in')
  return study
}

/** Makes a ZIP of a study, so that its content is known. Returns the study. */
export async function pack(
  { database, orthanc }: IntakeContext,
  study: { id: string; orthancId: string; studyInstanceUid: string },
) {
  const written = await writeStudyZip(orthanc, study, new PassThrough().resume())
  await noteContent(database.db, study.id, written)
  return getStudy(database, study.orthancId)
}

export async function listSeries({ db }: Pick<Database, 'db'>, studyId: string) {
  return db.select().from(series).where(eq(series.studyId, studyId)).orderBy(asc(series.seriesNumber))
}

export async function listEvents({ db }: Pick<Database, 'db'>, studyId: string): Promise<string[]> {
  const rows = await db
    .select({ event: studyEventLog.event })
    .from(studyEventLog)
    .where(eq(studyEventLog.studyId, studyId))
    .orderBy(asc(studyEventLog.id))
  return rows.map(({ event }) => event)
}

/** Names of the live events about a study that wait in the outbox. */
export async function listLive({ db }: Pick<Database, 'db'>, studyId: string): Promise<string[]> {
  const about = and(eq(outbox.kind, 'live'), sql`${outbox.payload} ->> 'studyId' = ${studyId}`)
  const rows = await db.select({ name: outbox.name }).from(outbox).where(about).orderBy(asc(outbox.id))
  return rows.map(({ name }) => name)
}
