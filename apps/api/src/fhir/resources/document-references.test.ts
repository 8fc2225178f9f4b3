import { randomUUID } from 'node:crypto'
import { auditLog } from '@readroom/db/core/audit.schema'
import { insertDocuments } from '@readroom/db/patients/documents'
import { reportDrafts } from '@readroom/db/reading/reading.schema'
import { createAssignment, createCast, createReport, createStudy } from '@readroom/db/testing/factories'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createFhirClient, fetchAccessToken, fhirGet } from '../../testing/fhir.fixture.ts'
import { makeDocuments, signAs } from '../../testing/signed-report.fixture.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
let cast: Awaited<ReturnType<typeof createCast>>
let token: string
let clientId: string
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.stop())
beforeEach(async () => {
  cast = await createCast(api.db)
  const client = await createFhirClient(api, cast.labA.id)
  clientId = client.clientId
  token = await fetchAccessToken(api, client)
})

async function makeStudy(labId = cast.labA.id) {
  const study = await createStudy(api.db, { labId, status: 'assigned_to_doctor', imageCount: 1 })
  const { assignedDoctor, admin } = cast
  await createAssignment(api.db, { studyId: study.id, doctorId: assignedDoctor.doctorId, assignedBy: admin.userId })
  return study
}
async function sign(studyId: string, signing: Parameters<typeof signAs>[3] = {}) {
  const signed = await signAs(api, cast.assignedDoctor, studyId, signing)
  await makeDocuments(api, signed)
  return signed.report.id
}
type Listed = { id: string; status: string; content: [{ attachment: { url: string; size: number; contentType: string } }] }
const get = async (url: string, as = token) => fhirGet(api, as, url)
async function list(query: string, as = token): Promise<Listed[]> {
  const { entry = [] }: { entry?: { resource: Listed }[] } = (await get(`/fhir/DocumentReference?${query}`, as)).json()
  return entry.map(({ resource }) => resource)
}
const pathOf = ({ content: [{ attachment }] }: Listed) => attachment.url.replace('http://localhost:8080', '')

async function attach({ id, patientRowId }: { id: string; patientRowId: string }, text: string) {
  const objectKey = `documents/${randomUUID()}`
  await api.storage.put(objectKey, Buffer.from(text), { contentType: 'text/plain' })
  const file = { fileName: 'letter.txt', contentType: 'text/plain', sizeBytes: text.length, sha256: 'x', objectKey }
  const [document] = await insertDocuments(api.db, patientRowId, [
    { ...file, studyId: id, category: 'clinical', uploadedBy: cast.staffA.userId },
  ])
  return document?.id ?? ''
}

test('each version of a report is a document, and a correction supersedes those before it', async () => {
  const study = await makeStudy()
  await sign(study.id)
  await sign(study.id, { kind: 'addendum' })
  expect((await list(`related=ImagingStudy/${study.id}`)).map(({ status }) => status)).toEqual(['current', 'current'])
  await sign(study.id, { kind: 'correction' })
  expect(await list(`related=${study.id}`)).toMatchObject([
    { status: 'current', docStatus: 'amended', subject: { reference: `Patient/${study.patientRowId}` } },
    { status: 'superseded', docStatus: 'final' },
    { status: 'superseded', docStatus: 'final' },
  ])
})

test('those who wrote a report are its authors, and its signer authenticates it', async () => {
  const study = await makeStudy()
  const { assignedDoctor, otherDoctor } = cast
  const [alone, together] = [[], [otherDoctor.userId, assignedDoctor.userId]]
  const asked = `related=ImagingStudy/${study.id}`
  const signer = { reference: `Practitioner/${assignedDoctor.doctorId}` }
  await sign(study.id)
  expect(await list(asked)).toMatchObject([{ author: [signer], authenticator: signer }])
  for (const writerIds of [alone, together])
    await sign(study.id, {
      kind: 'correction',
      also: async (tx) => void (await tx.update(reportDrafts).set({ writerIds }).where(eq(reportDrafts.studyId, study.id))),
    })
  const [newest, before] = await list(asked)
  expect(newest).toMatchObject({ author: [{ display: expect.any(String) }, signer], authenticator: signer })
  expect(newest).not.toHaveProperty('author.0.reference')
  expect(before).toMatchObject({ author: [signer] })
})

