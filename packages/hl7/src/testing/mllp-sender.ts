import { Buffer } from 'node:buffer'
import { connect, type Socket } from 'node:net'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import { createFrameReader, frame } from '../mllp/frames.ts'

/** Where a sender connects to, and how. */
export type Target = { port: number; host?: string; tls?: ConnectionOptions; localAddress?: string }

/** One connection of a sender. */
export type Sender = {
  socket: Socket
  /** Sends a message and returns the next answer; null if the connection ends without one. */
  send: (message: Buffer) => Promise<Buffer | null>
  /** Returns the next answer; null if the connection ends without one. */
  next: () => Promise<Buffer | null>
  close: () => void
}

/** Connects like a hospital's interface engine. Never rejects: a connection that fails ends without answers. */
export function openSender({ port, host = '127.0.0.1', tls, localAddress }: Target): Sender {
  const socket = tls ? connectTls({ port, host, ...tls }) : connect({ port, host, ...(localAddress ? { localAddress } : {}) })
  const reader = createFrameReader()
  const answers: Buffer[] = []
  const waiting: ((answer: Buffer | null) => void)[] = []
  let isOver = false

  socket.on('data', (chunk: Buffer) => {
    for (const answer of reader.read(Buffer.from(chunk))) {
      const first = waiting.shift()
      if (first) first(answer)
      else answers.push(answer)
    }
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    isOver = true
    for (const each of waiting.splice(0)) each(null)
  })

  function next(): Promise<Buffer | null> {
    const answer = answers.shift()
    if (answer) return Promise.resolve(answer)
    if (isOver) return Promise.resolve(null)
    return new Promise((resolve) => {
      waiting.push(resolve)
    })
  }
  return {
    socket,
    next,
    send: (message) => {
      socket.write(frame(message))
      return next()
    },
    close: () => socket.destroy(),
  }
}
