import { nextStatus } from '@readroom/contracts/study-workflow'
import type { Tx } from '@readroom/db/client'
import { lockIntake } from '@readroom/db/queries/intake'
import {
  type IntakeStudy,
  listStudiesToSettle,
  lockIntakeStudy,
  replaceSeries,
  updateIntakeStudy,
} from '@readroom/db/queries/intake-studies'
import { requestStudyZip } from '@readroom/db/queries/study-zips'
import { emit } from '@readroom/domain/outbox'
import { transition } from '@readroom/domain/transition'
import { sql } from 'drizzle-orm'
import type { IntakeContext } from './context.ts'
import { guarded } from './guard.ts'
import { noteMissing } from './one-study.ts'
import { makeSnapshot, readSeries, type Snapshot } from './snapshot.ts'
import { counts, takeIn } from './take-in.ts'

const STUDIES_AT_ONCE = 20

/** Settles the studies that have had no new image for the settle time, by our own clock: Orthanc forgets its own when it stops. */
export async function settleOnce(context: IntakeContext): Promise<{ more: boolean }> {
  const { database, settleSeconds } = context
  if ((await listStudiesToSettle(database.db, settleSeconds, 1)).length === 0) return { more: false }
  return database.db.transaction(async (tx) => {
    await lockIntake(tx)
    const due = await listStudiesToSettle(tx, settleSeconds, STUDIES_AT_ONCE)
    for (const orthancId of due) await guarded(context, tx, orthancId, (inner) => settleStudy(context, inner, orthancId))
    return { more: due.length === STUDIES_AT_ONCE }
  })
}

async function settleStudy({ orthanc }: IntakeContext, tx: Tx, orthancId: string): Promise<void> {
  const series = await readSeries(orthanc, orthancId)
  if (!series) return noteMissing(tx, orthancId)
  const snapshot = await makeSnapshot(orthanc, orthancId, series, false)
  const study = await lockIntakeStudy(tx, orthancId)
  if (!study || study.settledAt !== null) return
  if (snapshot.imageCount !== study.imageCount) await takeIn(tx, snapshot, { replaced: false })
  if (snapshot.imageCount <= study.imageCount) await settle(tx, study, snapshot)
}

async function settle(tx: Tx, study: IntakeStudy, snapshot: Snapshot): Promise<void> {
  const { instancesHash, series } = snapshot
  const isNew = instancesHash !== study.instancesHash
  const generation = study.generation + (isNew ? 1 : 0)
  await updateIntakeStudy(tx, study.id, { ...counts(snapshot), settledAt: sql`clock_timestamp()`, generation, instancesHash })
  await replaceSeries(tx, study.id, series)
  const to = nextStatus(study.status, 'settled')
  if (to !== null && to !== study.status) await transition(tx, study, 'settled', { actorUserId: null })
  if (isNew) await emit(tx, { type: 'study.settled', studyId: study.id })
  else await emit(tx, { type: 'study.changed', studyId: study.id, formerDoctorIds: [] })
  await requestStudyZip(tx, { id: study.id, generation })
}
