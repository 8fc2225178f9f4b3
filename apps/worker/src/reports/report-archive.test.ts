import { randomUUID } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Annotations } from '@readroom/contracts/reading/annotations'
import type { ReportContent } from '@readroom/contracts/reading/report-drafts'
import type { ReportKind, SignatureMeaning } from '@readroom/contracts/studies/report-kinds'
import { outbox } from '@readroom/db/core/outbox.schema'
import { labs } from '@readroom/db/people/labs.schema'
import { findPrinted } from '@readroom/db/reports/report-versions'
import { studies } from '@readroom/db/studies/studies.schema'
import { makeAnnotation } from '@readroom/db/testing/annotation'
import { createAssignment, createCast } from '@readroom/db/testing/factories'
import { setLocation } from '@readroom/domain/people/locations'
import { keepAnnotations } from '@readroom/domain/reading/annotations'
import { signReport } from '@readroom/domain/reading/report-signing'
import { holdReport, saveDraft } from '@readroom/domain/reading/report-writing'
import { withdrawReport } from '@readroom/domain/reports/withdrawal'
import { jobs as jobTable } from '@readroom/jobs/jobs'
import { writeStudyZip } from '@readroom/orthanc/study-zip'
import { makeImage, newUid } from '@readroom/orthanc/testing/make-image'
import { eq } from 'drizzle-orm'
import unzipper from 'unzipper'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenJobs, openJobs } from '../core/jobs/jobs.fixture.ts'
import { ageStudy, getStudy, listEvents, listSeries, makeContext, pollAll } from '../studies/intake/intake.fixture.ts'
import { settleOnce } from '../studies/intake/settle.ts'
import { sweepOnce } from '../studies/sweep/sweep.ts'
import { archiveReport } from './report-archive.ts'
import { renderReport } from './report-render.ts'

let jobs: OpenJobs
beforeAll(async () => {
  jobs = await openJobs()
})
afterAll(() => jobs.close())

const written = (id: string, text: string) => ({
  type: 'section',
  attrs: { id, origin: '' },
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
})
const contentOf: Record<ReportKind, ReportContent> = {
  original: { type: 'doc', content: [written('findings', 'No fracture.'), written('impression', 'Normal.')] },
  correction: { type: 'doc', content: [written('findings', 'A fracture.'), written('impression', 'Fracture.')] },
  addendum: { type: 'doc', content: [written('addendum', 'Compared.')] },
}
const tags = {
  PatientName: 'Müller^Jörg',
  PatientID: 'é-17',
  PatientBirthDate: '19700102',
  PatientSex: 'M',
  AccessionNumber: 'ACC-7',
  StudyDate: '20261101',
  StudyDescription: 'Knie',
  StudyID: 'K1',
}

