import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { hash } from '@node-rs/argon2'
import { openDatabase } from '@readroom/db/core/client'
import { createUser } from '@readroom/db/testing/factories'
import getPort from 'get-port'
import { Pool } from 'undici'
import { z } from 'zod'

const main = fileURLToPath(new URL('../../../../apps/api/dist/main.js', import.meta.url))
export const password = 'only for the benchmark'
/** A busy machine takes long to load the program. */
const startMs = 180_000
const Login = z.object({ token: z.string() })

/** Email addresses of new administrators, all with the same password. */
export async function createAdmins(databaseUrl: string, count: number): Promise<string[]> {
  const { db, close } = openDatabase(databaseUrl, { onError: () => {} })
  const passwordHash = await hash(password)
  const admins = await Promise.all(Array.from({ length: count }, () => createUser(db, 'admin', { passwordHash })))
  await close()
  return admins.map(({ email }) => email)
}

async function untilReady(pool: Pool): Promise<void> {
  const deadline = performance.now() + startMs
  while (performance.now() < deadline) {
    const answer = await pool.request({ method: 'GET', path: '/readyz' }).catch(() => null)
    await answer?.body.dump()
    if (answer?.statusCode === 200) return
    await delay(100)
  }
  throw new Error('the API did not start')
}

type Start = { dir: string; databaseUrl: string; env: Record<string, string> }

/** The API as a process of its own, signed in as an administrator. `get` reads a whole answer over a kept connection. */
export async function startApi({ dir, databaseUrl, env: more }: Start) {
  const [email = ''] = await createAdmins(databaseUrl, 1)
  const port = await getPort()
  const origin = `http://127.0.0.1:${port}`
  const secret = 'a secret that only the benchmark knows of'
  const env = {
    PATH: '',
    PORT: String(port),
    PUBLIC_URL: origin,
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'silent',
    JWT_SECRET: secret,
    STORAGE_DIR: join(dir, 'storage'),
    ORTHANC_URL: 'http://127.0.0.1:1',
    REDIS_URL: 'redis://127.0.0.1:1',
    ...more,
  }
  const child = fork(main, { env, stdio: 'ignore' })
  const pool = new Pool(origin, { connections: 1 })
  await untilReady(pool).catch((error: unknown) => {
    child.kill('SIGKILL')
    throw error
  })
  const clients = new Pool(origin)
  const signIn = async (as: string): Promise<string> => {
    const body = JSON.stringify({ email: as, password })
    const headers = { 'content-type': 'application/json' }
    const answer = await clients.request({ method: 'POST', path: '/api/auth/login', headers, body })
    return Login.parse(await answer.body.json()).token
  }
  const token = await signIn(email)

  return {
    origin,
    pid: child.pid ?? 0,
    /** Returns the token; each call at the same time has a connection of its own. */
    signIn,
    /** As the administrator, or whose token is given. */
    async get(path: string, as = token): Promise<string> {
      const { statusCode, body: text } = await pool.request({
        method: 'GET',
        path,
        headers: { authorization: `Bearer ${as}` },
      })
      if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`)
      return text.text()
    },
    /** The tag of an answer; with the tag of one of before, which must still hold, the answer has no body. */
    async tagOf(path: string, as: string, known?: string): Promise<string> {
      const headers = { authorization: `Bearer ${as}`, ...(known && { 'if-none-match': known }) }
      const answer = await pool.request({ method: 'GET', path, headers })
      await answer.body.dump()
      if (answer.statusCode !== (known ? 304 : 200)) throw new Error(`${path} answered ${answer.statusCode}`)
      return String(answer.headers.etag)
    },
    async stop(): Promise<void> {
      await Promise.all([pool.close(), clients.close()])
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}
