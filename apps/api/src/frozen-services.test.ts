import { createServer as createHttpServer, type Server } from 'node:http'
import { createServer, type Socket } from 'node:net'
import { createAssignment, createCast, createStudy, newOrthancId } from '@readroom/db/testing/factories'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { startApiProcess } from './testing/api-process.ts'
import { startTestApi, type TestApi } from './testing/test-api.ts'

let api: TestApi
let program: Awaited<ReturnType<typeof startApiProcess>>
let headers: Record<string, string>
let cast: Awaited<ReturnType<typeof createCast>>

const s3 = {
  STORAGE_DRIVER: 's3',
  S3_BUCKET: 'readroom',
  S3_LINKS: 'proxied',
  S3_FORCE_PATH_STYLE: 'true',
  S3_ACCESS_KEY_ID: 'KEY',
  S3_SECRET_ACCESS_KEY: 'SECRET',
}

/** Starts a service that looks like a stopped process: it accepts connections and data, and never answers. */
async function startFrozen() {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => void sockets.add(socket.on('error', () => {}).resume()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  const stop = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return { address: `127.0.0.1:${address.port}`, stop }
}
let frozen: Awaited<ReturnType<typeof startFrozen>>

beforeAll(async () => {
  ;[api, frozen] = await Promise.all([startTestApi(), startFrozen()])
  cast = await createCast(api.db)
  headers = { authorization: `Bearer ${api.token(cast.admin)}` }
  program = await startApiProcess(api, {
    REDIS_URL: `redis://${frozen.address}`,
    ORTHANC_URL: `http://${frozen.address}`,
    ...s3,
    S3_ENDPOINT: `http://${frozen.address}`,
  })
})
afterAll(async () => {
  await program.kill()
  frozen.stop()
  await api.stop()
})

/** Longer than any deadline of the API, even on a busy machine. Without a deadline these calls would wait for minutes. */
const patienceMs = 20_000

/** Calls the API. Rejects if no answer comes. */
async function ask(path: string, init: RequestInit = {}, { origin } = program) {
  const answer = await fetch(origin + path, { headers, ...init, signal: AbortSignal.timeout(patienceMs) })
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: await answer.json() }
}

it('is ready without archive, storage and Redis, and names those that do not answer', async () => {
  const answer = await fetch(`${program.origin}/readyz`, { signal: AbortSignal.timeout(patienceMs) })
  expect(answer.status).toBe(200)
  const dependencies = { database: 'up', archive: 'down', decoder: 'up', storage: 'down', redis: 'down' }
  expect(await answer.json()).toEqual({ success: true, isLosingLog: false, dependencies })
})

it('serves everything that does not need them', async () => {
  expect((await ask('/api/admin/studies')).status).toBe(200)
})

it('reports within five seconds that images are unavailable, however many requests come', async () => {
  const study = await createStudy(api.db, { labId: cast.labA.id })
  const paths = ['', '/metadata', '/series', '/metadata'].map((below) => `/dicom-web/studies/${study.studyInstanceUid}${below}`)
  const answers = await Promise.all([...paths, ...paths, ...paths, ...paths, ...paths].map((path) => ask(path)))
  for (const answer of answers) {
    expect(answer).toMatchObject({ status: 503, retryAfter: '5', body: { code: 'ARCHIVE_UNAVAILABLE' } })
  }
})

/** Listens until the end of the test and returns the address. */
async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${address.port}`
}

/** Starts an archive that works except for one study, whose files it cannot read: it never answers requests for them. */
async function startHangingOn({ orthancId, seriesId }: { orthancId: string; seriesId: string }) {
  const image = newOrthancId()
  const told: Record<string, unknown> = {
    '/system': { Version: '1.12.11', DicomAet: 'READROOM', DicomPort: 4242 },
    '/tools/lookup': [{ ID: orthancId, Type: 'Study' }],
    [`/studies/${orthancId}/series`]: [
      { ID: seriesId, ParentStudy: orthancId, LastUpdate: '', MainDicomTags: {}, Instances: [image] },
    ],
  }
  const server = createHttpServer((request, response) => {
    const answer = told[request.url ?? '']
    if (answer !== undefined) response.end(JSON.stringify(answer))
  })
  return listen(server)
}

it('reports within five seconds that images of an unreadable study are unavailable', async () => {
  const study = await createStudy(api.db, { labId: cast.labA.id })
  const seriesId = newOrthancId()
  const archive = await startHangingOn({ orthancId: study.orthancId, seriesId })
  const hanging = await startApiProcess(api, { ORTHANC_URL: archive })
  onTestFinished(() => hanging.kill())
  const answers = await Promise.all(
    ['', '/metadata', '/series'].map((below) => ask(`/dicom-web/studies/${study.studyInstanceUid}${below}`, {}, hanging)),
  )
  for (const answer of answers) {
    expect(answer).toMatchObject({ status: 503, retryAfter: '5', body: { code: 'ARCHIVE_UNAVAILABLE' } })
  }
})

it('reports within five seconds that a report cannot be stored', async () => {
  const study = await createStudy(api.db, { labId: cast.labA.id, status: 'assigned_to_doctor' })
  const { doctorId } = cast.assignedDoctor
  await createAssignment(api.db, { studyId: study.id, doctorId, assignedBy: cast.admin.userId })
  const form = new FormData()
  form.set('file', new File(['%PDF-1.4\n%%EOF\n', 'x'.repeat(5_000_000)], 'report.pdf'))
  form.set('doctorId', doctorId)
  form.set('reportStatus', 'draft')
  const answer = await ask(`/api/documents/study/${study.id}/upload`, { method: 'POST', body: form })
  expect(answer).toMatchObject({ status: 503, retryAfter: '5', body: { code: 'STORAGE_UNAVAILABLE' } })
})

/** Starts a storage that accepts two objects and the beginning of a third, and then never answers. */
async function startFreezingStorage() {
  const begun = '<InitiateMultipartUploadResult><UploadId>1</UploadId></InitiateMultipartUploadResult>'
  const answers = ['', '', begun]
  const server = createHttpServer((request, response) => {
    const answer = answers.shift()
    request.resume()
    if (answer !== undefined) request.on('end', () => response.setHeader('etag', '"1"').end(answer))
  })
  return listen(server)
}

it('reports that files cannot be stored if the storage freezes midway, without waiting for the clean-up', async () => {
  const study = await createStudy(api.db, { labId: cast.labA.id, patientId: 'FROZEN-1' })
  const uploading = await startApiProcess(api, { ...s3, S3_ENDPOINT: await startFreezingStorage() })
  onTestFinished(() => uploading.kill())
  const form = new FormData()
  form.set('documentType', 'clinical')
  form.set('studyId', study.id)
  const pdf = '%PDF-1.4\n%%EOF\n'
  for (const rest of ['', '', 'x'.repeat(9_000_000)]) form.append('files', new File([pdf, rest], 'scan.pdf'))
  const answer = await ask('/api/labEdit/patients/FROZEN-1/documents', { method: 'POST', body: form }, uploading)
  expect(answer).toMatchObject({ status: 503, retryAfter: '5', body: { code: 'STORAGE_UNAVAILABLE' } })
})

it('signs in and out', async () => {
  expect((await ask('/api/auth/logout', { method: 'POST' })).status).toBe(200)
})
