import type { Tx } from '@readroom/db/client'
import { appendImagesEvent, lockIntakeStudy, updateIntakeStudy } from '@readroom/db/queries/intake-studies'
import { emit } from '@readroom/domain/outbox'
import { sql } from 'drizzle-orm'
import type { IntakeContext } from './context.ts'
import { makeSnapshot, readSeries } from './snapshot.ts'
import { takeIn } from './take-in.ts'

/** Compares one study with the archive, whatever is known about it. The intake must be locked. */
export async function compareStudy({ orthanc }: IntakeContext, tx: Tx, orthancId: string): Promise<void> {
  const series = await readSeries(orthanc, orthancId)
  if (series) await takeIn(tx, await makeSnapshot(orthanc, orthancId, series, true), { replaced: false })
  else await noteMissing(tx, orthancId)
}

/** The archive no longer has the study: it is flagged, and everything else about it is kept. */
export async function noteMissing(tx: Tx, orthancId: string): Promise<void> {
  const study = await lockIntakeStudy(tx, orthancId)
  if (!study || study.imagesMissingAt !== null) return
  await updateIntakeStudy(tx, study.id, { imagesMissingAt: sql`now()` })
  await appendImagesEvent(tx, study, 'images_missing', { imagesBefore: study.imageCount, images: 0 })
  await emit(tx, { type: 'study.changed', studyId: study.id, formerDoctorIds: [] })
}
