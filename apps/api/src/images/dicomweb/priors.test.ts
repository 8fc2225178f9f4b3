import { hashOfSecret, newSecret } from '@readroom/db/core/secrets'
import { patients } from '@readroom/db/patients/patients.schema'
import { archivedReports } from '@readroom/db/reports/reports.schema'
import { series } from '@readroom/db/studies/series.schema'
import { insertShareLink } from '@readroom/db/studies/sharing/share-links'
import { studies } from '@readroom/db/studies/studies.schema'
import { createCast, createStudy } from '@readroom/db/testing/factories'
import { createOrthanc } from '@readroom/orthanc/client'
import { makeImage } from '@readroom/orthanc/testing/make-image'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { assignTo, createPatient, openingsOf, unassignAll } from '../../testing/priors.fixture.ts'
import { type Gateway, newUids, startGateway, type Uids, uidTags } from './gateway.fixture.ts'

type Cookies = Record<string, string>
type Stored = Uids & { id: string }

let gateway: Gateway
let cast: Awaited<ReturnType<typeof createCast>>
/** Of one patient, oldest first. */
let old: Stored
let recent: Stored
let current: Stored
let later: Stored
/** Of another laboratory's patient with the same ID. */
let foreign: Stored

beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway.stop())

/** Stores a study as the laboratory's scanner sent it and the intake stored it. */
async function store(of: { patientRowId: string; labId: string; patientId?: string }, studyDate: string): Promise<Stored> {
  const uids = newUids()
  const { patientId: PatientID = '', labId, patientRowId } = of
  const image = makeImage({ ...uidTags(uids), PatientID, StudyDate: studyDate.replaceAll('-', '') })
  const { ParentStudy: orthancId, ParentSeries } = await gateway.upload(image)
  const row = { orthancId, studyInstanceUid: uids.uid, labId, patientRowId, patientId: of.patientId ?? null, studyDate }
  const { id } = await createStudy(gateway.api.db, row)
  const ofStudy = { studyId: id, orthancId: ParentSeries, seriesInstanceUid: uids.seriesUid, imageCount: 1 }
  await gateway.api.db.insert(series).values(ofStudy)
  return { ...uids, id }
}

let of: { patientRowId: string; labId: string; patientId: string }

beforeEach(async () => {
  const { api } = gateway
  cast = await createCast(api.db)
  const patientId = `P-${crypto.randomUUID().slice(0, 8)}`
  of = { patientId, labId: cast.labA.id, patientRowId: await createPatient(api, cast.labA.id, patientId) }
  old = await store(of, '2020-01-01')
  recent = await store(of, '2024-01-01')
  current = await store(of, '2026-01-01')
  later = await store(of, '2026-01-02')
  const other = { patientId, labId: cast.labB.id, patientRowId: await createPatient(api, cast.labB.id, patientId) }
  foreign = await store(other, '2019-01-01')
  await assignTo(api, cast, current.id, cast.assignedDoctor.doctorId)
})

async function cookiesOf(who: 'admin' | 'assignedDoctor', studyId: string, viewer = 'ohif'): Promise<Cookies> {
  const request = { method: 'POST', url: '/api/auth/tickets', payload: { purpose: 'viewer', studyId } } as const
  const { url } = (await gateway.api.request(request, cast[who])).json()
  const opened = await gateway.api.request({ method: 'GET', url: `${url}&viewer=${viewer}` })
  return Object.fromEntries(opened.cookies.map(({ name, value }) => [name, value]))
}

const ask = (method: 'GET' | 'HEAD', url: string, cookies: Cookies) => gateway.api.request({ method, url, cookies })
const get = (url: string, cookies: Cookies) => ask('GET', `/dicom-web${url}`, cookies)
const statusOf = async (url: string, cookies: Cookies) => (await get(url, cookies)).statusCode
const bearer = (url: string) => gateway.api.request({ method: 'GET', url: `/dicom-web${url}` }, cast.assignedDoctor)
const uidsIn = (answer: { json(): Record<string, { Value: string[] }>[] }) =>
  answer.json().map((study) => study['0020000D']?.Value[0])
const metadataOf = ({ uid, seriesUid }: Pick<Uids, 'uid' | 'seriesUid'>) => `/studies/${uid}/series/${seriesUid}/metadata`
const byDoctor = () => [{ by: cast.assignedDoctor.userId, for: current.id }]

