import type { ReaderDeficit } from '@readroom/contracts/studies/assignment-engine'
import type { Tx } from '@readroom/db/core/client'
import type { Before } from '@readroom/db/core/locks'
import { listHeldStudies } from '@readroom/db/studies/studies'
import { forgetWaiting, keepUnplaced, listStudiesToDeal } from '@readroom/db/turnaround/dealing'
import { holdReaders, keepDeficits } from '@readroom/db/turnaround/dealing-readers'
import { assignEach, theDealer } from '../../studies/assignments/assignments.ts'
import { type FoundStudy, findReaders } from '../../studies/assignments/found-readers.ts'
import { transition } from '../../studies/transition.ts'
import { countRefusals, type Deal, type Dealer, dealAll } from './assignment-engine.ts'

type DealtStudy = { study: FoundStudy; deal: Deal }

/** Returns the deficits that deals left, of the readers who took part in one. */
export function deficitsOf(deals: readonly { deal: Deal }[]): ReaderDeficit[] {
  const last = new Map<string, ReaderDeficit>()
  for (const { deal } of deals) if (deal.doctorId !== null) for (const one of deal.deficits) last.set(one.doctorId, one)
  return [...last.values()]
}

/** Reports studies that no doctor fits. The history of each has it once for the same reasons. */
export async function reportUnplaced(tx: Tx<'dealing' | 'study'>, deals: readonly DealtStudy[]): Promise<void> {
  const unplaced = deals.flatMap(({ study: { studyId, cycle }, deal }) =>
    deal.doctorId === null ? [{ studyId, cycle, reasons: countRefusals(deal.refusals) }] : [],
  )
  const reasonsOf = new Map(unplaced.map(({ studyId, reasons }) => [studyId, reasons]))
  const news = await keepUnplaced(tx, unplaced)
  for (const study of await listHeldStudies(tx, news))
    await transition(tx, study, 'unplaced', { actorUserId: null, details: { reasons: reasonsOf.get(study.id) ?? [] } })
}

/**
 * Deals studies that the transaction holds and assigns them, in laboratories whose studies are assigned. Reports those that no doctor fits. Returns
 * the number of studies that were assigned.
 */
export async function dealHeld(
  tx: Tx<'dealing' | 'study'> & Before<'study'>,
  dealer: Dealer,
  studyIds: readonly string[],
  now: Date,
): Promise<number> {
  // Nobody is deactivated between the look at the doctors and the assignment. In the order of ids, as other transactions take accounts.
  await holdReaders(tx)
  const facts = (await listStudiesToDeal(tx, studyIds)).filter(({ mode }) => mode === 'assign')
  const { studies, readers } = await findReaders(tx, facts)
  const { deals } = dealAll(dealer, studies, readers, now.getTime())
  const placed = deals.flatMap(({ study: { studyId }, deal }) => (deal.doctorId === null ? [] : [{ studyId, ...deal }]))
  const ids = placed.map(({ studyId }) => studyId)
  const rowOf = new Map((await listHeldStudies(tx, ids)).map((study) => [study.id, study]))
  const given = placed.map(({ studyId, doctorId, explanation }) => {
    const study = rowOf.get(studyId)
    if (study === undefined) throw new Error('a study that the transaction holds was not there')
    const dealt = { by: 'assign' as const, explanation }
    return { study, wanted: { studyId, doctorId, priority: 'NORMAL' as const, mode: 'add' as const, dealt } }
  })
  await assignEach(tx, theDealer, given)
  await forgetWaiting(tx, ids)
  await keepDeficits(tx, deficitsOf(deals))
  await reportUnplaced(tx, deals)
  return placed.length
}
