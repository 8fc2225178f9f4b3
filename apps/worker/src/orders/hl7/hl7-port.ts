import { once } from 'node:events'
import { createServer as createPlainServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { Hl7ConnectionRow } from '@readroom/db/orders/hl7'
import { allowOnly, plainAddress } from '@readroom/domain/core/networks'
import { createFrameReader, frame, MAX_MESSAGE_BYTES } from '@readroom/hl7/mllp/frames'
import { type Served, serveSocket } from '@readroom/hl7/mllp/serve-socket'
import { createOwnProbes } from '@readroom/process/front/own-probes'
import { createPortFront, type FrontLimits, type RefusalReason } from '@readroom/process/front/port-front'
import type { Logger } from 'pino'

/** Our side of TLS, in PEM. */
export type ServerIdentity = { cert: string; key: string }

export type PortOptions = {
  host: string
  identity: ServerIdentity | null
  log: Logger
  /** Hears of each connection that was refused. */
  onRefused: (connection: Hl7ConnectionRow, address: string, reason: RefusalReason | 'not allowed') => void
  /** Returns the answers to a message; null if it could not be stored. */
  answer: (connection: Hl7ConnectionRow, address: string, message: Buffer) => Promise<Buffer[] | null>
}

export type OpenPort = {
  port: number
  /** Connects to the port and has a message read there. Rejects if it is not. Nothing is stored, counted or logged. */
  probe: () => Promise<void>
  close: () => Promise<void>
}

/** The limits of a connection. */
export const portLimits = {
  /** Senders keep their connection open overnight. */
  idleMs: 24 * 60 * 60_000,
  messageMs: 60_000,
  maxBytes: MAX_MESSAGE_BYTES,
}
/** The slots of a connection. */
export const hl7FrontLimits: FrontLimits = {
  /** A hospital's interface engine holds one, or two while it reconnects. */
  slots: 8,
  slotsPerAddress: 4,
  /** Some engines connect before they have a message. They connect again. */
  firstBytesMs: 30_000,
  idleMs: portLimits.idleMs,
  givesWayMs: 0,
}
const HANDSHAKE_MS = 10_000

/** Identifies a connection: with TLS there is a second socket object for it. */
const peerOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`

/** Creates the server. With TLS, a sender without a certificate of the connection is turned away during the handshake. */
function createServer(
  { clientCertificates }: Hl7ConnectionRow,
  identity: ServerIdentity | null,
  onSocket: (socket: Socket) => void,
) {
  // A sender that has sent all it has may end its side, and still waits for the answer.
  const allowHalfOpen = true
  if (clientCertificates === null) return createPlainServer({ allowHalfOpen }, onSocket)
  if (identity === null) throw new Error('HL7_TLS_CERTIFICATE and HL7_TLS_KEY are not set')
  const options = {
    ...identity,
    allowHalfOpen,
    ca: clientCertificates,
    requestCert: true,
    rejectUnauthorized: true,
    handshakeTimeout: HANDSHAKE_MS,
  }
  return createTlsServer({ ...options, minVersion: 'TLSv1.2' }, onSocket)
}

const probeMs = 10_000
const probeMessage = Buffer.from('MSH|^~\\&|READROOM|PROBE\r')

/** Sends a message and waits until it comes back. A port with TLS ends the connection: it shows that it accepts some. */
async function exchange(socket: Socket, isTls: boolean): Promise<void> {
  const reader = createFrameReader()
  if (!isTls) socket.write(frame(probeMessage))
  for await (const bytes of socket) if (reader.read(bytes).some((message) => message.equals(probeMessage))) return
  if (!isTls) throw new Error('no answer to a message')
}

/** Opens a connection's port. Throws if the port is taken, or the certificates cannot be read. */
export async function openPort(
  connection: Hl7ConnectionRow,
  { host, identity, log, onRefused, answer }: PortOptions,
): Promise<OpenPort> {
  const isAllowed = allowOnly(connection.allowedAddresses)
  const probes = createOwnProbes()
  const sockets = new Set<Socket>()
  const served = new Map<string, Served>()
  const front = createPortFront({
    limits: hl7FrontLimits,
    onRefused: (address, reason) => onRefused(connection, address, reason),
  })
  let last: Promise<unknown> = Promise.resolve()

  /** Messages of several sockets of the connection also come one at a time. */
  function answerInTurn(address: string, message: Buffer): Promise<Buffer[] | null> {
    const mine = last.then(() => answer(connection, address, message))
    last = mine.catch(() => null)
    return mine
  }

  function onSocket(socket: Socket): void {
    if (socket.destroyed || probes.isProbe(socket)) return
    const address = plainAddress(socket.remoteAddress ?? '')
    const mine = serveSocket(socket, { ...portLimits, answer: (message) => answerInTurn(address, message) })
    served.set(peerOf(socket), mine)
    void mine.ended.then((end) => {
      served.delete(peerOf(socket))
      log.info({ connection: connection.id, address, ...end }, 'an HL7 sender left')
    })
  }

  const isTls = connection.clientCertificates !== null
  function serveProbe(socket: Socket): void {
    if (isTls) socket.destroy()
    else serveSocket(socket, { ...portLimits, answer: async (message) => [message] })
  }

  const server = createServer(connection, identity, onSocket)
  // Before the handshake and before the first byte: an address that is not allowed costs nothing.
  server.prependListener('connection', (socket: Socket) => {
    if (probes.isProbe(socket)) {
      serveProbe(socket)
      return
    }
    if (!isAllowed(socket.remoteAddress ?? '')) {
      onRefused(connection, plainAddress(socket.remoteAddress ?? ''), 'not allowed')
      socket.destroy()
      return
    }
    if (!front.admit(socket, { isBusy: () => served.get(peerOf(socket))?.isBusy() ?? false })) return
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('tlsClientError', (error: Error) => log.warn({ connection: connection.id, err: error }, 'an HL7 sender failed TLS'))
  server.listen(connection.port, host)
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : connection.port

  async function close(): Promise<void> {
    const closed = once(server, 'close')
    server.close()
    front.stop()
    const ends = [...served.values()].map((each) => {
      each.stop()
      return each.ended
    })
    await Promise.all(ends)
    for (const socket of sockets) socket.destroy()
    await closed
  }
  return { port, probe: () => probes.run({ host, port }, probeMs, (socket) => exchange(socket, isTls)), close }
}
