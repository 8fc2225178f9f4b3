import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase, type TestDatabase } from '@readroom/db/testing/test-database'
import { eventually } from '@readroom/local/core/eventually'
import { createRenderer } from '@readroom/pdf/renderer'
import { createStorage } from '@readroom/storage/create-storage'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { dicomSettings, dump, openArchive, readStructured, takeOutPdf, validate } from './channels/dicom.fixture.ts'
import { startResultSender } from './result-sender.ts'
import {
  createDestination,
  endWait,
  listQueue,
  openLaboratory,
  senderContext,
  statesOf,
  storeDocument,
} from './results.fixture.ts'

let database: TestDatabase
let dir: string
let archive: Awaited<ReturnType<typeof openArchive>>
const renderer = createRenderer()
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'))
  dir = await mkdtemp(join(tmpdir(), 'readroom-test-'))
  archive = await openArchive()
})
afterAll(async () => {
  renderer.close()
  await archive.remove()
  await database.drop()
  await rm(dir, { recursive: true, force: true })
})

const storage = () => createStorage({ driver: 'local', dir })

/** Starts a sender that ends with the test. */
function startSender() {
  const context = senderContext(database.db, storage(), { limits: { connectMs: 5_000, answerMs: 10_000 } })
  const sender = startResultSender({ ...context, renderer })
  onTestFinished(() => sender.stop())
}

type Laboratory = Awaited<ReturnType<typeof openLaboratory>>

/** Signs a report with a document of these bytes. */
async function sign(laboratory: Laboratory, studyId: string, pdf: string, options: Parameters<Laboratory['sign']>[1] = {}) {
  await storeDocument(database.db, storage(), await laboratory.sign(studyId, options), Buffer.from(pdf))
}

/** Returns the files of a study with their elements, in the order of their numbers. */
async function filesOf(studyInstanceUid: string) {
  const files = await Promise.all((await archive.list()).map(async (path) => ({ path, elements: await dump(path) })))
  return files
    .filter(({ elements }) => elements.get('StudyInstanceUID') === studyInstanceUid)
    .sort((one, other) => Number(one.elements.get('InstanceNumber')) - Number(other.elements.get('InstanceNumber')))
}
type Files = Awaited<ReturnType<typeof filesOf>>
const all = (files: Files, name: string) => files.map(({ elements }) => elements.get(name))

/** Signs a report, its addendum and its correction, and withdraws all. Returns what the archive has then. */
async function sendCourse(document: 'pdf' | 'sr') {
  await archive.start()
  const laboratory = await openLaboratory(database.db)
  const destination = await createDestination(database.db, laboratory.lab.id, dicomSettings(archive.port, { document }))
  const study = await laboratory.addStudy({ studyDate: '2026-11-20', studyTime: '14:03:07', description: 'CT Schädel' })
  startSender()
  await sign(laboratory, study.id, '%PDF-1\n')
  await sign(laboratory, study.id, '%PDF-12\n', { kind: 'addendum' })
  await sign(laboratory, study.id, '%PDF-123\n', { kind: 'correction' })
  await eventually(async () =>
    expect(await statesOf(database.db, destination.id)).toEqual(['final sent', 'appended sent', 'corrected sent']),
  )
  await laboratory.withdraw(study.id)
  await eventually(async () => expect(await statesOf(database.db, destination.id)).toContain('withdrawn sent'))
  const files = await filesOf(study.studyInstanceUid)
  for (const { path } of files) expect(await validate(path)).toEqual([])
  const sopInstanceUids = all(files, 'SOPInstanceUID')
  expect(new Set(sopInstanceUids).size).toBe(4)
  expect(new Set(all(files, 'SeriesInstanceUID')).size).toBe(1)
  // Each names the one before it.
  expect(all(files, 'ReferencedSOPInstanceUID')).toEqual([undefined, ...sopInstanceUids.slice(0, 3)])
  return { files, study }
}

test('the report, its addendum, its correction and its withdrawal arrive as PDF, each naming the one before', async () => {
  const { files } = await sendCourse('pdf')
  expect(Object.fromEntries(files[0]?.elements ?? [])).toMatchObject({
    SOPClassUID: '1.2.840.10008.5.1.4.1.1.104.1',
    SpecificCharacterSet: 'ISO_IR 192',
    PatientName: 'Bullerå^Søren',
    PatientID: 'PID_1',
    PatientSex: 'M',
    AccessionNumber: 'ACC-77',
    StudyDate: '20261120',
    StudyTime: '140307',
    StudyDescription: 'CT Schädel',
    MIMETypeOfEncapsulatedDocument: 'application/pdf',
    EncapsulatedDocumentLength: '7',
  })
  expect(all(files, 'DocumentTitle')).toEqual([
    'Radiology report, version 1',
    'Radiology report with addendum, version 2',
    'Corrected radiology report, version 3',
    'Withdrawn radiology report, version 3',
  ])
  const documents = await Promise.all(files.map(({ path }) => takeOutPdf(path)))
  expect(documents.slice(0, 3)).toEqual(['%PDF-1\n', '%PDF-12\n', '%PDF-123\n'])
  expect(documents[3]?.startsWith('%PDF-1.7')).toBe(true)
})

