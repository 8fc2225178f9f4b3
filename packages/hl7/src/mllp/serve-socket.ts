import type { Buffer } from 'node:buffer'
import type { Socket } from 'node:net'
import { createFrameReader, frame, MessageTooLong } from './frames.ts'

export type ServeOptions = {
  maxBytes: number
  /** A connection may go without a message for this long. */
  idleMs: number
  /** A message that has begun must be complete, and its answers must be taken, within this time. */
  messageMs: number
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
 * Serves one MLLP connection: reads messages one at a time and in order, and writes the answers to each before it handles the next one.
 * A half message at the end of the connection is dropped.
 */
export function serveSocket(socket: Socket, { maxBytes, idleMs, messageMs, answer }: ServeOptions): Served {
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
    for await (const chunk of socket) {
      const wasInside = reader.isInside()
      const messages = reader.read(chunk)
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
