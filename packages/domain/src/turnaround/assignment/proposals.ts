import type { Actor } from '@readroom/db/core/actor'
import type { Begun } from '@readroom/db/core/locks'
import {
  findProposals,
  forgetWaiting,
  keepProposals,
  listStudiesToDeal,
  lockDealing,
  lockWaitingStudies,
} from '@readroom/db/turnaround/dealing'
import { holdReaders, keepDeficits } from '@readroom/db/turnaround/dealing-readers'
import { assign } from '../../studies/assignments/assignments.ts'
import { type FoundStudy, findReaders } from '../../studies/assignments/found-readers.ts'
import { inDealingOrder } from '../../studies/assignments/ranking.ts'
import { afterDeal, type Deal, makeDealer } from './assignment-engine.ts'
import { deficitsOf, reportUnplaced } from './dealing.ts'

type Seen = { studyId: string; doctorId: string }
type Placed = Extract<Deal, { doctorId: string }>

/** Returns a deal with another doctor in place of the one whose turn it was: that doctor is charged. */
function dealtTo(doctorId: string, { explanation, deficits, ...deal }: Placed): Placed {
  const { minutes } = explanation
  const change = (one: string) => (one === deal.doctorId ? minutes : 0) - (one === doctorId ? minutes : 0)
  return {
    doctorId,
    explanation,
    deficits: deficits.map((one) => ({ ...one, deficit: one.deficit + change(one.doctorId) })),
  }
}

/**
 * Assigns studies to the doctors whom the administrator saw proposed. A proposal that is no longer right is made anew. Returns the numbers of both,
 * and of the changed ones how many have another proposal or fit no doctor. The rest does not wait any more.
 */
export async function confirmProposals(begun: Begun, actor: Actor, seen: readonly Seen[], zone: string) {
  const [dealing, at] = await lockDealing(begun)
  const doctorOf = new Map(seen.map(({ studyId, doctorId }) => [studyId, doctorId]))
  const [tx, held] = await lockWaitingStudies(dealing, [...doctorOf.keys()])
  await holdReaders(tx)
  const now = at.getTime()
  const dealer = makeDealer(zone)
  const proposals = await findProposals(tx, held)
  const facts = (await listStudiesToDeal(tx, held)).filter(({ studyId, mode, cycle }) => {
    const proposal = proposals.get(studyId)
    return mode === 'suggest' && proposal?.cycle === cycle && proposal.doctorId === doctorOf.get(studyId)
  })
  const found = await findReaders(tx, facts)
  let readers = found.readers
  const confirmed: { study: FoundStudy; deal: Placed }[] = []
  const outdated: { study: FoundStudy; deal: Deal }[] = []
  for (const study of inDealingOrder(found.studies)) {
    const proposed = readers.filter(({ doctorId }) => doctorId === doctorOf.get(study.studyId))
    const own = dealer(study, proposed, now)
    const best = dealer(study, readers, now)
    if (own.doctorId !== null && best.doctorId !== null) {
      const deal = dealtTo(own.doctorId, best)
      confirmed.push({ study, deal })
      readers = afterDeal(readers, study, deal, now)
    } else outdated.push({ study, deal: best })
  }
  for (const { study, deal } of confirmed) {
    const { studyId } = study
    const explanation = proposals.get(studyId)?.explanation
    await assign(tx, actor, { studyId, doctorId: deal.doctorId, priority: 'NORMAL', mode: 'add', proposed: explanation })
  }
  await forgetWaiting(
    tx,
    [...confirmed, ...outdated].map(({ study: { studyId } }) => studyId),
  )
  await keepDeficits(tx, deficitsOf(confirmed))
  const renewed = outdated.flatMap(({ study: { studyId, cycle }, deal }) =>
    deal.doctorId === null ? [] : [{ studyId, cycle, doctorId: deal.doctorId, explanation: deal.explanation }],
  )
  await keepProposals(tx, renewed)
  await reportUnplaced(tx, outdated)
  return {
    confirmed: confirmed.length,
    changed: doctorOf.size - confirmed.length,
    renewed: renewed.length,
    unplaced: outdated.length - renewed.length,
  }
}
