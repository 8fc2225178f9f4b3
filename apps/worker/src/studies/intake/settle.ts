import type { Tx } from '@readroom/db/core/client'
import { clockTime } from '@readroom/db/core/database-clock'
import type { Before } from '@readroom/db/core/locks'
import {
  type IntakeStudy,
  listStudiesToSettle,
  lockIntakeStudy,
  readTakenIn,
  replaceSeries,
  updateIntakeStudy,
} from '@readroom/db/studies/intake/intake-studies'
import { requestStudyZip } from '@readroom/domain/images/zips'
import { rematchStudy } from '@readroom/domain/orders/order-matches'
import { transition } from '@readroom/domain/studies/transition'
import { takeAnswer } from './answer.ts'
import type { IntakeContext } from './context.ts'
import { watchingSenders } from './lab-conflict.ts'
import { noteMissing } from './one-study.ts'
import { inParallel } from './parallel.ts'
import { makeSnapshot, readSeries, type Snapshot } from './snapshot.ts'
import { counts, takeIn } from './take-in.ts'

const STUDIES_TO_LIST = 20
const STUDIES_AT_ONCE = 4

/** Settles the studies that have had no new image for the settle time, by our own clock: Orthanc forgets its own when it stops. */
export async function settleOnce(context: IntakeContext): Promise<{ more: boolean }> {
  const { database, settleSeconds } = context
  const due = await listStudiesToSettle(database.db, settleSeconds, STUDIES_TO_LIST)
  await inParallel(due, STUDIES_AT_ONCE, (orthancId) => settleStudy(context, orthancId))
  return { more: due.length === STUDIES_TO_LIST }
}

/** Looks at the senders of all images, whichever way they were noticed. */
async function settleStudy(context: IntakeContext, orthancId: string): Promise<void> {
  const { orthanc, database } = context
  const ask = async () => {
    const series = await readSeries(orthanc, orthancId)
    const known = (await readTakenIn(database.db, [orthancId])).get(orthancId)
    return series && makeSnapshot(orthanc, orthancId, series, { tell: false, known, arrived: 'all' })
  }
  await takeAnswer(context, orthancId, {
    ask,
    write: (tx, snapshot) =>
      snapshot ? watchingSenders(tx, snapshot, () => settleAs(tx, snapshot)) : noteMissing(tx, orthancId),
  })
}

async function settleAs(begun: Before<'study'>, snapshot: Snapshot): Promise<void> {
  const [tx, study] = await lockIntakeStudy(begun, snapshot.orthancId)
  if (!study || study.settledAt !== null) return
  if (snapshot.imageCount !== study.imageCount) await takeIn(tx, snapshot, { replaced: false, mustBeKnown: false })
  if (snapshot.imageCount <= study.imageCount) await settle(tx, study, snapshot)
}

async function settle(tx: Tx<'study'> & Before<'order'>, study: IntakeStudy, snapshot: Snapshot): Promise<void> {
  const { instancesHash, series } = snapshot
  const isNew = instancesHash !== study.instancesHash
  const generation = study.generation + (isNew ? 1 : 0)
  await updateIntakeStudy(tx, study.id, { ...counts(snapshot), settledAt: clockTime, generation, instancesHash })
  await replaceSeries(tx, study.id, series)
  const settled = await transition(tx, study, 'settled', { actorUserId: null, ...(isNew ? { announce: 'study.settled' } : {}) })
  // An order may have come at the same moment as the study, or later images may name it, or another patient.
  await rematchStudy(tx, settled)
  await requestStudyZip(tx, { id: study.id, generation })
}
