import type {} from '@readroom/local/suites/vitest-services'
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { patients } from '../patients/patients.schema.ts'
import { studies } from '../studies/studies.schema.ts'
import { findStudy } from '../studies/studies.ts'
import { readableStudies } from '../studies/visibility.ts'
import { createAssignment, createCast, createReport, createStudy } from '../testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { findReadableByUid, findReadableStudy, listPriorRecords, listPriors } from './priors.ts'

let database: TestDatabase
let cast: Awaited<ReturnType<typeof createCast>>

beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'))
  cast = await createCast(database.db)
})
afterAll(() => database.drop())

const pick = <T>(values: readonly T[], index: number): T => {
  const value = values[index % values.length]
  if (value === undefined) throw new Error('nothing to pick')
  return value
}

async function createPatient(labId: string | null, patientId: string | null) {
  const [row] = await database.db.insert(patients).values({ labId, patientId }).returning()
  if (!row) throw new Error('no patient')
  return row
}

/** One study of a world as it is drawn. `patient`: which of the six patients it is of. */
const drawn = fc.record({
  patient: fc.nat(5),
  day: fc.nat(3),
  undated: fc.boolean(),
  conflict: fc.nat(5).map((n) => n === 0),
  readers: fc.subarray(['assignedDoctor', 'otherDoctor'] as const),
})
type Drawn = typeof drawn extends fc.Arbitrary<infer T> ? T : never
type Placed = Drawn & { id: string; labId: string | null; patientId: string | null }

const days = ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04']

/** Two laboratories and none, each with a patient of the same id and one without; laboratory A has a third. */
async function place(world: Drawn[]): Promise<Placed[]> {
  const { labA, labB } = cast
  // Ids of this world alone: a laboratory's are unique.
  const [id, other] = [`P-${crypto.randomUUID()}`, `Q-${crypto.randomUUID()}`]
  const rows = [
    await createPatient(labA.id, id),
    await createPatient(labB.id, id),
    await createPatient(null, id),
    await createPatient(labA.id, null),
    await createPatient(labA.id, other),
    await createPatient(null, null),
  ]
  const placed: Placed[] = []
  for (const study of world) {
    const { id: patientRowId, labId, patientId } = pick(rows, study.patient)
    const day = pick(days, study.day)
    const { id: studyId } = await createStudy(database.db, {
      patientRowId,
      labId,
      patientId,
      studyDate: study.undated ? null : day,
      receivedAt: new Date(`${study.undated ? day : '2026-05-01'}T23:30:00Z`),
    })
    for (const reader of study.readers) {
      const { doctorId } = cast[reader]
      await createAssignment(database.db, { studyId, doctorId, assignedBy: cast.admin.userId })
    }
    if (study.conflict) await database.db.update(studies).set({ labConflictAt: new Date() }).where(eq(studies.id, studyId))
    placed.push({ ...study, id: studyId, labId, patientId })
  }
  return placed
}

type Reader = 'admin' | 'staffA' | 'staffB' | 'assignedDoctor' | 'otherDoctor'
const readers: Reader[] = ['admin', 'staffA', 'staffB', 'assignedDoctor', 'otherDoctor']

function sees(reader: Reader, study: Placed): boolean {
  if (reader === 'admin') return true
  if (study.conflict) return false
  if (reader === 'staffA') return study.labId === cast.labA.id
  if (reader === 'staffB') return study.labId === cast.labB.id
  return study.readers.includes(reader)
}

const isPrior = (prior: Placed, current: Placed) =>
  prior.id !== current.id &&
  prior.patient === current.patient &&
  prior.patientId !== null &&
  prior.labId !== null &&
  !prior.conflict &&
  !current.conflict &&
  prior.day <= current.day

const currentsOf = (world: Placed[], reader: Reader, study: Placed) =>
  world.filter((current) => sees(reader, current) && isPrior(study, current))
const mayRead = (world: Placed[], reader: Reader, study: Placed) =>
  sees(reader, study) || currentsOf(world, reader, study).length > 0

