import { AppError } from '@readroom/contracts/core/errors'
import {
  maxGivenBack,
  maxPassedOver,
  type RefusalCause,
  type RefusalKind,
} from '@readroom/contracts/studies/automatic-assignment'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Db, Tx } from '@readroom/db/core/client'
import type { Before, Begun } from '@readroom/db/core/locks'
import { hasTouched } from '@readroom/db/studies/assignments/assignments'
import type { StudyRow } from '@readroom/db/studies/studies'
import { countGivenBack, countPassedOver, findDealtBy, insertRefusal, lockDealing } from '@readroom/db/turnaround/dealing'
import { findWorkingDays } from '@readroom/db/turnaround/dealing-readers'
import { unassign } from '../../studies/assignments/assignments.ts'
import type { Clock } from '../../studies/assignments/eligibility.ts'
import { shiftStart } from '../../studies/assignments/reader-shifts.ts'
import { lockVisibleStudy } from '../../studies/studies.ts'
import { transition } from '../../studies/transition.ts'
import { makeDealer } from './assignment-engine.ts'
import { dealHeld } from './dealing.ts'

type GivenBack = { studyId: string; cause: RefusalCause; reason: string }
type Doctor = Actor & { doctorId: string }

export function demandDoctor(actor: Actor): Doctor {
  const { doctorId } = actor
  if (doctorId === null) throw new AppError('DOCTOR_NOT_FOUND')
  return { ...actor, doctorId }
}

/** Returns how many studies a doctor can still give back in the present shift. */
export async function countLeftToGiveBack(db: Db, doctorId: string, clock: Clock): Promise<number> {
  const since = shiftStart(await findWorkingDays(db, doctorId), clock)
  return Math.max(0, maxGivenBack - (await countGivenBack(db, doctorId, since)))
}

async function giveBack(
  tx: Tx<'dealing' | 'study'> & Before<'study'>,
  actor: Doctor,
  study: StudyRow,
  { kind, cause, reason }: Omit<GivenBack, 'studyId'> & { kind: RefusalKind },
  clock: Clock,
): Promise<void> {
  const { userId: actorUserId, doctorId } = actor
  if ((await countLeftToGiveBack(tx, doctorId, clock)) === 0) throw new AppError('GIVEN_BACK_ENOUGH')
  await insertRefusal(tx, { studyId: study.id, doctorId, cycle: study.cycle, kind, cause })
  const details = { doctorId, kind }
  const present = await transition(tx, study, 'declined', { actorUserId, details, ...(reason !== '' && { reason }) })
  await unassign(tx, actor, { studyId: present.id, doctorId, because: kind })
  const action = kind === 'declined' ? 'assignment.declined' : 'assignment.passed_over'
  await audit(tx, actor, { action, target: { type: 'study', id: study.id } })
}

/**
 * Gives back a study that was assigned automatically and that the doctor has not opened. It is dealt to another doctor at once, and never to this one.
 * Throws STUDY_NOT_FOUND, NOT_DEALT, STUDY_TOUCHED, GIVEN_BACK_ENOUGH.
 */
export async function declineStudy(begun: Begun, actor: Actor, { studyId, ...why }: GivenBack, zone: string): Promise<void> {
  const doctor = demandDoctor(actor)
  const [dealing, now] = await lockDealing(begun)
  const [tx, study] = await lockVisibleStudy(dealing, actor, studyId)
  const key = { studyId, doctorId: doctor.doctorId }
  if ((await findDealtBy(tx, key)) !== 'assign') throw new AppError('NOT_DEALT')
  if (await hasTouched(tx, key)) throw new AppError('STUDY_TOUCHED')
  await giveBack(tx, doctor, study, { kind: 'declined', ...why }, { now, zone })
  await dealHeld(tx, makeDealer(zone), [studyId], now)
}

/**
 * Gives back a study of the pool whose report is not begun. It goes back to the pool, for other doctors. Throws STUDY_NOT_FOUND, NOT_DEALT,
 * STUDY_TOUCHED, PASSED_OVER_ENOUGH, GIVEN_BACK_ENOUGH.
 */
export async function passOver(begun: Begun, actor: Actor, { studyId, ...why }: GivenBack, zone: string): Promise<void> {
  const doctor = demandDoctor(actor)
  const [dealing, now] = await lockDealing(begun)
  const [tx, study] = await lockVisibleStudy(dealing, actor, studyId)
  if ((await findDealtBy(tx, { studyId, doctorId: doctor.doctorId })) !== 'pool') throw new AppError('NOT_DEALT')
  if (study.status !== 'assigned_to_doctor' && study.status !== 'doctor_opened_report') throw new AppError('STUDY_TOUCHED')
  if ((await countPassedOver(tx, study)) >= maxPassedOver) throw new AppError('PASSED_OVER_ENOUGH')
  await giveBack(tx, doctor, study, { kind: 'passedOver', ...why }, { now, zone })
}
