import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { createTicket } from '@readroom/db/access/tickets'
import { createCast, createStudy } from '@readroom/db/testing/factories'
import { eventually } from '@readroom/local/core/eventually'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

const Refusal = z.strictObject({ success: z.literal(false), code: z.string(), message: z.string().min(5) })

describe('HTTP edge cases', () => {
  let api: TestApi
  let cast: Awaited<ReturnType<typeof createCast>>
  let port: number
  let log = ''
  beforeAll(async () => {
    const output = {
      write: (line: string) => {
        log += line
      },
      isLosing: () => false,
    }
    api = await startTestApi({ env: { LOG_LEVEL: 'trace', REQUEST_SILENCE_SECONDS: '1' }, log: output })
    cast = await createCast(api.db)
    port = Number(new URL(await api.app.listen({ host: '127.0.0.1', port: 0 })).port)
  })
  afterAll(() => api.stop())

  /** Sends text over its own connection. Returns status, headers and body once the server has closed it. */
  async function raw(text: string) {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk.toString()
    })
    socket.on('error', () => {})
    socket.write(text)
    await once(socket, 'close')
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body }
  }
  const refusalOf = (body: string) => Refusal.parse(JSON.parse(body)).code

  it.each([
    ['an address that cannot be decoded', 'GET /api/admin/labs/%zz', 400, 'BAD_REQUEST'],
    ['an endless id', `GET /api/studies/${'a'.repeat(3000)}`, 414, 'URL_TOO_LONG'],
    ['an endless address', `GET /api/studies/${'a'.repeat(70_000)}`, 431, 'HEADERS_TOO_LARGE'],
    ['an unusual method', 'PROPFIND /api/admin/studies', 404, 'NOT_FOUND'],
    ['the wrong method', 'PUT /api/admin/studies', 404, 'NOT_FOUND'],
    ['a method that is none', 'NONSENSE /api/admin/studies', 400, 'BAD_REQUEST'],
    ['a path that is none', 'GET /api/nothing', 404, 'NOT_FOUND'],
  ])('answers %s with the common error body', async (_name, line, status, code) => {
    const answer = await raw(`${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    expect([answer.status, refusalOf(answer.body)]).toEqual([status, code])
    expect(answer.head).toContain('cache-control: no-store')
  })

  it('answers a body that is too large with its own message', async () => {
    const answer = await api.request({ method: 'POST', url: '/api/auth/login', payload: { email: 'x'.repeat(2_000_000) } })
    expect([answer.statusCode, refusalOf(answer.body)]).toEqual([413, 'REQUEST_TOO_LARGE'])
  })

  it.each([
    ['headers', 'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nConte'],
    ['a body', 'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{"em'],
  ])('ends a request whose %s stop arriving', async (_name, text) => {
    const answer = await raw(text)
    expect([answer.status, refusalOf(answer.body)]).toEqual([408, 'REQUEST_TOO_SLOW'])
  })

  it('waits for a body that arrives slowly', async () => {
    const call = request({ port, host: '127.0.0.1', method: 'POST', path: '/api/auth/login' })
    call.setHeader('content-type', 'application/json')
    const answered = once(call, 'response')
    const started = Date.now()
    for (const character of '{"email":"a@b.example","password":"x"}') {
      call.write(character)
      await eventually(() => expect(Date.now() - started).toBeGreaterThan(50))
    }
    call.end()
    const [answer] = await answered
    expect(answer.statusCode).toBe(401)
  })

  it('refuses a stranger before it parses the request', async () => {
    const bodies = [
      { payload: '{"broken', headers: { 'content-type': 'application/json' } },
      { payload: 'x', headers: { 'content-type': 'text/unknown' } },
      { payload: 'x', headers: { 'content-type': 'multipart/form-data' } },
    ]
    for (const body of bodies) {
      for (const url of ['/auth/change-password', '/api/admin/admins/register', '/api/documents/study/none/upload']) {
        const answer = await api.request({ method: 'POST', url, ...body })
        expect([url, answer.statusCode, answer.json().code]).toEqual([url, 401, 'NOT_AUTHENTICATED'])
      }
    }
  })

  it.each(['application/json', 'text/unknown'])('treats an empty body of type %s as no body', async (type) => {
    const { admin, staffA } = await createCast(api.db)
    const call = async (method: string, path: string, actor: typeof admin) => {
      const headers = { authorization: `Bearer ${api.token(actor)}`, 'content-type': type }
      return (await fetch(`http://127.0.0.1:${port}${path}`, { method, headers })).status
    }
    expect(await call('POST', '/api/auth/refresh-token', staffA)).toBe(200)
    expect(await call('DELETE', `/api/auth/sessions/${admin.sessionId}`, staffA)).toBe(404)
    expect(await call('POST', '/api/auth/logout', admin)).toBe(200)
    expect(await call('GET', '/auth/profile', admin)).toBe(401)
  })

  it('forbids caching of answers to calls', async () => {
    const study = await createStudy(api.db, { labId: cast.labA.id })
    for (const url of ['/api/admin/studies', `/api/studies/${study.id}`, '/auth/profile', '/api/studies/none', '/readyz']) {
      const answer = await api.request({ method: 'GET', url }, cast.admin)
      expect([url, answer.headers['cache-control']]).toEqual([url, 'no-store'])
    }
  })

  it('refuses a WebSocket upgrade elsewhere before it happens', async () => {
    for (const path of ['/ws', '/ws/nobody', '/api/admin/studies', '/healthz', '/viewer/open']) {
      const socket = new WebSocket(`ws://127.0.0.1:${port}${path}?token=x`)
      socket.on('error', () => {})
      const [, answer] = await once(socket, 'unexpected-response')
      expect([path, answer.statusCode]).toEqual([path, 404])
    }
  })

  it('logs no query, token or ticket, even if the request fails', async () => {
    const ticket = await createTicket(api.db, { purpose: 'ws', sessionId: cast.admin.sessionId, studyId: null })
    const secrets = [ticket, api.token(cast.admin), 'Zebra^Patient']
    const origin = `http://127.0.0.1:${port}`
    const paths = [
      '/ws/admin',
      '/ws/nobody',
      '/healthz',
      '/api/admin/studies',
      '/api/nothing',
      '/%zz',
      `/api/studies/${'a'.repeat(3000)}`,
    ]
    for (const secret of secrets.map(encodeURIComponent)) {
      for (const path of paths) {
        for (const method of ['GET', 'POST', 'DELETE'])
          await fetch(`${origin}${path}?token=${secret}&search=${secret}`, {
            method,
            headers: { authorization: `Bearer ${secret}` },
          })
        const socket = new WebSocket(`${origin.replace('http', 'ws')}${path}?token=${secret}`, {
          headers: { 'x-secret': secret },
        })
        await Promise.race([once(socket, 'open'), once(socket, 'error')]).catch(() => {})
        socket.terminate()
        await fetch(`${origin}/viewer/open/${secret}/x?${secret}`)
      }
      await raw(`BROKEN /?token=${secret} HTTP/9\r\n\r\n`)
      await raw(`GET /?token=${secret} HTTP/1.1\r\nHost: x\r\nBad Header ${secret}\r\n\r\n`)
    }
    expect(log).toContain('"msg":"answered"')
    for (const secret of secrets) {
      expect(log).not.toContain(secret)
      expect(log).not.toContain(encodeURIComponent(secret))
    }
  })
})
