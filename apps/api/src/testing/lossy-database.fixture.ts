import { connect, createServer, type Socket } from 'node:net'
import { openDatabase } from '@readroom/db/core/client'

/** Matches a commit as a simple query of PostgreSQL's protocol: Q, four bytes of length, the statement, NUL. */
const isCommit = (chunk: Buffer) => chunk[0] === 0x51 && chunk.subarray(5).toString() === 'commit\0'

/** Opens a database whose connection breaks between the next commit and its answer, once `loseNextCommit` was called. */
export async function openLossyDatabase(url: string) {
  let armed = false
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
    async close(): Promise<void> {
      await database.close()
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}
