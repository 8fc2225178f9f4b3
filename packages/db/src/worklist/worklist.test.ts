import { caseTypes, priorities } from '@readroom/contracts/core/primitives'
import { WorklistRow } from '@readroom/contracts/studies/studies'
import { Sort, StudyFilters, sortKeys } from '@readroom/contracts/studies/study-filters'
import {
  type StudyCategory,
  statusTable,
  studyStatuses,
  studyTabs,
  type Tab,
  tabs,
} from '@readroom/contracts/studies/study-workflow'
import type {} from '@readroom/local/suites/vitest-services'
import { eq, isNull } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { listLocations } from '../people/locations.ts'
import { assignments } from '../studies/assignments/assignments.schema.ts'
import { studies } from '../studies/studies.schema.ts'
import { expectedStudies, filterTests, now, yesNoValues } from '../studies/study-filters.fixture.ts'
import type { Clock } from '../studies/study-filters.ts'
import { createAssignment, createCast, createStudy } from '../testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { compactStudyCounts } from './study-counts.ts'
import { countList, countWorklist, listWorklist, readWorklist } from './worklist.ts'
import { inTab, type ModelStudy, sortValue } from './worklist-model.fixture.ts'
import type { Reader } from './worklist-rows.ts'
import type { WorklistPosition } from './worklist-statements.ts'

const berlin: Clock = { now, zone: 'Europe/Berlin' }
const STUDIES = 160

/** The answer of a list has exactly the fields of the contract, because it goes to the caller as it is. */
const Rows = z.array(z.strictObject(WorklistRow.shape))

let database: TestDatabase
let cast: Awaited<ReturnType<typeof createCast>>
let all: ModelStudy[]

const pick = <T>(values: readonly T[], index: number): T => {
  const value = values[index % values.length]
  if (value === undefined) throw new Error('nothing to pick')
  return value
}

const names = [
  'Müller Zoë',
  'MULLER Zoe Anna',
  'Ångström Åsa',
  'Łukasz Żółć',
  'Καραμανλής Ἀθηνᾶ',
  'Ёлкин Иван',
  '王小芳',
  '김민수',
  'O’Brien-Smith, Pat',
  'Smith Victor',
  null,
]
const physicians = ['Dr. Renée Ödön', 'Smith John', null]
const descriptions = ['CT Thorax mit KM', 'MRT Schädel', 'XR chest PA', null]
const bodyParts = ['CHEST ABDOMEN', 'KOPF', '', '']
const modalities = [['CT'], ['CT', 'SR'], ['MR'], ['CR', 'PR'], []]

/** The ages of the studies at `now`, in minutes: minutes, hours, days, weeks and more than a year, so that each preset cuts somewhere. */
const ages = [0, 5, 29, 31, 600, 1410, 1439, 1441, 2000, 2880, 5000, 9000, 15_000, 40_000, 300_000, 700_000]

async function createStudies(): Promise<void> {
  const { db } = database
  for (let n = 0; n < STUDIES; n++) {
    const receivedAt = new Date(now.getTime() - pick(ages, n * 7) * 60_000)
    const study = await createStudy(db, {
      receivedAt,
      labId: pick([cast.labA.id, cast.labB.id, null], n),
      patientName: pick(names, n),
      patientId: n % 9 === 0 ? null : `P-${1000 + (n % 40)}`,
      // A year is in other fields than the date, too.
      accessionNumber: n % 5 === 0 ? null : `ACC.${n % 7 === 0 ? 2026 : 47}${n % 13}`,
      referringPhysician: pick(physicians, n),
      description: pick(descriptions, n * 3),
      bodyParts: pick(bodyParts, n),
      clinicalHistory: n % 4 === 0 ? 'Sturz vom Pferd' : '',
      modalities: [...pick(modalities, n * 2)],
      studyDate: n % 7 === 0 ? null : new Date(receivedAt.getTime() - (n % 3) * 86_400_000).toISOString().slice(0, 10),
      status: pick(studyStatuses, n * 5),
      priority: pick(priorities, n * 3),
      caseType: pick(caseTypes, n),
      ...yesNoValues(n),
      studyType: n % 8 === 0 ? 'screening' : null,
      dueAt: n % 11 === 0 ? null : new Date(receivedAt.getTime() + (n % 4) * 3_600_000),
      // Some pauses have ended by themselves.
      pausedUntil: n % 11 !== 0 && n % 5 === 2 ? new Date(now.getTime() + ((n % 7) - 3) * 3_600_000) : null,
      warnAt: n % 13 === 0 ? null : new Date(receivedAt.getTime() + (n % 4) * 1_200_000),
      reportedAt: n % 3 === 0 ? new Date(receivedAt.getTime() + 3_600_000) : null,
    })
    const { doctorId } = pick([cast.assignedDoctor, cast.otherDoctor], n)
    if (n % 4 === 3) continue
    const { id } = await createAssignment(db, { studyId: study.id, doctorId, assignedBy: cast.admin.userId })
    await db
      .update(assignments)
      .set({ assignedAt: receivedAt, ...(n % 10 === 0 && { unassignedAt: now }) })
      .where(eq(assignments.id, id))
  }
}

beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'))
  cast = await createCast(database.db)
  await createStudies()
  const active = await database.db.select().from(assignments).where(isNull(assignments.unassignedAt))
  all = (await database.db.select().from(studies)).map((study) => ({
    ...study,
    assigned: active.filter(({ studyId }) => studyId === study.id),
  }))
})
afterAll(() => database.drop())

const callers = (): Reader[] => [cast.admin, cast.staffA, cast.assignedDoctor, cast.otherDoctor]

/** Each way of each filter, as a caller may ask. */
const asked = () =>
  Object.values(filterTests).flatMap((filter) =>
    filter.asked({ labA: cast.labA.id, labB: cast.labB.id, doctor: cast.assignedDoctor.doctorId ?? '' }),
  )

const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'UTC']
const clock = fc.constantFrom(...zones).map((zone) => ({ now, zone }))

/** Checks a count that ends early: it is right up to its cap, and the pages are those of an uncapped count. */
async function agreesWhenCapped(filters: StudyFilters, expected: ModelStudy[], caller: Reader, at: Clock): Promise<void> {
  const request = { caller, filters, ...at, countUpTo: 3 }
  const exact = (tab: Tab) => expected.filter(({ status }) => inTab(status, tab, caller)).length
  const { statistics: _whateverIsFiltered, ...list } = await countList(database.db, request)
  const isText = list.isCapped
  for (const tab of studyTabs) expect(list.counts[tab]).toBe(isText && tab === 'completed' ? Math.min(exact(tab), 4) : exact(tab))
  if (!isText) return
  for (const [tab, steps, sort] of [
    ['all', 1000, '-patientName'],
    ['all', 7, '-patientName'],
    ['pending', 1000, '-patientName'],
    ['completed', 7, '-patientName'],
    ['all', 7, '-uploadDate'],
    ['completed', 7, '-uploadDate'],
  ] as const) {
    const page = { ...request, tab, sort: Sort.parse(sort), limit: 5, steps }
    const first = await readWorklist(database.db, { ...page, after: null })
    expect(first).toMatchObject(list)
    const whole = await listWorklist(database.db, { ...page, limit: 1000, after: null })
    const second = first.next && (await readWorklist(database.db, { ...page, after: first.next }))
    const shown = [first, second].flatMap((read) => (read ? Rows.parse(JSON.parse(read.shared.json)) : []))
    expect(shown.map(({ _id }) => _id)).toEqual(whole.rows.slice(0, 10).map(({ _id }) => _id))
  }
}

async function agreesWithModel(given: object, caller: Reader, at: Clock): Promise<void> {
  const filters = StudyFilters.parse(given)
  const expected = expectedStudies(all, caller, filters, at)
  const counts = await countWorklist(database.db, { caller, filters, ...at })
  for (const tab of tabs) {
    const page = { caller, tab, filters, ...at, sort: Sort.parse('-uploadDate'), limit: 1000, after: null }
    const read = await readWorklist(database.db, page)
    expect(read).toMatchObject({ counts, isCapped: false })
    const found = Rows.parse(JSON.parse(read.shared.json)).map(({ _id }) => _id)
    const wanted = expected.filter(({ status }) => inTab(status, tab, caller)).map(({ id }) => id)
    expect(new Set(found)).toEqual(new Set(wanted))
    expect(found).toHaveLength(wanted.length)
    expect(counts[tab]).toBe(wanted.length)
  }
  await agreesWhenCapped(filters, expected, caller, at)
}

test('each filter alone finds what reading every study finds, and leaves some out', async () => {
  const counted = (given: object, caller: Reader, at: Clock) => expectedStudies(all, caller, StudyFilters.parse(given), at).length
  for (const arb of asked()) {
    const cases = fc.tuple(arb, fc.constantFrom(...callers()), clock)
    // The seed is the same at every run: the model alone tells which filters narrow a list.
    const narrowing = fc
      .sample(cases, { numRuns: 200, seed: 1 })
      .find(([given, caller, at]) => counted(given, caller, at) < counted({}, caller, at))
    if (!narrowing) throw new Error(`no way of asking leaves any study out: ${JSON.stringify(fc.sample(arb, 3))}`)
    const agrees = fc.asyncProperty(cases, async ([given, caller, at]) => agreesWithModel(given, caller, at))
    await fc.assert(agrees, { numRuns: 12, examples: [[narrowing]] })
  }
}, 60_000)

test.each(['P-1003', 'p-10 smith', '1003-P', 'P.1003', 'thorax-mit km'])(
  'the parts of %s stand beside each other',
  async (searchTerm) => {
    for (const caller of callers()) await agreesWithModel({ searchTerm }, caller, berlin)
  },
)

test.each(['2025', '2026', '1999', '2026 chest'])('%s is found in dates and in other texts', async (searchTerm) => {
  for (const caller of callers()) await agreesWithModel({ searchTerm }, caller, berlin)
})

