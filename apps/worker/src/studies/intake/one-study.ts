import { transactionTime } from '@readroom/db/core/database-clock'
import type { Before } from '@readroom/db/core/locks'
import { lockIntakeStudy, readSettledImages, readTakenIn, updateIntakeStudy } from '@readroom/db/studies/intake/intake-studies'
import { transition } from '@readroom/domain/studies/transition'
import { OrthancNotFound } from '@readroom/orthanc/errors'
import { takeAnswer, type Written } from './answer.ts'
import type { IntakeContext } from './context.ts'
import { makeSnapshot, readSeries } from './snapshot.ts'
import { takeIn } from './take-in.ts'

/** Compares one study with the archive, whatever is known about it. */
export async function compareStudy(context: IntakeContext, orthancId: string): Promise<Written> {
  const { database, orthanc } = context
  const ask = async () => {
    const series = await readSeries(orthanc, orthancId)
    const known = (await readTakenIn(database.db, [orthancId])).get(orthancId)
    const settled = await readSettledImages(database.db, orthancId)
    return series && makeSnapshot(orthanc, orthancId, series, { tell: true, known, settled })
  }
  const { written } = await takeAnswer(context, orthancId, {
    ask,
    write: (tx, snapshot, entry) => (snapshot ? takeIn(tx, snapshot, entry) : noteMissing(tx, orthancId)),
  })
  return written
}

/** Compares the study of a change that was not understood: of a study, a series or an image. */
export async function compareResource(context: IntakeContext, id: string): Promise<void> {
  const studyId = await findStudyOf(context, id)
  if (studyId !== null && studyId !== id) await compareStudy(context, studyId)
  await compareStudy(context, id)
}

async function findStudyOf({ orthanc }: IntakeContext, id: string): Promise<string | null> {
  const questions = [
    async () => (await orthanc.getStudy(id)).ID,
    async () => (await orthanc.getSeries(id)).ParentStudy,
    async () => (await orthanc.getSeries((await orthanc.getInstance(id)).ParentSeries)).ParentStudy,
  ]
  for (const ask of questions) {
    try {
      return await ask()
    } catch (error) {
      // Any other fault of the resource shows when it is compared.
      if (!(error instanceof OrthancNotFound)) return null
    }
  }
  return null
}

/** The archive no longer has the study: it is flagged, and everything else about it is kept. */
export async function noteMissing(begun: Before<'study'>, orthancId: string): Promise<void> {
  const [tx, study] = await lockIntakeStudy(begun, orthancId)
  if (!study || study.imagesMissingAt !== null) return
  await updateIntakeStudy(tx, study.id, { imagesMissingAt: transactionTime })
  await transition(tx, study, 'images_missing', { actorUserId: null, details: { imagesBefore: study.imageCount, images: 0 } })
}