test('a file is read by its address, and the audit log says by which client', async () => {
  const study = await makeStudy()
  await sign(study.id)
  const letterId = await attach(study, 'Dear colleague')
  const [letter, report] = await list(`patient=Patient/${study.patientRowId}`)
  if (!letter || !report) throw new Error('both are listed')
  expect(letter.id).toBe(letterId)

  const [pdf, text] = [await get(pathOf(report)), await get(pathOf(letter))]
  expect([pdf.statusCode, pdf.headers['content-type'], pdf.rawPayload.length]).toEqual([
    200,
    report.content[0].attachment.contentType,
    report.content[0].attachment.size,
  ])
  expect(text.body).toBe('Dear colleague')
  const { presentedForm } = (await get(`/fhir/DiagnosticReport/${study.id}`)).json()
  expect(presentedForm.at(-1)).toEqual(report.content[0].attachment)

  const taken = async (action: 'report.downloaded' | 'document.downloaded') =>
    (await api.db.select().from(auditLog).where(eq(auditLog.action, action))).filter(({ targetId }) =>
      [study.id, study.patientRowId].includes(targetId ?? ''),
    )
  expect(await taken('report.downloaded')).toMatchObject([
    { actorUserId: null, targetType: 'study', targetId: study.id, details: { clientId, reportId: report.id } },
  ])
  expect(await taken('document.downloaded')).toMatchObject([
    { actorUserId: null, targetType: 'patient', targetId: study.patientRowId, details: { clientId, documentId: letterId } },
  ])
})

test('files of drafts, of reports that can be or were recalled, and of another laboratory are not found', async () => {
  const { assignedDoctor } = cast
  const by = { doctorId: assignedDoctor.doctorId, uploadedBy: assignedDoctor.userId }
  const hidden: string[] = []
  const draft = await makeStudy()
  hidden.push((await createReport(api.db, { studyId: draft.id, ...by, status: 'draft' })).id)
  const recalled = await makeStudy()
  const never = { status: 'finalized' as const, withdrawnAt: new Date(), releasedAt: null }
  hidden.push((await createReport(api.db, { studyId: recalled.id, ...by, ...never })).id)
  const recallable = await makeStudy()
  hidden.push(await sign(recallable.id, { recallSeconds: 600 }))
  const foreign = await makeStudy(cast.labB.id)
  await sign(foreign.id)
  hidden.push(await attach(foreign, 'Not yours'))
  const owner = await fetchAccessToken(api, await createFhirClient(api, cast.labB.id))
  const ofOwner = await list(`related=${foreign.id}`, owner)
  expect(ofOwner).toHaveLength(2)
  hidden.push(...ofOwner.map(({ id }) => id))

  for (const study of [draft, recalled, recallable, foreign]) expect(await list(`related=${study.id}`)).toEqual([])
  for (const id of hidden) {
    for (const type of ['DocumentReference', 'Binary']) {
      const missing = await get(`/fhir/${type}/01890000-0000-7000-8000-00000000ffff`)
      const answer = await get(`/fhir/${type}/${id}`)
      expect([answer.statusCode, answer.body]).toEqual([404, missing.body])
    }
  }
})

test('the file of a withdrawn report is entered in error, and its bytes are gone', async () => {
  const { assignedDoctor } = cast
  const study = await makeStudy()
  const by = { doctorId: assignedDoctor.doctorId, uploadedBy: assignedDoctor.userId }
  const { id, fileName } = await createReport(api.db, { studyId: study.id, ...by, status: 'finalized', withdrawnAt: new Date() })
  expect(await list(`related=${study.id}`)).toMatchObject([{ id, status: 'entered-in-error' }])
  const { body } = await get(`/fhir/DocumentReference/${id}`)
  expect(JSON.parse(body).content).toEqual([{ attachment: { contentType: 'application/pdf', title: fileName } }])
  expect((await get(`/fhir/Binary/${id}`)).statusCode).toBe(410)
})

test('pages of documents follow each other', async () => {
  const study = await makeStudy()
  await sign(study.id)
  const ids = [await attach(study, 'One'), await attach(study, 'Two'), await attach(study, 'Three')].reverse()
  const first = (await get(`/fhir/DocumentReference?patient=${study.patientRowId}&_count=3`)).json()
  expect(first.entry.map(({ resource }: { resource: Listed }) => resource.id)).toEqual(ids)
  const next = first.link.find(({ relation }: { relation: string }) => relation === 'next').url
  expect((await get(next.replace('http://localhost:8080', ''))).json().entry).toHaveLength(1)
})

test('a search for all documents, and a file without the scope of documents, are refused', async () => {
  expect((await get('/fhir/DocumentReference')).statusCode).toBe(400)
  const study = await makeStudy()
  await sign(study.id)
  const [report] = await list(`related=${study.id}`)
  const limited = await fetchAccessToken(api, await createFhirClient(api, cast.labA.id), 'system/DiagnosticReport.rs')
  expect(report && (await get(pathOf(report), limited)).statusCode).toBe(403)
})
