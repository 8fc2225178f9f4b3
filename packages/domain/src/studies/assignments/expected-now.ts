import type { ExpectedNow } from '@readroom/contracts/studies/assignment-engine'
import { passingObstacles } from '@readroom/contracts/studies/suggestions'
import type { Db } from '@readroom/db/core/client'
import { listAskedStudies } from '@readroom/db/studies/assignments/asked-studies'
import { listDoctorNames } from '@readroom/db/turnaround/assignment-simulations'
import type { Clock } from './eligibility.ts'
import { findReaders } from './found-readers.ts'
import { makeRanking, type Ranked } from './ranking.ts'

const text = (at: number | null | undefined): string | null =>
  at === null || at === undefined ? null : new Date(at).toISOString()
const bySooner = (one: Ranked, other: Ranked) =>
  (one.readAt ?? Number.POSITIVE_INFINITY) - (other.readAt ?? Number.POSITIVE_INFINITY)

/** Returns when studies are expected to be read, as everything is at this moment: by those of the given doctors, and the earliest by anybody. */
export async function expectNow(
  db: Db,
  given: ReadonlyMap<string, readonly string[]>,
  { now, zone }: Clock,
): Promise<Map<string, ExpectedNow>> {
  const { studies, readers, planned } = await findReaders(db, await listAskedStudies(db, [...given.keys()]))
  const rank = makeRanking(zone)
  const expected = studies.map((study) => {
    const all = rank([study], study.mode === 'suggest' ? planned : readers, now.getTime()).toSorted(bySooner)
    const able = all.filter(({ obstacles }) => obstacles.every(({ kind }) => passingObstacles.has(kind)))
    const own = all.find(({ doctorId }) => given.get(study.studyId)?.includes(doctorId))
    const first = able.find(({ readAt }) => readAt !== null)
    // A doctor who is not active any more has it, and does not read it.
    const isOrphan = own === undefined && (given.get(study.studyId) ?? []).length > 0
    const isLate = study.dueAt !== null && (isOrphan || ((own ?? first)?.lateSteps ?? 1) > 0)
    return { studyId: study.studyId, own, first, isLate }
  })
  const names = await listDoctorNames(db, [...new Set(expected.flatMap(({ first }) => first?.doctorId ?? []))])
  const nameOf = new Map(names.map(({ id, name }) => [id, name]))
  return new Map(
    expected.map(({ studyId, own, first, isLate }) => {
      const at = text(first?.readAt)
      const earliest = first && at !== null ? { doctorName: nameOf.get(first.doctorId) ?? '', at } : null
      return [studyId, { expectedAt: text(own?.readAt), isLate, earliest }]
    }),
  )
}
