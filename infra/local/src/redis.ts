import { mkdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { type RunningChild, startChild } from './child.ts'
import { onFreePort } from './free-port.ts'
import { reapLeftovers } from './leftovers.ts'

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

/** Starts a private redis-server on loopback, never evicting keys, as BullMQ demands. */
export async function startRedis({ dir, port: given, durable = true, signal }: RedisOptions): Promise<Redis> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  await reapLeftovers(dir, 'redis-server', 'SIGTERM', STOP_TIMEOUT_MS)
  return onFreePort(given, async (port) => {
    const child = await startChild({
      name: 'Redis',
      command: 'redis-server',
      args: redisArguments(port, durable),
      cwd: dir,
      logFile: join(dir, 'redis.log'),
      stopSignal: 'SIGTERM',
      stopTimeoutMs: STOP_TIMEOUT_MS,
      signal,
      readyTimeoutMs: 20_000,
      ready: (pid) => answers(port, pid),
    })
    return { ...child, port, url: `redis://127.0.0.1:${port}` }
  })
}

function redisArguments(port: number, durable: boolean): string[] {
  const settings = {
    port,
    bind: '127.0.0.1',
    dir: '.',
    appendonly: durable ? 'yes' : 'no',
    save: '',
    'maxmemory-policy': 'noeviction',
    loglevel: 'warning',
  }
  return Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)])
}

function answers(port: number, pid: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('INFO server\r\n'))
    socket.setTimeout(1_000, () => socket.destroy(new Error('no answer')))
    socket.once('error', reject)
    socket.once('data', (answer) => {
      socket.destroy()
      resolve(answer.toString().includes(`process_id:${pid}\r\n`))
    })
  })
}
