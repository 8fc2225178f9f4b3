import { listFhirStudies } from '@readroom/db/fhir/fhir-studies'
import { listPriors } from '@readroom/db/images/priors'
import { listCandidateOrders, listCandidateStudies } from '@readroom/db/orders/order-lists'
import { orders } from '@readroom/db/orders/orders.schema'
import { patients } from '@readroom/db/patients/patients.schema'
import { listStudyPeople } from '@readroom/db/patients/study-people'
import { listActiveDoctors } from '@readroom/db/studies/assignments/assignments'
import { createCast } from '@readroom/db/testing/factories'
import { renewStudyUid } from '@readroom/domain/patients/image-moves'
import { matchStudiesAgain } from '@readroom/domain/patients/matching/order-matches'
import { acceptPeople, versionOf } from '@readroom/domain/patients/study-people'
import { submitReport } from '@readroom/domain/reports/reports'
import { assign } from '@readroom/domain/studies/assignments/assignments'
import { addComment } from '@readroom/domain/studies/discussions'
import { createShareLink, findSharedStudy } from '@readroom/domain/studies/sharing'
import { newUid } from '@readroom/orthanc/testing/make-image'
import { inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listEvents, listSeries } from '../intake/intake.fixture.ts'
import { jane, type OpenMoves, openMoves, richard } from './images-move.fixture.ts'

let moves: OpenMoves
beforeAll(async () => {
  moves = await openMoves()
})
afterAll(() => moves.close())

/** A settled study of two images of Jane and two of Richard. */
async function mixed() {
  const study = moves.makeStudy()
  const orthancId = await study.send(...[jane, jane, richard, richard].map((person) => study.imageOf(person)))
  await moves.settle()
  return { ...study, orthancId, row: await moves.get(orthancId) }
}

async function splitOff() {
  const study = await mixed()
  const move = await moves.split(study.orthancId)
  await moves.runJobs()
  const other = await moves.otherOf(study.row.id)
  if (!other) throw new Error('nothing was split off')
  return { ...study, move, other }
}

const namesIn = async (orthancId: string) => Object.values(await moves.imagesIn(orthancId)).toSorted()

