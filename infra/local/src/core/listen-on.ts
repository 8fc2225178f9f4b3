import type { Server } from 'node:http'
import { z } from 'zod'

const Address = z.object({ port: z.int() })

/** Has a server of a test listen on a free port of this machine. */
export async function listenOn(server: Server): Promise<{ origin: string; stop: () => Promise<void> }> {
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const { port } = Address.parse(server.address())
  const stop = () =>
    new Promise<void>((done) => {
      server.closeAllConnections()
      server.close(() => done())
    })
  return { origin: `http://127.0.0.1:${port}`, stop }
}
