import { randomUUID } from 'node:crypto'
import type { OpenDb } from '@readroom/db/core/client'
import { createAssignment, createCast, createStudy } from '@readroom/db/testing/factories'
import { mergeWithOrders } from '@readroom/domain/orders/ordered-patients'
import { patientOfImages } from '@readroom/domain/patients/patients'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPeopleImport } from './people/people-import/people-import.service.ts'
import { type Fault, openLossyDatabase } from './testing/lossy-database.fixture.ts'
import { signAs } from './testing/signed-report.fixture.ts'
import { digestTables } from './testing/table-digests.fixture.ts'
import { startTestApi, type TestApi } from './testing/test-api.ts'

let api: TestApi
let cast: Awaited<ReturnType<typeof createCast>>
let lossy: Awaited<ReturnType<typeof openLossyDatabase>>
beforeAll(async () => {
  api = await startTestApi()
  cast = await createCast(api.db)
  lossy = await openLossyDatabase(api.url)
})
afterAll(async () => {
  await lossy.close()
  await api.stop()
})

/** Every statement of a small change, and each so many of a large one: a fault at one is like a fault at its neighbour. */
const step = 3

type Change = (db: OpenDb) => Promise<unknown>

async function prepareSigning(): Promise<Change> {
  const study = await createStudy(api.db, { labId: cast.labA.id, status: 'assigned_to_doctor' })
  const { doctorId } = cast.assignedDoctor
  await createAssignment(api.db, { studyId: study.id, doctorId, assignedBy: cast.admin.userId })
  // What it reads after the signature has no fault.
  return ({ transaction }) =>
    signAs({ db: Object.create(api.db, { transaction: { value: transaction } }) }, cast.assignedDoctor, study.id)
}

async function prepareImport(): Promise<Change> {
  const heading = 'role,fullName,email,username,laboratory,specialization,licenseNumber,qualifications'
  const lines = Array.from({ length: 4 }, () => `doctor,Helen Marsh,${randomUUID()}@readroom.example,,,CT,1,MD`)
  const file = Buffer.from([heading, ...lines].join('\n'))
  return (db) => createPeopleImport({ db }).run(cast.admin, file)
}

async function prepareMerge(): Promise<Change> {
  const identity = { name: 'Meier Anna', birthDate: '1985-02-03', sex: 'F' as const }
  const [one, other] = await Promise.all(
    ['A', 'B'].map((letter) =>
      api.db.transaction(async (begun) => {
        const patientId = `${letter}-${randomUUID()}`
        const [tx, patientRowId] = await patientOfImages(begun, { labId: cast.labA.id, patientId, identity })
        const { name: patientName, birthDate: patientBirthDate, sex: patientSex } = identity
        const fields = { labId: cast.labA.id, patientRowId, patientId, patientName, patientBirthDate, patientSex }
        return { patientId, study: await createStudy(tx, fields) }
      }),
    ),
  )
  const url = `/api/admin/patient-merges/studies/${one?.study.id}?otherId=${other?.patientId}`
  const { person, candidates } = (await api.request({ method: 'GET', url }, cast.admin)).json()
  const [{ personId, fingerprint }] = candidates
  const order = { fromPersonId: personId, intoPersonId: person.personId, fingerprint, reason: 'One person, says the ward' }
  return (db) => db.transaction((tx) => mergeWithOrders(tx, cast.admin, order))
}

const changes: [string, () => Promise<Change>][] = [
  ['a signature', prepareSigning],
  ['an import of people', prepareImport],
  ['a merge of patients', prepareMerge],
]
const faults: Fault[] = ['killed', 'full disk']

it.each(changes.flatMap(([name, prepare]) => faults.map((fault) => ({ name, prepare, fault }))))(
  '$name is whole or not at all: $fault at any statement',
  async ({ prepare, fault }) => {
    const change = await prepare()
    const before = await digestTables(api)
    let [attempts, isOver] = [0, false]
    for (let statement = 1; !isOver; statement += step) {
      lossy.failAt(statement, fault)
      const done = await change(lossy.db).then(
        () => true,
        () => false,
      )
      isOver = lossy.forgetFault()
      expect(done, `a fault at statement ${statement}`).toBe(isOver)
      if (!done) expect(await digestTables(api)).toEqual(before)
      attempts += 1
    }
    expect(attempts).toBeGreaterThan(3)
    expect(await digestTables(api)).not.toEqual(before)
  },
)