describe('a split', () => {
  test('gives the images of the other person a study of their own, with laboratory, patient and history', async () => {
    const { orthancId, row, other } = await splitOff()
    expect(await namesIn(orthancId)).toEqual(['Doe^Jane', 'Doe^Jane'])
    expect(await namesIn(other.orthancId)).toEqual(['Roe^Richard', 'Roe^Richard'])
    await moves.settle()
    const source = await moves.get(orthancId)
    expect(source).toMatchObject({ severalPeopleAt: null, imageCount: 2, patientName: 'Doe Jane', labId: moves.lab.id })
    const made = await moves.get(other.orthancId)
    expect(made).toMatchObject({ severalPeopleAt: null, imageCount: 2, patientName: 'Roe Richard', labId: moves.lab.id })
    expect(made.patientRowId).not.toBe(source.patientRowId)
    expect(await listEvents(moves, row.id)).toContain('images_split')
    expect(await listEvents(moves, other.id)).toContain('split_from')
    expect((await moves.getMove(row.id)).state).toBe('moved')
    const uids = (await Promise.all([row.id, other.id].map((id) => listSeries(moves, id)))).flat()
    expect(new Set(uids.map(({ seriesInstanceUid }) => seriesInstanceUid)).size, 'series of their own').toBe(uids.length)
  })

  test('leaves the row with the person who stays, whoever came first', async () => {
    const study = await mixed()
    await moves.split(study.orthancId, [jane])
    await moves.runJobs()
    expect(await moves.get(study.orthancId)).toMatchObject({ patientName: 'Roe Richard' })
    expect(await moves.otherOf(study.row.id)).toMatchObject({ patientName: 'Doe Jane' })
  })

  test('is followed by doctors, and ends share links', async () => {
    const { orthancId, row } = await mixed()
    const { assignedDoctor } = await createCast(moves.db)
    const { doctorId } = assignedDoctor
    await moves.db.transaction((tx) => assign(tx, moves.admin, { studyId: row.id, doctorId, priority: 'URGENT', mode: 'add' }))
    const link = { studyId: row.id, seconds: 3_600, pinHash: null }
    const { token } = await moves.db.transaction((tx) => createShareLink(tx, moves.admin, link))
    expect(await findSharedStudy(moves.db, token)).not.toBeNull()
    await moves.split(orthancId)
    await moves.runJobs()
    const other = await moves.otherOf(row.id)
    expect(await listActiveDoctors(moves.db, other?.id ?? '')).toMatchObject([{ doctorId }])
    expect(other).toMatchObject({ priority: 'URGENT' })
    expect(await findSharedStudy(moves.db, token)).toBeNull()
  })

  test('is refused if the list changed, if nobody stays, and while one is under way', async () => {
    const { orthancId, imageOf, send } = await mixed()
    await expect(moves.split(orthancId, [jane, richard])).rejects.toMatchObject({ code: 'SPLIT_LEAVES_NOBODY' })
    await expect(moves.split(orthancId, [])).rejects.toMatchObject({ code: 'STUDY_PEOPLE_CHANGED' })
    await moves.split(orthancId)
    await send(imageOf({ ...jane, PatientName: 'Poe^Paula' }))
    await expect(moves.split(orthancId, [jane])).rejects.toMatchObject({ code: 'IMAGES_MOVING' })
    await moves.runJobs()
    expect((await moves.get(orthancId)).severalPeopleAt).not.toBeNull()
  })

  test('takes images that come late under the former UID to their own study', async () => {
    const { orthancId, imageOf, send, other } = await splitOff()
    await moves.settle()
    await send(imageOf(richard), imageOf(jane))
    await moves.runJobs()
    await moves.settle()
    expect(await namesIn(orthancId)).toEqual(['Doe^Jane', 'Doe^Jane', 'Doe^Jane'])
    expect(await namesIn(other.orthancId)).toEqual(['Roe^Richard', 'Roe^Richard', 'Roe^Richard'])
    expect((await moves.get(orthancId)).severalPeopleAt).toBeNull()
    expect(await moves.get(other.orthancId)).toMatchObject({ severalPeopleAt: null, imageCount: 3 })
  })
})

/** Gives a study a finished report. */
async function report(studyId: string): Promise<void> {
  const { assignedDoctor } = await createCast(moves.db)
  const { doctorId } = assignedDoctor
  await moves.db.transaction((tx) => assign(tx, moves.admin, { studyId, doctorId, priority: 'NORMAL', mode: 'add' }))
  const file = { fileName: 'r.pdf', contentType: 'application/pdf', objectKey: newUid(), sizeBytes: 1, sha256: newUid() }
  const finished = { studyId, doctorId, reportStatus: 'finalized', afterVersion: 0, file } as const
  await moves.db.transaction((tx) => submitReport(tx, assignedDoctor, finished))
}

describe('a report that was finished before images of another person came', () => {
  async function reported() {
    const study = moves.makeStudy()
    const orthancId = await study.send(study.imageOf(jane))
    await moves.settle()
    const row = await moves.get(orthancId)
    await report(row.id)
    await study.send(study.imageOf(richard))
    return { orthancId, row }
  }

  test('must be decided about', async () => {
    const { orthancId } = await reported()
    await expect(moves.split(orthancId)).rejects.toMatchObject({ code: 'SPLIT_REPORT_UNDECIDED' })
    await expect(moves.split(orthancId, [jane], 'stays')).rejects.toMatchObject({ code: 'SPLIT_REPORT_OF_OTHER' })
  })

  test.each([
    ['stays', 'reported'],
    ['withdrawn', 'not reported'],
  ] as const)('that %s leaves the study %s, and the new one without', async (decision, state) => {
    const { orthancId, row } = await reported()
    await moves.split(orthancId, [richard], decision)
    await moves.runJobs()
    expect((await moves.get(orthancId)).reportedAt !== null).toBe(state === 'reported')
    expect(await moves.otherOf(row.id)).toMatchObject({ patientName: 'Roe Richard', reportedAt: null })
  })
})

