import { documents } from '@readroom/db/patients/documents.schema'
import { lockPatient, lockStudiesOfPatient } from '@readroom/db/patients/patients'
import { patients } from '@readroom/db/patients/patients.schema'
import { resultDeliveries, resultDestinations } from '@readroom/db/reports/results.schema'
import { retryUnknownAeTitle } from '@readroom/db/studies/intake/intake'
import { intakeCursor } from '@readroom/db/studies/intake/intake.schema'
import { retryIntakeFailure } from '@readroom/db/studies/intake/intake-failures'
import { intakeFailures } from '@readroom/db/studies/intake/intake-failures.schema'
import { studies } from '@readroom/db/studies/studies.schema'
import { studyEventLog } from '@readroom/db/studies/study-events.schema'
import { createActor, createDoctor, createDocument, createLab, createReport, createUser } from '@readroom/db/testing/factories'
import { createTestDatabase, type TestDatabase } from '@readroom/db/testing/test-database'
import { correctPatient } from '@readroom/domain/patients/patients'
import { eventually } from '@readroom/local/core/eventually'
import { OrthancBadAnswer } from '@readroom/orthanc/errors'
import { makeImage, newUid } from '@readroom/orthanc/testing/make-image'
import { desc, eq, isNotNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openArchive } from './archive.fixture.ts'
import type { IntakeContext } from './context.ts'
import { findStudy, getStudy, listEvents, listLive, makeContext, pollAll } from './intake.fixture.ts'
import { pollOnce } from './poll.ts'
import { retryOnce } from './retry.ts'

let database: TestDatabase
let archive: Awaited<ReturnType<typeof openArchive>>
let context: IntakeContext

beforeAll(async () => {
  ;[database, archive] = await Promise.all([
    createTestDatabase(inject('databaseUrl')),
    // Orthanc otherwise keeps files in memory, and a test here loses one from the disk.
    openArchive({ settings: { MaximumStorageCacheSize: 0 } }),
  ])
  context = makeContext(database, archive.orthanc)
})
afterAll(async () => {
  await archive.close()
  await database.drop()
})

async function takeIn(...images: Buffer[]) {
  const [first] = await archive.upload(...images)
  await pollAll(context)
  return getStudy(database, first?.ParentStudy ?? '')
}

const cursor = async () => (await database.db.select().from(intakeCursor))[0]?.last

test('the first image makes the study, its history and one live event', async () => {
  const study = await takeIn(makeImage({ StudyDate: '20200201', PatientBirthDate: '19800101', BodyPartExamined: 'HEAD' }))
  expect(study).toMatchObject({ status: 'new_study_received', generation: 0, settledAt: null, patientAge: '40Y', imageCount: 1 })
  expect(await listEvents(database, study.id)).toEqual(['received'])
  const [received] = await database.db.select().from(studyEventLog).where(eq(studyEventLog.studyId, study.id))
  expect(received?.details).toEqual({ arrivedAt: expect.stringMatching(/^\d{4}-.*Z$/) })
  expect(await listLive(database, study.id)).toEqual(['study.received'])
})

test('the calling AE title names the laboratory, whatever its case', async () => {
  const lab = await createLab(database.db, { identifier: 'NORTHLAB' })
  const study = { StudyInstanceUID: newUid(), PatientID: '1001' }
  await archive.store('northlab', makeImage(study))
  await pollAll(context)
  const [row] = await database.db.select().from(studies).where(eq(studies.studyInstanceUid, study.StudyInstanceUID))
  expect(row).toMatchObject({ labId: lab.id, callingAeTitle: 'NORTHLAB', patientId: '1001' })
})