test('as a structured report they have the texts, the signer and what they replace', async () => {
  const { files } = await sendCourse('sr')
  const [original = '', addendum = '', correction = '', withdrawal = ''] = await Promise.all(
    files.map(({ path }) => readStructured(path)),
  )
  expect(original).toContain('<contains TEXT:(,,"Finding")="No fracture | no effusion.">')
  expect(original).toContain('<contains TEXT:(,,"Conclusion")="Normal.">')
  expect(original).toMatch(/Verification Flag +: VERIFIED/)
  for (const text of ['No fracture', 'Compared with 2025.']) expect(addendum).toContain(text)
  expect(correction).toContain('"A fracture."')
  expect(correction).not.toContain('No fracture')
  expect(withdrawal).toContain('This report was withdrawn')
  expect(withdrawal).not.toContain('fracture')
  expect(withdrawal).toMatch(/Verification Flag +: UNVERIFIED/)
  for (const text of [addendum, correction, withdrawal]) expect(text).toMatch(/Predecessor Docs +: 1/)
})

test('an archive that wants both gets each report as PDF and as structured report, and each form has its own course', async () => {
  await archive.start()
  const laboratory = await openLaboratory(database.db)
  const destination = await createDestination(database.db, laboratory.lab.id, dicomSettings(archive.port, { document: 'both' }))
  const study = await laboratory.addStudy()
  startSender()
  await sign(laboratory, study.id, '%PDF-1\n')
  await sign(laboratory, study.id, '%PDF-12\n', { kind: 'correction' })
  await eventually(async () =>
    expect(await statesOf(database.db, destination.id)).toEqual(['final sent', 'final sent', 'corrected sent', 'corrected sent']),
  )
  await laboratory.withdraw(study.id)
  await eventually(async () =>
    expect((await statesOf(database.db, destination.id)).slice(4)).toEqual(['withdrawn sent', 'withdrawn sent']),
  )
  const files = await filesOf(study.studyInstanceUid)
  for (const { path } of files) expect(await validate(path)).toEqual([])
  for (const sopClassUid of ['1.2.840.10008.5.1.4.1.1.104.1', '1.2.840.10008.5.1.4.1.1.88.11']) {
    const ofForm = files.filter(({ elements }) => elements.get('SOPClassUID') === sopClassUid)
    const sopInstanceUids = all(ofForm, 'SOPInstanceUID')
    expect(all(ofForm, 'ReferencedSOPInstanceUID')).toEqual([undefined, ...sopInstanceUids.slice(0, 2)])
    expect(all(ofForm, 'InstanceNumber')).toEqual(['1', '2', '3'])
    expect(new Set(all(ofForm, 'SeriesInstanceUID')).size).toBe(1)
  }
  expect(
    await takeOutPdf(files.find(({ elements }) => elements.get('DocumentTitle') === 'Radiology report, version 1')?.path ?? ''),
  ).toBe('%PDF-1\n')
})

test('an archive that is killed, and breaks off before it answers, has each report once in the end', async () => {
  const laboratory = await openLaboratory(database.db)
  const destination = await createDestination(database.db, laboratory.lab.id, dicomSettings(archive.port))
  const ofStudies = await Promise.all(Array.from({ length: 6 }, () => laboratory.addStudy()))
  for (const { id } of ofStudies) await sign(laboratory, id, '%PDF-1')
  const before = new Set(await archive.list())
  const stored = async () => (await archive.list()).filter((path) => !before.has(path))
  await archive.start('--abort-after')
  startSender()
  await endWait(database.db, destination.id)
  const [attempted] = await listQueue(database.db, destination.id)
  await archive.start()
  await eventually(async () => expect((await stored()).length).toBeGreaterThan(2))
  await archive.start()
  await eventually(async () => expect(new Set(await statesOf(database.db, destination.id))).toEqual(new Set(['final sent'])))
  const files = await stored()
  const studies = await Promise.all(files.map(async (path) => (await dump(path)).get('StudyInstanceUID')))
  expect(studies.sort()).toEqual(ofStudies.map(({ studyInstanceUid }) => studyInstanceUid).sort())
  const queue = await listQueue(database.db, destination.id)
  expect(queue).toMatchObject(Array(6).fill({ content: null, answer: 'accepted' }))
  expect(queue[0]?.contentHash).toBe(attempted?.contentHash)
})
