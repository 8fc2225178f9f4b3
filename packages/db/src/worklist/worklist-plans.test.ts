import { Sort, type SortKey, StudyFilters, sortKeys } from '@readroom/contracts/studies/study-filters'
import type {} from '@readroom/local/suites/vitest-services'
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { selectReaders } from '../studies/assignments/readers.ts'
import { filterTests } from '../studies/study-filters.fixture.ts'
import { readyFilters } from '../studies/study-filters.ts'
import { createCast, createStudy } from '../testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { selectUrgent } from '../turnaround/automatic-assignment.ts'
import { selectMovable } from '../turnaround/dealing.ts'
import { mergeSearchEntries } from './search-entries.ts'
import { type Reader, rowsOfPage } from './worklist-rows.ts'
import { worklistCounts, worklistPage, worklistRead } from './worklist-statements.ts'

const now = new Date('2026-06-15T12:00:00Z')
const clock = { now, zone: 'Europe/Berlin' }
const admin: Reader = { userId: '00000000-0000-0000-0000-000000000000', role: 'admin', labId: null, doctorId: null }

let database: TestDatabase
let cast: Awaited<ReturnType<typeof createCast>>

/** Enough studies, over enough time, that reading them all is a bad plan; what is looked for is rare among them. */
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'))
  cast = await createCast(database.db)
  const { patientRowId } = await createStudy(database.db)
  await database.asOwner(`
    insert into studies (orthanc_id, study_instance_uid, patient_row_id, lab_id, dicom_patient_id, dicom_patient_name, accession_number, referring_physician,
      description, modalities, study_date, status, mlc_case, study_type, priority, received_at, reported_at, doctor_ids)
    select md5(n::text), '2.25.' || n, '${patientRowId}', case when n % 50 = 0 then '${cast.labA.id}'::uuid else '${cast.labB.id}'::uuid end,
      'P' || n, 'Family' || n || ' Given' || n % 977, 'A' || n, 'Referrer' || n % 499, 'Examination ' || n % 997,
      case when n % 200 = 0 then '{PR}'::text[] else '{CT}' end, date '2026-06-15' - n / 20,
      case when n % 100 = 0 then 'pending_assignment' when n % 100 = 1 then 'assigned_to_doctor' else 'archived' end, n % 300 = 0,
      case when n % 300 = 1 then 'screening' end, case when n % 300 = 2 then 'URGENT' else 'NORMAL' end,
      timestamptz '${now.toISOString()}' - n * interval '72 minutes', timestamptz '${now.toISOString()}' - n * interval '70 minutes',
      case when n % 150 = 3 then array['${cast.assignedDoctor.doctorId}'::uuid] when n % 150 = 4 then '{}' else array['${cast.otherDoctor.doctorId}'::uuid] end
    from generate_series(1, 20000) n`)
  await database.asOwner('alter table assignments disable trigger assignments_doctor_ids')
  await database.asOwner(`insert into assignments (study_id, doctor_id, priority, assigned_by, assigned_at)
    select id, '${cast.otherDoctor.doctorId}', 'NORMAL', '${cast.admin.userId}', received_at from studies where patient_name is not null`)
  await database.asOwner('analyze')
  await mergeSearchEntries(database.db)
})
afterAll(() => database.drop())

/** The names of the indexes that a statement is planned with, and how `studies` is read without any. */
async function planOf(statement: SQL): Promise<string> {
  const { rows } = await database.db.execute(sql`explain (format json) ${statement}`)
  return JSON.stringify(rows)
}

/** Names for ids that do not exist before there is a database. Each filter is counted by an index, or else from the sums. */
const named = { labA: 'labA', labB: 'labB', doctor: 'doctor' }
const plans = Object.values(filterTests).flatMap((filter) => Object.entries(filter.plans(named)))

async function readyFor(asked: string) {
  const query = Object.fromEntries(
    new URLSearchParams(asked.replace('labA', cast.labA.id).replace('=doctor', `=${cast.assignedDoctor.doctorId}`)),
  )
  return readyFilters(database.db, StudyFilters.parse(query), clock)
}

test.each(plans.filter(([, by]) => by !== 'sums'))('%s is counted by an index', async (asked, index) => {
  const plan = await planOf(worklistCounts({ caller: admin, ready: await readyFor(asked) }))
  expect(plan).toContain(index)
  expect(plan).not.toMatch(/"Seq Scan"[^{}]*"Relation Name":"studies"/)
})

test.each(plans.filter(([, by]) => by === 'sums'))(
  '%s is counted without reading a study, and listed by an index',
  async (asked) => {
    const ready = await readyFor(asked)
    expect(await planOf(worklistCounts({ caller: admin, ready }))).not.toContain('"Relation Name":"studies"')
    const page = { caller: admin, tab: 'all', ready, sort: Sort.parse('-uploadDate'), limit: 20, after: null } as const
    expect(await planOf(worklistPage(page))).not.toMatch(/"Seq Scan"[^{}]*"Relation Name":"studies"/)
  },
)