test('documents go along when it is known late which laboratory sent a study', async () => {
  const lab = await createLab(database.db, { identifier: 'LATELAB' })
  const uids = { StudyInstanceUID: newUid(), PatientID: 'late owner' }
  const arrive = async () => {
    await archive.store('LATELAB', makeImage(uids))
    await pollAll(context)
    const [row] = await database.db.select().from(studies).where(eq(studies.studyInstanceUid, uids.StudyInstanceUID))
    if (!row) throw new Error('the study was not taken in')
    return row
  }
  const sent = await arrive()
  // As it is if the archive could not say yet who sent the image.
  const [patient] = await database.db.insert(patients).values({ patientId: 'late owner' }).returning()
  const patientRowId = patient?.id ?? ''
  await database.db.update(studies).set({ callingAeTitle: null, labId: null, patientRowId }).where(eq(studies.id, sent.id))
  const by = { studyId: sent.id, uploadedBy: (await createUser(database.db, 'admin')).id }
  const attached = await createDocument(database.db, { patientRowId, ...by })
  expect(await arrive()).toMatchObject({ labId: lab.id, patientRowId: sent.patientRowId })
  const [document] = await database.db.select().from(documents).where(eq(documents.id, attached.id))
  expect(document).toMatchObject({ patientRowId: sent.patientRowId, number: 0 })
})

test('a laboratory that is known late gets the report that a study has by then', async () => {
  const { db } = database
  const lab = await createLab(db, { identifier: 'LATERLAB' })
  const titles = { calledAeTitle: 'PACS', callingAeTitle: 'READROOM' }
  const settings = { kind: 'dicom', host: '127.0.0.1', port: 104, certificates: null, ...titles, document: 'pdf' } as const
  const [destination] = await db
    .insert(resultDestinations)
    .values({ labId: lab.id, name: 'Later', settings, state: 'on', alertMinutes: 60 })
    .returning()
  const uids = { StudyInstanceUID: newUid(), PatientID: 'late laboratory' }
  const study = await takeIn(makeImage({ ...uids, Modality: 'SR' }))
  expect(study).toMatchObject({ labId: null, callingAeTitle: null })
  const { doctor, user } = await createDoctor(db)
  const by = { studyId: study.id, doctorId: doctor.id, uploadedBy: user.id }
  const report = await createReport(db, { ...by, status: 'finalized', releasedAt: new Date() })
  await archive.store('LATERLAB', makeImage(uids))
  await pollAll(context)
  const [row] = await db.select().from(studies).where(eq(studies.id, study.id))
  expect(row).toMatchObject({ labId: lab.id })
  expect(await db.select().from(resultDeliveries)).toMatchObject([
    { destinationId: destination?.id, studyId: study.id, reportId: report.id, kind: 'final', state: 'queued' },
  ])
})

test('an unknown AE title has no laboratory, and patient ids of two laboratories stay apart', async () => {
  const lab = await createLab(database.db, { identifier: 'SOUTHLAB' })
  const uids = [newUid(), newUid(), newUid()]
  const image = (index: number) => makeImage({ StudyInstanceUID: uids[index], PatientID: '7' })
  await archive.store('STRANGER', image(0))
  await archive.store('SOUTHLAB', image(1))
  await archive.store('SOUTHLAB', image(2))
  await pollAll(context)
  const rows = []
  for (const uid of uids) rows.push(...(await database.db.select().from(studies).where(eq(studies.studyInstanceUid, uid))))
  expect(rows.map(({ labId, callingAeTitle }) => [labId, callingAeTitle])).toEqual([
    [null, 'STRANGER'],
    [lab.id, 'SOUTHLAB'],
    [lab.id, 'SOUTHLAB'],
  ])
  expect(rows[1]?.patientRowId).toBe(rows[2]?.patientRowId)
  expect(rows[0]?.patientRowId).not.toBe(rows[1]?.patientRowId)
})

test('the same study UID under two patient ids is two rows', async () => {
  const StudyInstanceUID = newUid()
  await takeIn(makeImage({ StudyInstanceUID, PatientID: 'A' }), makeImage({ StudyInstanceUID, PatientID: 'B' }))
  const rows = await database.db.select().from(studies).where(eq(studies.studyInstanceUid, StudyInstanceUID))
  expect(rows.map(({ patientId }) => patientId).sort()).toEqual(['A', 'B'])
})

