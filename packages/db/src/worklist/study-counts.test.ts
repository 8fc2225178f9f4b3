import { caseTypes } from '@readroom/contracts/core/primitives'
import { StudyFilters } from '@readroom/contracts/studies/study-filters'
import { studyStatuses } from '@readroom/contracts/studies/study-workflow'
import type {} from '@readroom/local/suites/vitest-services'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { OpenDb } from '../core/client.ts'
import { endAssignment, insertAssignments } from '../studies/assignments/assignments.ts'
import { studies } from '../studies/studies.schema.ts'
import { visibleStudies } from '../studies/visibility.ts'
import { createCast, createStudy } from '../testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { compactStudyCounts, listModalities } from './study-counts.ts'
import { countWorklist } from './worklist.ts'

const STUDIES = 30
const ROUNDS = 12

let database: TestDatabase
let cast: Awaited<ReturnType<typeof createCast>>
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'))
  cast = await createCast(database.db)
})
afterAll(() => database.drop())

/** Nothing, and something that every study is: the first is added up in `study_totals`, the second in `study_counts`. */
const asked = [{}, { mlc: 'false' }].map((query) => StudyFilters.parse(query))

/** Both counts in one snapshot: what is added up, and every row counted. */
async function countBothWays(db: OpenDb) {
  return db.transaction(
    async (tx) => {
      const callers = [cast.admin, cast.staffA, cast.staffB, cast.assignedDoctor, cast.otherDoctor]
      const added: number[] = []
      const counted: unknown[] = []
      for (const caller of callers) {
        const { rows } = await tx.execute(sql`select count(*)::int as n from ${studies} where ${visibleStudies(caller)}`)
        for (const filters of asked) {
          added.push((await countWorklist(tx, { caller, filters, now: new Date(), zone: 'UTC' })).all)
          counted.push(rows[0]?.n)
        }
      }
      return { added, counted }
    },
    { isolationLevel: 'repeatable read' },
  )
}

test('counts never drift while studies come, change, are assigned and go, and others add them up', async () => {
  const { db } = database
  const rows = await Promise.all(
    Array.from({ length: STUDIES }, (_, n) => createStudy(db, { labId: n % 2 ? cast.labA.id : null })),
  )
  const doctors = [cast.assignedDoctor, cast.otherDoctor].map(({ doctorId }) => doctorId)

  const churn = rows.map(async ({ id }, n) => {
    for (let round = 0; round < ROUNDS; round++) {
      const key = { studyId: id, doctorId: doctors[(n + round) % 2] ?? '' }
      await insertAssignments(db, [{ ...key, priority: 'NORMAL', assignedBy: cast.admin.userId }])
      const status = studyStatuses[(n * 7 + round) % studyStatuses.length]
      const change = { status, caseType: caseTypes[round % 4], labId: round % 3 ? cast.labA.id : cast.labB.id }
      await db.update(studies).set(change).where(eq(studies.id, id))
      if (round % 4 === 3) await endAssignment(db, key, cast.admin.userId)
    }
  })
  const arrivals = Array.from({ length: STUDIES }, () => createStudy(db, { labId: cast.labB.id }))
  const compacting = Array.from({ length: ROUNDS }, () => compactStudyCounts(db))
  const seen = Array.from({ length: ROUNDS }, () => countBothWays(db))

  for (const { added, counted } of await Promise.all(seen)) expect(added).toEqual(counted)
  await Promise.all([...churn, ...arrivals, ...compacting])
  await compactStudyCounts(db)
  const { added, counted } = await countBothWays(db)
  expect(added).toEqual(counted)
  expect(added[0]).toBe(2 * STUDIES)
})

test('modalities are those that the caller’s studies have at the moment, each once', async () => {
  const { db } = database
  const own = await createCast(db)
  const make = (labId: string, ...modalities: string[]) => createStudy(db, { labId, modalities })
  const first = await make(own.labA.id, 'US', 'SR')
  await make(own.labA.id, 'SR', 'NM')
  const other = await make(own.labB.id, 'XA')
  const { doctorId } = own.assignedDoctor
  await insertAssignments(db, [{ studyId: first.id, doctorId, priority: 'NORMAL', assignedBy: own.admin.userId }])
  const read = async () => [
    await listModalities(db, own.staffA),
    await listModalities(db, own.staffB),
    await listModalities(db, own.assignedDoctor),
    await listModalities(db, own.otherDoctor),
  ]
  expect(await read()).toEqual([['NM', 'SR', 'US'], ['XA'], ['SR', 'US'], []])
  expect(await listModalities(db, own.admin)).toEqual(expect.arrayContaining(['NM', 'SR', 'US', 'XA']))
  await db
    .update(studies)
    .set({ modalities: ['CT'] })
    .where(eq(studies.id, first.id))
  await db.delete(studies).where(eq(studies.id, other.id))
  expect(await read()).toEqual([['CT', 'NM', 'SR'], [], ['CT'], []])
})
