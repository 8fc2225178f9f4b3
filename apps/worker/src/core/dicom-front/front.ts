import { Buffer } from 'node:buffer'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import type { portRefusalReasons } from '@readroom/contracts/core/port-refusals'
import { echo } from '@readroom/process/front/dicom-echo'
import { createOwnProbes } from '@readroom/process/front/own-probes'
import { createPortFront, type FrontLimits } from '@readroom/process/front/port-front'
import type { Logger } from 'pino'
import { busyReject, readAssociateRequest } from './associate.ts'

/** As many associations as the image archive serves at the same time (its DicomThreadsCount). */
export const dicomFrontLimits: FrontLimits & { slotsPerAeTitle: number } = {
  slots: 16,
  slotsPerAddress: 10,
  slotsPerAeTitle: 6,
  firstBytesMs: 10_000,
  idleMs: 120_000,
  givesWayMs: 10_000,
}
/** A request for an association is complete within this time. */
const REQUEST_MS = 10_000
const CONNECT_MS = 5_000
const PROBE_MS = 10_000
const titlesOfProbe = { called: 'READROOM', calling: 'READROOM' }

type Refused = { address: string; aeTitle: string; reason: (typeof portRefusalReasons)[number] }

export type DicomFrontOptions = {
  host: string
  port: number
  /** The image archive's own DICOM port. */
  archive: { host: string; port: number }
  log: Logger
  onRefused: (refused: Refused) => void
  /** Called when the archive has probably stored something: with its first answer in an association, and at the end of one. Many at once are one call. */
  onStored?: () => void
  limits?: typeof dicomFrontLimits
  requestMs?: number
}

/** Reads a connection's first PDU. Returns the reason if it is no request for an association, or does not become complete in time. */
async function readRequest(socket: Socket, ms: number) {
  const chunks: Buffer[] = []
  const late = setTimeout(() => socket.destroy(), ms)
  try {
    for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
      chunks.push(chunk)
      const bytes = Buffer.concat(chunks)
      const request = readAssociateRequest(bytes)
      if (request !== 'incomplete') return request ? { ...request, bytes } : 'not DICOM'
    }
  } catch {
    // It broke off, or took too long.
  } finally {
    clearTimeout(late)
  }
  return chunks.length === 0 ? 'nothing' : 'not DICOM'
}

/** Connects to the archive. Returns null if it does not answer in time. */
async function reach({ host, port }: DicomFrontOptions['archive']): Promise<Socket | null> {
  const socket = connect({ host, port, noDelay: true })
  const late = setTimeout(() => socket.destroy(new Error('late')), CONNECT_MS)
  try {
    await once(socket, 'connect')
    return socket
  } catch {
    socket.destroy()
    return null
  } finally {
    clearTimeout(late)
  }
}

/** Passes bytes both ways until one side ends. A side that breaks off ends the other. */
function join(scanner: Socket, archive: Socket): void {
  for (const [from, to] of [
    [scanner, archive],
    [archive, scanner],
  ] as const) {
    from.pipe(to)
    from.on('error', () => to.destroy())
    from.once('close', () => to.destroySoon())
  }
}

/** Many associations are told together after this time. */
const TOLD_AFTER_MS = 25
/** The archive's first answer accepts the association, and its second says that an image is stored. */
const STORED_ANSWER = 2

/** Returns a function that calls another one soon, and once for many calls. */
function coalesce(call: () => void): () => void {
  let isWaiting = false
  return () => {
    if (isWaiting) return
    isWaiting = true
    setTimeout(() => {
      isWaiting = false
      call()
    }, TOLD_AFTER_MS).unref()
  }
}

/** Watches what the archive answers. */
function watchAnswers(archive: Socket, onStored: () => void): void {
  let answers = 0
  archive.on('data', () => {
    answers += 1
    if (answers === STORED_ANSWER) onStored()
  })
  archive.once('close', onStored)
}

/**
 * Opens the DICOM port before the image archive, which accepts associations one by one: a connection is passed on once its request for an association is
 * complete, and if there is a slot (docs/decisions/core/port-fronts.md).
 */
export async function openDicomFront(options: DicomFrontOptions) {
  const { archive, log, onRefused, onStored, limits = dicomFrontLimits, requestMs = REQUEST_MS } = options
  const titles = new Map<Socket, string>()
  const probes = createOwnProbes()
  const stored = onStored && coalesce(onStored)
  const front = createPortFront({
    limits,
    onRefused: (address, reason) => note({ address, aeTitle: '', reason }),
  })

  function note(refused: Refused): void {
    log.warn(refused, 'a DICOM connection was refused')
    onRefused(refused)
  }

  async function serve(socket: Socket): Promise<void> {
    const address = (socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '')
    const request = await readRequest(socket, requestMs)
    if (typeof request === 'string') {
      if (request === 'not DICOM') note({ address, aeTitle: '', reason: request })
      socket.destroy()
      return
    }
    const aeTitle = request.callingAeTitle
    const refuse = (reason: Refused['reason']) => {
      note({ address, aeTitle, reason })
      socket.end(busyReject, () => socket.destroySoon())
    }
    const ofTitle = [...titles].flatMap(([other, title]) => (title === aeTitle ? [other] : []))
    if (ofTitle.length >= limits.slotsPerAeTitle && !front.giveWay(ofTitle)) return refuse('AE title full')
    titles.set(socket, aeTitle)
    socket.once('close', () => titles.delete(socket))
    const passed = await reach(archive)
    if (passed === null) return refuse('archive down')
    if (stored) watchAnswers(passed, stored)
    passed.write(request.bytes)
    join(socket, passed)
  }

  /** Passes our own test on. It takes no slot from a scanner. */
  async function passOn(socket: Socket): Promise<void> {
    const passed = await reach(archive)
    if (passed) join(socket, passed)
    else socket.destroy()
  }

  const server = createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => socket.destroy())
    if (probes.isProbe(socket)) void passOn(socket)
    else if (front.admit(socket, { hasBegun: () => titles.has(socket) })) void serve(socket)
  })
  server.listen(options.port, options.host)
  await once(server, 'listening')
  const opened = server.address()
  const port = typeof opened === 'object' && opened !== null ? opened.port : options.port
  return {
    port,
    /** Asks the image archive by C-ECHO through this port. Rejects if there is no answer. */
    probe: () => probes.run({ host: options.host, port }, PROBE_MS, (socket) => echo(socket, titlesOfProbe)),
    stop: async () => {
      front.stop()
      const closed = once(server, 'close')
      server.close()
      for (const socket of front.sockets()) socket.destroy()
      await closed
    },
  }
}