test('images that are sent again change nothing', async () => {
  const image = makeImage()
  const before = await takeIn(image)
  expect(await takeIn(image)).toEqual(before)
  expect(await listLive(database, before.id)).toEqual(['study.received'])
})

test('later series add to the counts and fill what was unknown; nothing that is known is replaced', async () => {
  const study = { StudyInstanceUID: newUid(), PatientID: 'late' }
  await takeIn(makeImage({ ...study, Modality: 'SR', PatientName: '', StudyDescription: 'Chest' }))
  const after = await takeIn(makeImage({ ...study, Modality: 'CT', PatientName: 'Late^Name', StudyDescription: 'Abdomen' }))
  expect(after).toMatchObject({
    modalities: ['CT', 'SR'],
    imageCount: 2,
    seriesCount: 2,
    patientName: 'Late Name',
    description: 'Chest',
  })
})

test('later series fill who asked for the study, who made it and when it was ordered', async () => {
  const study = { StudyInstanceUID: newUid(), PatientID: 'ordered' }
  const first = await takeIn(makeImage({ ...study, Modality: 'SR', RequestingPhysician: 'First^Asker' }))
  expect(first).toMatchObject({ dicomRequestingPhysician: 'First^Asker', dicomOperatorName: null, dicomOrderDate: null })
  const order = { OperatorsName: 'Late^Maker', IssueDateOfImagingServiceRequest: '20260131' }
  expect(await takeIn(makeImage({ ...study, RequestingPhysician: 'Late^Asker', ...order }))).toMatchObject({
    dicomRequestingPhysician: 'First^Asker',
    dicomOperatorName: 'Late^Maker',
    dicomOrderDate: '2026-01-31',
  })
})

test('a study that was deleted and sent anew under a corrected name shows that name', async () => {
  const study = { StudyInstanceUID: newUid(), SeriesInstanceUID: newUid(), SOPInstanceUID: newUid(), PatientID: 'renamed' }
  const wrong = await takeIn(makeImage({ ...study, PatientName: 'Wrong^Name' }))
  await archive.remove(`/studies/${wrong.orthancId}`)
  const right = await takeIn(makeImage({ ...study, PatientName: 'Right^Name' }))
  expect(right).toMatchObject({ id: wrong.id, patientName: 'Right Name' })
})

test('a study that was sent anew while the archive did not answer for it shows the corrected name after the next attempt', async () => {
  const study = { StudyInstanceUID: newUid(), SeriesInstanceUID: newUid(), SOPInstanceUID: newUid(), PatientID: 'renamed later' }
  const wrong = await takeIn(makeImage({ ...study, PatientName: 'Wrong^Name' }))
  await archive.remove(`/studies/${wrong.orthancId}`)
  await archive.upload(makeImage({ ...study, PatientName: 'Right^Name' }))
  const getStudySeries = () => Promise.reject(new OrthancBadAnswer('odd'))
  await pollAll({ ...context, orthanc: { ...archive.orthanc, getStudySeries } })
  await database.db.update(intakeFailures).set({ nextAttemptAt: new Date(0) })
  await retryOnce(context)
  expect(await getStudy(database, wrong.orthancId)).toMatchObject({ id: wrong.id, patientName: 'Right Name' })
})

test('a study that was sent anew while it waited for another attempt shows the corrected name after it', async () => {
  const study = {
    StudyInstanceUID: newUid(),
    SeriesInstanceUID: newUid(),
    SOPInstanceUID: newUid(),
    PatientID: 'renamed while waiting',
  }
  const wrong = await takeIn(makeImage({ ...study, PatientName: 'Wrong^Name' }))
  await archive.upload(makeImage({ ...study, SOPInstanceUID: newUid(), PatientName: 'Wrong^Name' }))
  const getStudySeries = () => Promise.reject(new OrthancBadAnswer('odd'))
  await pollAll({ ...context, orthanc: { ...archive.orthanc, getStudySeries } })
  await archive.remove(`/studies/${wrong.orthancId}`)
  await archive.upload(makeImage({ ...study, PatientName: 'Right^Name' }))
  await pollAll(context)
  await database.db.update(intakeFailures).set({ nextAttemptAt: new Date(0) })
  await retryOnce(context)
  expect(await getStudy(database, wrong.orthancId)).toMatchObject({ id: wrong.id, patientName: 'Right Name' })
})

