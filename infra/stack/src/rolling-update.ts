import { randomBytes } from 'node:crypto'
import { authEndpoints } from '@readroom/contracts/access/auth'
import { downloadEndpoints } from '@readroom/contracts/images/downloads'
import { documentEndpoints } from '@readroom/contracts/patients/documents'
import { reportEndpoints } from '@readroom/contracts/reports/reports'
import { discussionEndpoints } from '@readroom/contracts/studies/discussions'
import { studyEndpoints, type WorklistRow } from '@readroom/contracts/studies/studies'
import { type ApiSession, accepted, signIn } from '@readroom/demo/api-client'
import { type Kind, type Load, startLoad } from './load.ts'
import { check, type Delivered, sha256 } from './main-job.ts'
import { type OpenPage, openPage } from './open-page.ts'
import type { People } from './people.ts'
import { slowly } from './slowly.ts'
import type { Stack } from './stack.ts'

/** Answered before the update and after it, so that every kind of request is under way in both. */
const requests = 600
const callers = 12
const pages = 24
/** More than the buffers between the programs hold. */
const largeBytes = 16 * 1024 * 1024

const text = (bytes: number) => Buffer.from(randomBytes(bytes / 2).toString('hex'))

type Caller = { stack: Stack; session: ApiSession; row: WorklistRow; patientId: string }

function documentForm({ row }: Caller, content: Buffer): FormData {
  const form = new FormData()
  form.set('documentType', 'other')
  form.set('studyId', row._id)
  form.set('files', new Blob([new Uint8Array(content)], { type: 'text/plain' }), 'letter.txt')
  return form
}

/** A request whose body arrives over about four seconds. */
async function uploadSlowly(caller: Caller): Promise<void> {
  const { stack, session, patientId } = caller
  const { body, headers } = new Response(documentForm(caller, text(256 * 1024)))
  if (!body) throw new Error('a form without a body')
  const path = documentEndpoints.upload.path.replace(':patientId', patientId)
  const answer = await fetch(new URL(path, stack.url), {
    method: 'POST',
    headers: { authorization: session.authorization, 'content-type': headers.get('content-type') ?? '' },
    body: ReadableStream.from(slowly(body, 16 * 1024, 250)),
    duplex: 'half',
  })
  await accepted('a slow upload', answer)
}

/** A file whose reader takes about four seconds for it. */
async function downloadSlowly({ stack, session }: Caller, path: string, expected: string): Promise<void> {
  const answer = await fetch(new URL(path, stack.url), { headers: { authorization: session.authorization } })
  const { body } = await accepted('a slow download', answer)
  if (!body) throw new Error('a download without a body')
  const chunks: Uint8Array[] = []
  for await (const chunk of slowly(body, 64 * 1024, 15)) chunks.push(chunk)
  check('sha256 of the large file', sha256(Buffer.concat(chunks)), expected)
}

async function downloadZip({ stack, session, row }: Caller, size: number): Promise<void> {
  const { data } = await session.call(downloadEndpoints.r2Direct, { params: { orthancStudyID: row.orthancStudyID } })
  const whole = await accepted('a ZIP', await fetch(new URL(data.downloadUrl, stack.url)))
  check('bytes of the ZIP', (await whole.arrayBuffer()).byteLength, size)
  const end = await fetch(new URL(data.downloadUrl, stack.url), { headers: { range: 'bytes=-1000' } })
  const part = await accepted('the end of a ZIP', end)
  check('status of the end of the ZIP', part.status, 206)
  check('bytes of the end of the ZIP', (await part.arrayBuffer()).byteLength, 1000)
}

