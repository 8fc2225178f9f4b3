import type { Actor } from '@readroom/db/core/actor'
import type { Tx } from '@readroom/db/core/client'
import type { Before, Begun } from '@readroom/db/core/locks'
import {
  findUnopenedOfPool,
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
import { type Dealer, makeDealer } from './assignment-engine.ts'
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

/**
 * Deals the first study of the pool that fits the doctor, in the order of work. One that was dealt before and is not opened comes again. Returns null if
 * nothing fits. Throws DOCTOR_NOT_FOUND.
 */
export async function dealNext(begun: Begun, actor: Actor, zone: string): Promise<string | null> {
  const { doctorId } = demandDoctor(actor)
  const [tx, now] = await lockDealing(begun)
  const unopened = await findUnopenedOfPool(tx, doctorId)
  if (unopened !== null) return unopened
  const dealer = makeDealer(zone)
  const studyIds = await listPoolStudies(tx, doctorId, mostLookedAt)
  const { studies, readers } = await findReaders(tx, await listStudiesToDeal(tx, studyIds))
  const reader = readers.find((one) => one.doctorId === doctorId)
  if (!reader) return null
  const studyOf = new Map(studies.map((study) => [study.studyId, study]))
  for (const studyId of studyIds) {
    const study = studyOf.get(studyId)
    const fits = study && dealer(study, [reader], now.getTime()).doctorId !== null
    if (fits && (await take(tx, dealer, reader, studyId, now))) return studyId
  }
  return null
}
