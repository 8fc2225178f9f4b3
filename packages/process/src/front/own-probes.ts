import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Local ports of probes (the upper part of the dynamic ports, RFC 6335). */
const [lowestPort, ports] = [49_152, 16_384]
const attempts = 5

const anyAddress = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
])

/** Connections of a program to its own ports, which must neither be refused nor counted. */
export type OwnProbes = {
  /** Returns true for the other end of a probe. */
  isProbe: (socket: Pick<Socket, 'remotePort'>) => boolean
  /**
   * Connects to a port of ours and asks. `announce` tells the process that listens which local port comes. Rejects if there is no connection, or no
   * answer, in time.
   */
  run: <T>(
    place: { host: string; port: number },
    ms: number,
    ask: (socket: Socket) => Promise<T>,
    announce?: (port: number) => Promise<void>,
  ) => Promise<T>
}

/** Recognises our own probes by their local port, which nobody else can have meanwhile. */
export function createOwnProbes(): OwnProbes {
  const expected = new Set<number>()

  async function open(place: { host: string; port: number }, localPort: number): Promise<Socket> {
    const socket = connect({ host: anyAddress.get(place.host) ?? place.host, port: place.port, localPort, noDelay: true })
    await once(socket, 'connect')
    return socket
  }

  return {
    isProbe: ({ remotePort }) => remotePort !== undefined && expected.has(remotePort),
    async run(place, ms, ask, announce = async () => {}) {
      for (let attempt = 1; ; attempt += 1) {
        const localPort = lowestPort + Math.floor(Math.random() * ports)
        expected.add(localPort)
        let socket: Socket | null = null
        const late = AbortSignal.timeout(ms)
        const over = once(late, 'abort').then(() => {
          throw new Error('no answer in time')
        })
        try {
          await Promise.race([announce(localPort), over])
          socket = await Promise.race([open(place, localPort), over])
          socket.on('error', () => {})
          return await Promise.race([ask(socket), over])
        } catch (error) {
          const isTaken =
            error instanceof Error && 'code' in error && ['EADDRINUSE', 'EADDRNOTAVAIL'].includes(String(error.code))
          if (!isTaken || attempt === attempts) throw error
        } finally {
          over.catch(() => {})
          socket?.destroy()
          expected.delete(localPort)
        }
      }
    },
  }
}