test('a name that loses letters is shown as far as it can be read, and flagged', async () => {
  const image = makeImage({ PatientName: 'M~ller-L~denscheidt^Erika' })
  const latin = Buffer.from(image.map((byte) => (byte === 0x7e ? 0xfc : byte)))
  expect(await takeIn(latin)).toMatchObject({ patientName: 'M\ufffdller-L\ufffddenscheidt Erika', nameUnreadable: true })
  expect(await takeIn(makeImage({ PatientName: 'Müller^Erika' }))).toMatchObject({
    patientName: 'Müller Erika',
    nameUnreadable: false,
  })
})

test('images that come late under a corrected patient id find their patient, and show the correction', async () => {
  const lab = await createLab(database.db)
  const admin = await createActor(database.db, await createUser(database.db, 'admin'))
  const send = async (name = 'Righd^Name') => {
    await archive.store(lab.identifier, makeImage({ StudyInstanceUID: newUid(), PatientID: 'typo-1', PatientName: name }))
    await pollAll(context)
    const [newest] = await database.db.select().from(studies).where(eq(studies.labId, lab.id)).orderBy(desc(studies.id))
    if (!newest) throw new Error('the study was not taken in')
    return newest
  }
  const first = await send()
  expect(first).toMatchObject({ patientId: 'typo-1', patientName: 'Righd Name' })
  const correction = { patientId: 'right-1', correctedName: 'Right Name' }
  await database.db.transaction(async (begun) => {
    const [withStudies] = await lockStudiesOfPatient(begun, first.patientRowId)
    const [tx, patient] = await lockPatient(withStudies, first.patientRowId)
    if (!patient) throw new Error('no such patient')
    await correctPatient(tx, admin, { patient, correction })
  })
  expect(await getStudy(database, first.orthancId)).toMatchObject({ patientId: 'right-1', patientName: 'Right Name' })

  const late = await send()
  expect(late).toMatchObject({ patientRowId: first.patientRowId, patientId: 'right-1', patientName: 'Right Name' })
  expect(late).toMatchObject({ dicomPatientId: 'typo-1', dicomPatientName: 'Righd^Name' })
  // Somebody else's study under the former ID is not shown under the corrected name.
  const other = await send('Okonkwo^Amara')
  expect(other.patientRowId).not.toBe(first.patientRowId)
  expect(other).toMatchObject({ patientId: 'typo-1', patientName: 'Okonkwo Amara' })
})

test('a transaction that dies between fetch and commit loses and doubles nothing', async () => {
  const [sent] = await archive.upload(makeImage())
  const before = await cursor()
  const dying = { ...context, database: { ...database, db: failingAtCommit(database) } }
  await expect(pollOnce(dying)).rejects.toThrow('killed')
  expect(await cursor()).toBe(before)
  expect(await findStudy(database, sent?.ParentStudy ?? '')).toBeUndefined()
  await pollAll(context)
  const study = await getStudy(database, sent?.ParentStudy ?? '')
  expect(await listEvents(database, study.id)).toEqual(['received'])
})

/** Everything is done and then, instead of the commit, the process is gone. */
function failingAtCommit({ db }: TestDatabase): TestDatabase['db'] {
  const transaction: TestDatabase['db']['transaction'] = (work) =>
    db.transaction(async (tx) => {
      await work(tx)
      throw new Error('killed')
    })
  return new Proxy(db, { get: (target, key) => (key === 'transaction' ? transaction : Reflect.get(target, key)) })
}

