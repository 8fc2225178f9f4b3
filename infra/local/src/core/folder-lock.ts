import { createHash } from 'node:crypto'
import { connect, createServer, type Server } from 'node:net'
import { platform } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'

export interface FolderLock {
  /** Tells a start that finds us still here to wait rather than give up. */
  announceStop: () => void
  release: () => void
}

type Answer = 'running' | 'stopping' | 'gone'

// A copy whose npm was killed notices that within this time.
const PATIENCE_MS = 2_000
const STOP_MS = 20_000

/**
 * Lets one copy run on a folder. The lock is an abstract Unix socket: the kernel frees it even after SIGKILL, so it is never stale.
 * Only Linux has those; elsewhere there is no lock.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  if (platform() !== 'linux') return { announceStop: () => {}, release: () => {} }
  const name = `\0readroom:${createHash('sha256').update(folder).digest('hex')}`
  let state: Answer = 'running'
  const server = createServer((client) => client.on('error', () => {}).end(state))
  let deadline = Date.now() + PATIENCE_MS
  let extended = false
  while (!(await listens(server, name))) {
    const answer = await ask(name)
    if (answer === 'stopping' && !extended) {
      extended = true
      deadline = Date.now() + STOP_MS
    }
    if (Date.now() > deadline)
      throw new Error(`Readroom is already running on ${folder}; stop it first, or set READROOM_DATA to another folder`)
    await delay(100)
  }
  server.unref()
  return {
    announceStop: () => {
      state = 'stopping'
    },
    release: () => server.close(),
  }
}

function listens(server: Server, name: string): Promise<boolean> {
  server.removeAllListeners('listening').removeAllListeners('error')
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error)))
    server.listen(name, () => resolve(true))
  })
}

function ask(name: string): Promise<Answer> {
  return new Promise((resolve) => {
    const socket = connect(name)
    socket.once('error', () => resolve('gone'))
    socket.once('data', (answer) => {
      socket.destroy()
      resolve(answer.toString() === 'stopping' ? 'stopping' : 'running')
    })
  })
}