/** A settled study of three images of a laboratory with this rule, and what happens to it. */
async function settled({ archiveReports = true, ...more }: { archiveReports?: boolean } & Record<string, unknown> = {}) {
  const { context, database, db, archive } = jobs
  const { labA, labB, admin, assignedDoctor } = await createCast(db)
  await db.update(labs).set({ archiveReports }).where(eq(labs.id, labA.id))
  const uids = { StudyInstanceUID: newUid(), SeriesInstanceUID: newUid(), PatientID: `${tags.PatientID}-${randomUUID()}` }
  const image = () => makeImage({ ...tags, ...more, ...uids })
  const [first] = await archive.upload(image(), image(), image())
  const orthancId = first?.ParentStudy ?? ''
  const intake = makeContext(database, archive.orthanc)
  const settle = async () => {
    await pollAll(intake)
    await ageStudy(database, orthancId)
    await settleOnce(intake)
    return getStudy(database, orthancId)
  }
  const study = await settle()
  await db.transaction(async (tx) => {
    await tx.update(studies).set({ labId: labA.id, status: 'assigned_to_doctor' }).where(eq(studies.id, study.id))
  })
  await createAssignment(db, { studyId: study.id, doctorId: assignedDoctor.doctorId, assignedBy: admin.userId })

  async function sign(kind: ReportKind, meaning: SignatureMeaning = 'final', drawn?: Annotations): Promise<string> {
    const window = { studyId: study.id, windowId: randomUUID() }
    const versionId = await db.transaction(async (tx) => {
      const { fence } = await holdReport(tx, assignedDoctor, { ...window, takeOver: true })
      const reason = kind === 'correction' ? 'The side was wrong.' : ''
      const text = { ...window, fence, revision: 0, kind, reason, content: contentOf[kind], templateName: null }
      const { revision } = await saveDraft(tx, assignedDoctor, text)
      if (drawn) await keepAnnotations(tx, assignedDoctor, { ...window, fence, annotations: drawn })
      const signature = { meaning, confirmed: ['series' as const], keyImages: [], requestId: randomUUID() }
      return signReport(tx, assignedDoctor, { ...window, fence, revision, ...signature, recallSeconds: 0 }, () => true)
    })
    await renderReport(context, { versionId })
    return versionId
  }
  /** The documents that the archive has of the study, or its measurements, by what they say. */
  async function archived(modality: 'DOC' | 'SR' = 'DOC') {
    const series = await archive.orthanc.getStudySeries(orthancId)
    const documents = series.filter(({ MainDicomTags }) => MainDicomTags.Modality === modality)
    const ids = documents.flatMap(({ Instances }) => Instances)
    return Promise.all(ids.map(async (id) => ({ id, tags: await archive.orthanc.getInstanceTags(id) })))
  }
  const run = () => archiveReport(context, { studyId: study.id })
  const withdraw = () => db.transaction((tx) => withdrawReport(tx, admin, { studyId: study.id, reason: 'Wrong patient' }))
  const move = ({ id }: { id: string }) =>
    db.transaction((tx) => setLocation(tx, admin, { studyId: study.id, locationId: id, others: false }))
  return { labA, labB, study, orthancId, uids, image, intake, settle, sign, archived, run, withdraw, move }
}

/** The studies of which the archive's copy is to be brought up to date. */
async function asked(): Promise<string[]> {
  const rows = await jobs.db.select().from(outbox).where(eq(outbox.name, 'report.archive'))
  return rows.map(({ payload }) => jobTable['report.archive'].payload.parse(payload).studyId)
}

test('a signed report is a document of the archive’s own study, word for word', async () => {
  const { study, orthancId, uids, sign, archived, run } = await settled()
  // People have corrected the record since: the archive's own words count.
  await jobs.db.update(studies).set({ correctedAccessionNumber: 'OTHER' }).where(eq(studies.id, study.id))
  const versionId = await sign('original')
  expect(await asked()).toContain(study.id)
  await run()
  const [document] = await archived()
  expect(document?.tags).toMatchObject({
    ...tags,
    PatientID: uids.PatientID,
    StudyInstanceUID: uids.StudyInstanceUID,
    SpecificCharacterSet: 'ISO_IR 192',
    SOPClassUID: '1.2.840.10008.5.1.4.1.1.104.1',
    MIMETypeOfEncapsulatedDocument: 'application/pdf',
    Modality: 'DOC',
    ConversionType: 'WSD',
    BurnedInAnnotation: 'YES',
    DocumentTitle: 'Radiology report, version 1',
    InstanceNumber: '1',
  })
  const printed = await findPrinted(jobs.db, versionId)
  const pdf = await buffer((await jobs.context.storage.get(printed?.report.objectKey ?? '')).stream)
  const answer = await jobs.archive.orthanc.request(`/instances/${document?.id}/content/0042-0011`)
  // DICOM fills it up to an even length.
  expect(pdf.equals((await buffer(answer.body)).subarray(0, pdf.length))).toBe(true)
  expect(document?.tags.EncapsulatedDocumentLength).toBe(String(pdf.length))
  expect(await jobs.archive.orthanc.findStudies(uids.StudyInstanceUID)).toEqual([orthancId])
})

test('it is asked for again if the study was deleted and sent again, also if no sweep saw that it was gone', async () => {
  const { study, orthancId, image, settle, sign, archived, run } = await settled()
  await sign('original')
  await run()
  expect(await archived()).toHaveLength(1)
  await jobs.archive.remove(`/studies/${orthancId}`)
  await jobs.archive.upload(image(), image(), image())
  await jobs.db.delete(outbox)
  expect(await settle()).toMatchObject({ id: study.id, imagesMissingAt: null })
  expect(await archived()).toHaveLength(0)
  expect(await asked()).toContain(study.id)
})