test('two workers side by side take every study in once', async () => {
  const sent = await archive.upload(...Array.from({ length: 12 }, () => makeImage()))
  await Promise.all([pollAll(context), pollAll(makeContext(database, archive.orthanc)), pollAll(context)])
  for (const { ParentStudy } of sent) {
    const study = await getStudy(database, ParentStudy)
    expect(await listEvents(database, study.id)).toEqual(['received'])
  }
})

function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

test('a worker that waits for the archive holds up no other', async () => {
  const { open, opened } = gate()
  const getChanges: typeof archive.orthanc.getChanges = async (since, limit) => {
    await opened
    return archive.orthanc.getChanges(since, limit)
  }
  const slow = pollOnce({ ...context, orthanc: { ...archive.orthanc, getChanges } })
  const study = await takeIn(makeImage())
  open()
  await slow
  expect(await listEvents(database, study.id)).toEqual(['received'])
})

test('an answer that was overtaken by a newer one is thrown away, and asked for again', async () => {
  const uids = { StudyInstanceUID: newUid(), PatientID: 'overtaken' }
  const [sent] = await archive.upload(makeImage(uids))
  const { open, opened } = gate()
  const asked: string[] = []
  const getStudySeries: typeof archive.orthanc.getStudySeries = async (id) => {
    const answer = await archive.orthanc.getStudySeries(id)
    asked.push(id)
    if (asked.length === 1) await opened
    return answer
  }
  const slow = pollOnce({ ...context, orthanc: { ...archive.orthanc, getStudySeries } })
  await eventually(() => expect(asked).toHaveLength(1))
  const study = await takeIn(makeImage(uids))
  expect(study).toMatchObject({ orthancId: sent?.ParentStudy, imageCount: 2 })
  const at = await cursor()
  open()
  await slow
  expect(asked).toHaveLength(2)
  expect(await getStudy(database, study.orthancId)).toMatchObject({ imageCount: 2, seriesCount: 2 })
  expect(await listEvents(database, study.id)).toEqual(['received'])
  expect(await cursor()).toBe(at)
})

test('a study that waits for another attempt is left to it, and no image of it is lost on the way', async () => {
  const uids = { StudyInstanceUID: newUid(), PatientID: 'waits' }
  const [sent] = await archive.upload(makeImage(uids))
  const orthancId = sent?.ParentStudy ?? ''
  const getStudySeries = () => Promise.reject(new OrthancBadAnswer('odd'))
  await pollAll({ ...context, orthanc: { ...archive.orthanc, getStudySeries } })
  await database.db.update(intakeFailures).set({ nextAttemptAt: new Date(0) })
  const { open, opened } = gate()
  const answered: string[] = []
  const patientOrthanc: typeof archive.orthanc = {
    ...archive.orthanc,
    getStudySeries: async (id) => {
      const answer = await archive.orthanc.getStudySeries(id)
      answered.push(id)
      await opened
      return answer
    },
  }
  const attempt = retryOnce({ ...context, patientOrthanc })
  await eventually(() => expect(answered).toEqual([orthancId]))
  const later = sql`now() + interval '1 hour'`
  await database.db.update(intakeFailures).set({ nextAttemptAt: later })
  await archive.upload(makeImage(uids))
  await pollAll(context)
  open()
  await attempt
  expect(await findStudy(database, orthancId)).toBeUndefined()
  await database.db.update(intakeFailures).set({ nextAttemptAt: new Date(0) })
  await retryOnce(context)
  expect(await getStudy(database, orthancId)).toMatchObject({ imageCount: 2 })
})

