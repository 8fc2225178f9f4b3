import type { Tx } from '@readroom/db/core/client'
import { clockTime } from '@readroom/db/core/database-clock'
import type { Before } from '@readroom/db/core/locks'
import { forgetDisplayedSeries, forgetLostImages } from '@readroom/db/reading/displayed-series'
import { forgetImagesOfDraft } from '@readroom/db/reading/report-drafts'
import {
  type IntakeStudy,
  listStudiesToSettle,
  lockIntakeStudy,
  readSettledImages,
  readTakenIn,
  replaceSeries,
  updateIntakeStudy,
} from '@readroom/db/studies/intake/intake-studies'
import { isMovedSinceSettled } from '@readroom/db/studies/study-events'
import { requestStudyZip } from '@readroom/domain/images/zips'
import { rematchStudies } from '@readroom/domain/patients/matching/order-matches'
import { transition } from '@readroom/domain/studies/transition'
import pMap from 'p-map'
import { takeAnswer } from './answer.ts'
import type { IntakeContext } from './context.ts'
import { watchingSenders } from './lab-conflict.ts'
import { noteMissing } from './one-study.ts'
import { watchingPeople } from './people.ts'
import { areSentAnew, makeSnapshot, readSeries, type Snapshot } from './snapshot.ts'
import { counts, takeIn } from './take-in.ts'

const STUDIES_TO_LIST = 20
const STUDIES_AT_ONCE = 4

/** Settles the studies that have had no new image for the settle time, by our own clock: Orthanc forgets its own when it stops. */
export async function settleOnce(context: IntakeContext): Promise<{ more: boolean }> {
  const { database, settleSeconds } = context
  const due = await listStudiesToSettle(database.db, settleSeconds, STUDIES_TO_LIST)
  await pMap(due, (orthancId) => settleStudy(context, orthancId), { concurrency: STUDIES_AT_ONCE })
  return { more: due.length === STUDIES_TO_LIST }
}

/** Looks at the senders and people of all images, whichever way they were noticed. */
async function settleStudy(context: IntakeContext, orthancId: string): Promise<void> {
  const { orthanc, database } = context
  const ask = async () => {
    const series = await readSeries(orthanc, orthancId)
    const known = (await readTakenIn(database.db, [orthancId])).get(orthancId)
    const settled = await readSettledImages(database.db, orthancId)
    return series && makeSnapshot(orthanc, orthancId, series, { tell: false, known, arrived: 'all', settled })
  }
  await takeAnswer(context, orthancId, {
    ask,
    write: (tx, snapshot) =>
      snapshot
        ? watchingPeople(tx, snapshot, () => watchingSenders(tx, snapshot, () => settleAs(tx, snapshot)))
        : noteMissing(tx, orthancId),
  })
}

async function settleAs(begun: Before<'study'>, snapshot: Snapshot): Promise<void> {
  const [tx, study] = await lockIntakeStudy(begun, snapshot.orthancId)
  if (!study || study.settledAt !== null) return
  if (snapshot.imageCount !== study.imageCount) await takeIn(tx, snapshot, { replaced: false, mustBeKnown: false })
  if (snapshot.imageCount <= study.imageCount) await settle(tx, study, snapshot)
}

/** Writes that a study's images are complete: those of the snapshot. */
export async function settle(tx: Tx<'study'> & Before<'order'>, study: IntakeStudy, snapshot: Snapshot): Promise<void> {
  const { instancesHash, filesHash, series } = snapshot
  const isAnew = areSentAnew(study, snapshot)
  const isNew = isAnew || instancesHash !== study.instancesHash
  const generation = study.generation + (isNew ? 1 : 0)
  const images = { instancesHash, filesHash, ...(isNew ? { contentHash: null } : {}) }
  await updateIntakeStudy(tx, study.id, { ...counts(snapshot), settledAt: clockTime, generation, ...images })
  await replaceSeries(tx, study.id, series)
  if (isNew) await forgetImagesOfDraft(tx, study.id)
  await (isAnew ? forgetDisplayedSeries(tx, study.id) : forgetLostImages(tx, study.id))
  const movedOnly = await isMovedSinceSettled(tx, study.id)
  const settled = await transition(tx, study, 'settled', {
    actorUserId: null,
    ...(movedOnly && { details: { movedOnly } }),
    ...(isNew ? { announce: 'study.settled' } : {}),
  })
  // An order may have come at the same moment as the study, or later images may name it, or another patient.
  await rematchStudies(tx, [settled])
  await requestStudyZip(tx, { id: study.id, generation })
}
