import { once } from 'node:events'
import { type IncomingMessage, request as plainRequest } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { text } from 'node:stream/consumers'
import { authEndpoints } from '@readroom/contracts/access/auth'
import { type SessionInfo, sessionEndpoints } from '@readroom/contracts/access/sessions'
import { WebSocket } from 'ws'
import { docker } from './docker.ts'
import { check } from './main-job.ts'
import type { Stack } from './stack.ts'

/** An address that a caller makes up. */
const madeUp = '198.51.100.66'

type Door = { url: string; ca?: string }
type Call = { method?: string; path: string; headers?: Record<string, string>; body?: object }

async function call({ url, ca }: Door, { method = 'GET', path, headers, body }: Call): Promise<IncomingMessage> {
  const address = new URL(path, url)
  const options = { method, headers: { 'content-type': 'application/json', 'x-forwarded-for': madeUp, ...headers } }
  const asking = ca ? tlsRequest(address, { ...options, ca }) : plainRequest(address, options)
  asking.end(body && JSON.stringify(body))
  const [answer] = await once(asking, 'response')
  return answer
}

const read = async (door: Door, asked: Call): Promise<unknown> => JSON.parse(await text(await call(door, asked)))

/** Signs in, opens a live connection, and returns what the session says of its caller. */
async function visit(door: Door, { email, password }: Stack['admin']): Promise<SessionInfo> {
  const { path } = authEndpoints.login
  const { token } = authEndpoints.login.response.parse(await read(door, { method: 'POST', path, body: { email, password } }))
  const headers = { authorization: `Bearer ${token}` }
  const ticket = await read(door, { method: 'POST', path: authEndpoints.createTicket.path, headers, body: { purpose: 'ws' } })
  const { url } = authEndpoints.createTicket.response.parse(ticket)
  const socket = new WebSocket(new URL(url, door.url.replace('http', 'ws')), { ...(door.ca && { ca: door.ca }) })
  await once(socket, 'message')
  socket.close()
  const { sessions } = sessionEndpoints.list.response.parse(await read(door, { path: sessionEndpoints.list.path, headers }))
  const own = sessions.find(({ isCurrent }) => isCurrent)
  if (!own) throw new Error('the session that asks is not there')
  return own
}

/** Returns this machine's address as the containers see it. */
async function outside({ compose }: Stack): Promise<string> {
  const id = (await compose(['ps', '-q', 'proxy'])).trim()
  return (await docker(['inspect', '--format', '{{range .NetworkSettings.Networks}}{{.Gateway}}{{end}}', id])).trim()
}

/** Both doors lead to the API, with live connections, and each says who calls, whatever the caller says. */
export async function tryProxies(stack: Stack): Promise<void> {
  const caller = await outside(stack)
  check('who calls without TLS', (await visit({ url: stack.url }, stack.admin)).place, caller)
  const authority = '/data/caddy/pki/authorities/local/root.crt'
  const ca = await stack.compose(['exec', '-T', 'tls', 'cat', authority])
  check('who calls with TLS', (await visit({ url: stack.tlsUrl, ca }, stack.admin)).place, caller)
  const redirect = await call({ url: stack.redirectUrl }, { path: '/worklist' })
  check('where plain HTTP leads', [redirect.statusCode, redirect.headers.location].join(' '), '308 https://localhost/worklist')
}
