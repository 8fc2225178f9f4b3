import { Buffer } from 'node:buffer'
import { connect, type Socket } from 'node:net'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import { createFrameReader, frame, MessageTooLong } from './frames.ts'

export type ReceiverAddress = {
  host: string
  port: number
  /** Null: without TLS. */
  tls: ConnectionOptions | null
}

/** The reasons for which a message has no answer: the receiver may have it or not. */
export type Silence = 'unreachable' | 'closed' | 'silent' | 'too long'

/** A message has no answer. `detail`: the code of the system's error, if there is one. */
export class Unanswered extends Error {
  override name = 'Unanswered'
  readonly silence: Silence
  readonly detail: string | null
  constructor(silence: Silence, detail: string | null = null) {
    super(`The receiver is ${silence}.`)
    this.silence = silence
    this.detail = detail
  }
}

/** A connection to a receiver of messages. After a failure it cannot be used any more: a late answer would be taken for that of the next message. */
export type Receiver = {
  /** Sends a message and returns the next answer. Rejects with `Unanswered`. One message at a time. */
  exchange: (message: Buffer, answerMs: number) => Promise<Buffer>
  close: () => void
}

/** An answer whose end has no CR is complete after this silence. */
const END_MS = 1_000
/** The longest acknowledgement. */
const MAX_ANSWER_BYTES = 1024 * 1024

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : error.name)

function open({ host, port, tls }: ReceiverAddress): { socket: Socket; ready: 'connect' | 'secureConnect' } {
  if (tls === null) return { socket: connect({ host, port }), ready: 'connect' }
  return { socket: connectTls({ host, port, minVersion: 'TLSv1.2', ...tls }), ready: 'secureConnect' }
}

/** Connects to a receiver. Rejects with `Unanswered` if that takes longer than `connectMs`. */
export async function connectReceiver(address: ReceiverAddress, connectMs: number): Promise<Receiver> {
  const { socket, ready } = open(address)
  const reader = createFrameReader(MAX_ANSWER_BYTES)
  const answers: Buffer[] = []
  let failure: Unanswered | null = null
  let wake: () => void = () => {}
  let end: NodeJS.Timeout | undefined

  function fail(silence: Silence, detail: string | null = null): void {
    failure ??= new Unanswered(silence, detail)
    socket.destroy()
    wake()
  }

  function take(bytes: Buffer): void {
    clearTimeout(end)
    try {
      answers.push(...reader.read(bytes))
    } catch (error) {
      if (!(error instanceof MessageTooLong)) throw error
      fail('too long')
    }
    if (answers.length > 0) wake()
    if (reader.isAtEnd()) end = setTimeout(finish, END_MS)
  }

  function finish(): void {
    answers.push(...reader.finish())
    wake()
  }

  /** Waits until something was reached, or the connection failed. */
  function until(isReached: () => boolean, ms: number, late: Silence): Promise<void> {
    return new Promise((resolve, reject) => {
      const limit = setTimeout(() => fail(late), ms)
      wake = () => {
        if (!isReached() && failure === null) return
        clearTimeout(limit)
        if (isReached()) resolve()
        else reject(failure)
      }
      wake()
    })
  }

  let isReady = false
  socket.on('data', take)
  socket.on('error', (error) => fail(isReady ? 'closed' : 'unreachable', codeOf(error)))
  socket.on('close', () => {
    clearTimeout(end)
    finish()
    fail(isReady ? 'closed' : 'unreachable')
  })
  socket.once(ready, () => {
    isReady = true
    wake()
  })
  await until(() => isReady, connectMs, 'unreachable')
  return {
    exchange: async (message, answerMs) => {
      // An answer that nobody waited for belongs to no message.
      answers.length = 0
      if (failure === null) socket.write(frame(message))
      await until(() => answers.length > 0, answerMs, 'silent')
      return answers.shift() ?? Buffer.of()
    },
    close: () => socket.destroy(),
  }
}
