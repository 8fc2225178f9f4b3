import { AppError } from '@readroom/contracts/core/errors'
import type { Actor } from '@readroom/db/core/actor'
import { orderMatches, orders } from '@readroom/db/orders/orders.schema'
import { documents } from '@readroom/db/patients/documents.schema'
import { patients } from '@readroom/db/patients/patients.schema'
import { studies } from '@readroom/db/studies/studies.schema'
import { createActor, createDocument, createLab, createUser } from '@readroom/db/testing/factories'
import { createTestDatabase, type TestDatabase } from '@readroom/db/testing/test-database'
import type {} from '@readroom/local/suites/vitest-services'
import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { receiveOrder } from '../orders/receive-order.ts'
import type { Identity } from './patient-identity.ts'
import { arrive, listStanding, mergeByHand, send, unmerge } from './patient-merges.fixture.ts'

let database: TestDatabase
let admin: Actor
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'))
  admin = await createActor(database.db, await createUser(database.db, 'admin'))
})
afterAll(() => database.drop())

/** Two people of a hospital, who have three IDs each. */
const people: Identity[] = [
  { name: 'Meier Anna', birthDate: '1985-02-03', sex: 'F' },
  { name: 'Lindqvist Thomas', birthDate: '1950-03-04', sex: 'M' },
]
const ids = people.flatMap((_person, person) => [1, 2, 3].map((number) => `${person}-${number}`))
const personOf = (patientId: string) => Number(patientId.slice(0, 1))
const identityOf = (patientId: string): Identity => people[personOf(patientId)] ?? { name: null, birthDate: null, sex: null }

type Step =
  | { kind: 'arrive'; at: number }
  | { kind: 'send' | 'repeat' | 'hand'; from: number; into: number }
  | { kind: 'undo'; which: number }
  | { kind: 'update'; at: number; phone: string }

const at = fc.nat({ max: ids.length - 1 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('arrive' as const), at }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constantFrom('send' as const, 'repeat' as const, 'hand' as const), from: at, into: at }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('undo' as const), which: fc.nat({ max: 20 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('update' as const), at, phone: fc.constantFrom('1', '2') }) },
)

/** The reasons for which a step may be refused: somebody else merged or undid at the same moment. */
const allowed = [
  'PATIENT_MERGE_CHANGED',
  'PATIENT_MERGED_LATER',
  'PATIENT_ID_SAME',
  'PATIENT_MERGE_REVIEWED',
  'PATIENT_NOT_FOUND',
]

async function unlessRefused(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof AppError && allowed.includes(error.code))) throw error
  })
}

/** A hospital: the laboratory of the steps, with what each study was when it came. */
class Hospital {
  readonly came = new Map<string, string>()
  constructor(readonly labId: string) {}

  /** Adds a study with a document and an order that names it. */
  async arrive(patientId: string): Promise<void> {
    const accessionNumber = `${this.labId.slice(0, 8)}-${this.came.size}-${Math.random()}`
    const study = await arrive(database.db, this.labId, patientId, identityOf(patientId), { accessionNumber })
    this.came.set(study.id, patientId)
    await database.db.transaction(async (tx) => {
      const [row] = await tx.select().from(studies).where(eq(studies.id, study.id)).for('update')
      await createDocument(tx, { patientRowId: row?.patientRowId ?? '', studyId: study.id, uploadedBy: admin.userId })
    })
    const { name, birthDate, sex } = identityOf(patientId)
    const sender = { source: 'hl7', labId: this.labId, userId: null, name: 'North hospital', address: '10.0.0.7' } as const
    const patient = { ids: [{ id: patientId, authority: null }], name, birthDate, sex }
    const placer = { number: accessionNumber, authority: null }
    await database.db.transaction((tx) => receiveOrder(tx, sender, { control: 'new', placer, accessionNumber, patient }))
  }

  async rowOf(patientId: string): Promise<string | undefined> {
    const own = and(eq(patients.labId, this.labId), eq(patients.patientId, patientId))
    return (await database.db.select({ id: patients.id }).from(patients).where(own))[0]?.id
  }

