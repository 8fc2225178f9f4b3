import { createHash, randomUUID } from 'node:crypto'
import { readFile, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { ReportContent } from '@readroom/contracts/reading/report-drafts'
import { doctors } from '@readroom/db/people/doctors.schema'
import { findDraft } from '@readroom/db/reading/report-drafts'
import { findPrinted, findVersion, findWordDocument, storeWord } from '@readroom/db/reports/report-versions'
import { createActor, createAssignment, createDoctor, createKeyImage, createStudy } from '@readroom/db/testing/factories'
import { announcePdf, signReport } from '@readroom/domain/reading/report-signing'
import { holdReport, saveDraft } from '@readroom/domain/reading/report-writing'
import { HopelessJob } from '@readroom/jobs/workers'
import { createRenderer } from '@readroom/pdf/renderer'
import { eq } from 'drizzle-orm'
import unzipper from 'unzipper'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openJobs } from '../core/jobs/jobs.fixture.ts'
import { collectObjects } from '../privacy/objects-collect.ts'
import { renderReport } from './report-render.ts'
import { writeWord } from './report-word.ts'

const text = (id: string, words: string) => ({
  type: 'section',
  attrs: { id, origin: '' },
  content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }],
})
const content: ReportContent = {
  type: 'doc',
  content: [text('findings', 'No fracture <of> {the} knee.'), text('impression', 'Normal.')],
}