test('it is not taken for new images: by the intake, the sweep, the ZIP', async () => {
  const { study, orthancId, intake, settle, sign, archived, run } = await settled()
  await sign('original')
  const before = await getStudy(jobs.database, orthancId)
  const events = await listEvents(jobs.database, study.id)
  await run()
  expect(await archived()).toHaveLength(1)
  await settle()
  await sweepOnce(intake, new AbortController().signal)
  expect(await getStudy(jobs.database, orthancId)).toEqual({
    ...before,
    lastImageAt: expect.any(Date),
    updatedAt: expect.any(Date),
  })
  expect(before).toMatchObject({ imageCount: 3, seriesCount: 1, generation: 1, newImagesAt: null, modalities: ['CT'] })
  expect(await listEvents(jobs.database, study.id)).toEqual(events)
  expect(await listSeries(jobs.database, study.id)).toHaveLength(1)
  const output = new PassThrough()
  const [zip, { instancesHash }] = await Promise.all([
    buffer(output),
    writeStudyZip(jobs.context.orthanc, { orthancId, studyInstanceUid: study.studyInstanceUid }, output),
  ])
  expect(instancesHash).toBe(study.instancesHash)
  expect((await unzipper.Open.buffer(zip)).files.filter(({ path }) => path.endsWith('.dcm'))).toHaveLength(3)
})

test('images that do come after it are new images', async () => {
  const { orthancId, image, settle, sign, run } = await settled()
  await sign('original')
  await run()
  await jobs.archive.upload(image())
  expect(await settle()).toMatchObject({ imageCount: 4, seriesCount: 1, generation: 2, newImagesAt: expect.any(Date) })
  expect(await jobs.context.orthanc.getStudyStatistics(orthancId)).toEqual({ CountSeries: 1, CountInstances: 4 })
})

test('is sent once, however often and however many at a time', async () => {
  const { sign, archived, run } = await settled()
  await sign('original')
  await Promise.all([run(), run()])
  const once = await archived()
  await run()
  expect(once).toHaveLength(1)
  expect(await archived()).toEqual(once)
})

test('a worker that was killed behind the sending does nothing twice', async () => {
  const { sign, archived, run } = await settled()
  await sign('original')
  const dying = { ...jobs.context.orthanc, listInstancesOfSeries: async () => Promise.reject(new Error('killed')) }
  const { orthanc } = jobs.context
  jobs.context.orthanc = dying
  await expect(run()).rejects.toThrow('killed')
  jobs.context.orthanc = orthanc
  const once = await archived()
  await run()
  expect(once).toHaveLength(1)
  expect(await archived()).toEqual(once)
})

test('the archive holds what stands: with its addendum, corrected, and nothing once it is withdrawn', async () => {
  const { study, sign, archived, run, withdraw } = await settled()
  const titles = async () => (await archived()).map((document) => document.tags.DocumentTitle)
  await sign('original')
  await run()
  await sign('addendum')
  await run()
  expect(await titles()).toEqual(['Radiology report with addendum, version 2'])
  await sign('correction')
  await run()
  expect(await titles()).toEqual(['Corrected radiology report, version 3'])
  const askedBefore = (await asked()).length
  await withdraw()
  expect((await asked()).slice(askedBefore)).toEqual([study.id])
  await run()
  expect(await titles()).toEqual([])
})

test('the archive holds the document as long as the study is of a laboratory that wants it', async () => {
  const { labA, labB, study, sign, archived, run, move } = await settled()
  await sign('original')
  await run()
  expect(await archived()).toHaveLength(1)
  for (const [lab, documents] of [[labB, 0] as const, [labA, 1] as const]) {
    const before = (await asked()).length
    await move(lab)
    expect((await asked()).slice(before)).toEqual([study.id])
    await run()
    expect(await archived()).toHaveLength(documents)
  }
})

