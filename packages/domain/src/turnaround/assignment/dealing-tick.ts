import type { UnassignedBecause } from '@readroom/contracts/studies/automatic-assignment'
import type { OpenDb } from '@readroom/db/core/client'
import type { Begun } from '@readroom/db/core/locks'
import { listReaders } from '@readroom/db/studies/assignments/readers'
import {
  forgetOutdated,
  forgetTries,
  forgetWaiting,
  isAnyKept,
  keepProposals,
  listModes,
  listPoolToCheck,
  listRecentTries,
  listStudiesToDeal,
  lockAbandonedStudies,
  lockDealing,
  lockMovableStudies,
  lockStudiesToDeal,
  lockWaitingStudies,
} from '@readroom/db/turnaround/dealing'
import { type DealtDoctor, listDealtDoctors } from '@readroom/db/turnaround/dealing-readers'
import { theDealer, unassign } from '../../studies/assignments/assignments.ts'
import { type Clock, workingAt, worksAt } from '../../studies/assignments/eligibility.ts'
import { findReaders } from '../../studies/assignments/found-readers.ts'
import { dayOf } from '../../studies/deadline-rules/working-time.ts'
import { type Dealer, dealAll, makeDealer } from './assignment-engine.ts'
import { dealHeld, reportUnplaced } from './dealing.ts'
import { readMoves } from './moves.ts'

/** Studies that one transaction looks at. Other users wait for it no longer than a second. */
const batch = 100

/** Studies of the pools that a tick looks at, those that are due first. */
const mostChecked = 200

/** Returns why a doctor who has dealt studies will not read them for now, or null. The end of a shift is no reason. */
function whyGone({ isAssignable, licenseExpiresOn, ...works }: DealtDoctor, clock: Clock): UnassignedBecause | null {
  if (!isAssignable) return 'inactive'
  if (licenseExpiresOn !== null && licenseExpiresOn < dayOf(clock.now, clock.zone).toString()) return 'license'
  return workingAt(works, clock).away.some(({ kind }) => kind === 'absent') ? 'absent' : null
}

/** Takes unopened studies from doctors who are gone. Returns how many. */
async function takeBackBatch(begun: Begun, zone: string): Promise<number> {
  const [tx, now] = await lockDealing(begun)
  const gone = new Map<string, UnassignedBecause>()
  for (const doctor of await listDealtDoctors(tx)) {
    const because = whyGone(doctor, { now, zone })
    if (because) gone.set(doctor.doctorId, because)
  }
  if (gone.size === 0) return 0
  const away = [...gone.keys()].filter((doctorId) => gone.get(doctorId) === 'absent')
  const forGood = [...gone.keys()].filter((doctorId) => !away.includes(doctorId))
  const [, abandoned] = await lockAbandonedStudies(tx, { gone: forGood, away }, batch)
  for (const key of abandoned) await unassign(tx, theDealer, { ...key, because: gone.get(key.doctorId) })
  return abandoned.length
}

/** Deals unopened studies again that another doctor should read, those that are due first. Opened ones stay. */
async function dealAgain(begun: Begun, zone: string, dealer: Dealer): Promise<void> {
  const [tx, now] = await lockDealing(begun)
  const { moves } = await readMoves(tx, 'dealt', { now, zone })
  const because = new Map(moves.map((move) => [move.study.studyId, move.because]))
  if (because.size === 0) return
  const [locked, moved] = await lockMovableStudies(tx, 'dealt', [...because.keys()])
  for (const key of moved) await unassign(locked, theDealer, { ...key, because: because.get(key.studyId) })
  await dealHeld(
    locked,
    dealer,
    moved.map(({ studyId }) => studyId),
    now,
  )
}

/** Returns how many studies it looked at. */
async function assignBatch(begun: Begun, dealer: Dealer): Promise<number> {
  const [tx, now] = await lockDealing(begun)
  const [held, studyIds] = await lockStudiesToDeal(tx, 'assign', batch)
  if (studyIds.length > 0) await dealHeld(held, dealer, studyIds, now)
  return studyIds.length
}

/** Proposes a doctor for studies. The kept deficits change when a proposal is confirmed. Returns how many studies it looked at. */
async function proposeBatch(begun: Begun, dealer: Dealer): Promise<number> {
  const [tx, now] = await lockDealing(begun)
  const [held, studyIds] = await lockStudiesToDeal(tx, 'suggest', batch)
  if (studyIds.length === 0) return 0
  const facts = await listStudiesToDeal(held, studyIds)
  const { studies, planned } = await findReaders(held, facts)
  const { deals } = dealAll(dealer, studies, planned, now.getTime())
  const proposals = deals.flatMap(({ study: { studyId, cycle }, deal }) =>
    deal.doctorId === null ? [] : [{ studyId, cycle, doctorId: deal.doctorId, explanation: deal.explanation }],
  )
  await keepProposals(held, proposals)
  await reportUnplaced(held, deals)
  return studyIds.length
}

/** Reports studies of the pools that no doctor fits, and forgets those that a doctor fits again. Deals none: doctors ask for them. */
async function checkPools(begun: Begun, dealer: Dealer): Promise<void> {
  const [tx, now] = await lockDealing(begun)
  const facts = await listStudiesToDeal(tx, await listPoolToCheck(tx, mostChecked))
  const { studies, readers } = await findReaders(tx, facts)
  // Each study is asked about by itself: no doctor has more work because another study fits too.
  const deals = studies.map((study) => ({ study, deal: dealer(study, readers, now.getTime()) }))
  const fitting = deals.filter(({ deal }) => deal.doctorId !== null)
  await forgetWaiting(
    tx,
    fitting.map(({ study }) => study.studyId),
  )
  const unplaced = deals.filter(({ deal }) => deal.doctorId === null)
  const [held, studyIds] = await lockWaitingStudies(
    tx,
    unplaced.map(({ study }) => study.studyId),
  )
  await reportUnplaced(
    held,
    unplaced.filter(({ study }) => studyIds.includes(study.studyId)),
  )
}

/**
 * Forgets proposals of doctors who are not there any more, what is kept of studies that do not wait, and that doctors were looked for in vain before
 * another one came.
 */
async function forget(begun: Begun, zone: string): Promise<void> {
  const [tx, now] = await lockDealing(begun)
  const present = (await listReaders(tx, [])).filter((reader) => worksAt(reader, { now, zone }))
  const outdated = (await listRecentTries(tx)).filter((at) => present.some((reader) => !worksAt(reader, { now: at, zone })))
  if (outdated.length > 0) await forgetTries(tx, new Date(Math.max(...outdated.map(Number))))
  await forgetOutdated(
    tx,
    present.map(({ doctorId }) => doctorId),
  )
}

/** Deals the studies that wait for a doctor, each once, however many workers do this at once (docs/decisions/turnaround/automatic-assignment-modes.md). */
export async function dealStudies(db: OpenDb, zone: string): Promise<void> {
  const modes = await listModes(db)
  const dealer = makeDealer(zone)
  if (modes.some((mode) => mode !== 'off')) while ((await db.transaction((tx) => takeBackBatch(tx, zone))) === batch);
  if (await isAnyKept(db)) await db.transaction((tx) => forget(tx, zone))
  if (modes.includes('assign')) {
    await db.transaction((tx) => dealAgain(tx, zone, dealer))
    while ((await db.transaction((tx) => assignBatch(tx, dealer))) === batch);
  }
  if (modes.includes('pool')) await db.transaction((tx) => checkPools(tx, dealer))
  if (modes.includes('suggest')) while ((await db.transaction((tx) => proposeBatch(tx, dealer))) === batch);
}