/** Returns the clock of a settled study. */
const clockOf = ({ readyAt, dueAt, warnAt }: Awaited<ReturnType<OpenMoves['get']>>) => ({ readyAt, dueAt, warnAt })

test('nobody has longer to read images that were split off, brought back or given another UID', async () => {
  const { orthancId, row, move, other } = await splitOff()
  expect(row.dueAt).not.toBeNull()
  await moves.settle()
  expect(clockOf(await moves.get(orthancId))).toEqual(clockOf(row))
  expect(clockOf(await moves.get(other.orthancId))).toEqual(clockOf(row))
  await moves.undo(move.id)
  await moves.runJobs()
  await moves.settle()
  expect(clockOf(await moves.get(orthancId))).toEqual(clockOf(row))

  const StudyInstanceUID = newUid()
  const [one, two] = [moves.makeStudy({ StudyInstanceUID }), moves.makeStudy({ StudyInstanceUID })]
  await one.send(one.imageOf(jane))
  const twinId = await two.send(two.imageOf(richard))
  await moves.settle()
  const twin = await moves.get(twinId)
  await moves.db.transaction((tx) => renewStudyUid(tx, moves.admin, { studyId: twin.id, newStudyUid: newUid() }))
  await moves.runJobs()
  await moves.settle()
  const renewed = await moves.jobs.getStudy(twin.id)
  expect(clockOf(renewed)).toEqual(clockOf(twin))
  await two.send(two.imageOf(richard))
  await moves.runJobs()
  await moves.settle()
  expect((await moves.jobs.getStudy(twin.id)).readyAt).not.toEqual(twin.readyAt)
})

describe('a split that is undone', () => {
  test('is refused once the new study has a report', async () => {
    const { move, other } = await splitOff()
    await moves.settle()
    await report(other.id)
    await expect(moves.undo(move.id)).rejects.toMatchObject({ code: 'SPLIT_IN_USE' })
  })

  test('brings the images back under their former ids, and what was written since', async () => {
    const { orthancId, row, move, other } = await splitOff()
    const before = await moves.imagesIn(other.orthancId)
    await moves.db.transaction((tx) => addComment(tx, moves.admin, { studyId: other.id, comment: 'Please compare' }))
    await moves.undo(move.id)
    await moves.runJobs()
    expect(await moves.imagesIn(orthancId)).toMatchObject(before)
    expect(await namesIn(orthancId)).toHaveLength(4)
    expect(await moves.find(other.orthancId)).toBeUndefined()
    expect(await moves.imagesIn(other.orthancId)).toEqual({})
    await moves.settle()
    expect((await moves.get(orthancId)).severalPeopleAt).not.toBeNull()
    expect((await listSeries(moves, row.id)).length).toBe(1)
    expect(await listEvents(moves, row.id)).toContain('split_undone')
    expect((await moves.getMove(row.id)).state).toBe('returned')
  })

  test('may be decided again', async () => {
    const { orthancId, move, row } = await splitOff()
    await moves.undo(move.id)
    await moves.runJobs()
    await moves.settle()
    await moves.split(orthancId)
    await moves.runJobs()
    expect(await namesIn(orthancId)).toEqual(['Doe^Jane', 'Doe^Jane'])
    expect(await namesIn((await moves.otherOf(row.id))?.orthancId ?? '')).toEqual(['Roe^Richard', 'Roe^Richard'])
  })
})