test('studies that somebody else locks in order are taken in without a deadlock', async () => {
  const uids = [0, 1].map((index) => ({ StudyInstanceUID: newUid(), PatientID: `locks ${index}` }))
  const sent = await archive.upload(...uids.map((uid) => makeImage(uid)))
  await pollAll(context)
  const studies = await Promise.all(sent.map(({ ParentStudy }) => getStudy(database, ParentStudy)))
  const ids = studies.map(({ id }) => id).sort()
  const lockInOrder = async (order: string[]) =>
    database.db.transaction(async (tx) => {
      for (const id of order) await tx.execute(sql`select 1 from studies where id = ${id} for update`)
      for (const id of order)
        await tx.execute(sql`update studies set clinical_history = clinical_history || 'x' where id = ${id}`)
    })
  const rounds = 15
  for (let round = 0; round < rounds; round += 1) {
    await archive.upload(...uids.map((uid) => makeImage(uid)))
    await Promise.all([pollAll(context), lockInOrder(ids), lockInOrder(ids), pollAll(context)])
  }
  for (const { orthancId } of studies) {
    const { imageCount, clinicalHistory } = await getStudy(database, orthancId)
    expect([imageCount, clinicalHistory]).toEqual([1 + rounds, 'x'.repeat(2 * rounds)])
  }
  expect(await database.db.select().from(intakeFailures)).toEqual([])
})

test('a study that PostgreSQL refuses stops no other, is noted and tried again', async () => {
  const refused = 'check (patient_id is distinct from $$refused$$)'
  await database.asOwner(`alter table studies add constraint refuses ${refused}`)
  const [bad, good] = await archive.upload(makeImage({ PatientID: 'refused' }), makeImage())
  await pollAll(context)
  expect(await findStudy(database, good?.ParentStudy ?? '')).toBeDefined()
  expect(await findStudy(database, bad?.ParentStudy ?? '')).toBeUndefined()
  const failure = eq(intakeFailures.orthancId, bad?.ParentStudy ?? '')
  expect(await database.db.select().from(intakeFailures).where(failure)).toMatchObject([
    { attempts: 1, reason: 'PostgreSQL refused: 23514 (studies.refuses)' },
  ])

  await database.db.update(intakeFailures).set({ nextAttemptAt: new Date(0) })
  await retryOnce(context)
  const [again] = await database.db.select().from(intakeFailures).where(failure)
  expect(again?.attempts).toBe(2)
  expect(again?.nextAttemptAt.getTime()).toBeGreaterThan(Date.now() + 5_000)

  await database.asOwner('alter table studies drop constraint refuses')
  await database.db.update(intakeFailures).set({ nextAttemptAt: new Date(0) })
  await retryOnce(context)
  expect(await database.db.select().from(intakeFailures).where(failure)).toEqual([])
  expect(await getStudy(database, bad?.ParentStudy ?? '')).toMatchObject({ patientId: 'refused' })
})

test('a study whose file the archive lost stops no other and is tried again', async () => {
  const [bad, good] = await archive.upload(makeImage(), makeImage())
  await archive.loseFile(bad?.ID ?? '')
  await pollAll(context)
  expect(await findStudy(database, good?.ParentStudy ?? '')).toBeDefined()
  expect(await findStudy(database, bad?.ParentStudy ?? '')).toBeUndefined()
  const failures = await database.db.select().from(intakeFailures)
  expect(failures).toMatchObject([{ orthancId: bad?.ParentStudy, attempts: 1 }])
  expect(failures[0]?.reason).toMatch(/^Orthanc(Down|NotFound)/)
})

test('a study that lost its first file is told by another image', async () => {
  const uids = { StudyInstanceUID: newUid(), SeriesInstanceUID: newUid(), PatientID: 'lost' }
  const [first, second] = await archive.upload(makeImage(uids), makeImage(uids))
  const [series] = await archive.orthanc.getStudySeries(first?.ParentStudy ?? '')
  await archive.loseFile(series?.Instances[0] ?? '')
  await pollAll(context)
  expect(await getStudy(database, second?.ParentStudy ?? '')).toMatchObject({ patientName: 'Sample Patient', imageCount: 2 })
})

test('NUL bytes in names reach no statement', async () => {
  const study = await takeIn(makeImage({ PatientName: 'Nul\u0000^Byte', StudyDescription: 'a\u0000b' }))
  expect(study.patientName).toMatch(/^Nul/)
})

