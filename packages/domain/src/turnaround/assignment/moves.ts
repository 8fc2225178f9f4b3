import type { StudyMove } from '@readroom/contracts/turnaround/automatic-assignment'
import type { Actor } from '@readroom/db/core/actor'
import type { Db, OpenDb } from '@readroom/db/core/client'
import type { Begun } from '@readroom/db/core/locks'
import { listAskedStudies } from '@readroom/db/studies/assignments/asked-studies'
import { listHeldStudies } from '@readroom/db/studies/studies'
import { listDoctorNames } from '@readroom/db/turnaround/assignment-simulations'
import { listMovableStudies, lockDealing, lockMovableStudies, type Movable } from '@readroom/db/turnaround/dealing'
import { holdReaders } from '@readroom/db/turnaround/dealing-readers'
import { assignEach } from '../../studies/assignments/assignments.ts'
import type { Clock } from '../../studies/assignments/eligibility.ts'
import { findReaders } from '../../studies/assignments/found-readers.ts'
import { makeRanking } from '../../studies/assignments/ranking.ts'
import { makeReaderShifts } from '../../studies/assignments/reader-shifts.ts'
import { transitionEach } from '../../studies/transition.ts'
import { makeDealer } from './assignment-engine.ts'
import { findMoves } from './dealing-again.ts'

/** Studies that are looked at. */
const mostChecked = 200

/** Returns the studies that another doctor should read, and all readers as they are before. */
export async function readMoves(db: Db, which: Movable, { now, zone }: Clock) {
  const found = new Map((await listMovableStudies(db, which, mostChecked)).map((held) => [held.studyId, held]))
  if (found.size === 0) return { moves: [], readers: [] }
  const { studies, readers } = await findReaders(db, await listAskedStudies(db, [...found.keys()]))
  const held = studies.flatMap((study) => {
    const facts = found.get(study.studyId)
    return facts ? [{ ...study, ...facts }] : []
  })
  return { moves: findMoves(makeRanking(zone), held, readers, now.getTime()), readers }
}

/**
 * Notes the studies that another doctor should read and that only an administrator moves: people are told of them. It looks at each open study, so it
 * runs once a minute, beside the ticks that deal.
 */
export async function noteMoves(db: OpenDb, zone: string): Promise<void> {
  await db.transaction(async (begun) => {
    const [tx, now] = await lockDealing(begun)
    const { moves } = await readMoves(tx, 'untold', { now, zone })
    if (moves.length === 0) return
    const because = new Map(moves.map((move) => [move.study.studyId, move.because]))
    const [locked, held] = await lockMovableStudies(tx, 'untold', [...because.keys()])
    const doctorOf = new Map(held.map(({ studyId, doctorId }) => [studyId, doctorId]))
    const noted = (await listHeldStudies(locked, [...doctorOf.keys()])).map((study) => {
      const details = { because: because.get(study.id), doctorId: doctorOf.get(study.id) }
      return { study, context: { actorUserId: null, details } }
    })
    await transitionEach(locked, 'move_proposed', noted)
  })
}

/** Returns the moves that an administrator can confirm, as they are at this moment (docs/decisions/turnaround/ranking.md). */
export async function proposeMoves(db: Db, clock: Clock): Promise<StudyMove[]> {
  const { moves, readers } = await readMoves(db, 'proposed', clock)
  const doctorIds = moves.flatMap(({ study, doctorId }) => [study.doctorId, doctorId])
  const names = new Map((await listDoctorNames(db, [...new Set(doctorIds)])).map(({ id, name }) => [id, name]))
  const shifts = makeReaderShifts(clock.zone)
  const now = clock.now.getTime()
  const ends = new Map(readers.map(({ doctorId, works }) => [doctorId, shifts.workTime(works, now).shiftEnd]))
  const leavesAt = (doctorId: string): string | null => {
    const end = ends.get(doctorId) ?? now
    return end > now && Number.isFinite(end) ? new Date(end).toISOString() : null
  }
  const named = (doctorId: string) => ({ doctorId, doctorName: names.get(doctorId) ?? '' })
  return moves.map(({ study: { studyId, labName, dueAt, doctorId: from }, because, doctorId }) => ({
    studyId,
    labName,
    dueAt: dueAt === null ? null : new Date(dueAt).toISOString(),
    from: { ...named(from), leavesAt: leavesAt(from) },
    to: named(doctorId),
    because,
  }))
}

type SeenMove = { studyId: string; from: string; to: string }

/** Moves studies as the administrator saw it proposed. Those that would go elsewhere or stay by now are left. Returns the numbers of both. */
export async function confirmMoves(
  begun: Begun,
  actor: Actor,
  seen: readonly SeenMove[],
  zone: string,
): Promise<{ moved: number; changed: number }> {
  const [dealing, now] = await lockDealing(begun)
  const { moves, readers } = await readMoves(dealing, 'proposed', { now, zone })
  const right = seen.filter(({ studyId, from, to }) =>
    moves.some(({ study, doctorId }) => study.studyId === studyId && study.doctorId === from && doctorId === to),
  )
  const [tx, locked] = await lockMovableStudies(
    dealing,
    'proposed',
    right.map(({ studyId }) => studyId),
  )
  await holdReaders(tx)
  const dealer = makeDealer(zone)
  const rows = new Map(
    (
      await listHeldStudies(
        tx,
        locked.map(({ studyId }) => studyId),
      )
    ).map((row) => [row.id, row]),
  )
  let moved = 0
  for (const { studyId, from, to } of right) {
    const row = rows.get(studyId)
    const study = moves.find((move) => move.study.studyId === studyId)?.study
    if (!row || !study || !locked.some((held) => held.studyId === studyId && held.doctorId === from)) continue
    const deal = dealer(
      study,
      readers.filter(({ doctorId }) => doctorId === to),
      now.getTime(),
    )
    if (deal.doctorId === null) continue
    const dealt = { by: 'assign' as const, explanation: deal.explanation }
    const wanted = { studyId, doctorId: to, priority: 'NORMAL' as const, mode: 'replace' as const, from, dealt }
    await assignEach(tx, actor, [{ study: row, wanted }])
    moved += 1
  }
  return { moved, changed: seen.length - moved }
}