describe('whose the images are, once they were split', () => {
  const openReviews = async (...orthancIds: string[]) => {
    const people = await Promise.all(orthancIds.map(async (id) => (await moves.get(id)).patientRowId))
    const rows = await moves.db.select().from(patients).where(inArray(patients.id, people))
    return rows.flatMap(({ identityReviewId }) => identityReviewId ?? [])
  }

  test.each([
    ['the first person', [jane]],
    ['the second person', [richard]],
  ])('is not asked again when %s leaves', async (_words, leaving) => {
    const { orthancId, row } = await mixed()
    await moves.split(orthancId, leaving)
    await moves.runJobs()
    await moves.settle()
    const other = await moves.otherOf(row.id)
    const [present, gone] = [await moves.get(orthancId), await moves.get(other?.orthancId ?? '')]
    expect(present.patientRowId).not.toBe(gone.patientRowId)
    expect(await openReviews(orthancId, gone.orthancId)).toEqual([])
  })

  test('is not asked again about a third person', async () => {
    const study = moves.makeStudy()
    const amara = { PatientName: 'Okonkwo^Amara', PatientBirthDate: '19881130', PatientSex: 'F' }
    const orthancId = await study.send(...[jane, richard, amara].map((person) => study.imageOf(person)))
    await moves.settle()
    const made: string[] = []
    for (const person of [richard, amara]) {
      await moves.split(orthancId, [person])
      await moves.runJobs()
      await moves.settle()
      made.push((await moves.otherOf((await moves.get(orthancId)).id))?.orthancId ?? '')
    }
    expect(new Set(made).size).toBe(2)
    expect(await openReviews(orthancId, ...made)).toEqual([])
  })

  test('is not asked again about those who stayed when a late image of those who left comes', async () => {
    const study = moves.makeStudy()
    const amara = { PatientName: 'Okonkwo^Amara', PatientBirthDate: '19881130', PatientSex: 'F' }
    const orthancId = await study.send(...[jane, richard, amara].map((person) => study.imageOf(person)))
    await moves.settle()
    await moves.split(orthancId, [jane])
    await moves.runJobs()
    await moves.settle()
    const { id: studyId } = await moves.get(orthancId)
    const version = versionOf(await listStudyPeople(moves.db, studyId))
    await moves.db.transaction((tx) => acceptPeople(tx, moves.admin, { studyId, version }))
    await study.send(study.imageOf(jane))
    await moves.runJobs()
    await moves.settle()
    expect((await moves.get(orthancId)).severalPeopleAt).toBeNull()
  })

  test('is asked about other studies under the patient ID, and no longer once the split is undone', async () => {
    const { orthancId, row, PatientID } = await mixed()
    const amara = { PatientName: 'Okonkwo^Amara', PatientBirthDate: '19881130', PatientSex: 'F' }
    const third = moves.makeStudy({ PatientID })
    const thirdId = await third.send(
      third.imageOf({ ...amara, PatientName: 'Roe^Amara', PatientBirthDate: richard.PatientBirthDate }),
    )
    const before = await openReviews(orthancId, thirdId)
    const move = await moves.split(orthancId)
    await moves.runJobs()
    await moves.settle()
    const other = await moves.otherOf(row.id)
    expect(await openReviews(other?.orthancId ?? '')).toHaveLength(1)
    await moves.undo(move.id)
    await moves.runJobs()
    await moves.settle()
    expect(await openReviews(orthancId, thirdId)).toEqual(before)
  })
})

