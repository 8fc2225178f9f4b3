import { series } from '@readroom/db/studies/series.schema'
import { createTestDatabase, type TestDatabase } from '@readroom/db/testing/test-database'
import { OrthancDown } from '@readroom/orthanc/errors'
import { makeImage, newUid } from '@readroom/orthanc/testing/make-image'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { openArchive } from './archive.fixture.ts'
import type { IntakeContext } from './context.ts'
import { ageStudy, findStudy, getStudy, listSeries, makeContext, pollAll } from './intake.fixture.ts'
import { compareStudy } from './one-study.ts'
import { settleOnce } from './settle.ts'

let database: TestDatabase
let archive: Awaited<ReturnType<typeof openArchive>>
let context: IntakeContext
/** The instances whose tags were read. */
let asked: string[]

beforeAll(async () => {
  ;[database, archive] = await Promise.all([
    createTestDatabase(inject('databaseUrl')),
    openArchive({ settings: { MaximumStorageCacheSize: 0 } }),
  ])
  const getInstanceHead: typeof archive.orthanc.getInstanceHead = async (id) => {
    asked.push(id)
    return archive.orthanc.getInstanceHead(id)
  }
  context = makeContext(database, { ...archive.orthanc, getInstanceHead }, { settleSeconds: 60 })
})
beforeEach(() => {
  asked = []
})
afterAll(async () => {
  await archive.close()
  await database.drop()
})

/** Makes images of one study, each of a series of its own. */
function oneStudy() {
  const study = { StudyInstanceUID: newUid(), PatientID: newUid().slice(0, 30) }
  let SeriesNumber = 0
  return (tags: object = {}) => {
    SeriesNumber += 1
    return makeImage({ ...study, SeriesNumber, ...tags })
  }
}

async function takeIn(...images: Buffer[]) {
  const uploaded = await archive.upload(...images)
  await pollAll(context)
  return { uploaded, study: await getStudy(database, uploaded[0]?.ParentStudy ?? '') }
}

const positionsOf = async ({ id }: { id: string }) =>
  (await listSeries(database, id)).map(({ patientPosition }) => patientPosition)

test('the tags of one image of each new series are read, once', async () => {
  const image = oneStudy()
  const { study } = await takeIn(
    image({ PatientPosition: 'HFS' }),
    image({ PatientPosition: 'FFP' }),
    image(),
    image({ PatientPosition: 'HFDL' }),
  )
  expect(await positionsOf(study)).toEqual(['HFS', 'FFP', null, 'HFDL'])
  expect(asked).toHaveLength(4)
  expect(new Set(asked).size).toBe(4)
})

test('what is known is not asked again: by new images, the sweep or when it settles', async () => {
  const image = oneStudy()
  const one = { SeriesInstanceUID: newUid(), PatientPosition: 'HFS' }
  const { study, uploaded } = await takeIn(image(one), image({ PatientPosition: 'FFS' }))
  const ofOther = () => asked.filter((id) => id === uploaded[1]?.ID || id === uploaded[0]?.ID)
  expect(ofOther()).toHaveLength(2)
  await takeIn(image(one))
  await compareStudy(context, study.orthancId)
  await ageStudy(database, study.orthancId)
  await settleOnce(context)
  expect((await getStudy(database, study.orthancId)).settledAt).not.toBeNull()
  // The image that speaks for the study is read again when it settles.
  expect(new Set(ofOther().slice(2)).size).toBeLessThanOrEqual(1)
  expect((await positionsOf(study)).filter((position) => position !== null).sort()).toEqual(['FFS', 'HFS'])
})

test('a series that comes late is asked, also where settling is the first to see it', async () => {
  const image = oneStudy()
  const { study } = await takeIn(image({ PatientPosition: 'HFS' }))
  await archive.upload(image({ PatientPosition: 'HFP' }))
  await ageStudy(database, study.orthancId)
  await settleOnce(context)
  expect(await positionsOf(study)).toEqual(['HFS', 'HFP'])
})

test('late images fill what was not known, and take nothing away', async () => {
  const image = oneStudy()
  const { study } = await takeIn(image({ PatientPosition: 'HFS' }), image({ Modality: 'SR', PatientPosition: 'FFS' }))
  const ofStudy = eq(series.studyId, study.id)
  await database.db
    .update(series)
    .set({ patientPosition: null })
    .where(and(ofStudy, eq(series.modality, 'CT')))
  await takeIn(image({ Modality: 'SR', PatientPosition: 'HFP' }))
  expect(await positionsOf(study)).toEqual(['HFS', 'FFS', 'HFP'])
})

test('a series whose image cannot be read has no position and stops nothing', async () => {
  const image = oneStudy()
  const [speaking, lost] = await archive.upload(image({ PatientPosition: 'HFS' }), image({ Modality: 'SR' }))
  await archive.loseFile(lost?.ID ?? '')
  await pollAll(context)
  const study = await getStudy(database, speaking?.ParentStudy ?? '')
  expect(await positionsOf(study)).toEqual(['HFS', null])
})

test('an archive that does not answer is away, here too', async () => {
  const image = oneStudy()
  const [first] = await archive.upload(image(), image())
  const getInstanceHead = () => Promise.reject(new OrthancDown('no answer', null))
  const system = () => Promise.reject(new OrthancDown('no answer', null))
  await expect(pollAll({ ...context, orthanc: { ...archive.orthanc, getInstanceHead, system } })).rejects.toThrow(OrthancDown)
  expect(await findStudy(database, first?.ParentStudy ?? '')).toBeUndefined()
  await pollAll(context)
  expect(await findStudy(database, first?.ParentStudy ?? '')).toBeDefined()
})

const factsOf = async ({ id }: { id: string }) =>
  (await listSeries(database, id)).map(({ laterality, imageType, scanningSequence }) => [laterality, imageType, scanningSequence])

test('the headers say the side, the kind and the sequence of the images', async () => {
  const image = oneStudy()
  const { study } = await takeIn(
    image({ Modality: 'MG', ImageLaterality: 'L', ImageType: ['DERIVED', 'PRIMARY'] }),
    image({ Modality: 'CR', Laterality: 'R' }),
    image({ Modality: 'MR', ScanningSequence: ['SE', 'IR'], ImageType: ['ORIGINAL', 'PRIMARY', 'LOCALIZER'] }),
  )
  expect(await factsOf(study)).toEqual([
    ['L', 'DERIVED\\PRIMARY', null],
    ['R', null, null],
    [null, 'ORIGINAL\\PRIMARY\\LOCALIZER', 'SE\\IR'],
  ])
})

test('a series of views has a side as long as all of them have it', async () => {
  const image = oneStudy()
  const one = { Modality: 'MG', SeriesInstanceUID: newUid(), SeriesNumber: 1 }
  const { study } = await takeIn(image({ ...one, ImageLaterality: 'L' }), image({ ...one, ImageLaterality: 'L' }))
  expect((await factsOf(study)).map(([side]) => side)).toEqual(['L'])
  await takeIn(image({ ...one, ImageLaterality: 'R' }))
  expect((await factsOf(study)).map(([side]) => side)).toEqual([null])
})