it('a search by patient ID finds the open study, then its priors, newest first', async () => {
  const expected = [current.uid, recent.uid, old.uid]
  for (const who of ['assignedDoctor', 'admin'] as const) {
    const cookies = await cookiesOf(who, current.id)
    expect(uidsIn(await get(`/studies?00100020=${of.patientId}&limit=101`, cookies))).toEqual(expected)
    expect(uidsIn(await get('/studies', cookies))).toEqual([current.uid])
    expect(uidsIn(await get(`/studies?StudyInstanceUID=${old.uid}`, cookies))).toEqual([old.uid])
    expect(uidsIn(await get(`/studies?StudyInstanceUID=${later.uid}`, cookies))).toEqual([])
  }
  expect(uidsIn(await bearer(`/studies?PatientID=${of.patientId}`))).toEqual(expected)
  expect(uidsIn(await bearer(`/studies?StudyInstanceUID=${old.uid}`))).toEqual([old.uid])
  expect(uidsIn(await bearer('/studies'))).toEqual([current.uid])
})

it("the study's cookie opens images of priors, and each prior is recorded once", async () => {
  const cookies = await cookiesOf('assignedDoctor', current.id)
  const frames = `/studies/${old.uid}/series/${old.seriesUid}/instances/${old.sopUid}`
  // Requests that the viewer's study panel makes by itself, and a HEAD.
  expect(await statusOf(`/studies/${old.uid}/series`, cookies)).toBe(200)
  expect((await ask('HEAD', `/dicom-web${metadataOf(old)}`, cookies)).statusCode).toBe(200)
  expect(await openingsOf(gateway.api, old.id)).toEqual([])
  const answers = await Promise.all([get(metadataOf(old), cookies), get(frames, cookies), get(metadataOf(old), cookies)])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(await openingsOf(gateway.api, old.id)).toEqual(byDoctor())
  expect(await openingsOf(gateway.api, recent.id)).toEqual([])
  expect(await openingsOf(gateway.api, current.id)).toEqual([])
  for (const study of [later, foreign]) expect(await statusOf(metadataOf(study), cookies)).toBe(404)
  expect(await statusOf(metadataOf({ ...old, seriesUid: recent.seriesUid }), cookies)).toBe(404)
})

it("the cookie of a prior opens that study's own priors, and no later study", async () => {
  const cookies = await cookiesOf('assignedDoctor', recent.id)
  expect(uidsIn(await get(`/studies?PatientID=${of.patientId}`, cookies))).toEqual([recent.uid, old.uid])
  expect(await statusOf(metadataOf(old), cookies)).toBe(200)
  expect(await statusOf(metadataOf(current), cookies)).toBe(404)
})

it('reading a prior as an administrator leaves the same event', async () => {
  const cookies = await cookiesOf('admin', current.id)
  expect(await statusOf(metadataOf(recent), cookies)).toBe(200)
  expect(await openingsOf(gateway.api, recent.id)).toEqual([{ by: cast.admin.userId, for: current.id }])
})

it('priors are read and recorded with a bearer token too', async () => {
  expect((await bearer(metadataOf(old))).statusCode).toBe(200)
  expect(await openingsOf(gateway.api, old.id)).toEqual(byDoctor())
  for (const study of [later, foreign]) expect((await bearer(metadataOf(study))).statusCode).toBe(404)
})

it('priors close at once when the assignment ends', async () => {
  const both = { ...(await cookiesOf('assignedDoctor', current.id)), ...(await cookiesOf('assignedDoctor', old.id)) }
  for (const study of [old, recent]) expect(await statusOf(metadataOf(study), both)).toBe(200)
  await unassignAll(gateway.api, current.id)
  for (const study of [current, old, recent]) expect(await statusOf(metadataOf(study), both)).toBe(404)
  expect((await bearer(metadataOf(old))).statusCode).toBe(404)
  expect(uidsIn(await get(`/studies?PatientID=${of.patientId}`, both))).toEqual([])
})

it('a prior that two laboratories claim closes', async () => {
  const cookies = await cookiesOf('assignedDoctor', current.id)
  await gateway.api.db.update(studies).set({ labConflictAt: new Date() }).where(eq(studies.id, old.id))
  expect(await statusOf(metadataOf(old), cookies)).toBe(404)
  expect(await statusOf(metadataOf(recent), cookies)).toBe(200)
})

