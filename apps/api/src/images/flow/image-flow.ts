import type { Buffer } from 'node:buffer'
import { PassThrough, pipeline, Readable } from 'node:stream'
import { AppError } from '@readroom/contracts/core/errors'
import type { RawAnswer } from '@readroom/orthanc/client'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ArchiveSlots, createArchiveSlots, type ImageReader } from './archive-slots.ts'
import { type BodyRoom, createBodyRoom, type Held } from './body-room.ts'
import { holdBody } from './held-body.ts'
import { createPace } from './pace.ts'

/** An answer up to this size is kept in memory. */
const SMALL_BYTES = 1024 * 1024
const PIECE_BYTES = 64 * 1024

/** A client takes this much in each of these periods, or its connection ends: 17 kB a second. */
const paceBytes = 1024 * 1024
const paceMs = 60_000

/** Waits until it is a reader's turn. */
export type Turn = (signal: AbortSignal) => Promise<void>

export type ImageFlow = ReturnType<typeof createImageFlow>

/** Ends the client's connection if it takes less than `paceBytes` in a period. `passed` returns the bytes that it took so far. */
function demandPace(reply: FastifyReply, everyMs: number, passed: () => number): void {
  let before = 0
  const timer = setInterval(() => {
    if (passed() - before < paceBytes) reply.raw.destroy()
    before = passed()
  }, everyMs).unref()
  reply.raw.once('close', () => clearInterval(timer))
}

/** Passes a body on at once, and takes all of it from the archive even if the client takes nothing: it has room for `length` bytes. */
function withRoomFor(body: Readable, length: number): Readable {
  // The reader of the stream hears of a failure.
  return pipeline(body, new PassThrough({ highWaterMark: length + 1 }), () => {})
}

/** Cuts bytes into pieces, so that a client holds no more than it has not taken yet. */
function* pieces(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES)
}

/** The answers that outsiders leave for later are taken from the archive at this rate, so that the archive and this process have time for others. */
const outsiderSpoolBytesPerSecond = 4 * 1024 * 1024

/** For this long refused credentials are refused again without any other work, unless there is room or a slot. */
const rememberedMs = 30_000
const mostRemembered = 1_000

/** Returns what tells apart who asks, before the database is asked who that is. */
export const credentialsOf = ({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): string =>
  JSON.stringify([ip, headers.cookie, headers.authorization])

/** An answer of the archive, or several in one. */
export type Holdable = Pick<RawAnswer, 'headers'> & { body: Readable }

type Answer = { body: Readable; length: number | null; held: Held }

type Options = { slots?: ArchiveSlots; room?: BodyRoom; everyMs?: number }

/**
 * Brings answers of the archive to clients. The archive's connection is free when the archive has sent its answer, however slowly the client
 * reads (docs/decisions/core/shared-pools.md).
 */
export function createImageFlow({ slots = createArchiveSlots(), room = createBodyRoom(), everyMs = paceMs }: Options = {}) {
  /** Requests that were refused lately. While there is no room for them, neither archive nor database is asked again. */
  const refused = new Map<string, { mayAsk: () => boolean; until: number }>()
  const outsidersPace = createPace(outsiderSpoolBytesPerSecond)

  function refuse({ credentials }: ImageReader, mayAsk: () => boolean): AppError {
    const now = performance.now()
    for (const [other, { until }] of refused) if (until < now) refused.delete(other)
    if (refused.size < mostRemembered) refused.set(credentials, { mayAsk, until: now + rememberedMs })
    return new AppError('ARCHIVE_BUSY')
  }

  /** Waits for a slot and returns its release. */
  function enter(reader: ImageReader, signal: AbortSignal): Promise<() => void> {
    return slots.enter(reader, signal).catch((error: unknown) => {
      const isBusy = error instanceof AppError && error.code === 'ARCHIVE_BUSY'
      throw isBusy && reader.isOutsider ? refuse(reader, () => slots.hasOne(reader)) : error
    })
  }

  function startHolding(reply: FastifyReply, reader: ImageReader): Held {
    const held = room.hold(reader)
    reply.raw.once('close', () => held.giveAll())
    return held
  }

  /** Takes room in memory for a small answer. Returns false if it is large, or if there is no room. */
  function takeSmall(reply: FastifyReply, held: Held, length: number | null): length is number {
    if (length === null || length > SMALL_BYTES || !held.take('memory', length)) return false
    demandPace(reply, everyMs, () => 0)
    return true
  }

  /** `length` is null if the archive did not say it. */
  function hold(reply: FastifyReply, reader: ImageReader, { body, length, held }: Answer): Readable {
    if (reader.isOutsider && !room.hasRoom(reader, length ?? SMALL_BYTES)) {
      body.destroy()
      throw refuse(reader, () => room.hasRoom(reader, length ?? SMALL_BYTES))
    }
    let passed = 0
    const onPassed = (bytes: number) => {
      passed += bytes
    }
    demandPace(reply, everyMs, () => passed)
    const beforeSpool = reader.isOutsider ? outsidersPace : async () => {}
    return holdBody(body, { held, mayWait: !reader.isOutsider, beforeSpool, onPassed })
  }

  return {
    /** Throws ARCHIVE_BUSY if these credentials were refused lately, and there is no room or slot for them yet. Costs nothing else. */
    checkRefused(request: FastifyRequest): void {
      const last = refused.get(credentialsOf(request))
      if (!last) return
      if (last.until > performance.now() && !last.mayAsk()) throw new AppError('ARCHIVE_BUSY')
      refused.delete(credentialsOf(request))
    },

    /**
     * Asks the archive with `ask`, which waits for the reader's turn. The slot is free again when the body ends or is destroyed. Throws
     * ARCHIVE_BUSY, and what `ask` throws.
     */
    async open(reader: ImageReader, ask: (turn: Turn) => Promise<RawAnswer>): Promise<RawAnswer> {
      let release = () => {}
      try {
        const answer = await ask(async (signal) => {
          release = await enter(reader, signal)
        })
        answer.body.once('close', () => release())
        return answer
      } catch (error) {
        release()
        throw error
      }
    },

    /** Takes the whole answer from the archive and returns what to send instead of its body. Throws ARCHIVE_BUSY if the reader holds too much. */
    hold(reply: FastifyReply, reader: ImageReader, { headers, body }: Holdable): Readable {
      if (reply.request.method === 'HEAD') return body
      const stated = Number(headers['content-length'] ?? Number.NaN)
      const length = Number.isSafeInteger(stated) ? stated : null
      const held = startHolding(reply, reader)
      return takeSmall(reply, held, length) ? withRoomFor(body, length) : hold(reply, reader, { body, length, held })
    },

    /** Returns what to send of these bytes, counted as held. Throws ARCHIVE_BUSY if the reader holds too much. */
    holdBytes(reply: FastifyReply, reader: ImageReader, bytes: Buffer): Buffer | Readable {
      const { length } = bytes
      reply.header('content-length', length)
      const held = startHolding(reply, reader)
      if (takeSmall(reply, held, length)) return bytes
      return hold(reply, reader, { body: Readable.from(pieces(bytes), { objectMode: false }), length, held })
    },
  }
}
