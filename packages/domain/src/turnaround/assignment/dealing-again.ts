import type { UnassignedBecause } from '@readroom/contracts/studies/automatic-assignment'
import { withStudy } from '../../studies/assignments/expected-reading.ts'
import {
  asOpen,
  inDealingOrder,
  minutesOf,
  type Ranked,
  type Ranking,
  type Reader,
  type StudyToDeal,
} from '../../studies/assignments/ranking.ts'

/** A study that doctors have. `isFree`: it goes to another one for any reason, and not only if its doctors read it late. */
export type HeldStudy = StudyToDeal & { doctorId: string; doctorIds: readonly string[]; isFree: boolean }

/** A study that should be dealt again: why, and who would have it then. */
export type Move<S extends HeldStudy> = { study: S; because: UnassignedBecause; doctorId: string }

/** Reports whether a doctor has more work than the limit allows: the last study may exceed it. */
function isOverLimit({ open, openMinutesLimit }: Reader): boolean {
  const longest = open.reduce((most, { minutes }) => Math.max(most, minutes), 0)
  return openMinutesLimit !== null && minutesOf(open) - longest >= openMinutesLimit
}

/** Returns why a study should not stay with its doctor. Null: it can. `own` undefined: the doctor is not active. */
function troubleOf(own: Ranked | undefined, isTooMuch: boolean): UnassignedBecause | null {
  if (own === undefined) return 'inactive'
  const { obstacles, isAfterShift, lateSteps } = own
  if (obstacles.some(({ kind }) => kind === 'license')) return 'license'
  if (obstacles.some(({ kind }) => kind === 'absent')) return 'absent'
  if (isAfterShift || obstacles.some(({ kind }) => kind === 'offShift' || kind === 'day')) return 'offShift'
  if (isTooMuch) return 'limit'
  return lateSteps > 0 ? 'late' : null
}

const never: readonly UnassignedBecause[] = ['inactive', 'license']

/** Reports whether another doctor can have a study instead: one who reads it within the shift, and in time if that is the reason. */
const isBetter = ({ obstacles, isAfterShift, lateSteps }: Ranked, because: UnassignedBecause): boolean =>
  obstacles.length === 0 && !isAfterShift && (because !== 'late' || lateSteps === 0)

/**
 * Returns the studies that should go to another doctor, in dealing order: their doctor is gone, leaves before reading them, has too much work, or would
 * read them late, and another doctor would not (docs/decisions/turnaround/ranking.md).
 */
export function findMoves<S extends HeldStudy>(
  rank: Ranking,
  held: readonly S[],
  readers: readonly Reader[],
  now: number,
): Move<S>[] {
  const present = new Map(readers.map((reader) => [reader.doctorId, reader]))
  const moves: Move<S>[] = []
  for (const study of inDealingOrder(held)) {
    const holders = study.doctorIds.flatMap((doctorId) => present.get(doctorId) ?? [])
    const [own] = rank([study], holders, now)
    const because = troubleOf(own, study.isFree && holders.some(isOverLimit))
    const isTooLate = because === 'late' && study.dueAt !== null && study.dueAt <= now
    if (because === null || isTooLate) continue
    const [best] = rank(
      [study],
      [...present.values()].filter((reader) => !holders.includes(reader)),
      now,
    )
    if (!best || !isBetter(best, because)) continue
    const ownSteps = !own || never.includes(because) ? Number.POSITIVE_INFINITY : own.lateSteps
    if (!study.isFree && ownSteps <= best.lateSteps) continue
    moves.push({ study, because, doctorId: best.doctorId })
    if (own) present.set(own.doctorId, own.reader)
    present.set(best.doctorId, { ...best.reader, open: withStudy(best.reader.open, asOpen(study, best.doctorId)) })
  }
  return moves
}