describe('the documents of a signed report', () => {
  let world: Awaited<ReturnType<typeof openJobs>>
  beforeAll(async () => {
    world = await openJobs()
  })
  afterAll(() => world.close())

  /** Somebody writes and signs a report of a new study; returns its version's id. */
  async function signed(
    signatureKey: string | null = null,
    picture: { objectKey: string; sha256: string } | null = null,
    written = content,
  ) {
    const { db } = world.context.database
    const { user, doctor } = await createDoctor(db)
    if (signatureKey !== null) await db.update(doctors).set({ signatureKey }).where(eq(doctors.id, doctor.id))
    const actor = { ...(await createActor(db, user)), doctorId: doctor.id }
    const study = await createStudy(db, { status: 'assigned_to_doctor', patientName: 'Müller, Jörg 山田' })
    await createAssignment(db, { studyId: study.id, doctorId: doctor.id, assignedBy: user.id })
    const window = { studyId: study.id, windowId: randomUUID() }
    return db.transaction(async (tx) => {
      const { fence } = await holdReport(tx, actor, { ...window, takeOver: false })
      const text = { kind: 'original', reason: '', content: written, templateName: null } as const
      const { revision } = await saveDraft(tx, actor, { ...window, fence, revision: 0, ...text })
      expect(await findDraft(tx, study.id)).not.toBeNull()
      const caption = 'The effusion'
      const taken = picture && (await createKeyImage(tx, { studyId: study.id, takenBy: user.id, caption, ...picture }))
      const keyImages = taken ? [{ id: taken.id, caption }] : []
      const signature = { meaning: 'final', confirmed: [], keyImages, requestId: randomUUID() } as const
      return signReport(tx, actor, { ...window, fence, revision, ...signature, recallSeconds: 0 }, () => true)
    })
  }

  const render = async (versionId: string) => {
    await renderReport(world.context, { versionId })
    await writeWord(world.context, { versionId })
  }
  async function documentsOf(versionId: string) {
    const { db } = world.context.database
    const found = await findPrinted(db, versionId)
    if (!found) throw new Error('no such version')
    const word = await findWordDocument(db, found.report.id)
    const read = async (key: string) => buffer((await world.context.storage.get(key)).stream)
    return { report: found.report, word, read }
  }

  it('are in storage once the job has run, with their hashes, and pages hear of it', async () => {
    const versionId = await signed()
    await world.relay()
    expect((await documentsOf(versionId)).report.sha256).toBeNull()
    await render(versionId)
    const { report, word, read } = await documentsOf(versionId)
    const pdf = await read(report.objectKey)
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect(report).toMatchObject({ sizeBytes: pdf.length, sha256: createHash('sha256').update(pdf).digest('hex') })
    expect(report.fileName).toMatch(/^Müller_Jörg_山田.*_final\.pdf$/)
    const { files } = await unzipper.Open.buffer(await read(word?.objectKey ?? ''))
    const body = await files.find(({ path }) => path === 'word/document.xml')?.buffer()
    expect(body?.toString()).toContain('No fracture &lt;of&gt; {the} knee.')
    expect(await world.relay()).toContain('study.changed')
  })

  it('are made once, however often the job runs', async () => {
    const versionId = await signed()
    await Promise.all([render(versionId), render(versionId)])
    await render(versionId)
    await world.relay()
    const { report, read } = await documentsOf(versionId)
    expect(
      createHash('sha256')
        .update(await read(report.objectKey))
        .digest('hex'),
    ).toBe(report.sha256)
  })

  it('have the key images that were signed, and are not made with anything else', async () => {
    const picture = await readFile(new URL('../../../../packages/pdf/src/key-image.fixture.png', import.meta.url))
    const objectKey = `key-images/${randomUUID()}`
    const put = (bytes: Buffer) => world.context.storage.put(objectKey, bytes, { contentType: 'image/png' })
    const sha256 = createHash('sha256').update(picture).digest('hex')
    const versionId = await signed(null, { objectKey, sha256 })
    await put(Buffer.concat([picture, Buffer.from('x')]))
    await expect(render(versionId)).rejects.toThrow('is not what was signed')
    await world.context.storage.delete(objectKey)
    await expect(render(versionId)).rejects.toThrow()
    expect((await documentsOf(versionId)).report.sha256).toBeNull()

    await put(picture)
    await render(versionId)
    const { report, word, read } = await documentsOf(versionId)
    expect((await read(report.objectKey)).toString('latin1')).toMatch(/\/Subtype\s*\/Image/)
    const { files } = await unzipper.Open.buffer(await read(word?.objectKey ?? ''))
    const body = (await files.find(({ path }) => path === 'word/document.xml')?.buffer())?.toString()
    for (const words of ['Key images', 'Key image 1', ', series 1, image 12', 'The effusion']) expect(body).toContain(words)
    expect(body).toContain('descr="Picture of series 1, image 12: The effusion"')
    const media = files.filter(({ path }) => path.startsWith('word/media/') && path.endsWith('.png'))
    expect(await Promise.all(media.map(async (file) => (await file.buffer()).equals(picture)))).toEqual([true])
  })

  it('are waited for by the signature that was signed with, though the doctor has another by now', async () => {
    const key = `signatures/${randomUUID()}.png`
    const { storage, database } = world.context
    await storage.put(key, Buffer.from('a picture'), { contentType: 'image/png' })
    const longAgo = new Date('2020-01-01')
    await utimes(join(world.dir, key), longAgo, longAgo)
    const versionId = await signed(key)
    await database.db.update(doctors).set({ signatureKey: null }).where(eq(doctors.signatureKey, key))
    const isThere = async () => {
      await collectObjects(world.context)
      return (await storage.head(key)) !== null
    }
    expect(await isThere()).toBe(true)
    const [pdf, word] = [
      { objectKey: 'reports/pdf', sizeBytes: 1, sha256: 'a' },
      { objectKey: 'reports/word', sizeBytes: 1, sha256: 'b' },
    ]
    const found = await findVersion(database.db, versionId)
    if (!found) throw new Error('nothing was signed')
    await database.db.transaction((tx) => announcePdf(tx, versionId, found.report, pdf))
    expect(await isThere()).toBe(true)
    await storeWord(database.db, found.report.id, word)
    expect(await isThere()).toBe(false)
  })

  it('are made without a signature whose image cannot be drawn', async () => {
    const key = `signatures/${randomUUID()}.png`
    const whole = await readFile(new URL('../../../../packages/pdf/src/key-image.fixture.png', import.meta.url))
    await world.context.storage.put(key, whole.subarray(0, 60), { contentType: 'image/png' })
    const versionId = await signed(key)
    await render(versionId)
    const { report, read } = await documentsOf(versionId)
    expect((await read(report.objectKey)).toString('latin1')).not.toMatch(/\/Subtype\s*\/Image/)
  })

  it('are given up at once where a key image cannot be drawn', async () => {
    const objectKey = `key-images/${randomUUID()}`
    const broken = Buffer.from('no picture')
    await world.context.storage.put(objectKey, broken, { contentType: 'image/png' })
    const versionId = await signed(null, { objectKey, sha256: createHash('sha256').update(broken).digest('hex') })
    await expect(render(versionId)).rejects.toThrow(HopelessJob)
  })

  it('are given up at once where the text cannot be printed, and others are made meanwhile', async () => {
    const renderer = createRenderer({ processorMs: 500 })
    onTestFinished(() => renderer.close())
    const findings = text('findings', `a${'\u0301'.repeat(190_000)}`)
    const hopeless = await signed(null, null, { ...content, content: [findings, text('impression', 'Normal.')] })
    const other = await signed()
    const ended: string[] = []
    const make = (versionId: string) =>
      renderReport({ ...world.context, reports: { ...world.context.reports, renderer } }, { versionId }).finally(() => {
        ended.push(versionId)
      })
    const refused = make(hopeless).catch((error: unknown) => error)
    await make(other)
    expect(await refused).toBeInstanceOf(HopelessJob)
    expect(ended).toEqual([other, hopeless])
  })

  it('are made without a signature that storage has lost', async () => {
    const versionId = await signed('signatures/gone.png')
    await render(versionId)
    expect((await documentsOf(versionId)).report.sha256).not.toBeNull()
  })
})
