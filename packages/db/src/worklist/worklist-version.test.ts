import { Sort, StudyFilters } from '@readroom/contracts/studies/study-filters'
import type {} from '@readroom/local/suites/vitest-services'
import { eq, type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { users } from '../access/accounts.schema.ts'
import type { Db, OpenDb } from '../core/client.ts'
import { labs } from '../people/labs.schema.ts'
import { downloads, reports } from '../reports/reports.schema.ts'
import { endAssignment } from '../studies/assignments/assignments.ts'
import { studyDiscussions } from '../studies/discussions/discussions.schema.ts'
import { series } from '../studies/series.schema.ts'
import { studies } from '../studies/studies.schema.ts'
import { studyEventLog } from '../studies/study-events.schema.ts'
import { filterTests } from '../studies/study-filters.fixture.ts'
import { readyFilters } from '../studies/study-filters.ts'
import {
  createAssignment,
  createCast,
  createDocument,
  createReport,
  createStudy,
  newOrthancId,
  newUid,
} from '../testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { readWorklist } from './worklist.ts'
import { administrators, worklistChanges } from './worklist-changes.schema.ts'
import { rowsOfPage } from './worklist-rows.ts'
import { worklistPage } from './worklist-statements.ts'
import { findUnchanged, forgetWorklistChanges } from './worklist-version.ts'

const clock = { now: new Date(), zone: 'UTC' }
type Who = 'admin' | 'staffA' | 'staffB' | 'assignedDoctor' | 'otherDoctor'
const people: Who[] = ['admin', 'staffA', 'staffB', 'assignedDoctor', 'otherDoctor']

let database: TestDatabase
let db: OpenDb
let cast: Awaited<ReturnType<typeof createCast>>
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'))
  db = database.db
  cast = await createCast(db)
})
afterAll(() => database.drop())

async function versionNow() {
  const page = { tab: 'all', sort: Sort.parse('-uploadDate'), limit: 10, after: null } as const
  return (await readWorklist(db, { caller: cast.admin, filters: StudyFilters.parse({}), ...clock, ...page })).version
}

/** For whom a change makes what they read before it old. */
async function whoNotices(change: () => Promise<unknown>): Promise<Who[]> {
  const version = await versionNow()
  await change()
  const compared = await Promise.all(people.map(async (who) => ({ who, same: await findUnchanged(db, cast[who], version) })))
  return compared.flatMap(({ who, same }) => (same ? [] : [who]))
}

/** A study of laboratory A that a doctor has. */
async function assignedStudy() {
  const study = await createStudy(db, { labId: cast.labA.id, status: 'assigned_to_doctor' })
  await assign(study.id)
  return study
}
const assign = (studyId: string) =>
  createAssignment(db, { studyId, doctorId: cast.assignedDoctor.doctorId, assignedBy: cast.admin.userId })
const reportOf = (studyId: string) => ({
  studyId,
  doctorId: cast.assignedDoctor.doctorId,
  uploadedBy: cast.assignedDoctor.userId,
  status: 'finalized' as const,
})

describe('who sees a study notices', () => {
  const those: Who[] = ['admin', 'staffA', 'assignedDoctor']
  type Study = Awaited<ReturnType<typeof assignedStudy>>
  const changes: Record<string, (study: Study) => Promise<unknown>> = {
    'its description': ({ id }) => db.update(studies).set({ correctedDescription: 'CT Chest' }).where(eq(studies.id, id)),
    'its doctor going': ({ id: studyId }) =>
      endAssignment(db, { studyId, doctorId: cast.assignedDoctor.doctorId }, cast.admin.userId),
    'its removal': ({ id }) =>
      database.asOwner(`delete from assignments where study_id = '${id}'; delete from studies where id = '${id}'`),
    'a comment': ({ id: studyId }) =>
      db.insert(studyDiscussions).values({ studyId, authorId: cast.admin.userId, comment: 'Please' }),
    'a document': ({ id: studyId, patientRowId }) => createDocument(db, { studyId, patientRowId, uploadedBy: cast.admin.userId }),
    'a report': ({ id }) => createReport(db, reportOf(id)),
    'an opening': ({ id: studyId }) =>
      db
        .insert(studyEventLog)
        .values({ studyId, event: 'opened', toStatus: 'doctor_opened_report', actorUserId: cast.assignedDoctor.userId }),
  }
  test.each(Object.entries(changes))('%s', async (_, change) => {
    const study = await assignedStudy()
    expect(await whoNotices(() => change(study))).toEqual(those)
  })
  test('its first doctor', async () => {
    const { id } = await createStudy(db, { labId: cast.labA.id, status: 'pending_assignment' })
    expect(await whoNotices(() => assign(id))).toEqual(those)
  })
  test('another laboratory: those of the one before too', async () => {
    const { id } = await createStudy(db, { labId: cast.labA.id, status: 'pending_assignment' })
    const move = () => db.update(studies).set({ labId: cast.labB.id }).where(eq(studies.id, id))
    expect(await whoNotices(move)).toEqual(['admin', 'staffA', 'staffB'])
  })
  test('another study of the same UID, of whichever laboratory: both are flagged', async () => {
    const { studyInstanceUid } = await assignedStudy()
    const all: Who[] = ['admin', 'staffA', 'staffB', 'assignedDoctor']
    expect(await whoNotices(() => createStudy(db, { labId: cast.labB.id, studyInstanceUid }))).toEqual(all)
    const remove = () =>
      database.asOwner(`delete from studies where study_instance_uid = '${studyInstanceUid}' and lab_id = '${cast.labB.id}'`)
    expect(await whoNotices(remove)).toEqual(all)
  })
  test('a series of the same UID in another study, of whichever laboratory: both are flagged', async () => {
    const seriesInstanceUid = newUid()
    const seriesOf = (studyId: string) => ({ studyId, seriesInstanceUid, orthancId: newOrthancId(), imageCount: 1 })
    await db.insert(series).values(seriesOf((await assignedStudy()).id))
    const other = await createStudy(db, { labId: cast.labB.id })
    const all: Who[] = ['admin', 'staffA', 'staffB', 'assignedDoctor']
    expect(await whoNotices(() => db.insert(series).values(seriesOf(other.id)))).toEqual(all)
    expect(await whoNotices(() => db.delete(series).where(eq(series.studyId, other.id)))).toEqual(all)
  })
  test('a report that is withdrawn or taken', async () => {
    const { id: studyId } = await assignedStudy()
    const report = await createReport(db, reportOf(studyId))
    const take = () => db.insert(downloads).values({ studyId, reportId: report.id, userId: cast.staffA.userId, kind: 'report' })
    expect(await whoNotices(take)).toEqual(those)
    const withdraw = () => db.update(reports).set({ withdrawnAt: new Date() }).where(eq(reports.id, report.id))
    expect(await whoNotices(withdraw)).toEqual(those)
  })
})