test('counts are the same before and after they are added up', async () => {
  const filters = StudyFilters.parse({})
  const read = () => Promise.all(callers().map((caller) => countWorklist(database.db, { caller, filters, ...berlin })))
  const before = await read()
  expect(await compactStudyCounts(database.db)).toBeGreaterThan(0)
  expect(await compactStudyCounts(database.db)).toBe(0)
  expect(await read()).toEqual(before)
})

test('the statistics are those of the whole worklist of each caller', async () => {
  for (const caller of callers()) {
    const count = (given: object, keep: (study: ModelStudy) => boolean = () => true) =>
      expectedStudies(all, caller, StudyFilters.parse(given), berlin).filter(keep).length
    const inCategory = (category: StudyCategory) => count({}, ({ status }) => statusTable[status].category === category)
    const { statistics } = await countList(database.db, { caller, filters: StudyFilters.parse({}), ...berlin })
    expect(statistics).toEqual({
      byCategory: {
        pending: inCategory('pending'),
        inprogress: inCategory('inprogress'),
        completed: inCategory('completed'),
        final: inCategory('final'),
      },
      byTab: Object.fromEntries(studyTabs.map((tab) => [tab, count({}, ({ status }) => inTab(status, tab, caller))])),
      uploadedToday: count({ quickDatePreset: 'today' }),
      urgentStudies: count({ emergency: 'true' }, ({ status }) => !inTab(status, 'completed', caller)),
      todayAssigned: count({ quickDatePreset: 'assignedToday' }),
      ...(caller.role === 'admin' && { activeLabs: 2, activeDoctors: 2 }),
    })
  }
})

test('locations are the laboratories that the caller sees studies of', async () => {
  const [a, b] = [cast.labA, cast.labB].map(({ id, name, identifier }) => ({ value: id, label: name, code: identifier }))
  const sorted = (options: { label: string }[]) => options.toSorted((one, other) => one.label.localeCompare(other.label))
  expect(sorted(await listLocations(database.db, cast.admin))).toEqual(sorted([a, b].flatMap((lab) => lab ?? [])))
  expect(await listLocations(database.db, cast.staffA)).toEqual([a])
  const none = await createCast(database.db)
  expect(await listLocations(database.db, none.otherDoctor)).toEqual([])
})

test('random pairs and triples of filters find what reading every study finds', async () => {
  const arbs = asked()
  const several = fc
    .shuffledSubarray(arbs, { minLength: 2, maxLength: 3 })
    .chain((chosen) => fc.tuple(...chosen))
    .map((parts) => Object.assign({}, ...parts))
  await fc.assert(
    fc.asyncProperty(several, fc.constantFrom(...callers()), clock, async (...asked) => agreesWithModel(...asked)),
    { numRuns: 120 },
  )
}, 60_000)

test('each filter and each sort can be combined with a text', async () => {
  const known = { labA: cast.labA.id, labB: cast.labB.id, doctor: cast.assignedDoctor.doctorId ?? '' }
  const filters = Object.values(filterTests).flatMap(({ plans }) => Object.keys(plans(known)))
  const requests = [...filters.map((filter) => [filter, 'uploadDate']), ...sortKeys.map((key) => ['', key])] as const
  const failing: string[] = []
  for (const [filter = '', sort = ''] of requests) {
    const asked = StudyFilters.parse({ searchTerm: 'smith', ...Object.fromEntries(new URLSearchParams(filter)) })
    const page = { tab: 'all', sort: Sort.parse(sort), limit: 5, after: null } as const
    await readWorklist(database.db, { caller: cast.admin, filters: asked, ...berlin, ...page }).catch(() =>
      failing.push(`${filter} ${sort}`),
    )
  }
  expect(failing, 'add the columns that these read to walkedColumns in worklist-statements.ts').toEqual([])
})

test('pages of any size and sort hold every row once, in order', async () => {
  const sorts = sortKeys.flatMap((key) => [key, `-${key}`])
  const filters = StudyFilters.parse({})
  const read = async (order: string, limit: number, caller: Reader) => {
    const sort = Sort.parse(order)
    const expected = expectedStudies(all, caller, filters, berlin)
    const found: string[] = []
    let after: WorklistPosition | null = null
    do {
      const request = { caller, tab: 'all', filters, ...berlin, sort, limit, after } as const
      const page: Awaited<ReturnType<typeof listWorklist>> = await listWorklist(database.db, request)
      found.push(...page.rows.map(({ _id }) => _id))
      after = page.next
    } while (after)
    expect(new Set(found)).toEqual(new Set(expected.map(({ id }) => id)))
    expect(found).toHaveLength(expected.length)
    const values = found.map((id) => sortValue(all.find((study) => study.id === id) ?? pick(all, 0), sort))
    const ordered = [...values].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    expect(values).toEqual(sort.descending ? ordered.reverse() : ordered)
  }
  const limit = fc.constantFrom(1, 7, 20, 1000)
  await fc.assert(fc.asyncProperty(fc.constantFrom(...sorts), limit, fc.constantFrom(...callers()), read), { numRuns: 30 })
}, 60_000)
