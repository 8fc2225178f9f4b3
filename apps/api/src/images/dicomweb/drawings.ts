import { AppError } from '@readroom/contracts/core/errors'
import type { Db } from '@readroom/db/core/client'
import { forgetDrawingFailure, listDrawingFailures, noteDrawingFailure } from '@readroom/db/images/drawing-failures'
import type { Orthanc } from '@readroom/orthanc/client'
import { OrthancDown } from '@readroom/orthanc/errors'
import pLimit from 'p-limit'

/** After this many archive crashes an image is not drawn any more. */
const mostFailures = 2

/** Maximum time until another process learns of a failure. */
const rereadMs = 10_000

export type Drawings = ReturnType<typeof createDrawings>

/**
 * Keeps one image from crashing the archive again and again. The guard reads headers, but faults inside compressed pixels show only when the archive
 * draws them. The database counts, per image, how often the archive was gone right after it was asked to draw it. The count is shared by all API
 * processes and survives their restarts.
 */
export function createDrawings({ db, orthanc }: { db: Db; orthanc: Pick<Orthanc, 'system'> }) {
  let failures = new Map<string, number>()
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | null = null
  // One at a time, so that the next failure identifies the image.
  const suspects = pLimit(1)

  const isGone = () =>
    orthanc.system().then(
      () => false,
      () => true,
    )

  async function read(): Promise<void> {
    failures = await listDrawingFailures(db)
    readAt = performance.now()
  }

  async function reread(): Promise<void> {
    if (performance.now() - readAt < rereadMs) return
    reading ??= read().finally(() => {
      reading = null
    })
    await reading
  }

  async function noteFailure(image: string): Promise<void> {
    failures.set(image, (failures.get(image) ?? 0) + 1)
    await noteDrawingFailure(db, image)
  }

  async function ask<T>(image: string, draw: () => Promise<T>): Promise<T> {
    if ((failures.get(image) ?? 0) >= mostFailures) {
      throw new AppError('IMAGE_INVALID', { why: 'the archive failed twice while it drew it' })
    }
    try {
      const answer = await draw()
      if (failures.delete(image)) await forgetDrawingFailure(db, image)
      return answer
    } catch (error) {
      if (error instanceof OrthancDown && error.status === null && (await isGone())) await noteFailure(image)
      throw error
    }
  }

  return {
    /**
     * Asks the archive to draw an image. `draw` must not be cancelled when the client disconnects: the archive keeps drawing and may crash by it.
     * Throws what `draw` throws, or IMAGE_INVALID.
     */
    async draw<T>(image: string, draw: () => Promise<T>): Promise<T> {
      await reread()
      return failures.has(image) ? suspects(() => ask(image, draw)) : ask(image, draw)
    },
  }
}