test('whoever sees a study may read its priors, and nobody anything else', async () => {
  let asPriors = 0
  const check = async (drawnWorld: Drawn[]) => {
    const world = await place(drawnWorld)
    for (const reader of readers) {
      const caller = cast[reader]
      for (const study of world) {
        const found = await findReadableStudy(database.db, caller, study.id)
        expect(found !== null).toBe(mayRead(world, reader, study))
        const ofWhich = sees(reader, study) ? [null] : currentsOf(world, reader, study).map(({ id }) => id)
        if (found?.priorOf) asPriors += 1
        if (found) expect(ofWhich).toContain(found.priorOf)
        const priors = await listPriors(database.db, caller, [study.id])
        const expected = world.filter((prior) => isPrior(prior, study) && mayRead(world, reader, prior))
        expect(new Set(priors.map((prior) => prior.study.id))).toEqual(new Set(expected.map(({ id }) => id)))
      }
    }
  }
  await fc.assert(fc.asyncProperty(fc.array(drawn, { minLength: 2, maxLength: 7 }), check), { numRuns: 25 })
  expect(asPriors).toBeGreaterThan(0)
}, 60_000)

test('priors come newest first, with who reported them and whether a finished report stands', async () => {
  const { labA, admin, assignedDoctor } = cast
  const { id: patientRowId } = await createPatient(labA.id, `N-${crypto.randomUUID()}`)
  const shared = { patientRowId, labId: labA.id }
  const reportedByDoctorId = cast.otherDoctor.doctorId
  const old = await createStudy(database.db, { ...shared, studyDate: '2020-01-01', reportedByDoctorId })
  const recent = await createStudy(database.db, { ...shared, studyDate: '2024-01-01' })
  const current = await createStudy(database.db, { ...shared, studyDate: '2026-01-01' })
  await createStudy(database.db, { ...shared, studyDate: '2026-01-02' })
  const report = { doctorId: reportedByDoctorId, uploadedBy: cast.otherDoctor.userId }
  await createReport(database.db, { ...report, studyId: old.id, status: 'finalized' })
  await createReport(database.db, { ...report, studyId: recent.id, status: 'draft' })
  await createAssignment(database.db, { studyId: current.id, doctorId: assignedDoctor.doctorId, assignedBy: admin.userId })
  const records = await listPriorRecords(database.db, assignedDoctor, current.id)
  expect(records.map(({ study, reportedBy, hasReport }) => [study.id, reportedBy, hasReport])).toEqual([
    [recent.id, null, false],
    [old.id, 'Test doctor_account', true],
  ])
})

test('a patient id that was corrected takes its studies along', async () => {
  const { labA, admin, otherDoctor } = cast
  const row = await createPatient(labA.id, `C-${crypto.randomUUID()}`)
  const shared = { patientRowId: row.id, labId: labA.id, patientId: row.patientId }
  const old = await createStudy(database.db, { ...shared, studyDate: '2020-01-01' })
  const current = await createStudy(database.db, { ...shared, studyDate: '2026-01-01' })
  await createAssignment(database.db, { studyId: current.id, doctorId: otherDoctor.doctorId, assignedBy: admin.userId })
  await database.db
    .update(patients)
    .set({ patientId: `CORRECTED-${row.id}` })
    .where(eq(patients.id, row.id))
  const [found] = await findReadableByUid(database.db, otherDoctor, old.studyInstanceUid)
  expect(found).toMatchObject({ study: { id: old.id, patientId: `CORRECTED-${row.id}` }, priorOf: current.id })
  expect(await findStudy(database.db, otherDoctor, old.id)).toBeNull()
})

test('what may be read is found by indexes', async () => {
  const { patientRowId } = await createStudy(database.db)
  await database.asOwner(`insert into studies (orthanc_id, study_instance_uid, patient_row_id, lab_id)
    select md5(n::text), '2.25.' || n, '${patientRowId}', '${cast.labB.id}' from generate_series(1, 5000) n`)
  await database.asOwner('analyze studies')
  const rule = readableStudies(cast.assignedDoctor)
  const { rows } = await database.db.execute(
    sql`explain (format json) select * from ${studies} where ${rule} and ${studies.id} = ${crypto.randomUUID()}`,
  )
  const plan = JSON.stringify(rows)
  expect(plan).toMatch(/studies_pkey/)
  expect(plan).not.toMatch(/"Seq Scan"[^{}]*"Relation Name":"studies"/)
})
