import { randomUUID } from 'node:crypto'
import type { Confirmation, ReportContent } from '@readroom/contracts/reading/report-drafts'
import { createCast } from '@readroom/db/testing/factories'
import { createTestDatabase, type TestDatabase } from '@readroom/db/testing/test-database'
import { signReport } from '@readroom/domain/reading/report-signing'
import { holdReport, saveDraft } from '@readroom/domain/reading/report-writing'
import { assign } from '@readroom/domain/studies/assignments/assignments'
import { makeImage, newUid } from '@readroom/orthanc/testing/make-image'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openArchive } from './archive.fixture.ts'
import type { IntakeContext } from './context.ts'
import { ageStudy, getStudy, makeContext, pollAll } from './intake.fixture.ts'
import { settleOnce } from './settle.ts'

let database: TestDatabase
let archive: Awaited<ReturnType<typeof openArchive>>
let context: IntakeContext

beforeAll(async () => {
  ;[database, archive] = await Promise.all([createTestDatabase(inject('databaseUrl')), openArchive()])
  context = makeContext(database, archive.orthanc, { settleSeconds: 60 })
})
afterAll(async () => {
  await archive.close()
  await database.drop()
})

const section = (id: string, text: string) => ({
  type: 'section',
  attrs: { id },
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
})
const content: ReportContent = { type: 'doc', content: [section('findings', 'No fracture.'), section('impression', 'Normal.')] }

/** A settled study of one image whose report a doctor has begun to write. */
async function beginReport() {
  const { db } = database
  const { admin, assignedDoctor } = await createCast(db)
  const ids = { StudyInstanceUID: newUid(), SeriesInstanceUID: newUid(), PatientID: newUid() }
  const send = async (tags = {}) => {
    const [stored] = await archive.upload(makeImage({ ...ids, ...tags }))
    await pollAll(context)
    return getStudy(database, stored?.ParentStudy ?? '')
  }
  const study = await send()
  const settle = async () => {
    await ageStudy(database, study.orthancId)
    await settleOnce(context)
  }
  await settle()
  const { doctorId } = assignedDoctor
  await db.transaction((tx) => assign(tx, admin, { studyId: study.id, doctorId, priority: 'NORMAL', mode: 'add' }))
  const window = { studyId: study.id, windowId: randomUUID() }
  const { fence } = await db.transaction((tx) => holdReport(tx, assignedDoctor, { ...window, takeOver: false }))
  const held = { ...window, fence }
  const text = { kind: 'original', reason: '', content, templateName: null } as const
  const { revision } = await db.transaction((tx) => saveDraft(tx, assignedDoctor, { ...held, revision: 0, ...text }))
  const sign = (confirmed: readonly Confirmation[]) => {
    const signature = { meaning: 'final', confirmed, keyImages: [], requestId: randomUUID(), recallSeconds: 0 } as const
    return db.transaction((tx) => signReport(tx, assignedDoctor, { ...held, revision, ...signature }, () => true))
  }
  return { study, send, settle, sign }
}

test('images that arrived while a report was written are confirmed, also before the study has settled again', async () => {
  const { send, sign } = await beginReport()
  expect((await send()).settledAt).toBeNull()
  await expect(sign(['series'])).rejects.toMatchObject({ code: 'REPORT_UNCONFIRMED' })
  await expect(sign(['series', 'images'])).resolves.toBeTypeOf('string')
})

test('images that arrived while a report was written are confirmed after the study has settled again', async () => {
  const { send, settle, sign } = await beginReport()
  await send()
  await settle()
  await expect(sign(['series'])).rejects.toMatchObject({ code: 'REPORT_UNCONFIRMED' })
})

test('images that stay the same need no confirmation', async () => {
  const { sign } = await beginReport()
  await expect(sign(['series'])).resolves.toBeTypeOf('string')
})

test('an image of another person keeps the report from being signed, whatever is confirmed', async () => {
  const { send, sign } = await beginReport()
  await send({ PatientName: 'Roe^Richard' })
  await expect(sign(['series', 'images'])).rejects.toMatchObject({ code: 'STUDY_OF_SEVERAL_PEOPLE' })
})
