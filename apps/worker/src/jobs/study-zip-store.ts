import { PassThrough } from 'node:stream'
import { setZipProgress, type ZipBuild } from '@readroom/db/queries/study-zips'
import { type StudyZipResult, writeStudyZip } from '@readroom/orthanc/study-zip'
import { StorageDown } from '@readroom/storage/object-storage'
import type { JobsContext } from './context.ts'

const PROGRESS_MS = 1_000

/** The row went to a newer generation or another builder: this build has no use any more. */
export class ZipTakenOver extends Error {
  override name = 'ZipTakenOver'
}

/** Streams the ZIP from the archive into storage and checks that storage has all of it. Stops where the build was taken over. */
export async function storeStudyZip(
  context: JobsContext,
  build: ZipBuild,
  study: { orthancId: string; studyInstanceUid: string },
  signal: AbortSignal,
): Promise<StudyZipResult> {
  const { orthanc, storage } = context
  const takenOver = new AbortController()
  const onProgress = reportProgress(context, build, () => takenOver.abort())
  const output = new PassThrough()
  const [written, stored] = await Promise.allSettled([
    writeStudyZip(orthanc, study, output, { onProgress, signal: AbortSignal.any([signal, takenOver.signal]) }),
    storage.put(build.objectKey, output, { contentType: 'application/zip' }),
  ])
  if (takenOver.signal.aborted) throw new ZipTakenOver()
  // When either end fails so does the other; the archive's own error tells more, unless storage was the cause.
  if (stored.status === 'rejected' && stored.reason instanceof StorageDown) throw stored.reason
  if (written.status === 'rejected') throw written.reason
  if (stored.status === 'rejected') throw stored.reason
  const { bytes } = written.value
  const found = await storage.head(build.objectKey)
  if (stored.value.size !== bytes || found?.size !== bytes) throw new StorageDown('the storage holds another number of bytes')
  return written.value
}

/** Writes the progress to the row now and then; `stop` is called once the row is no longer ours. */
function reportProgress({ database, log }: JobsContext, build: ZipBuild, stop: () => void) {
  let next = 0
  return (done: number, total: number) => {
    if (Date.now() < next) return
    next = Date.now() + PROGRESS_MS
    setZipProgress(database.db, build, { done, total }).then(
      (isOurs) => {
        if (!isOurs) stop()
      },
      (err: unknown) => log.warn({ err, zipId: build.zipId }, 'the progress of a ZIP could not be noted'),
    )
  }
}