  async take(taken: Step): Promise<void> {
    const { db } = database
    const idAt = (index: number) => ids[index] ?? ''
    if (taken.kind === 'arrive') return this.arrive(idAt(taken.at))
    if (taken.kind === 'update') {
      const patientId = idAt(taken.at)
      const patient = { patientId, ...identityOf(patientId), phone: taken.phone }
      await send(db, this.labId, { kind: 'update', patient })
      return
    }
    if (taken.kind === 'undo') {
      const standing = await listStanding(db, this.labId)
      const merge = standing[taken.which % Math.max(standing.length, 1)]
      return merge ? unlessRefused(unmerge(db, admin, merge.id)) : undefined
    }
    const [from, into] = [idAt(taken.from), idAt(taken.into)]
    if (taken.kind === 'hand') {
      const [one, other] = [await this.rowOf(from), await this.rowOf(into)]
      // People may err, but this test asks whether the program does.
      const isSensible = one !== undefined && other !== undefined && one !== other && personOf(from) === personOf(into)
      return isSensible ? unlessRefused(mergeByHand(db, admin, one, other)) : undefined
    }
    // A sender that errs is found out by the images. Before the first of them nobody can know.
    if (personOf(from) !== personOf(into) && ![...this.came.values()].includes(from)) return
    const change = { kind: 'merge' as const, patient: { patientId: into, ...identityOf(into) }, previousId: from }
    for (let times = taken.kind === 'repeat' ? 2 : 1; times > 0; times--) await unlessRefused(send(db, this.labId, change))
  }

  /** Checks what holds after every interleaving. */
  async check(): Promise<void> {
    const { db } = database
    const rows = await db.select().from(patients).where(eq(patients.labId, this.labId))
    const present = await db.select().from(studies).where(eq(studies.labId, this.labId))
    expect(present.map(({ id }) => id).toSorted()).toEqual([...this.came.keys()].toSorted())
    for (const study of present) {
      const owner = rows.find(({ id }) => id === study.patientRowId)
      expect(owner?.mergedInto).toBeNull()
      expect(owner?.patientId).toBe(study.patientId)
      expect(personOf(owner?.patientId ?? '')).toBe(personOf(this.came.get(study.id) ?? ''))
    }
    const attached = await db
      .select()
      .from(documents)
      .where(inArray(documents.studyId, [...this.came.keys()]))
    expect(attached).toHaveLength(this.came.size)
    for (const { studyId, patientRowId } of attached) {
      expect(patientRowId).toBe(present.find(({ id }) => id === studyId)?.patientRowId)
    }
    const matched = await db
      .select({ accession: orders.accessionNumber, studyId: orderMatches.studyId })
      .from(orders)
      .innerJoin(orderMatches, and(eq(orderMatches.orderId, orders.id), isNull(orderMatches.endedAt)))
      .where(eq(orders.labId, this.labId))
    const named = present.map(({ id, accessionNumber }) => ({ accession: accessionNumber, studyId: id }))
    const byStudy = (one: { studyId: string }, other: { studyId: string }) => (one.studyId < other.studyId ? -1 : 1)
    expect(matched.toSorted(byStudy)).toEqual(named.toSorted(byStudy))
    const known = rows.map(({ patientId }) => patientId)
    expect(known.toSorted()).toEqual([...new Set(known)].toSorted())
  }

  async undoAll(): Promise<void> {
    for (;;) {
      const standing = await listStanding(database.db, this.labId)
      if (standing.length === 0) return
      for (const { id } of standing) await unlessRefused(unmerge(database.db, admin, id))
    }
  }
}

const everythingOf = async (labId: string) => ({
  patients: await database.db.select().from(patients).where(eq(patients.labId, labId)).orderBy(asc(patients.id)),
  studies: await database.db.select().from(studies).where(eq(studies.labId, labId)).orderBy(asc(studies.id)),
})

test('merges, undone merges, arrivals and repeats on two connections lose and mix nothing', { timeout: 240_000 }, async () => {
  const other = new Hospital((await createLab(database.db)).id)
  for (const id of ids) await other.arrive(id)
  const untouched = await everythingOf(other.labId)
  const run = async (ones: Step[], others: Step[]) => {
    const hospital = new Hospital((await createLab(database.db)).id)
    const inOrder = async (steps: Step[]) => {
      for (const each of steps) await hospital.take(each)
    }
    await Promise.all([inOrder(ones), inOrder(others)])
    await hospital.check()
    await hospital.undoAll()
    await hospital.check()
    const owners = await database.db.select().from(studies).where(eq(studies.labId, hospital.labId))
    for (const study of owners) expect(study.patientId).toBe(hospital.came.get(study.id))
    const records = await database.db.select().from(patients).where(eq(patients.labId, hospital.labId))
    expect(records.filter(({ mergedInto }) => mergedInto !== null)).toEqual([])
  }
  const steps = fc.array(step, { minLength: 5, maxLength: 25 })
  await fc.assert(fc.asyncProperty(steps, steps, run), { numRuns: 25, seed: 20_261_125, endOnFailure: true })
  expect(await everythingOf(other.labId)).toEqual(untouched)
})
