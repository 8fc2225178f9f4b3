import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { createTicket } from '@readroom/db/access/tickets'
import { reports } from '@readroom/db/reports/reports.schema'
import { createCast, createDoctor, createReport, createStudy } from '@readroom/db/testing/factories'
import { eventually } from '@readroom/local/core/eventually'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { startApiProcess } from '../../testing/api-process.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

/** More than the buffers between two processes hold. */
const bytes = 48 * 1024 * 1024

describe('an API that receives a stop signal', () => {
  let api: TestApi
  let path: string
  let headers: Record<string, string>
  beforeAll(async () => {
    api = await startTestApi()
    const { admin, labA } = await createCast(api.db)
    const { doctor } = await createDoctor(api.db)
    const study = await createStudy(api.db, { labId: labA.id })
    const fields = { studyId: study.id, doctorId: doctor.id, uploadedBy: admin.userId, status: 'finalized' } as const
    const { id, objectKey } = await createReport(api.db, fields)
    await api.db.update(reports).set({ sizeBytes: bytes }).where(eq(reports.id, id))
    await api.storage.put(objectKey, randomBytes(bytes), { contentType: 'application/pdf', fileName: 'report.pdf' })
    path = `/api/documents/study/${study.id}/reports/${id}/download`
    headers = { authorization: `Bearer ${api.token(admin)}` }
  })
  afterAll(() => api.stop())

  async function start(env = {}) {
    const program = await startApiProcess(api, { LOG_LEVEL: 'info', ...env })
    onTestFinished(program.kill)
    return program
  }
  /** Begins a download and pauses after its first bytes. */
  async function begin(origin: string, agent?: Agent): Promise<IncomingMessage> {
    const [answer] = await once(get(`${origin}${path}`, { agent, headers }), 'response')
    await once(answer, 'readable')
    return answer
  }
  async function rest(answer: IncomingMessage): Promise<number> {
    let size = 0
    for await (const chunk of answer) size += chunk.length
    return size
  }
  const isRefused = (origin: string) =>
    new Promise<boolean>((resolve) => {
      const socket = connect(Number(new URL(origin).port), '127.0.0.1', () => {
        socket.destroy()
        resolve(false)
      }).on('error', () => resolve(true))
    })
  const untilRefused = (origin: string) => eventually(async () => expect(await isRefused(origin)).toBe(true))

  it('finishes a running download, takes no new connections, and ends', async () => {
    const { origin, signal, exited } = await start()
    const agent = new Agent({ keepAlive: true })
    onTestFinished(() => agent.destroy())
    const answer = await begin(origin, agent)
    signal('SIGTERM')
    await untilRefused(origin)
    expect(await rest(answer)).toBe(bytes)
    expect(await exited).toBe(0)
  })

  it('answers requests on an open connection, announces its close, and is not ready', async () => {
    const { origin, signal } = await start()
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    onTestFinished(() => agent.destroy())
    const held = await begin(origin)
    // Sends half a request, so that the connection is not idle.
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    socket.write('GET /readyz HTTP/1.1\r\nHost: x\r\n')
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString()
    })
    await once(socket, 'connect')
    // The half has been read once a later request has been answered.
    await (await fetch(`${origin}/healthz`)).text()
    signal('SIGTERM')
    await untilRefused(origin)
    socket.write('\r\n')
    await once(socket, 'close')
    expect(text).toMatch(/^HTTP\/1.1 503 /)
    expect(text.toLowerCase()).toContain('connection: close')
    expect(text).toContain('"message":"Not ready: the program is stopping."')
    held.destroy()
  })

  async function openSocket(origin: string): Promise<WebSocket> {
    const { admin } = await createCast(api.db)
    const ticket = await createTicket(api.db, { purpose: 'ws', sessionId: admin.sessionId, studyId: null })
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/ws/admin?token=${ticket}`)
    await once(socket, 'open')
    return socket
  }

  it('tells open pages to reconnect', async () => {
    const { origin, signal, exited } = await start()
    const closed = once(await openSocket(origin), 'close')
    signal('SIGTERM')
    expect((await closed)[0]).toBe(1012)
    expect(await exited).toBe(0)
  })

  it('serves on while it is not ready, so that proxies notice, and then closes sockets one after the other', async () => {
    const { origin, signal, exited } = await start({ LAME_DUCK_SECONDS: '3' })
    const sockets = await Promise.all([1, 2, 3].map(() => openSocket(origin)))
    const closed = Promise.all(
      sockets.map(async (socket) => {
        const [code] = await once(socket, 'close')
        return { code, at: performance.now() }
      }),
    )
    signal('SIGTERM')
    const ready = () => fetch(`${origin}/readyz`)
    await eventually(async () => expect((await ready()).status).toBe(503))
    expect(sockets.map(({ readyState }) => readyState)).toEqual([1, 1, 1])
    const answer = await fetch(`${origin}/auth/profile`, { headers })
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
    const late = once(await openSocket(origin), 'close')
    const told = await closed
    expect(told.map(({ code }) => code)).toEqual([1012, 1012, 1012])
    const times = told.map(({ at }) => at)
    expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(500)
    expect((await late)[0]).toBe(1012)
    expect(await exited).toBe(0)
  })

  it('cuts off requests that outlast the time allowed, and says so', async () => {
    const { origin, signal, exited, log } = await start({ DRAIN_SECONDS: '1' })
    const answer = await begin(origin)
    answer.on('error', () => {})
    signal('SIGTERM')
    expect(await exited).toBe(1)
    expect(log()).toContain('"clean":false')
  })

  it('ends at once after a second signal', async () => {
    const { origin, signal, exited } = await start()
    const answer = await begin(origin)
    answer.on('error', () => {})
    signal('SIGTERM')
    await untilRefused(origin)
    signal('SIGINT')
    expect(await exited).toBeNull()
  })
})
