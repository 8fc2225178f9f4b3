import { AppError } from '@readroom/contracts/errors'
import type { Orthanc } from '@readroom/orthanc/client'
import { OrthancDown } from '@readroom/orthanc/errors'
import pLimit from 'p-limit'

/** An image in whose drawing the archive ended so often is not drawn any more. */
const mostFailures = 2

/** Images that are remembered. At the end everything is forgotten. */
const maxKnown = 10_000

export type Drawings = ReturnType<typeof createDrawings>

/**
 * Keeps the archive from ending again and again by one image. The guard looks at headers; what is wrong deeper in compressed pixels shows only
 * when the archive draws them. This process counts for each image how often the archive was gone right after it was asked to draw it.
 */
export function createDrawings(orthanc: Pick<Orthanc, 'system'>) {
  const failures = new Map<string, number>()
  // One after the other, so that the next failure tells which of them it was.
  const suspects = pLimit(1)

  const isGone = () =>
    orthanc.system().then(
      () => false,
      () => true,
    )

  function noteFailure(image: string): void {
    if (failures.size >= maxKnown) failures.clear()
    failures.set(image, (failures.get(image) ?? 0) + 1)
  }

  async function ask<T>(image: string, draw: () => Promise<T>): Promise<T> {
    if ((failures.get(image) ?? 0) >= mostFailures) {
      throw new AppError('IMAGE_INVALID', { why: 'the archive failed twice while it drew it' })
    }
    try {
      const answer = await draw()
      failures.delete(image)
      return answer
    } catch (error) {
      if (error instanceof OrthancDown && error.status === null && (await isGone())) noteFailure(image)
      throw error
    }
  }

  return {
    /**
     * Has the archive draw an image. `draw` must not be given up when the client goes away: the archive draws on, and may end by it.
     * Throws what `draw` throws, or IMAGE_INVALID.
     */
    draw: <T>(image: string, draw: () => Promise<T>): Promise<T> =>
      failures.has(image) ? suspects(() => ask(image, draw)) : ask(image, draw),
  }
}
