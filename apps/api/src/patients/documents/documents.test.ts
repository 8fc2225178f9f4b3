import { randomUUID } from 'node:crypto'
import { auditLog } from '@readroom/db/core/audit.schema'
import { outbox } from '@readroom/db/core/outbox.schema'
import { documents } from '@readroom/db/patients/documents.schema'
import { patients } from '@readroom/db/patients/patients.schema'
import { studies } from '@readroom/db/studies/studies.schema'
import { createAssignment, createCast, createDocument, createStudy } from '@readroom/db/testing/factories'
import { patientOfImages } from '@readroom/domain/patients/patients'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { form } from '../../testing/examples/example.fixture.ts'
import { answerDuring } from '../../testing/held.fixture.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'
import { doc, docx, gif, jpeg, pdf, png } from './documents.fixture.ts'

type Upload = { files: File | File[]; documentType?: string; studyId?: string }

const identity = { name: null, birthDate: null, sex: null }

describe('patient documents', () => {
  let api: TestApi
  let cast: Awaited<ReturnType<typeof createCast>>
  beforeAll(async () => {
    api = await startTestApi()
    cast = await createCast(api.db)
  })
  afterAll(() => api.stop())

  type Caller = (typeof cast)['admin']

  async function studyOf(labId: string | null, patientId: string | null) {
    const [, patientRowId] = await api.db.transaction((tx) => patientOfImages(tx, { labId, patientId, identity }))
    return createStudy(api.db, { labId, patientRowId, patientId })
  }
  async function newPatient() {
    const patientId = `P/${randomUUID()} ä`
    const study = await studyOf(cast.labA.id, patientId)
    return { study, patientId, root: `/api/labEdit/patients/${encodeURIComponent(patientId)}/documents` }
  }
  type Patient = Awaited<ReturnType<typeof newPatient>>

  const file = (bytes: Buffer | string, name: string) =>
    new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name)
  const upload = async ({ root, study }: Patient, { files, ...fields }: Upload, caller: Caller = cast.staffA) =>
    api.request(await form('POST', root, { documentType: 'lab', studyId: study.id, ...fields, files }), caller)
  const download = (root: string, index: number, caller: Caller = cast.staffA) =>
    api.request({ method: 'GET', url: `${root}/${index}/download` }, caller)
  const remove = (root: string, index: number, caller: Caller = cast.staffA) =>
    api.request({ method: 'DELETE', url: `${root}/${index}` }, caller)
  const outcome = async (answer: Promise<{ statusCode: number; json: () => { code?: string } }>) => {
    const { statusCode, json } = await answer
    return [statusCode, json().code]
  }
  const documentsOf = ({ study }: Patient) =>
    api.db.select().from(documents).where(eq(documents.patientRowId, study.patientRowId)).orderBy(documents.number)
  const countInRow = async (studyId: string, caller: Caller = cast.admin) =>
    (await api.request({ method: 'GET', url: `/api/studies/${studyId}` }, caller)).json().study.documents
  const toldOf = async (studyId: string) => api.db.$count(outbox, sql`${outbox.payload} ->> 'studyId' = ${studyId}`)

  it('are stored unchanged, several at once, and downloaded by number', async () => {
    const patient = await newPatient()
    const files = [
      file(pdf, 'Überweisung Kopf; 山田.pdf'),
      file(docx, 'brief.DOCX'),
      file(doc, 'alt.doc'),
      file(jpeg(10, 10, 900_000), 'photo.jpg'),
      file(jpeg(), 'photo.jpeg'),
      file(png(), 'scan.png'),
      file(gif(), 'scan.gif'),
      file('Größe: 1,80 m\r\n', 'C:\\Users\\me\\notes.txt'),
    ]
    const answer = await upload(patient, { files, documentType: 'radiology' })
    expect(answer.json()).toMatchObject({ success: true, message: 'Document(s) uploaded successfully' })
    const { documents: stored } = answer.json()
    expect(stored.map(({ index }: { index: number }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    expect(stored[0]).toMatchObject({
      fileName: 'Überweisung Kopf; 山田.pdf',
      size: pdf.length,
      contentType: 'application/pdf',
      fileType: 'pdf',
      documentType: 'radiology',
      uploadedBy: cast.staffA.fullName,
      studyId: patient.study.id,
    })
    expect(stored[7]).toMatchObject({ fileName: 'notes.txt', fileType: 'txt' })
    for (const [index, sent] of files.entries()) {
      const taken = await download(patient.root, index)
      expect(taken.statusCode).toBe(200)
      expect(taken.rawPayload.equals(Buffer.from(await sent.arrayBuffer()))).toBe(true)
      expect(taken.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'private, no-store' })
      expect(taken.headers['content-disposition']).toMatch(/^attachment; filename/)
    }
    expect(await countInRow(patient.study.id)).toBe(8)
  })

  it.each([
    ['an SVG named .png', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'x.png'],
    ['a page named .pdf', '<!doctype html><script>alert(1)</script>', 'x.pdf'],
    ['a PNG named .jpg', png(), 'x.jpg'],
    ['a program named .doc', Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'), 'x.doc'],
    ['an archive named .docx', Buffer.from('504b0506000000000000000000000000000000000000', 'hex'), 'x.docx'],
    ['bytes named .txt', Buffer.from([0xff, 0xfe, 0x00, 0x80]), 'x.txt'],
    ['zeros named .txt', 'a\0b', 'x.txt'],
    ['a PDF named .txt', pdf, 'x.txt'],
    ['a page', '<!doctype html>', 'x.html'],
    ['no kind', 'text', 'README'],
    ['only a kind', pdf, '.pdf'],
    ['nothing', '', 'x.txt'],
    ['half a PNG', png().subarray(0, 12), 'x.png'],
  ])('are refused as a whole request if one file is %s', async (_what, bytes, name) => {
    const patient = await newPatient()
    const before = await api.listFiles('documents').catch(() => [])
    const answer = await upload(patient, { files: [file(pdf, 'good.pdf'), file(bytes, name), file('x', 'good.txt')] })
    expect([answer.statusCode, answer.json().code]).toEqual([415, 'UNSUPPORTED_DOCUMENT'])
    expect(answer.json().message).toContain(`"${name}"`)
    expect(await documentsOf(patient)).toEqual([])
    expect(await api.listFiles('documents').catch(() => [])).toEqual(before)
  })

  it.each([
    ['gif', gif(60_000, 60_000)],
    ['png', png(100_001, 1_000)],
    ['jpg', jpeg(65_000, 65_000, 500_000)],
  ])('refuse a %s of more than 100 million pixels', async (extension, bytes) => {
    const answer = await upload(await newPatient(), { files: file(bytes, `bomb.${extension}`) })
    expect([answer.statusCode, answer.json().code]).toEqual([415, 'DOCUMENT_TOO_MANY_PIXELS'])
  })

  it('are limited to 20 MB each', async () => {
    const patient = await newPatient()
    const most = Buffer.concat([pdf, Buffer.alloc(20 * 1024 * 1024 - pdf.length, 32)])
    expect((await upload(patient, { files: file(most, 'most.pdf') })).statusCode).toBe(200)
    const more = file(Buffer.concat([most, Buffer.from(' ')]), 'more.pdf')
    const answer = await upload(patient, { files: [file(pdf, 'a.pdf'), more, file(pdf, 'b.pdf')] })
    const message = '"more.pdf" is too large. Documents can be up to 20 MB.'
    expect([answer.statusCode, answer.json()]).toEqual([413, { success: false, code: 'DOCUMENT_TOO_LARGE', message }])
    expect(await documentsOf(patient)).toHaveLength(1)
  })

  it('are limited to 20 per request', async () => {
    const patient = await newPatient()
    const many = (count: number) => Array.from({ length: count }, (_, index) => file('x', `${index}.txt`))
    expect((await upload(patient, { files: many(20) })).statusCode).toBe(200)
    expect(await outcome(upload(patient, { files: many(21) }))).toEqual([413, 'TOO_MANY_FILES'])
    expect(await documentsOf(patient)).toHaveLength(20)
  })

  it('are limited to 500 per patient, without deleted ones', async () => {
    const patient = await newPatient()
    const { patientRowId, id: studyId } = patient.study
    const row = { patientRowId, studyId, uploadedBy: cast.staffA.userId, category: 'other' as const }
    const filed = { fileName: 'a.txt', contentType: 'text/plain', sizeBytes: 1, sha256: 'x' }
    const rows = Array.from({ length: 499 }, (_, number) => ({
      ...row,
      ...filed,
      number,
      objectKey: `documents/${randomUUID()}`,
    }))
    await api.db.insert(documents).values(rows)
    await api.db.update(patients).set({ nextDocument: 499 }).where(eq(patients.id, patientRowId))
    const two = [file('x', 'a.txt'), file('x', 'b.txt')]
    expect(await outcome(upload(patient, { files: two }))).toEqual([409, 'TOO_MANY_DOCUMENTS'])
    expect((await remove(patient.root, 7)).statusCode).toBe(200)
    expect((await upload(patient, { files: two })).json().documents).toMatchObject([{ index: 499 }, { index: 500 }])
    expect(await outcome(upload(patient, { files: two[0] ?? [] }))).toEqual([409, 'TOO_MANY_DOCUMENTS'])
  })

  it('keep numbers that are never reused, even under concurrent uploads and deletions', async () => {
    const patient = await newPatient()
    const one = () => upload(patient, { files: file('x', 'a.txt') })
    const answers = await Promise.all(Array.from({ length: 10 }, one))
    const numbers = answers.map((answer) => answer.json().documents[0].index)
    expect(numbers.sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    const [last] = await Promise.all([remove(patient.root, 9), remove(patient.root, 3), one()])
    expect(last.json()).toEqual({ success: true, message: 'Document deleted successfully' })
    expect((await one()).json().documents[0].index).toBe(11)
    expect(await outcome(download(patient.root, 9))).toEqual([404, 'DOCUMENT_NOT_FOUND'])
    expect(await outcome(remove(patient.root, 9))).toEqual([404, 'DOCUMENT_NOT_FOUND'])
    expect((await download(patient.root, 8)).statusCode).toBe(200)
    expect(await countInRow(patient.study.id)).toBe(10)
  })

  it('belong to the patient, and update every row of the patient', async () => {
    const patient = await newPatient()
    const other = await studyOf(cast.labA.id, patient.patientId)
    const told = async () => Promise.all([patient.study.id, other.id].map(toldOf))
    await upload(patient, { files: file('x', 'a.txt') })
    expect(await told()).toEqual([1, 1])
    expect([await countInRow(patient.study.id), await countInRow(other.id)]).toEqual([1, 1])
    await remove(patient.root, 0)
    expect(await told()).toEqual([2, 2])
    expect(await countInRow(other.id)).toBe(0)
  })

  it('are visible to doctors who have one of the studies, but not editable', async () => {
    const patient = await newPatient()
    await upload(patient, { files: file('x', 'a.txt') })
    const { assignedDoctor, otherDoctor } = cast
    expect(await outcome(download(patient.root, 0, assignedDoctor))).toEqual([404, 'PATIENT_NOT_FOUND'])
    await createAssignment(api.db, {
      studyId: patient.study.id,
      doctorId: assignedDoctor.doctorId,
      assignedBy: cast.admin.userId,
    })
    expect((await download(patient.root, 0, assignedDoctor)).body).toBe('x')
    expect(await outcome(download(patient.root, 0, otherDoctor))).toEqual([404, 'PATIENT_NOT_FOUND'])
    expect(await outcome(remove(patient.root, 0, assignedDoctor))).toEqual([403, 'FORBIDDEN'])
    expect(await outcome(upload(patient, { files: file('x', 'a.txt') }, assignedDoctor))).toEqual([403, 'FORBIDDEN'])
  })

  it("need a study if several patients share the ID, and refuse another patient's study", async () => {
    const patientId = randomUUID()
    const [ofA, ofB] = [await studyOf(cast.labA.id, patientId), await studyOf(cast.labB.id, patientId)]
    const root = `/api/labEdit/patients/${patientId}/documents`
    const files = file('of B', 'b.txt')
    expect((await upload({ study: ofB, patientId, root }, { files }, cast.admin)).statusCode).toBe(200)
    expect(await outcome(download(root, 0, cast.admin))).toEqual([409, 'PATIENT_AMBIGUOUS'])
    const taken = await api.request({ method: 'GET', url: `${root}/0/download?studyId=${ofB.id}` }, cast.admin)
    expect(taken.body).toBe('of B')
    expect(await outcome(download(root, 0, cast.staffA))).toEqual([404, 'DOCUMENT_NOT_FOUND'])
    expect(await outcome(upload({ study: ofB, patientId, root }, { files }, cast.staffA))).toEqual([404, 'PATIENT_NOT_FOUND'])
    const foreign = await newPatient()
    expect(await outcome(upload({ study: foreign.study, patientId, root }, { files }, cast.admin))).toEqual([
      404,
      'PATIENT_NOT_FOUND',
    ])
    expect(await countInRow(ofA.id)).toBe(0)
  })

  it('of a patient without an ID are found as N/A with the study', async () => {
    const study = await studyOf(cast.labA.id, null)
    const root = '/api/labEdit/patients/N%2FA/documents'
    const patient = { study, patientId: 'N/A', root }
    expect((await upload(patient, { files: file('x', 'a.txt') })).statusCode).toBe(200)
    const query = `?studyId=${study.id}`
    expect((await api.request({ method: 'GET', url: `${root}/0/download${query}` }, cast.staffA)).body).toBe('x')
    expect((await api.request({ method: 'DELETE', url: `${root}/0${query}` }, cast.staffA)).statusCode).toBe(200)
    expect(await outcome(upload(patient, { files: file('x', 'a.txt') }, cast.staffB))).toEqual([404, 'PATIENT_NOT_FOUND'])
  })

  it.each([
    [{ documentType: 'Clinical' }, 'INVALID_FIELD'],
    [{ studyId: 'none' }, 'INVALID_FIELD'],
    [{ files: [] }, 'INVALID_FIELD'],
    [{ extra: 'x' }, 'BAD_REQUEST'],
    [{ other: file('x', 'a.txt') }, 'INVALID_FIELD'],
  ])('are not stored with %j', async (fields, code) => {
    const patient = await newPatient()
    expect(await outcome(upload(patient, { files: file('x', 'a.txt'), ...fields }))).toEqual([400, code])
    expect(await documentsOf(patient)).toEqual([])
  })

  it('report a lost file, and do not record its download', async () => {
    const patient = await newPatient()
    const document = await createDocument(api.db, {
      patientRowId: patient.study.patientRowId,
      studyId: patient.study.id,
      uploadedBy: cast.staffA.userId,
    })
    expect(await outcome(download(patient.root, document.number))).toEqual([409, 'FILE_MISSING'])
    expect(await api.db.$count(auditLog, sql`${auditLog.details} ->> 'documentId' = ${document.id}`)).toBe(0)
  })

  it("move with a study that turns out to be another patient's, and get new numbers", async () => {
    const patientId = randomUUID()
    const [moving, staying] = [await studyOf(null, patientId), await studyOf(null, patientId)]
    const [there] = [await studyOf(cast.labB.id, patientId)]
    const root = `/api/labEdit/patients/${patientId}/documents`
    const add = (study: typeof moving, name: string) =>
      upload({ study, patientId, root }, { files: file(name, `${name}.txt`) }, cast.admin)
    for (const [study, name] of [
      ...([
        [staying, 'stays'],
        [moving, 'goes'],
        [moving, 'goes too'],
        [there, 'was there'],
      ] as const),
    ]) {
      expect((await add(study, name)).statusCode).toBe(200)
    }
    const before = await Promise.all([staying.id, there.id].map(toldOf))
    const url = `/api/admin/studies/${moving.id}/location`
    await api.request({ method: 'PUT', url, payload: { locationId: cast.labB.id } }, cast.admin)
    const names = await Promise.all([0, 1, 2].map(async (index) => (await download(root, index, cast.staffB)).body))
    expect(names).toEqual(['was there', 'goes', 'goes too'])
    const counts = await Promise.all([moving, staying, there].map(({ id }) => countInRow(id)))
    expect(counts).toEqual([3, 1, 3])
    expect(await Promise.all([staying.id, there.id].map(toldOf))).toEqual(before.map((count) => count + 1))
    const kept = await api.request({ method: 'GET', url: `${root}/0/download?studyId=${staying.id}` }, cast.admin)
    expect(kept.body).toBe('stays')
  })

  it('are not stored if the study moves to another laboratory during the upload', async () => {
    const patient = await newPatient()
    const { id } = patient.study
    const answer = answerDuring(
      api,
      (tx) => tx.select().from(studies).where(eq(studies.id, id)).for('update'),
      () => upload(patient, { files: file('x', 'a.txt') }),
      async (tx) => {
        const [, patientRowId] = await patientOfImages(tx, { labId: cast.labB.id, patientId: patient.patientId, identity })
        await tx.update(studies).set({ labId: cast.labB.id, patientRowId }).where(eq(studies.id, id))
      },
    )
    expect(await outcome(answer)).toEqual([404, 'PATIENT_NOT_FOUND'])
    const stored = and(eq(documents.studyId, patient.study.id), isNull(documents.deletedAt))
    expect(await api.db.$count(documents, stored)).toBe(0)
    const keys = (await api.db.select({ key: documents.objectKey }).from(documents)).map(({ key }) => key)
    expect((await api.listFiles('documents')).filter((key) => !keys.includes(key))).toEqual([])
  })
})