test('the rows of a page are looked up, and no other study is read for them', async () => {
  for (const caller of [cast.admin, cast.staffA, cast.assignedDoctor]) {
    const page = {
      caller,
      tab: 'all',
      ready: await readyFor(''),
      sort: Sort.parse('-uploadDate'),
      limit: 20,
      after: null,
    } as const
    const plan = await planOf(rowsOfPage(caller, sql`select id, place from (${worklistPage(page)}) page`))
    expect(plan).not.toMatch(/"Seq Scan"[^{}]*"Relation Name":"studies"/)
  }
})

const sortIndexes = {
  dueDate: 'studies_order_of_work',
  uploadDate: 'studies_received',
  studyDate: 'studies_study_date',
  patientName: 'studies_name',
  patientId: 'studies_patient_id',
  accession: 'studies_accession',
  reportedDate: 'studies_reported',
} satisfies Record<SortKey, string>

const indexOf = ({ key, descending }: Sort) =>
  key === 'dueDate' && descending ? 'studies_order_of_work_backwards' : sortIndexes[key]

test.each(sortKeys.flatMap((key) => [key, `-${key}`]))(
  'pages by %s are read in the order of an index, also far down',
  async (order) => {
    const ready = await readyFilters(database.db, StudyFilters.parse({}), clock)
    const sort = Sort.parse(order)
    const page = { caller: admin, tab: 'all', ready, sort, limit: 20 } as const
    const { rows } = await database.db.execute(worklistPage({ ...page, after: null }))
    const after = { value: String(rows.at(-1)?.value), id: String(rows.at(-1)?.id) }
    for (const position of [null, after])
      expect(await planOf(worklistPage({ ...page, after: position }))).toContain(`"Index Name":"${indexOf(sort)}"`)
  },
)

test('doctors are suggested without reading all studies or assignments', async () => {
  expect(await planOf(selectReaders([]))).not.toMatch(/"Seq Scan"[^{}]*"Relation Name":"(studies|assignments)"/)
})

test.each([
  ['urgent studies that are expected late', selectUrgent(20)],
  ['studies that another doctor should read', selectMovable('untold', 200)],
])('%s are looked for among open studies alone', async (_name, statement) => {
  const plan = await planOf(statement)
  expect(plan).toContain('"Index Name":"studies_deadline"')
  expect(plan).not.toMatch(/"Seq Scan"[^{}]*"Relation Name":"(studies|assignments)"/)
})

test('a doctor’s and a laboratory’s tabs are read by an index of their own', async () => {
  const ready = await readyFilters(database.db, StudyFilters.parse({}), clock)
  const page = { tab: 'pending', ready, sort: Sort.parse('-uploadDate'), limit: 20, after: null } as const
  expect(await planOf(worklistPage({ ...page, caller: cast.assignedDoctor }))).toContain('studies_search')
  expect(await planOf(worklistPage({ ...page, caller: cast.staffA }))).toContain('studies_lab_tab_received')
})

test('a text is looked for in the work that is left by the index of that', async () => {
  const ready = await readyFor('searchTerm=amily1')
  const page = { caller: admin, tab: 'all', ready, sort: Sort.parse('-uploadDate'), limit: 20, after: null } as const
  expect(await planOf(worklistRead(page))).toContain('studies_unfinished_search')
})

test.each([
  ['ami', /"Index Cond":"\(\(ARRAY\[lab_id\] @>[^"]+ AND \(search_all ~~/],
  ['amily1', /"Index Cond":"\(\(search_grams\(search_all\) @>[^"]+ AND \(ARRAY\[lab_id\] @>/],
  ['amily1 77', /"Index Cond":"\(\(search_grams\(search_all\) @>[^"]+ AND \(ARRAY\[lab_id\] @>[^"]+ AND \(search_all ~~/],
])('a laboratory’s studies and %s are looked for in one go', async (searchTerm, condition) => {
  const ready = await readyFor(`searchTerm=${searchTerm}`)
  const page = { caller: cast.staffA, tab: 'all', ready, sort: Sort.parse('-uploadDate'), limit: 20, after: null } as const
  expect(await planOf(worklistRead(page))).toMatch(condition)
})

test('a study that came long after the time of the program is in the page of its year', async () => {
  const receivedAt = new Date('2026-11-15T12:00:00Z')
  const { id } = await createStudy(database.db, { status: 'archived', studyDate: '2025-11-15', receivedAt })
  const page = { tab: 'all', ready: await readyFor('searchTerm=2025'), sort: Sort.parse('-uploadDate'), after: null } as const
  const { rows } = await database.db.execute(worklistRead({ ...page, caller: admin, limit: 1, countUpTo: 3, steps: 0 }))
  expect(rows[0]).toMatchObject({ id })
})

test('a year is looked for in the studies of that year first', async () => {
  const ready = await readyFor('searchTerm=2025')
  const page = { caller: admin, tab: 'all', ready, sort: Sort.parse('-uploadDate'), limit: 20, after: null } as const
  expect(await planOf(worklistRead(page))).toContain('studies_study_date')
})
