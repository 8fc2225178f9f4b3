import type { ImageReader } from './archive-slots.ts'

export type Place = 'memory' | 'disk'

const MiB = 1024 * 1024

export type RoomLimits = Record<Place, number>

/** Bytes of answers that the archive has given and clients have not taken yet, in this process. */
export const roomLimits: RoomLimits = { memory: 64 * MiB, disk: 2048 * MiB }

/** The part of each that one session, link or client may hold, the accounts or the outsiders of one address, and all outsiders together. */
const shares = { reader: 1 / 4, address: 1 / 2, outsiders: 1 / 2 }

export type BodyRoom = ReturnType<typeof createBodyRoom>
/** The room that one answer takes. */
export type Held = ReturnType<BodyRoom['hold']>

/** Counts what clients who read slowly make this process hold. */
export function createBodyRoom(limits: RoomLimits = roomLimits) {
  const used = new Map<string, number>()

  function holders(place: Place, { key, address, isOutsider }: ImageReader): [string, number][] {
    const all = limits[place]
    return [
      [place, all],
      [`${place} reader ${key}`, all * shares.reader],
      [`${place} ${isOutsider ? 'outsiders' : 'accounts'} at ${address}`, all * shares.address],
      ...(isOutsider ? [[`${place} outsiders`, all * shares.outsiders] satisfies [string, number]] : []),
    ]
  }

  function add(place: Place, reader: ImageReader, bytes: number): void {
    for (const [name] of holders(place, reader)) {
      const sum = (used.get(name) ?? 0) + bytes
      if (sum === 0) used.delete(name)
      else used.set(name, sum)
    }
  }

  const hasRoom = (place: Place, reader: ImageReader, bytes: number) =>
    holders(place, reader).every(([name, most]) => (used.get(name) ?? 0) + bytes <= most)

  return {
    hasRoom: (reader: ImageReader, bytes: number): boolean => hasRoom('memory', reader, bytes) || hasRoom('disk', reader, bytes),
    /** Begins to count for one answer. */
    hold(reader: ImageReader) {
      const mine: Record<Place, number> = { memory: 0, disk: 0 }
      const give = (place: Place, bytes: number) => {
        const given = Math.min(bytes, mine[place])
        mine[place] -= given
        if (given > 0) add(place, reader, -given)
      }
      return {
        /** Takes room if there is some. */
        take(place: Place, bytes: number): boolean {
          if (!hasRoom(place, reader, bytes)) return false
          mine[place] += bytes
          add(place, reader, bytes)
          return true
        },
        give,
        giveAll(): void {
          give('memory', mine.memory)
          give('disk', mine.disk)
        },
      }
    },
  }
}