describe('a study with the UID of another', () => {
  async function twins() {
    const StudyInstanceUID = newUid()
    const [one, two] = [moves.makeStudy({ StudyInstanceUID }), moves.makeStudy({ StudyInstanceUID })]
    const ids = [await one.send(one.imageOf(jane)), await two.send(two.imageOf(richard), two.imageOf(richard))] as const
    return { one, two, ids, rows: [await moves.get(ids[0]), await moves.get(ids[1])] as const }
  }
  const renew = async (studyId: string) => {
    await moves.db.transaction((tx) => renewStudyUid(tx, moves.admin, { studyId, newStudyUid: newUid() }))
    await moves.runJobs()
  }

  test('gets another one, keeps its row and images, and is found by late images of the former one', async () => {
    const { one, two, ids, rows } = await twins()
    await renew(rows[1].id)
    const { toStudyUid } = await moves.getMove(rows[1].id)
    const present = await moves.jobs.getStudy(rows[1].id)
    expect(present).toMatchObject({ studyInstanceUid: toStudyUid, imageCount: 2, patientName: 'Roe Richard' })
    expect(await namesIn(present.orthancId)).toEqual(['Roe^Richard', 'Roe^Richard'])
    expect(await moves.imagesIn(ids[1])).toEqual({})
    expect(await namesIn(ids[0])).toEqual(['Doe^Jane'])
    expect(await listEvents(moves, present.id)).toContain('uid_renewed')
    expect(await listEvents(moves, rows[0].id)).toContain('twin_renewed')
    await two.send(two.imageOf(richard))
    await one.send(one.imageOf(jane))
    await moves.runJobs()
    expect(await namesIn(present.orthancId)).toHaveLength(3)
    expect(await namesIn(ids[0])).toHaveLength(2)
    expect([await moves.countStudies([one.PatientID]), await moves.countStudies([two.PatientID])]).toEqual([1, 1])
  })

  test('is found by its former one: by orders, by searches of other systems, as a prior and by links', async () => {
    const former = newUid()
    const [one, two] = [moves.makeStudy({ StudyInstanceUID: former }), moves.makeStudy({ StudyInstanceUID: former })]
    const studyId = (await moves.get(await two.send(two.imageOf(richard)))).id
    const prior = moves.makeStudy({ PatientID: two.PatientID })
    const priorId = (await moves.get(await prior.send(prior.imageOf(richard)))).id
    const link = { studyId, seconds: 3_600, pinHash: null }
    const { token } = await moves.db.transaction((tx) => createShareLink(tx, moves.admin, link))
    const twinId = (await moves.get(await one.send(one.imageOf(jane)))).id
    await renew(studyId)
    const ordered = { labId: moves.lab.id, source: 'hl7' as const, studyInstanceUid: former, patientIdTexts: [two.PatientID] }
    const [order] = await moves.db
      .insert(orders)
      .values({ ...ordered, placerNumber: former })
      .returning()
    if (!order) throw new Error('no order')

    const candidates = await listCandidateStudies(moves.db, moves.admin, order, [])
    expect(candidates.map(({ study }) => study.id)).toContain(studyId)
    expect((await listCandidateOrders(moves.db, studyId, '')).map((one) => one.order.id)).toEqual([order.id])
    await moves.db.transaction((tx) => matchStudiesAgain(tx, [studyId]))
    expect((await listCandidateOrders(moves.db, studyId, '')).map((one) => one.order.id)).toEqual([])

    const page = { labId: moves.lab.id, limit: 10, numbers: [{ studyInstanceUid: former }] }
    const found = await listFhirStudies(moves.db, page)
    expect(found.map(({ study }) => study.id).toSorted()).toEqual([studyId, twinId].toSorted())
    expect((await listPriors(moves.db, moves.admin, [studyId])).map(({ study }) => study.id)).toEqual([priorId])
    expect((await listPriors(moves.db, moves.admin, [priorId])).map(({ study }) => study.id)).toEqual([studyId])
    expect(await findSharedStudy(moves.db, token)).toMatchObject({ study: { id: studyId } })
  })

  test('is named in the histories of both as soon as it comes', async () => {
    const { rows } = await twins()
    for (const { id } of rows) expect(await listEvents(moves, id)).toContain('twin_appeared')
  })

  test('gets its former one again when that is undone, with its row, images and late images', async () => {
    const { two, ids, rows } = await twins()
    await renew(rows[1].id)
    const move = await moves.getMove(rows[1].id)
    const { orthancId: renewedId } = await moves.jobs.getStudy(rows[1].id)
    await moves.undo(move.id)
    await expect(moves.undo(move.id)).rejects.toMatchObject({ code: 'IMAGES_MOVING' })
    await moves.runJobs()
    await moves.settle()
    const present = await moves.jobs.getStudy(rows[1].id)
    expect(present).toMatchObject({ studyInstanceUid: two.StudyInstanceUID, orthancId: ids[1], imageCount: 2 })
    expect(await namesIn(ids[1])).toEqual(['Roe^Richard', 'Roe^Richard'])
    expect(await moves.imagesIn(renewedId)).toEqual({})
    expect(await moves.find(renewedId)).toBeUndefined()
    expect(await listSeries(moves, present.id)).toEqual(await listSeries(moves, rows[1].id))
    expect(await listEvents(moves, present.id)).toContain('uid_restored')
    const appeared = (await listEvents(moves, rows[0].id)).filter((event) => event === 'twin_appeared')
    expect(appeared).toHaveLength(2)
    await two.send(two.imageOf(richard))
    await moves.runJobs()
    expect(await namesIn(ids[1])).toHaveLength(3)
    await expect(moves.undo(move.id)).rejects.toMatchObject({ code: 'SPLIT_NOT_FOUND' })
    await renew(rows[1].id)
    expect(await namesIn((await moves.jobs.getStudy(rows[1].id)).orthancId)).toHaveLength(3)
  })

  test('keeps the new one while a later split stands', async () => {
    const { two, rows } = await twins()
    await renew(rows[1].id)
    const move = await moves.getMove(rows[1].id)
    await two.send(two.imageOf(jane))
    await moves.runJobs()
    await moves.settle()
    const { orthancId } = await moves.jobs.getStudy(rows[1].id)
    await moves.split(orthancId, [jane])
    await moves.runJobs()
    await expect(moves.undo(move.id)).rejects.toMatchObject({ code: 'UID_IN_USE' })
  })

  // Two copies, two deletions, and an empty study that is deleted.
  test.each([0, 1, 3, 4].map((calls) => ({ calls, isDone: calls % 2 === 1 })))(
    'loses no image if the worker is killed while that is undone, after $calls calls, done: $isDone',
    async ({ calls, isDone }) => {
      const { ids, rows } = await twins()
      await renew(rows[1].id)
      const move = await moves.getMove(rows[1].id)
      const all = await moves.everyImage()
      await moves.undo(move.id)
      await moves.runJobs(moves.dyingAfter(calls, isDone)).catch(() => {})
      expect(await moves.everyImage()).toEqual(all)
      await moves.rerun(move.id)
      expect(await moves.everyImage()).toEqual(all)
      expect(await namesIn(ids[1])).toEqual(['Roe^Richard', 'Roe^Richard'])
      expect((await moves.getMove(rows[1].id)).state).toBe('returned')
    },
  )

  test('and no other study any more keeps it', async () => {
    const { rows } = await twins()
    await renew(rows[1].id)
    await expect(renew(rows[0].id)).rejects.toMatchObject({ code: 'STUDY_UID_UNIQUE' })
  })
})

