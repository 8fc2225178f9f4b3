import type { Buffer } from 'node:buffer'
import type { Socket } from 'node:net'
import { createFrameReader, frame, MessageTooLong } from './frames.ts'

export type ServeOptions = {
  maxBytes: number
  /** A connection may go without a message for this long. */
  idleMs: number
  /** A message that has begun must be complete, and its answers must be taken, within this time. */
  messageMs: number
  /** A message whose end has no CR is complete after this silence. Without it, a second. */
  endMs?: number
  /** Returns the answers to a message. Null closes the connection without one, and the sender repeats the message. Must not reject. */
  answer: (message: Buffer) => Promise<readonly Buffer[] | null>
}

/** Why a connection ended. `left`: the sender closed it; `unanswered`: a message could not be stored. */
export type ServedEnd = 'left' | 'broken' | 'silent' | 'too long' | 'unanswered' | 'stopped'

export type Served = {
  /** Resolves when the connection is closed, with the number of bytes outside messages, and whether a message was cut off. Never rejects. */
  ended: Promise<{ reason: ServedEnd; noise: number; half: boolean }>
  /** Returns true from the first byte of a message until its answer is written. */
  isBusy: () => boolean
  /** Finishes the message in hand, writes its answer, and closes. */
  stop: () => void
}

/** Writes one answer and waits until the system has taken it. */
function write(socket: Socket, answer: Buffer): Promise<void> {
  return new Promise((resolve, reject) => socket.write(frame(answer), (error) => (error ? reject(error) : resolve())))
}

/**
 * Returns the chunks of a socket. Each time it asks `silenceMs` how long to wait: null comes after that silence, or when the connection ends in it. It
 * waits for ever if that is null.
 */
async function* chunksOf(socket: Socket, silenceMs: () => number | null): AsyncGenerator<Buffer | null> {
  const chunks: AsyncIterator<Buffer> = socket[Symbol.asyncIterator]()
  let next = chunks.next()
  for (;;) {
    const ms = silenceMs()
    const result = await (ms === null ? next : beforeSilence(next, ms))
    if (result === null) yield null
    else if (!result.done) {
      yield result.value
      next = chunks.next()
    } else {
      if (ms !== null) yield null
      return
    }
  }
}

/** Resolves to null if nothing comes in time. */
async function beforeSilence<T>(next: Promise<T>, ms: number): Promise<T | null> {
  let silence: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    silence = setTimeout(resolve, ms, null)
  })
  return Promise.race([next, late]).finally(() => clearTimeout(silence))
}

/**
 * Serves one MLLP connection: reads messages one at a time and in order, and writes the answers to each before it handles the next one.
 * A half message at the end of the connection is dropped.
 */
export function serveSocket(socket: Socket, { maxBytes, idleMs, messageMs, endMs = 1_000, answer }: ServeOptions): Served {
  const reader = createFrameReader(maxBytes)
  let end: ServedEnd | null = null
  let answering = false
  let limit: NodeJS.Timeout | undefined

  function finish(reason: ServedEnd): void {
    end ??= reason
    socket.destroy()
  }
  function allow(ms: number): void {
    clearTimeout(limit)
    limit = setTimeout(() => finish('silent'), ms)
  }

  async function answerAll(messages: readonly Buffer[]): Promise<void> {
    for (const message of messages) {
      if (end !== null) return
      answering = true
      clearTimeout(limit)
      const answers = await answer(message)
      if (answers === null) return finish('unanswered')
      allow(messageMs)
      for (const each of answers) await write(socket, each)
      answering = false
    }
  }

  async function readAll(): Promise<void> {
    for await (const chunk of chunksOf(socket, () => (reader.isAtEnd() ? endMs : null))) {
      const wasInside = reader.isInside()
      const messages = chunk === null ? reader.finish() : reader.read(chunk)
      await answerAll(messages)
      if (end !== null) return
      if (!reader.isInside() && messages.length > 0) allow(idleMs)
      if (reader.isInside() && (!wasInside || messages.length > 0)) allow(messageMs)
    }
  }

  async function serve(): Promise<void> {
    allow(idleMs)
    try {
      await readAll()
      finish('left')
    } catch (error) {
      finish(error instanceof MessageTooLong ? 'too long' : 'broken')
    } finally {
      clearTimeout(limit)
    }
  }

  // A broken connection also ends the loop. Without a listener its error would end the program.
  socket.on('error', () => finish('broken'))
  const ended = serve().then(() => ({ reason: end ?? 'left', noise: reader.noise(), half: reader.isInside() }))

  function stop(): void {
    end ??= 'stopped'
    if (!answering) socket.destroy()
  }
  return { ended, isBusy: () => answering || reader.isInside(), stop }
}
