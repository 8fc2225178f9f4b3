import { Transform, type Writable } from 'node:stream'
import { StorageDown } from '@readroom/storage/object-storage'
import type { JobsContext } from '../core/jobs/context.ts'

const PROGRESS_MS = 1_000

/** The row went to a newer generation or another builder: this build has no use any more. */
export class ZipTakenOver extends Error {
  override name = 'ZipTakenOver'
}

type Progress = { done: number; total: number; bytes: number }
type WriteOptions = { onProgress: (done: number, total: number) => void; signal: AbortSignal }

export type ZipSource<T extends { bytes: number }> = {
  objectKey: string
  /** The name of the file that browsers save. */
  fileName: string
  /** Writes the whole ZIP and ends or destroys the output. */
  write: (output: Writable, options: WriteOptions) => Promise<T>
  /** Notes the progress; false if the row is no longer ours. */
  note: (progress: Progress) => Promise<boolean>
}

/** Streams a ZIP from the archive into storage and checks that storage has all of it. Stops if the build was taken over. */
export async function storeZip<T extends { bytes: number }>(
  { storage, log }: Pick<JobsContext, 'storage' | 'log'>,
  { objectKey, fileName, write, note }: ZipSource<T>,
  signal: AbortSignal,
): Promise<T> {
  const takenOver = new AbortController()
  let passed = 0
  const output = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length
      done(null, chunk)
    },
  })
  const onProgress = reportProgress(
    log,
    (progress) => note({ ...progress, bytes: passed }),
    () => takenOver.abort(),
  )
  const [written, stored] = await Promise.allSettled([
    write(output, { onProgress, signal: AbortSignal.any([signal, takenOver.signal]) }),
    storage.put(objectKey, output, { contentType: 'application/zip', fileName }),
  ])
  if (takenOver.signal.aborted) throw new ZipTakenOver()
  // When either end fails so does the other; the archive's own error tells more, unless storage was the cause.
  if (stored.status === 'rejected' && stored.reason instanceof StorageDown) throw stored.reason
  if (written.status === 'rejected') throw written.reason
  if (stored.status === 'rejected') throw stored.reason
  const { bytes } = written.value
  const found = await storage.head(objectKey)
  if (stored.value.size !== bytes || found?.size !== bytes) throw new StorageDown('the storage holds another number of bytes')
  return written.value
}

/** Notes the progress now and then; `stop` is called once the row is no longer ours. */
function reportProgress(
  log: JobsContext['log'],
  note: (progress: Omit<Progress, 'bytes'>) => Promise<boolean>,
  stop: () => void,
) {
  let next = 0
  return (done: number, total: number) => {
    if (Date.now() < next) return
    next = Date.now() + PROGRESS_MS
    note({ done, total }).then(
      (isOurs) => {
        if (!isOurs) stop()
      },
      (err: unknown) => log.warn({ err }, 'the progress of a ZIP could not be noted'),
    )
  }
}

type Build<T> = {
  signal: AbortSignal
  /** Stores the object. */
  build: () => Promise<T>
  /** Makes the row name it as finished; false if the row is no longer ours. */
  publish: (made: T) => Promise<boolean>
  onFailure: (error: unknown) => Promise<void>
}

/**
 * Runs a build. If it fails, what it left in storage is removed and `onFailure` decides; a build that was taken over just ends. If publishing
 * fails the object stays, as only the answer to the commit may be missing: another run removes it if no finished row names it.
 */
export async function guardBuild<T>(
  { storage, log }: Pick<JobsContext, 'storage' | 'log'>,
  { zipId, objectKey }: { zipId: string; objectKey: string },
  { signal, build, publish, onFailure }: Build<T>,
): Promise<void> {
  const remove = () =>
    storage.delete(objectKey).catch((err: unknown) => {
      log.warn({ err, zipId }, 'an unfinished ZIP could not be removed')
    })
  let made: T
  try {
    made = await build()
  } catch (error) {
    await remove()
    if (error instanceof ZipTakenOver) return
    if (signal.aborted) throw error
    return onFailure(error)
  }
  if (!(await publish(made))) await remove()
}