test('a study whose images come from two laboratories is flagged and loses its location', async () => {
  const labs = [await createLab(database.db, { identifier: 'EASTLAB' }), await createLab(database.db, { identifier: 'WESTLAB' })]
  const uids = { StudyInstanceUID: newUid(), PatientID: 'claimed', SeriesInstanceUID: newUid() }
  const find = async () => {
    const [row] = await database.db.select().from(studies).where(eq(studies.studyInstanceUid, uids.StudyInstanceUID))
    if (!row) throw new Error('the study was not taken in')
    return row
  }
  await archive.store('EASTLAB', makeImage(uids))
  await pollAll(context)
  await archive.store('EASTLAB', makeImage({ ...uids, SeriesInstanceUID: newUid() }))
  await pollAll(context)
  expect(await find()).toMatchObject({ labId: labs[0]?.id, labConflictAt: null })
  await archive.store('WESTLAB', makeImage(uids))
  await pollAll(context)
  const study = await find()
  expect(study).toMatchObject({ labId: null, imageCount: 3 })
  expect(study.labConflictAt).toBeInstanceOf(Date)
  expect(await listEvents(database, study.id)).toEqual(['received', 'lab_conflict'])
  expect((await listLive(database, study.id)).at(-1)).toBe('study.changed')
})

test('a study that two laboratories send in one go belongs to neither', async () => {
  await createLab(database.db, { identifier: 'UPLAB' })
  await createLab(database.db, { identifier: 'DOWNLAB' })
  const uids = { StudyInstanceUID: newUid(), PatientID: 'both' }
  await archive.store('UPLAB', makeImage(uids))
  await archive.store('DOWNLAB', makeImage(uids))
  await pollAll(context)
  const [study] = await database.db.select().from(studies).where(eq(studies.studyInstanceUid, uids.StudyInstanceUID))
  expect(study?.labId).toBeNull()
  expect(study?.labConflictAt).toBeInstanceOf(Date)
})

test('another laboratory’s image among others of its series is found', async () => {
  await createLab(database.db, { identifier: 'FIRSTLAB' })
  await createLab(database.db, { identifier: 'STRAYLAB' })
  const uids = { StudyInstanceUID: newUid(), PatientID: 'stray', SeriesInstanceUID: newUid() }
  await archive.store('FIRSTLAB', makeImage(uids))
  await pollAll(context)
  for (const sender of ['FIRSTLAB', 'STRAYLAB', 'FIRSTLAB']) await archive.store(sender, makeImage(uids))
  await pollAll(context)
  const [study] = await database.db.select().from(studies).where(eq(studies.studyInstanceUid, uids.StudyInstanceUID))
  expect(study).toMatchObject({ labId: null, imageCount: 4 })
  expect(study?.labConflictAt).toBeInstanceOf(Date)
})

test('where unknown AE titles are refused, their studies wait for an administrator or for the title', async () => {
  const strict = { ...context, unknownAeTitles: 'refuse' as const }
  const uids = [newUid(), newUid()]
  for (const [index, uid] of uids.entries()) {
    await archive.store(`NEW${index}`, makeImage({ StudyInstanceUID: uid, PatientID: `new ${index}` }))
  }
  await pollAll(strict)
  const isWaiting = isNotNull(intakeFailures.unknownAeTitle)
  const waiting = async () => database.db.select().from(intakeFailures).where(isWaiting).orderBy(intakeFailures.unknownAeTitle)
  const found = async (uid = '') =>
    (await database.db.select().from(studies).where(eq(studies.studyInstanceUid, uid))).map(({ labId }) => labId)
  expect(await waiting()).toMatchObject([{ unknownAeTitle: 'NEW0' }, { unknownAeTitle: 'NEW1' }])
  await retryOnce(strict)
  expect([await found(uids[0]), await found(uids[1])]).toEqual([[], []])

  await retryIntakeFailure(database.db, (await waiting())[0]?.orthancId ?? '')
  const lab = await createLab(database.db, { identifier: 'NEW1' })
  await retryUnknownAeTitle(database.db, 'new1')
  await retryOnce(strict)
  expect([await found(uids[0]), await found(uids[1])]).toEqual([[null], [lab.id]])
  expect(await waiting()).toEqual([])
})