describe('a worker that is killed', () => {
  // Two copies, two deletions, and an empty study that is deleted.
  const points = [0, 1, 2, 3, 4].flatMap((calls) => [false, true].map((isDone) => ({ calls, isDone })))
  test.each(points)('after $calls calls, done: $isDone, loses no image, and the next run goes on', async ({ calls, isDone }) => {
    const { orthancId, row } = await mixed()
    const all = await moves.everyImage()
    const move = await moves.split(orthancId)
    const run = async () => {
      await moves.runJobs(moves.dyingAfter(calls, isDone)).catch(() => {})
      expect(await moves.everyImage(), 'an image is gone').toEqual(all)
      await moves.rerun(move.id)
      expect(await moves.everyImage(), 'an image is gone').toEqual(all)
    }
    await run()
    const other = await moves.otherOf(row.id)
    expect(await namesIn(orthancId)).toEqual(['Doe^Jane', 'Doe^Jane'])
    expect(await namesIn(other?.orthancId ?? '')).toEqual(['Roe^Richard', 'Roe^Richard'])
    expect((await moves.getMove(row.id)).state).toBe('moved')
    await moves.undo(move.id)
    await run()
    expect(await namesIn(orthancId)).toEqual(['Doe^Jane', 'Doe^Jane', 'Roe^Richard', 'Roe^Richard'])
    expect((await moves.getMove(row.id)).state).toBe('returned')
    expect(await moves.otherOf(row.id)).toBeNull()
  })
})
