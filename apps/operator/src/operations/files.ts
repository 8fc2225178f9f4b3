import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { copyFile, link, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable, Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { z } from 'zod'

/** `sha256` is hexadecimal. */
export type Written = { size: number; sha256: string }

function measuring() {
  const hash = createHash('sha256')
  let size = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      size += chunk.length
      done(null, chunk)
    },
  })
  return { stream, measured: (): Written => ({ size, sha256: hash.digest('hex') }) }
}

/** Writes a whole file to disk, or nothing. Its name may depend on its content. */
export async function writeWhole(
  folder: string,
  nameOf: (written: Written) => string,
  source: Readable,
  ...through: Transform[]
): Promise<Written> {
  const part = join(folder, `.${randomUUID()}.part`)
  const { stream, measured } = measuring()
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await pipeline([source, ...through, stream, createWriteStream(part, { mode: 0o600, flush: true })])
    const written = measured()
    await rename(part, join(folder, nameOf(written)))
    return written
  } catch (error) {
    source.destroy()
    await rm(part, { force: true })
    throw error
  }
}

/** Reads a file to its end and returns its size and hash. */
export async function measureFile(path: string): Promise<Written> {
  return measureStream(createReadStream(path))
}

export async function measureStream(source: Readable): Promise<Written> {
  const { stream, measured } = measuring()
  const sink = new Writable({ write: (_chunk, _encoding, done) => done() })
  await pipeline(source, stream, sink)
  return measured()
}

const unlinkable = ['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EEXIST']
const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** Gives a file a second name. Copies it if the file system has no hard links. */
export async function linkOrCopy(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  await link(from, to).catch(async (error: unknown) => {
    if (!unlinkable.includes(codeOf(error))) throw error
    const part = `${to}.part`
    await copyFile(from, part)
    await rename(part, to)
  })
}

async function* asLines(values: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const value of values) yield `${JSON.stringify(value)}\n`
}

/** Writes a compressed file with one JSON value per line. */
export async function writeLines(folder: string, name: string, values: AsyncIterable<unknown>): Promise<Written> {
  return writeWhole(folder, () => name, Readable.from(asLines(values), { objectMode: false }), createGzip())
}

export async function* readLines<T>(path: string, schema: z.ZodType<T>): AsyncGenerator<T> {
  const file = createReadStream(path)
  const text = createGunzip()
  // An error of either stream ends the lines.
  file.on('error', (error) => text.destroy(error))
  const lines = createInterface({ input: file.pipe(text), crlfDelay: Number.POSITIVE_INFINITY })
  for await (const line of lines) yield schema.parse(JSON.parse(line))
}