/** Returns the kinds of requests, and the ids of the comments that were acknowledged. */
async function prepare(caller: Caller, people: People, delivered: Delivered) {
  const { stack, session, row, patientId } = caller
  const onStudy = { params: { studyId: row._id } }
  const large = text(largeBytes)
  const { documents } = await session.call(documentEndpoints.upload, { params: { patientId }, body: documentForm(caller, large) })
  const largePath = documentEndpoints.download.path
    .replace(':patientId', patientId)
    .replace(':index', `${documents.at(-1)?.index}`)
  const { reports } = await session.call(reportEndpoints.list, onStudy)
  const params = { studyId: row._id, reportId: reports[0]?.id ?? '' }
  const { data } = await session.call(downloadEndpoints.r2Direct, { params: { orthancStudyID: row.orthancStudyID } })
  const zipBytes = (await (await fetch(new URL(data.downloadUrl, stack.url))).arrayBuffer()).byteLength
  const acknowledged: string[] = []

  const kinds: Record<string, Kind> = {
    lists: { share: 33, run: async () => void (await session.call(studyEndpoints.labAll, { query: {} })) },
    details: { share: 20, run: async () => void (await session.call(studyEndpoints.one, onStudy)) },
    profiles: { share: 12, run: async () => void (await session.call(authEndpoints.profile)) },
    comments: {
      share: 15,
      run: async () => {
        const body = { comment: `comment ${acknowledged.length}` }
        acknowledged.push((await session.call(discussionEndpoints.add, { ...onStudy, body }))._id)
      },
    },
    reports: {
      share: 10,
      run: async () =>
        check(
          'sha256 of the report',
          sha256(await session.download(reportEndpoints.download, { params })),
          delivered.reportSha256,
        ),
    },
    zips: { share: 5, run: () => downloadZip(caller, zipBytes) },
    'sign-ins': {
      share: 2,
      run: async () => (await signIn(stack.url, people.doctor.email, people.doctor.password)).signOut(),
    },
    uploads: { share: 2, run: () => uploadSlowly(caller) },
    'large downloads': { share: 1, run: () => downloadSlowly(caller, largePath, sha256(large)) },
  }
  return { kinds, acknowledged }
}

/** Of all pages. */
async function readComments({ session, row }: Caller): Promise<Set<string>> {
  const ids = new Set<string>()
  for (let before: string | undefined; ; ) {
    const query = before ? { before } : {}
    const page = await session.call(discussionEndpoints.list, { params: { studyId: row._id }, query })
    for (const { _id } of page.discussions) ids.add(_id)
    if (!page.hasEarlier) return ids
    before = page.discussions[0]?._id
  }
}

/** The load ends whatever happens: it would keep this program running. */
async function updateUnderLoad(stack: Stack, load: Load) {
  try {
    await load.answerMore(requests)
    await stack.updateApi()
    await load.answerMore(requests)
  } catch (error) {
    const { failures } = await load.end()
    throw new Error(`the rolling update failed; requests that failed: ${failures.slice(0, 20).join('\n') || 'none'}`, {
      cause: error,
    })
  }
  return load.end()
}

/**
 * Replaces all API processes one after the other while requests of every kind are made through the proxy. None may fail, though a busy API may ask to
 * be asked again. No comment that was acknowledged may be missing, and no live connection may end but with the code that says to connect again.
 * Returns what it saw.
 */
export async function tryRollingUpdate(stack: Stack, people: People, delivered: Delivered): Promise<string> {
  const session = await signIn(stack.url, people.staff.email, people.staff.password)
  const { data } = await session.call(studyEndpoints.labAll, { query: {} })
  const row = data.find(({ studyInstanceUID }) => studyInstanceUID === delivered.studyInstanceUID)
  if (!row?.patientId) throw new Error('the study of the rolling update is gone')
  const caller = { stack, session, row, patientId: row.patientId }
  const { kinds, acknowledged } = await prepare(caller, people, delivered)
  const open: OpenPage[] = []
  for (let page = 0; page < pages; page += 1) open.push(await openPage(stack.url, session))
  const { answered, repeated, failures } = await updateUnderLoad(stack, startLoad(kinds, callers))
  if (failures.length > 0)
    throw new Error(`${failures.length} requests failed during a rolling update:\n${failures.slice(0, 20).join('\n')}`)
  const moves = open.reduce((sum, page) => sum + page.moves(), 0)
  const pageFailures = (await Promise.allSettled(open.map((page) => page.close()))).filter(({ status }) => status === 'rejected')
  const comments = await readComments(caller)
  check('comments that were acknowledged and are missing', acknowledged.filter((id) => !comments.has(id)).length, 0)
  check('live connections that broke', pageFailures.length, 0)
  if (moves < pages) throw new Error(`only ${moves} of ${pages} live connections were told to connect again`)
  const counts = Object.entries(answered).map(([name, count]) => `${count} ${name}`)
  return `a rolling update of all API processes let none of these fail: ${counts.join(', ')}; ${moves} live connections moved, ${repeated} requests were sent again because the API was busy`
}
