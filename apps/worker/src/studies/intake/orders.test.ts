import type { OrderFields } from '@readroom/contracts/orders/orders'
import { listOrdersOfStudy } from '@readroom/db/orders/order-matches'
import { studies } from '@readroom/db/studies/studies.schema'
import { createLab } from '@readroom/db/testing/factories'
import { createTestDatabase, type TestDatabase } from '@readroom/db/testing/test-database'
import { receiveOrder } from '@readroom/domain/orders/receive-order'
import { studyUidOf } from '@readroom/domain/patients/matching/order-study-uid'
import { makeImage, newUid } from '@readroom/orthanc/testing/make-image'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openArchive } from './archive.fixture.ts'
import type { IntakeContext } from './context.ts'
import { ageStudy, listEvents, makeContext, pollAll } from './intake.fixture.ts'
import { settleOnce } from './settle.ts'

let database: TestDatabase
let archive: Awaited<ReturnType<typeof openArchive>>
let context: IntakeContext
let labId: string
let next = 0

beforeAll(async () => {
  ;[database, archive] = await Promise.all([createTestDatabase(inject('databaseUrl')), openArchive()])
  context = makeContext(database, archive.orthanc)
  labId = (await createLab(database.db, { identifier: 'ORDERLAB' })).id
})
afterAll(async () => {
  await archive.close()
  await database.drop()
})

const order = (fields: OrderFields) => {
  const sender = { source: 'hl7' as const, labId, userId: null, name: 'HIS', address: 'test' }
  const placer = { number: `PL-${++next}`, authority: null }
  return database.db.transaction((tx) => receiveOrder(tx, sender, { control: 'new', placer, ...fields }))
}
const newAccession = () => `A${++next}`

/** Sends an image as a scanner does, and takes it in. */
async function arrive(tags: Record<string, unknown>, aeTitle = 'ORDERLAB') {
  const uid = typeof tags.StudyInstanceUID === 'string' ? tags.StudyInstanceUID : newUid()
  await archive.store(aeTitle, makeImage({ ...tags, StudyInstanceUID: uid }))
  await pollAll(context)
  const [row] = await database.db.select().from(studies).where(eq(studies.studyInstanceUid, uid))
  if (!row) throw new Error('the study was not taken in')
  return row
}
const orderIdsOf = async (studyId: string) =>
  (await listOrdersOfStudy(database.db, studyId)).map((row) => [row.order.id, row.match.reason])

test('images that an order waits for have it from the first one on', async () => {
  const accessionNumber = newAccession()
  const { orderId } = await order({ accessionNumber, priority: 'STAT', indication: 'Cough' })
  const study = await arrive({ AccessionNumber: accessionNumber })
  expect(await orderIdsOf(study.id)).toEqual([[orderId, 'accession']])
  expect(study.priority).toBe('STAT')
  expect(await listEvents(database, study.id)).toEqual(['received', 'order_matched', 'prioritized'])
})

test('an order that comes after the images has them', async () => {
  const study = await arrive({ AccessionNumber: newAccession() })
  const { orderId } = await order({ studyInstanceUid: study.studyInstanceUid })
  expect(await orderIdsOf(study.id)).toEqual([[orderId, 'studyUid']])
})

test('images of another laboratory, and of another patient ID, stay without the order', async () => {
  await createLab(database.db, { identifier: 'OTHERLAB' })
  const accessionNumber = newAccession()
  await order({ accessionNumber, patient: { ids: [{ id: '1001', authority: null }] } })
  const foreign = await arrive({ AccessionNumber: accessionNumber, PatientID: '1001' }, 'OTHERLAB')
  const mistaken = await arrive({ AccessionNumber: accessionNumber, PatientID: '1002' })
  expect([await orderIdsOf(foreign.id), await orderIdsOf(mistaken.id)]).toEqual([[], []])
})

test('a study that missed its order at its arrival finds it when it settles', async () => {
  const accessionNumber = newAccession()
  const study = await arrive({ PatientID: '1003' })
  const { orderId } = await order({ accessionNumber })
  // As if the order had come at the same moment: neither transaction saw the other's row.
  await database.db.update(studies).set({ dicomAccessionNumber: accessionNumber }).where(eq(studies.id, study.id))
  await ageStudy(database, study.orthancId)
  await settleOnce(context)
  expect(await orderIdsOf(study.id)).toEqual([[orderId, 'accession']])
})

test('a study whose images were sent anew under the name of somebody else loses the order of the first one', async () => {
  const accessionNumber = newAccession()
  const uids = { StudyInstanceUID: newUid(), SeriesInstanceUID: newUid(), SOPInstanceUID: newUid() }
  const tags = { ...uids, AccessionNumber: accessionNumber, PatientID: '1004' }
  const { orderId } = await order({ accessionNumber, patient: { ids: [{ id: '1004', authority: null }], name: 'Arden^Mira' } })
  const study = await arrive({ ...tags, PatientName: 'Arden^Mira' })
  expect(await orderIdsOf(study.id)).toEqual([[orderId, 'accession']])
  await archive.remove(`/studies/${study.orthancId}`)
  await arrive({ ...tags, PatientName: 'Okafor^Chidi' })
  await ageStudy(database, study.orthancId)
  await settleOnce(context)
  expect(await orderIdsOf(study.id)).toEqual([])
})

test('images of a group have every order that their Request Attributes name, from the first one on', async () => {
  const patient = { ids: [{ id: '1005', authority: null }] }
  const [own, byAccession, byPlacer] = [newAccession(), newAccession(), `PL-${next + 3}`]
  const ids = [
    await order({ accessionNumber: own, patient }),
    await order({ accessionNumber: byAccession, patient }),
    await order({ patient }),
    await order({ patient }),
  ].map(({ orderId }) => orderId)
  await order({ accessionNumber: newAccession(), patient })
  const RequestAttributesSequence = [
    { AccessionNumber: byAccession, RequestedProcedureID: 'RP1' },
    { PlacerOrderNumberImagingServiceRequest: byPlacer },
    { StudyInstanceUID: studyUidOf({ id: ids[3] ?? '', studyInstanceUid: null }) },
  ]
  const study = await arrive({ AccessionNumber: own, PatientID: '1005', RequestAttributesSequence })
  const expected = ids.map((id, at) => [id, at === 0 ? 'accession' : 'request'])
  expect(await orderIdsOf(study.id)).toEqual(expected)
})

test('an order that comes after images that name it in their request has them', async () => {
  const accessionNumber = newAccession()
  const study = await arrive({
    AccessionNumber: newAccession(),
    RequestAttributesSequence: [{ AccessionNumber: accessionNumber }],
  })
  const { orderId } = await order({ accessionNumber })
  expect(await orderIdsOf(study.id)).toEqual([[orderId, 'request']])
})

test('a later series with an accession number of its own brings its order when the study settles', async () => {
  const uids = { StudyInstanceUID: newUid(), PatientID: '1006' }
  const [first, second] = [newAccession(), newAccession()]
  const orders = [await order({ accessionNumber: first }), await order({ accessionNumber: second })]
  await arrive({ ...uids, AccessionNumber: first })
  const study = await arrive({ ...uids, AccessionNumber: second })
  await ageStudy(database, study.orthancId)
  await settleOnce(context)
  expect(await orderIdsOf(study.id)).toEqual([
    [orders[0]?.orderId, 'accession'],
    [orders[1]?.orderId, 'request'],
  ])
})