it("a corrected patient ID is found by the scanner's value and by the correction", async () => {
  const cookies = await cookiesOf('assignedDoctor', current.id)
  const corrected = `C-${of.patientId}`
  await gateway.api.db.update(patients).set({ patientId: corrected }).where(eq(patients.id, of.patientRowId))
  for (const asked of [of.patientId, corrected]) {
    expect(uidsIn(await get(`/studies?PatientID=${asked}`, cookies))).toEqual([current.uid, recent.uid, old.uid])
  }
  expect(uidsIn(await get('/studies?PatientID=P-other', cookies))).toEqual([])
  expect(await statusOf(metadataOf(old), cookies)).toBe(200)
})

it('a study without a patient ID has no priors', async () => {
  const nameless = { labId: cast.labA.id, patientRowId: await createPatient(gateway.api, cast.labA.id, null) }
  const [before, open] = [await store(nameless, '2020-01-01'), await store(nameless, '2026-01-01')]
  await assignTo(gateway.api, cast, open.id, cast.assignedDoctor.doctorId)
  const cookies = await cookiesOf('assignedDoctor', open.id)
  expect(await statusOf(metadataOf(open), cookies)).toBe(200)
  expect(await statusOf(metadataOf(before), cookies)).toBe(404)
  expect(uidsIn(await get('/studies?PatientID=', cookies))).not.toContain(before.uid)
})

/** Stores the study's report in the archive, as the worker does. */
async function archiveReport(study: Stored): Promise<Uids & { measurementsUid: string }> {
  const document = { seriesInstanceUid: newUids().seriesUid, sopInstanceUid: newUids().sopUid }
  const { seriesUid: measurementsUid, sopUid } = newUids()
  const ofReport = { seriesInstanceUid: document.seriesInstanceUid, measurementsSeriesUid: measurementsUid }
  await gateway.api.db.insert(archivedReports).values({ studyId: study.id, ...ofReport })
  const orthanc = createOrthanc(gateway.archive)
  const [orthancId = ''] = await orthanc.findStudies(study.uid)
  const said = { title: 'Radiology report', number: 1, date: '20260101', time: '101010' }
  await orthanc.addPdf(orthancId, { ...document, ...said, pdf: Buffer.from('%PDF-1.7 x') })
  await orthanc.addDocument(orthancId, {
    like: study.sopUid,
    attributes: { SOPClassUID: '1.2.840.10008.5.1.4.1.1.88.33', SOPInstanceUID: sopUid, SeriesInstanceUID: measurementsUid },
  })
  await orthanc.close()
  return { uid: study.uid, seriesUid: document.seriesInstanceUid, sopUid: document.sopInstanceUid, measurementsUid }
}

it("a prior's report opens beside its images, without the series of its measurements", async () => {
  const report = await archiveReport(old)
  const cookies = await cookiesOf('assignedDoctor', current.id)
  const series = await get(`/studies/${old.uid}/series`, cookies)
  expect(
    series
      .json()
      .map((each: Record<string, { Value: string[] }>) => each['0020000E']?.Value[0])
      .sort(),
  ).toEqual([old.seriesUid, report.seriesUid].sort())
  const [metadata] = (await get(metadataOf(report), cookies)).json()
  expect(metadata['00080016'].Value).toEqual(['1.2.840.10008.5.1.4.1.1.104.1'])
  const { pathname } = new URL(metadata['00420011'].BulkDataURI)
  const document = await gateway.api.request({ method: 'GET', url: pathname, cookies })
  expect([document.statusCode, document.rawPayload.includes('%PDF-1.7 x')]).toEqual([200, true])
  expect(await statusOf(metadataOf({ ...old, seriesUid: report.seriesUid, uid: current.uid }), cookies)).toBe(404)
  expect(await statusOf(metadataOf({ ...old, seriesUid: report.measurementsUid }), cookies)).toBe(404)
})

