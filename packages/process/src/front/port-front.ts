import type { Socket } from 'node:net'

/** Why a connection was refused or ended. */
export type RefusalReason = 'silent' | 'gave way' | 'address full' | 'port full'

export type FrontLimits = {
  /** Connections at the same time. */
  slots: number
  slotsPerAddress: number
  /** The first bytes come within this time. */
  firstBytesMs: number
  /** A connection may be silent for this long. */
  idleMs: number
  /** A connection that was silent for this long gives way to a new one if there is no slot. One that has not begun gives way at once. */
  givesWayMs: number
}

/** `isBusy` returns true while a message is in hand: the connection never gives way. `hasBegun` returns false while it gives way at once. */
type Conduct = { isBusy: () => boolean; hasBegun: () => boolean }
type Entry = Conduct & { address: string; openedAt: number; bytes: number; silentSince: number }

type FrontOptions = {
  limits: FrontLimits
  /** Hears of each connection that was refused or ended by the front. */
  onRefused: (address: string, reason: RefusalReason) => void
}

/** Connections are looked at this often. */
const LOOK_MS = 1_000
/** The kernel asks a silent peer after this long whether it is still there. */
const KEEP_ALIVE_MS = 30_000

export type PortFront = ReturnType<typeof createPortFront>

const addressOf = (socket: Socket) => (socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '')

/**
 * Guards the slots of a listening port: an address has a part of them, a connection without bytes ends, and the one that was silent longest gives way
 * to a new one (docs/decisions/core/port-fronts.md).
 */
export function createPortFront({ limits, onRefused }: FrontOptions) {
  const open = new Map<Socket, Entry>()

  function note(socket: Socket, entry: Entry, now: number): void {
    const bytes = socket.bytesRead + socket.bytesWritten
    if (bytes === entry.bytes && !entry.isBusy()) return
    entry.bytes = bytes
    entry.silentSince = now
  }

  function end(socket: Socket, { address }: Entry, reason: RefusalReason): void {
    open.delete(socket)
    socket.destroy()
    onRefused(address, reason)
  }

  function look(): void {
    const now = performance.now()
    for (const [socket, entry] of open) {
      note(socket, entry, now)
      const isFirst = socket.bytesRead === 0 && now - entry.openedAt >= limits.firstBytesMs
      if (isFirst || now - entry.silentSince >= limits.idleMs) end(socket, entry, 'silent')
    }
  }
  const timer = setInterval(look, Math.min(LOOK_MS, limits.firstBytesMs, limits.idleMs)).unref()

  /** Ends the connection that was silent longest, those that have not begun first. Returns false if none was silent for long enough. */
  function makeRoom(among: readonly [Socket, Entry][]): boolean {
    const now = performance.now()
    for (const [socket, entry] of among) note(socket, entry, now)
    const [oldest] = among
      .map(([socket, entry]) => ({ socket, entry, hasBegun: entry.hasBegun() }))
      .filter(({ entry, hasBegun }) => !entry.isBusy() && (!hasBegun || now - entry.silentSince >= limits.givesWayMs))
      .sort((one, other) => Number(one.hasBegun) - Number(other.hasBegun) || one.entry.silentSince - other.entry.silentSince)
    if (oldest) end(oldest.socket, oldest.entry, 'gave way')
    return oldest !== undefined
  }

  return {
    /** Gives a new connection a slot. Returns false if there is none: then it has been ended. It has begun with its first byte, by default. */
    admit(socket: Socket, { isBusy = () => false, hasBegun = () => socket.bytesRead > 0 }: Partial<Conduct> = {}): boolean {
      const address = addressOf(socket)
      const now = performance.now()
      socket.setKeepAlive(true, KEEP_ALIVE_MS)
      const all = [...open]
      const ofAddress = all.filter(([, entry]) => entry.address === address)
      const isAddressFull = ofAddress.length >= limits.slotsPerAddress
      if ((isAddressFull && !makeRoom(ofAddress)) || (open.size >= limits.slots && !makeRoom([...open]))) {
        socket.destroy()
        onRefused(address, isAddressFull ? 'address full' : 'port full')
        return false
      }
      open.set(socket, { address, openedAt: now, isBusy, hasBegun, bytes: 0, silentSince: now })
      socket.once('close', () => open.delete(socket))
      return true
    },
    /** Ends the one of these connections that was silent longest. Returns false if none was silent for long enough. */
    giveWay: (sockets: readonly Socket[]): boolean => makeRoom([...open].filter(([socket]) => sockets.includes(socket))),
    /** The number of connections. */
    count: () => open.size,
    /** The connections. */
    sockets: (): Socket[] => [...open.keys()],
    stop: () => clearInterval(timer),
  }
}
