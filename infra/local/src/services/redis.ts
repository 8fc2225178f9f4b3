import { mkdir, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type RunningChild, startChild } from '../core/child.ts'
import { onFreePort } from '../core/free-port.ts'
import { reapLeftovers } from '../core/leftovers.ts'
import { keepPassword } from './password-file.ts'

export interface RedisOptions {
  /** Own folder; a later start on it continues with the same data. */
  dir: string
  /** Free when left out. */
  port?: number | undefined
  /** Keep an append-only file (default true). */
  durable?: boolean
  /** Gives up starting. */
  signal?: AbortSignal | undefined
}

export interface Redis extends RunningChild {
  url: string
  port: number
}

const STOP_TIMEOUT_MS = 5_000

/** Starts a private redis-server on loopback with a password of its own, never evicting keys, as BullMQ demands. */
export async function startRedis({ dir, port: given, durable = true, signal }: RedisOptions): Promise<Redis> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  await reapLeftovers(dir, 'redis-server', 'SIGTERM', STOP_TIMEOUT_MS)
  const password = await keepPassword(join(dir, 'password'))
  return onFreePort(given, async (port) => {
    await writeFile(join(dir, 'redis.conf'), redisConfiguration(port, password, durable), { mode: 0o600 })
    const child = await startChild({
      name: 'Redis',
      command: 'redis-server',
      args: ['redis.conf'],
      cwd: dir,
      logFile: join(dir, 'redis.log'),
      stopSignal: 'SIGTERM',
      stopTimeoutMs: STOP_TIMEOUT_MS,
      signal,
      readyTimeoutMs: 20_000,
      ready: (pid) => answers(port, password, pid),
    })
    return { ...child, port, url: `redis://:${password}@127.0.0.1:${port}` }
  })
}

/** In a file, because everybody on the machine can read the arguments of a process. */
function redisConfiguration(port: number, password: string, durable: boolean): string {
  const settings = {
    port,
    bind: '127.0.0.1',
    requirepass: password,
    dir: '.',
    appendonly: durable ? 'yes' : 'no',
    save: '""',
    'maxmemory-policy': 'noeviction',
    loglevel: 'warning',
  }
  return Object.entries(settings)
    .map(([name, value]) => `${name} ${value}\n`)
    .join('')
}

/** Resolves to true when the server is this process and has read its keys: until then it refuses every command but INFO. */
function answers(port: number, password: string, pid: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`AUTH ${password}\r\nINFO server\r\nINFO persistence\r\nQUIT\r\n`),
    )
    socket.setTimeout(1_000, () => socket.destroy(new Error('no answer')))
    socket.once('error', reject)
    text(socket).then((answer) => resolve(answer.includes(`process_id:${pid}\r\n`) && answer.includes('\nloading:0\r\n')), reject)
  })
}
