import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { documents } from '@readroom/db/patients/documents.schema'
import { createCast, createStudy } from '@readroom/db/testing/factories'
import { eventually } from '@readroom/local/core/eventually'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startApiProcess } from '../../testing/api-process.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'
import { pdf } from './documents.fixture.ts'

const MB = 1024 * 1024

// Needs Linux, which shows the files that a process holds open.
describe.skipIf(process.platform !== 'linux')('document uploads', () => {
  let api: TestApi
  let cast: Awaited<ReturnType<typeof createCast>>
  let temporary: string
  let program: Awaited<ReturnType<typeof startApiProcess>>
  const start = () => startApiProcess(api, { LOG_LEVEL: 'info', TMPDIR: temporary })
  beforeAll(async () => {
    api = await startTestApi()
    cast = await createCast(api.db)
    temporary = await mkdtemp(join(tmpdir(), 'readroom-test-'))
    program = await start()
  })
  afterAll(async () => {
    await program.kill()
    await rm(temporary, { recursive: true })
    await api.stop()
  })

  const newStudy = () => createStudy(api.db, { labId: cast.labA.id, patientId: `P${randomBytes(8).toString('hex')}` })
  type Study = Awaited<ReturnType<typeof newStudy>>
  const path = ({ patientId }: Study) => `/api/labEdit/patients/${patientId}/documents`
  const authorization = () => `Bearer ${api.token(cast.staffA)}`
  const listStored = () => api.listFiles('documents').catch(() => [])

  /** Counts the nameless files that the process still holds. */
  async function countHeld({ pid } = program): Promise<number> {
    const folder = `/proc/${pid}/fd`
    const targets = await Promise.all((await readdir(folder)).map((fd) => readlink(`${folder}/${fd}`).catch(() => '')))
    return targets.filter((target) => target.startsWith(temporary)).length
  }

  async function upload(study: Study, bytes: Buffer) {
    const form = new FormData()
    form.set('documentType', 'clinical')
    form.set('studyId', study.id)
    form.set('files', new File([new Uint8Array(bytes)], 'scan.pdf'))
    const headers = { authorization: authorization() }
    return (await fetch(`${program.origin}${path(study)}`, { method: 'POST', headers, body: form })).status
  }

  it('add less than 100 MB of memory for 20 simultaneous files of 10 MB', async () => {
    const file = Buffer.concat([pdf, randomBytes(10 * MB)])
    const begin = (count: number) => Promise.all(Array.from({ length: count }, newStudy))
    const uploadAll = (of: readonly Study[]) => Promise.all(of.map((study) => upload(study, file)))
    // The first uploads make the process take memory that it keeps.
    expect(new Set(await uploadAll(await begin(5)))).toEqual(new Set([200]))
    const studies = await begin(20)
    const memory = async (name: 'VmRSS' | 'VmHWM') => {
      const status = await readFile(`/proc/${program.pid}/status`, 'utf8')
      return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
    }
    // Resets the peak to the present use.
    await writeFile(`/proc/${program.pid}/clear_refs`, '5')
    const before = await memory('VmRSS')
    expect(new Set(await uploadAll(studies))).toEqual(new Set([200]))
    const added = (await memory('VmHWM')) - before
    expect(added).toBeLessThan(100)
    await eventually(async () => expect(await countHeld()).toBe(0))
  })

  /** Begins a form and breaks off inside its second file. */
  const beginning = (study: Study) => {
    const field = (name: string, value: string) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
    const file = (name: string) => `--b\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\n\r\n`
    const first = `${field('documentType', 'lab')}${field('studyId', study.id)}${file('whole.pdf')}${pdf.toString()}\r\n`
    return `${first}${file('half.pdf')}${pdf.toString()}${'x'.repeat(200_000)}`
  }
  const head = (study: Study, length: number) =>
    `POST ${path(study)} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization()}\r\n` +
    `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${length}\r\n\r\n`

  it('leave nothing behind if they break off', async () => {
    const study = await newStudy()
    const before = await listStored()
    const socket = connect(Number(new URL(program.origin).port), '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.write(`${head(study, 5 * MB)}${beginning(study)}`)
    await eventually(async () => expect([await countHeld(), await readdir(temporary)]).toEqual([2, []]))
    socket.destroy()
    await eventually(async () => expect(await countHeld()).toBe(0))
    expect(await listStored()).toEqual(before)
    expect(await api.db.$count(documents, eq(documents.studyId, study.id))).toBe(0)
  })

  it('are refused before the files are sent if the patient is hidden or does not exist', async () => {
    const hidden = await createStudy(api.db, { labId: cast.labB.id, patientId: `Q${randomBytes(8).toString('hex')}` })
    for (const study of [hidden, { ...hidden, patientId: 'nobody' }]) {
      const socket = connect(Number(new URL(program.origin).port), '127.0.0.1')
      onTestFinished(() => void socket.destroy())
      socket.write(head(study, 5 * MB))
      const [answer] = await once(socket, 'data')
      expect(answer.toString()).toContain('HTTP/1.1 404')
      expect(answer.toString()).toContain('PATIENT_NOT_FOUND')
    }
  })

  it('leave nothing behind if the process is killed', async () => {
    const doomed = await start()
    onTestFinished(doomed.kill)
    const study = await newStudy()
    const before = await listStored()
    const socket = connect(Number(new URL(doomed.origin).port), '127.0.0.1')
    socket.on('error', () => {})
    onTestFinished(() => void socket.destroy())
    socket.write(`${head(study, 5 * MB)}${beginning(study)}`)
    await eventually(async () => expect([await countHeld(doomed), await readdir(temporary)]).toEqual([2, []]))
    await doomed.kill()
    expect([await readdir(temporary), await listStored()]).toEqual([[], before])
  })
})