it('a share link opens images, but not the report beside them', async () => {
  const report = await archiveReport(current)
  const token = newSecret()
  const { userId: createdBy } = cast.assignedDoctor
  await insertShareLink(gateway.api.db, { studyId: current.id, createdBy, hash: hashOfSecret(token), pinHash: null, seconds: 60 })
  const opened = await gateway.api.request({ method: 'GET', url: `/viewer/share/${token}` })
  const cookies = Object.fromEntries(opened.cookies.map(({ name, value }) => [name, value]))
  const { uid, seriesUid, sopUid } = report
  expect(await statusOf(metadataOf(current), cookies)).toBe(200)
  const ways = ['', `/series/${seriesUid}`, `/series/${seriesUid}/metadata`, `/series/${seriesUid}/instances/${sopUid}`]
  for (const below of ways) expect([below, await statusOf(`/studies/${uid}${below}`, cookies)]).toEqual([below, 404])
  for (const below of ['/series', '/instances', '/metadata'])
    expect((await get(`/studies/${uid}${below}`, cookies)).body).not.toContain(seriesUid)
})

it('a share link opens its study but no priors', async () => {
  const token = newSecret()
  const { userId: createdBy } = cast.assignedDoctor
  await insertShareLink(gateway.api.db, { studyId: current.id, createdBy, hash: hashOfSecret(token), pinHash: null, seconds: 60 })
  const opened = await gateway.api.request({ method: 'GET', url: `/viewer/share/${token}` })
  const cookies = Object.fromEntries(opened.cookies.map(({ name, value }) => [name, value]))
  expect(await statusOf(metadataOf(current), cookies)).toBe(200)
  expect(await statusOf(metadataOf(old), cookies)).toBe(404)
  expect(uidsIn(await get(`/studies?PatientID=${of.patientId}`, cookies))).toEqual([current.uid])
})

it('a search tells when a share link ends, and tells only sessions that a study is an emergency', async () => {
  await gateway.api.db.update(studies).set({ priority: 'EMERGENCY' }).where(eq(studies.id, current.id))
  const token = newSecret()
  const { userId: createdBy } = cast.assignedDoctor
  const hash = hashOfSecret(token)
  const { expiresAt } = await insertShareLink(gateway.api.db, {
    studyId: current.id,
    createdBy,
    hash,
    pinHash: null,
    seconds: 600,
  })
  const opened = await gateway.api.request({ method: 'GET', url: `/viewer/share/${token}` })
  const ofLink = Object.fromEntries(opened.cookies.map(({ name, value }) => [name, value]))
  const ofSession = await cookiesOf('assignedDoctor', current.id)
  const found = async (cookies: Cookies) => {
    const answer = await get(`/studies?StudyInstanceUID=${current.uid}`, cookies)
    return [answer.headers.sunset, answer.json()[0]['00401003']?.Value]
  }
  expect(await found(ofLink)).toEqual([expiresAt.toUTCString(), undefined])
  expect(await found(ofSession)).toEqual([undefined, ['STAT']])
  expect(await found({ ...ofLink, ...ofSession })).toEqual([undefined, ['STAT']])
  await gateway.api.db.update(studies).set({ priority: 'NORMAL' }).where(eq(studies.id, current.id))
  expect(await found(ofSession)).toEqual([undefined, undefined])
})

it('images of a prior whose UID two studies share are shown to nobody', async () => {
  const cookies = await cookiesOf('assignedDoctor', current.id)
  await createStudy(gateway.api.db, { studyInstanceUid: old.uid })
  const answer = await get(metadataOf(old), cookies)
  expect([answer.statusCode, answer.json().code]).toEqual([409, 'STUDY_UID_AMBIGUOUS'])
  expect(await openingsOf(gateway.api, old.id)).toEqual([])
})

it('the archive viewer opens a prior alone, by its ticket', async () => {
  const cookies = await cookiesOf('assignedDoctor', old.id, 'archive')
  expect(await openingsOf(gateway.api, old.id)).toEqual(byDoctor())
  const series = (id: string) => ask('GET', `/archive-viewer/${id}/series`, cookies)
  const { frame } = (await series(old.id)).json()
  const page = () => ask('GET', `${frame}app/viewer.html`, {})
  expect([(await series(old.id)).statusCode, (await page()).statusCode]).toEqual([200, 200])
  expect((await series(later.id)).statusCode).toBe(404)
  await unassignAll(gateway.api, current.id)
  expect([(await series(old.id)).statusCode, (await page()).statusCode]).toEqual([404, 404])
})
