import type { PoolObstacle } from '@readroom/contracts/studies/assignment-engine'
import type { Actor } from '@readroom/db/core/actor'
import type { Tx } from '@readroom/db/core/client'
import type { Before, Begun } from '@readroom/db/core/locks'
import {
  findUnopenedBeforePool,
  forgetWaiting,
  listPoolStudies,
  listStudiesToDeal,
  lockDealing,
  lockWaitingStudies,
} from '@readroom/db/turnaround/dealing'
import { keepDeficits } from '@readroom/db/turnaround/dealing-readers'
import { assign, theDealer } from '../../studies/assignments/assignments.ts'
import { findReaders } from '../../studies/assignments/found-readers.ts'
import type { Reader } from '../../studies/assignments/ranking.ts'
import { countRefusals, type Dealer, makeDealer, type Refusal } from './assignment-engine.ts'
import { deficitsOf } from './dealing.ts'
import { demandDoctor } from './giving-back.ts'

/** Studies of the pool that are looked at for one that fits the doctor. */
const mostLookedAt = 500

/** Assigns a study of the pool to the reader, unless it fits no longer. Returns whether it did. */
async function take(
  begun: Tx<'dealing'> & Before<'study'>,
  dealer: Dealer,
  reader: Reader,
  studyId: string,
  now: Date,
): Promise<boolean> {
  const [tx, held] = await lockWaitingStudies(begun, [studyId])
  const { studies } = await findReaders(tx, await listStudiesToDeal(tx, held))
  const [found] = studies
  if (found?.mode !== 'pool') return false
  const deal = dealer(found, [reader], now.getTime())
  if (deal.doctorId === null) return false
  const { doctorId, explanation } = deal
  await assign(tx, theDealer, { studyId, doctorId, priority: 'NORMAL', mode: 'add', dealt: { by: 'pool', explanation } })
  await forgetWaiting(tx, [studyId])
  await keepDeficits(tx, deficitsOf([{ deal }]))
  return true
}

/** A study for the doctor, or the reasons why those of the doctor's pools do not fit, the most frequent first. */
type Next = { studyId: string | null; nothing: PoolObstacle[] }

/**
 * Deals the first study of the pool that fits the doctor, in the order of work. An emergency or stat study that the doctor has and has not opened comes
 * before, and so does a study of the pool that was dealt before. Throws DOCTOR_NOT_FOUND.
 */
export async function dealNext(begun: Begun, actor: Actor, zone: string): Promise<Next> {
  const { doctorId } = demandDoctor(actor)
  const [tx, now] = await lockDealing(begun)
  const unopened = await findUnopenedBeforePool(tx, doctorId)
  if (unopened !== null) return { studyId: unopened, nothing: [] }
  const dealer = makeDealer(zone)
  const studyIds = await listPoolStudies(tx, mostLookedAt)
  const { studies, readers } = await findReaders(tx, await listStudiesToDeal(tx, studyIds))
  const reader = readers.find((one) => one.doctorId === doctorId)
  const refusals: Refusal[] = []
  const studyOf = new Map(studies.map((study) => [study.studyId, study]))
  for (const studyId of studyIds) {
    const study = studyOf.get(studyId)
    if (!study || !reader) continue
    const deal = dealer(study, [reader], now.getTime())
    if (deal.doctorId === null) refusals.push(...deal.refusals)
    else if (await take(tx, dealer, reader, studyId, now)) return { studyId, nothing: [] }
  }
  // Studies of pools that are not the doctor's are no news.
  const own = countRefusals(refusals).filter(({ kind }) => kind !== 'laboratory' && kind !== 'group')
  return { studyId: null, nothing: own.map(({ kind, doctors: studies }) => ({ kind, studies })) }
}
