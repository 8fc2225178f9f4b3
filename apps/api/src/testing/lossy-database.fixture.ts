import { connect, createServer, type Socket } from 'node:net'
import { openDatabase } from '@readroom/db/core/client'

/** Matches a commit as a simple query of PostgreSQL's protocol: Q, four bytes of length, the statement, NUL. */
const isCommit = (chunk: Buffer) => chunk[0] === 0x51 && chunk.subarray(5).toString() === 'commit\0'

const text = (kind: string, value: string) => Buffer.from(`${kind}${value}\0`)

/** Returns an error of PostgreSQL's protocol, and that it is ready again inside a failed transaction. */
function errorMessage(code: string, message: string): Buffer {
  const fields = Buffer.concat([text('S', 'ERROR'), text('V', 'ERROR'), text('C', code), text('M', message), Buffer.alloc(1)])
  const head = Buffer.alloc(5, 'E')
  head.writeUInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields, Buffer.from([0x5a, 0, 0, 0, 5, 0x45])])
}
/** `disk_full` of PostgreSQL. */
const diskFull = errorMessage('53100', 'could not extend file: No space left on device')

/** `killed`: the connection breaks before a statement, as if this program was killed. `full disk`: the statement fails with that error. */
export type Fault = 'killed' | 'full disk'

/**
 * Opens a database whose connection breaks between the next commit and its answer, once `loseNextCommit` was called, or has a fault at a statement, once
 * `failAt` was called.
 */
export async function openLossyDatabase(url: string) {
  let armed = false
  let waiting: { statements: number; fault: Fault } | null = null
  const target = new URL(url)
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    let isLost = false
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', () => {}).on('close', () => open.delete(socket))
    }
    client.on('data', (chunk) => {
      isLost ||= armed && isCommit(chunk)
      if (waiting) {
        waiting.statements -= 1
        if (waiting.statements === 0) {
          const { fault } = waiting
          waiting = null
          if (fault === 'full disk') return void client.write(diskFull)
          client.destroy()
          upstream.destroy()
          return
        }
      }
      upstream.write(chunk)
    })
    upstream.on('data', (chunk) => {
      if (!isLost) return void client.write(chunk)
      armed = false
      client.destroy()
      upstream.destroy()
    })
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const through = new URL(url)
  through.hostname = '127.0.0.1'
  through.port = String(typeof address === 'object' ? address?.port : '')
  const database = openDatabase(through.href, { onError: () => {} })
  return {
    db: database.db,
    loseNextCommit: () => {
      armed = true
    },
    /** Fails the statement of this number from now on. Statements after it succeed. */
    failAt: (statements: number, fault: Fault) => {
      waiting = { statements, fault }
    },
    /** Forgets a fault that has not come. Returns true if there was one. */
    forgetFault: () => {
      const isWaiting = waiting !== null
      waiting = null
      return isWaiting
    },
    async close(): Promise<void> {
      await database.close()
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}
