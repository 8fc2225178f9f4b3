import { Buffer } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { AppError } from '@readroom/contracts/core/errors'
import type { Held } from './body-room.ts'

const READ_BYTES = 256 * 1024

/** Opens a file without a name: nothing is left of it, also if the process is killed. */
async function openSpool(): Promise<FileHandle> {
  const path = join(tmpdir(), `readroom-images-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await rm(path)
  return file
}

type HoldOptions = {
  held: Held
  /** Without room the archive's connection waits for the client. Otherwise the answer breaks off with ARCHIVE_BUSY. */
  mayWait: boolean
  /** Waits before so many bytes are written to a file. */
  beforeSpool: (bytes: number) => Promise<void>
  /** Called with the size of each piece that the client's side takes. */
  onPassed: (bytes: number) => void
}

/**
 * Reads a body of the archive as fast as the archive sends it, and returns a stream that the client reads as fast as it can. The rest is in memory,
 * then in a file. Destroying the stream ends the body.
 */
export function holdBody(body: Readable, { held, mayWait, beforeSpool, onPassed }: HoldOptions): Readable {
  const chunks: Buffer[] = []
  let spool: FileHandle | null = null
  let written = 0
  let read = 0
  let isWriting = false
  let isReading = false
  let isWanted = false
  let isGone = false
  let end: 'complete' | Error | null = null
  let onTaken = () => {}

  const isSpooled = () => read < written

  async function writeSpool(chunk: Buffer): Promise<void> {
    isWriting = true
    spool ??= await openSpool()
    await spool.write(chunk, 0, chunk.length, written)
    written += chunk.length
    isWriting = false
  }

  async function readSpool(file: FileHandle): Promise<Buffer> {
    const size = Math.min(READ_BYTES, written - read)
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(size), 0, size, read)
    read += bytesRead
    if (!isSpooled() && !isWriting) {
      held.give('disk', written)
      read = 0
      written = 0
    }
    return buffer.subarray(0, bytesRead)
  }

  async function store(chunk: Buffer): Promise<void> {
    while (!isGone) {
      if (!isSpooled() && held.take('memory', chunk.length)) return void chunks.push(chunk)
      if (held.take('disk', chunk.length)) {
        await beforeSpool(chunk.length)
        return writeSpool(chunk)
      }
      if (!mayWait) throw new AppError('ARCHIVE_BUSY')
      const taken = new Promise<void>((resolve) => {
        onTaken = resolve
      })
      const isAlone = chunks.length === 0 && !isSpooled()
      if (isAlone) chunks.push(chunk)
      if (isAlone) send()
      await taken
      if (isAlone) return
    }
  }

  async function fill(): Promise<void> {
    try {
      for await (const chunk of body) {
        await store(chunk)
        send()
      }
      end = 'complete'
    } catch (error) {
      end = error instanceof Error ? error : new Error('the archive stopped')
      body.destroy()
    }
    send()
  }

  function pass(chunk: Buffer): void {
    isWanted = false
    onPassed(chunk.length)
    stream.push(chunk)
    onTaken()
  }

  function passSpooled(file: FileHandle): void {
    isReading = true
    readSpool(file)
      .then(pass, (error: Error) => stream.destroy(error))
      .finally(() => {
        isReading = false
        send()
      })
  }

  /** Gives the client's side what it asked for, as soon as there is something. */
  function send(): void {
    if (!isWanted || isReading || isGone) return
    const chunk = chunks.shift()
    if (chunk) {
      held.give('memory', chunk.length)
      pass(chunk)
    } else if (spool && isSpooled()) passSpooled(spool)
    else if (end === 'complete') stream.push(null)
    else if (end) stream.destroy(end)
  }

  const stream = new Readable({
    read() {
      isWanted = true
      send()
    },
    destroy(error, done) {
      isGone = true
      body.destroy()
      onTaken()
      void filled
        .then(() => spool?.close())
        .catch(() => {})
        .finally(() => {
          held.giveAll()
          done(error)
        })
    },
  })
  const filled = fill()
  return stream
}