test('nothing is sent of a laboratory that does not want it, nor before a report is final', async () => {
  const unwanted = await settled({ archiveReports: false })
  await unwanted.sign('original')
  expect(await asked()).not.toContain(unwanted.study.id)
  await unwanted.run()
  expect(await unwanted.archived()).toEqual([])
  const early = await settled()
  await early.sign('original', 'preliminary')
  await early.run()
  expect(await early.archived()).toEqual([])
})

/** The content items of a structured report, each with the name of what it says. */
type Item = {
  ValueType: string
  ConceptNameCodeSequence?: { CodeMeaning: string }[]
  ContentSequence?: Item[]
  MeasuredValueSequence?: { NumericValue: string; MeasurementUnitsCodeSequence: { CodeValue: string }[] }[]
  GraphicType?: string
  GraphicData?: string
  ReferencedSOPSequence?: { ReferencedSOPInstanceUID: string; ReferencedSOPClassUID: string }[]
}
const itemsOf = (item: Item): Item[] => [item, ...(item.ContentSequence ?? []).flatMap(itemsOf)]

test('what was drawn on the images is a measurement report beside them, which leaves them as they are', async () => {
  const { study, orthancId, uids, settle, sign, archived, run, withdraw } = await settled({ archiveReports: false })
  const [image] = await jobs.context.orthanc.listStudyInstances(orthancId)
  const of = { seriesInstanceUid: uids.SeriesInstanceUID, sopInstanceUid: image?.sopInstanceUid ?? '' }
  const drawn = [makeAnnotation({ ...of, label: 'Größe' }), makeAnnotation({ ...of, tool: 'ArrowAnnotate', measured: [] })]
  await sign('original', 'final', [...drawn, makeAnnotation({ ...of, sopInstanceUid: '1.2.3.4' })])
  expect(await asked()).toContain(study.id)
  await run()
  await run()
  expect(await archived()).toEqual([])
  const [report, ...others] = await archived('SR')
  expect(others).toEqual([])
  expect(report?.tags).toMatchObject({
    PatientName: tags.PatientName,
    PatientID: uids.PatientID,
    StudyInstanceUID: uids.StudyInstanceUID,
    SOPClassUID: '1.2.840.10008.5.1.4.1.1.88.33',
    SeriesDescription: 'Measurements',
    CompletionFlag: 'COMPLETE',
  })
  const answer = await jobs.archive.orthanc.request(`/instances/${report?.id}/simplified-tags`)
  const items = itemsOf(JSON.parse((await buffer(answer.body)).toString()))
  const groups = items.filter((item) => item.ConceptNameCodeSequence?.[0]?.CodeMeaning === 'Measurement Group')
  expect(groups).toHaveLength(2)
  const [length] = items.filter(({ ValueType }) => ValueType === 'NUM')
  expect(length?.MeasuredValueSequence).toMatchObject([
    { NumericValue: '12.5', MeasurementUnitsCodeSequence: [{ CodeValue: 'mm' }] },
  ])
  const regions = items.filter(({ ValueType }) => ValueType === 'SCOORD')
  expect(regions.map(({ GraphicType, GraphicData }) => [GraphicType, GraphicData])).toEqual([
    ['POLYLINE', '1\\1\\13.5\\1'],
    ['POINT', '1\\1'],
  ])
  expect(regions[0]?.ContentSequence?.[0]?.ReferencedSOPSequence).toMatchObject([
    { ReferencedSOPInstanceUID: of.sopInstanceUid, ReferencedSOPClassUID: '1.2.840.10008.5.1.4.1.1.7' },
  ])
  expect(await settle()).toMatchObject({ imageCount: 3, seriesCount: 1, generation: 1, newImagesAt: null, modalities: ['CT'] })
  await withdraw()
  await run()
  expect(await archived('SR')).toEqual([])
})

test.each([
  ['Latin-1', { SpecificCharacterSet: 'ISO_IR 100' }],
  ['no set at all', { SpecificCharacterSet: '', PatientName: 'Plain^Name' }],
])('a study whose scanner writes %s stays one study', async (_name, more) => {
  const { orthancId, uids, sign, archived, run } = await settled(more)
  await sign('original')
  await run()
  expect(await archived()).toHaveLength(1)
  expect(await jobs.archive.orthanc.findStudies(uids.StudyInstanceUID)).toEqual([orthancId])
})
