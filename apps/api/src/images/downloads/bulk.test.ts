import { randomUUID } from 'node:crypto'
import { outbox } from '@readroom/db/core/outbox.schema'
import { zips } from '@readroom/db/images/zips.schema'
import { downloads } from '@readroom/db/reports/reports.schema'
import { assignments } from '@readroom/db/studies/assignments/assignments.schema'
import { createAssignment, createCast, createStudy } from '@readroom/db/testing/factories'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'
import { buildZip } from '../../testing/zips.fixture.ts'

describe('ZIP of several studies', () => {
  let api: TestApi
  let cast: Awaited<ReturnType<typeof createCast>>
  beforeAll(async () => {
    api = await startTestApi()
  })
  beforeEach(async () => {
    cast = await createCast(api.db)
  })
  afterAll(() => api.stop())

  type Who = 'admin' | 'staffA' | 'staffB' | 'assignedDoctor'
  const create = (who: Who, studyIds: string[]) =>
    api.request({ method: 'POST', url: '/api/downloads/bulk', payload: { studyIds } }, cast[who])
  const read = (who: Who, id: string) => api.request({ method: 'GET', url: `/api/downloads/bulk/${id}` }, cast[who])
  const newStudy = (labId: string) => createStudy(api.db, { labId, imageCount: 7, status: 'assigned_to_doctor' })

  const build = (zipId: string) => buildZip(api, zipId)

  it('packs visible studies, and answers others as not found, like unknown ones', async () => {
    const [one, two, theirs] = [await newStudy(cast.labA.id), await newStudy(cast.labA.id), await newStudy(cast.labB.id)]
    const bare = await createStudy(api.db, { labId: cast.labA.id })
    const unknown = randomUUID()
    const { bulkZip, results } = (await create('staffA', [one.id, theirs.id, unknown, bare.id, two.id, one.id])).json()
    const missing = { code: 'STUDY_NOT_FOUND', message: 'Study not found' }
    expect(results).toEqual([
      { studyId: one.id, error: null },
      { studyId: theirs.id, error: missing },
      { studyId: unknown, error: missing },
      { studyId: bare.id, error: { code: 'IMAGES_MISSING', message: 'The image archive has no images of this study.' } },
      { studyId: two.id, error: null },
    ])
    expect(bulkZip).toMatchObject({ state: 'queued', imagesDone: 0, imagesTotal: 14, downloadUrl: null })
    const queued = await api.db.select().from(outbox).where(sql`${outbox.payload} ->> 'zipId' = ${bulkZip.id}`)
    expect(queued).toMatchObject([{ name: 'zip.build' }])
  })

  it('is not made without studies', async () => {
    const theirs = await newStudy(cast.labB.id)
    const answer = (await create('staffA', [theirs.id])).json()
    expect(answer).toMatchObject({ bulkZip: null, results: [{ error: { code: 'STUDY_NOT_FOUND' } }] })
    expect(await api.db.$count(zips, eq(zips.ownerId, cast.staffA.userId))).toBe(0)
  })

  it('gives its creator a download link, and records the download for each study', async () => {
    const [one, two] = [await newStudy(cast.labA.id), await newStudy(cast.labA.id)]
    const { bulkZip } = (await create('staffA', [one.id, two.id])).json()
    expect((await read('staffA', bulkZip.id)).json().bulkZip).toMatchObject({ state: 'queued', downloadUrl: null })
    expect(await api.db.$count(downloads, eq(downloads.studyId, one.id))).toBe(0)
    await build(bulkZip.id)
    const ready = (await read('staffA', bulkZip.id)).json().bulkZip
    expect(ready).toMatchObject({
      state: 'completed',
      imagesDone: 14,
      fileName: expect.stringMatching(/^Studies_2_\d{4}-\d\d-\d\d_\d{4}\.zip$/),
    })
    const file = await api.request({ method: 'GET', url: new URL(ready.downloadUrl).pathname })
    expect([file.body, file.headers['content-disposition']]).toEqual(['the ZIP', `attachment; filename=${ready.fileName}`])
    await api.request({ method: 'GET', url: new URL(ready.downloadUrl).pathname })
    for (const { id } of [one, two]) {
      expect(await api.db.select().from(downloads).where(eq(downloads.studyId, id))).toMatchObject([
        { userId: cast.staffA.userId, kind: 'zip' },
      ])
    }
  })

  it('is hidden from others, and from its creator once one of its studies is hidden', async () => {
    const [one, two] = [await newStudy(cast.labA.id), await newStudy(cast.labA.id)]
    const { doctorId } = cast.assignedDoctor
    for (const { id } of [one, two]) await createAssignment(api.db, { studyId: id, doctorId, assignedBy: cast.admin.userId })
    const { bulkZip } = (await create('assignedDoctor', [one.id, two.id])).json()
    await build(bulkZip.id)
    expect((await read('assignedDoctor', bulkZip.id)).json().bulkZip.downloadUrl).toContain('/api/files/')
    for (const who of ['admin', 'staffA', 'staffB'] as const) {
      expect((await read(who, bulkZip.id)).body).toBe((await read(who, randomUUID())).body)
    }
    await api.db.update(assignments).set({ unassignedAt: new Date() }).where(eq(assignments.studyId, two.id))
    const gone = await read('assignedDoctor', bulkZip.id)
    expect([gone.statusCode, gone.json().code]).toEqual([404, 'BULK_ZIP_NOT_FOUND'])
  })

  it('has no link after it has expired', async () => {
    const study = await newStudy(cast.labA.id)
    const { bulkZip } = (await create('staffA', [study.id])).json()
    await build(bulkZip.id)
    await api.db.update(zips).set({ expiresAt: new Date() }).where(eq(zips.id, bulkZip.id))
    expect((await read('staffA', bulkZip.id)).json().bulkZip).toMatchObject({ state: 'expired', downloadUrl: null })
  })

  it('is queued three times at most by twelve simultaneous requests', async () => {
    const study = await newStudy(cast.labA.id)
    const answers = await Promise.all(Array.from({ length: 12 }, () => create('staffA', [study.id])))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(3)
    expect(answers.filter((answer) => answer.json().code === 'TOO_MANY_BULK_ZIPS')).toHaveLength(9)
  })

  it('is refused while three are being built, and for more than 200 studies', async () => {
    const study = await newStudy(cast.labA.id)
    const made = [await create('staffA', [study.id]), await create('staffA', [study.id]), await create('staffA', [study.id])]
    expect((await create('staffA', [study.id])).json()).toMatchObject({
      code: 'TOO_MANY_BULK_ZIPS',
      message: '3 of your ZIPs are being built. Wait until one is ready.',
    })
    await build(made[0]?.json().bulkZip.id)
    expect((await create('staffA', [study.id])).statusCode).toBe(200)
    const many = Array.from({ length: 201 }, () => randomUUID())
    expect((await create('admin', many)).json().message).toMatch(/: studyIds$/)
  })
})
