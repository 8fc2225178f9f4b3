import {
  forgetRefused,
  listRefusalsToCheck,
  listUnrecordedRefusals,
  moveLogPosition,
  type RefusalToCheck,
  readLogPosition,
} from '@readroom/db/studies/refusals'
import { noteRefusedImages, recordRefusals } from '@readroom/domain/studies/refusals'
import { describeError } from '../../core/log.ts'
import type { IntakeContext } from '../intake/context.ts'
import { isOutage } from '../intake/guard.ts'
import { readRefusals } from './refusal-log.ts'

const REFUSALS_AT_ONCE = 10

/** Reads on in the archive's log of what it refused. Every line is noted once, whichever worker reads it. */
export async function noteRefusals({ database: { db }, storageDir, log }: IntakeContext): Promise<{ more: boolean }> {
  if (storageDir === null) return { more: false }
  const from = await readLogPosition(db)
  const reading = await readRefusals(storageDir, from)
  if (!reading) return { more: false }
  const { images, strange, to } = reading
  if (strange > 0) log.warn({ lines: strange }, 'lines about what the archive refused are not understood')
  await db.transaction(async (tx) => {
    if (await moveLogPosition(tx, from, to)) await noteRefusedImages(tx, images)
  })
  return { more: true }
}

/** Takes off administrators' list what has come after all. The histories of studies have a line for the rest. */
export async function forgetArrivals(context: IntakeContext): Promise<void> {
  const due = await listRefusalsToCheck(context.database.db, REFUSALS_AT_ONCE)
  for (const refusal of due) {
    const present = await listImages(context, refusal)
    await context.database.db.transaction((tx) => forgetRefused(tx, refusal, present))
  }
  const unrecorded = await listUnrecordedRefusals(context.database.db, REFUSALS_AT_ONCE)
  for (const studyId of new Set(unrecorded.map((refusal) => refusal.studyId))) {
    await context.database.db.transaction((tx) => recordRefusals(tx, studyId))
  }
}

/** Image by image: a scanner may go on with the later images of a study of which earlier ones were refused. */
async function listImages({ orthanc, patientOrthanc, log }: IntakeContext, refusal: RefusalToCheck): Promise<string[]> {
  const present: string[] = []
  for (const orthancId of refusal.orthancIds) {
    try {
      for (const { sopInstanceUid } of await patientOrthanc.listStudyInstances(orthancId)) present.push(sopInstanceUid)
    } catch (error) {
      if (await isOutage(orthanc, error)) throw error
      log.warn({ orthancId, reason: describeError(error) }, 'what came of a study that was refused could not be listed')
    }
  }
  return present
}