test('everybody notices another name of a laboratory, and of a person', async () => {
  const { id } = cast.labB
  expect(await whoNotices(() => db.update(labs).set({ name: 'North' }).where(eq(labs.id, id)))).toEqual(people)
  const rename = () => db.update(users).set({ fullName: 'Dr Renamed' }).where(eq(users.id, cast.assignedDoctor.userId))
  expect(await whoNotices(rename)).toEqual(people)
})

test('nobody notices what no list shows: nothing, a login, a change that was taken back', async () => {
  const { id } = await assignedStudy()
  const touch = (on: Db) => on.update(studies).set({ correctedDescription: 'CT Skull' }).where(eq(studies.id, id))
  await touch(db)
  expect(await whoNotices(async () => {})).toEqual([])
  expect(await whoNotices(() => touch(db))).toEqual([])
  expect(await whoNotices(() => db.update(users).set({ mustChangePassword: false }))).toEqual([])
  const giveUp = () =>
    db.transaction(async (tx) => {
      await tx.update(studies).set({ correctedDescription: 'MR Skull' }).where(eq(studies.id, id))
      throw new Error('given up')
    })
  expect(await whoNotices(() => expect(giveUp()).rejects.toThrow('given up'))).toEqual([])
})

test('a change that was begun before a page was read and committed after it is noticed', async () => {
  const { id } = await assignedStudy()
  const slow = await database.pool.connect()
  await slow.query('begin')
  await slow.query("update studies set corrected_description = 'Slow' where id = $1", [id])
  // One that is quicker, with a higher number: the page has seen it.
  await createStudy(db, { labId: cast.labA.id })
  const version = await versionNow()
  expect(await findUnchanged(db, cast.staffA, version)).not.toBeNull()
  await slow.query('commit')
  slow.release()
  expect(await findUnchanged(db, cast.staffA, version)).toBeNull()
})

test('a version of ten minutes ago, or of another run of the server, is old', async () => {
  const version = await versionNow()
  const same = await findUnchanged(db, cast.admin, version)
  expect(same?.server).toBe(version.server)
  expect(await findUnchanged(db, cast.admin, { ...version, at: version.at - 601 })).toBeNull()
  expect(await findUnchanged(db, cast.admin, { ...version, server: `${version.server}0` })).toBeNull()
})

test('changes are forgotten when no version is compared with them any more', async () => {
  await database.asOwner('delete from worklist_changes')
  await createStudy(db, { labId: cast.labA.id })
  await database.asOwner("update worklist_changes set at = at - interval '61 minutes'")
  await createStudy(db, { labId: cast.labB.id })
  await forgetWorklistChanges(db)
  const kept = await db.select({ scope: worklistChanges.scope }).from(worklistChanges)
  expect(kept.map(({ scope }) => scope).sort()).toEqual([administrators, cast.labB.id].sort())
})

/** Rows of these are never changed, and are seen through others that say which. */
const seenThroughOthers = ['report_versions']

test('every table that a list is read from is watched', async () => {
  const asked = Object.values(filterTests).flatMap((filter) => {
    const known = { labA: cast.labA.id, labB: cast.labB.id, doctor: cast.assignedDoctor.doctorId }
    return Object.keys(filter.plans(known))
  })
  const Plan = z.array(z.object({ 'QUERY PLAN': z.unknown() }))
  const read = new Set<string>()
  const explain = async (statement: SQL) => {
    const { rows } = await db.execute(sql`explain (format json) ${statement}`)
    for (const [, name = ''] of JSON.stringify(Plan.parse(rows)).matchAll(/"Relation Name":"(\w+)"/g)) read.add(name)
  }
  for (const caller of people.map((who) => cast[who]))
    for (const query of asked) {
      const ready = await readyFilters(db, StudyFilters.parse(Object.fromEntries(new URLSearchParams(query))), clock)
      const page = worklistPage({ caller, tab: 'all', ready, sort: Sort.parse('-uploadDate'), limit: 10, after: null })
      await explain(rowsOfPage(caller, sql`select id, place from (${page}) page`))
    }
  const { rows } = await database.asOwner(`select distinct relname from pg_trigger join pg_class on pg_class.oid = tgrelid
    join pg_proc on pg_proc.oid = tgfoid where proname like 'note_%'`)
  const watched = z
    .array(z.object({ relname: z.string() }))
    .parse(rows)
    .map(({ relname }) => relname)
  expect([...read].filter((name) => !watched.includes(name) && !seenThroughOthers.includes(name))).toEqual([])
  expect(watched.filter((name) => !read.has(name))).toEqual([])
})
