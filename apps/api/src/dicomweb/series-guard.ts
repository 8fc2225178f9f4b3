import type { ErrorCode } from '@readroom/contracts/errors'
import type { ImageClaims } from '@readroom/orthanc/answers'
import type { Orthanc } from '@readroom/orthanc/client'
import { OrthancNotFound } from '@readroom/orthanc/errors'
import pLimit from 'p-limit'

/** The largest mammograms and stitched radiographs are a third of this. */
const maxFrameBytes = 200_000_000
const maxFrames = 10_000
/** Of all frames: the decoder unpacks the whole of an image to draw one frame of it. The longest tomosyntheses are half of this. */
const maxImageBytes = 2_000_000_000

/** Series and instances that are remembered. At the end everything is forgotten: it is only looked up again. */
const maxKnown = 50_000
const readAtOnce = 8

function remember<V>(known: Map<string, V>, key: string, value: V): V {
  if (known.size >= maxKnown) known.clear()
  known.set(key, value)
  return value
}

/** Also where a number cannot be read. */
function isTooLarge({ rows, columns, samples, bits, frames }: ImageClaims): boolean {
  if (rows == null || columns == null || samples === null || bits === null || frames === null) return true
  const frameBytes = rows * columns * samples * Math.ceil(bits / 8)
  return frameBytes > maxFrameBytes || frames > maxFrames || frameBytes * frames > maxImageBytes
}

export type SeriesGuard = ReturnType<typeof createSeriesGuard>

/** Looks at what images claim before the archive is asked for pixels: a file of 1 kB can claim more than its memory holds. */
export function createSeriesGuard(orthanc: Orthanc) {
  const seriesOfInstances = new Map<string, string>()
  const verdicts = new Map<string, { version: string; refusal: Promise<ErrorCode | null> }>()

  async function judgeInstances(instanceIds: string[]): Promise<ErrorCode | null> {
    const claims = await pLimit(readAtOnce).map(instanceIds, (id) => orthanc.getImageClaims(id))
    const images = claims.filter((claim) => claim !== null)
    if (images.some(isTooLarge)) return 'IMAGE_TOO_LARGE'
    return images.length === 0 ? 'SERIES_WITHOUT_IMAGES' : null
  }

  return {
    /** The series of an instance. An instance's id is made from those of its patient, study and series, so it never gets another. */
    async seriesOf(instanceId: string): Promise<string> {
      const known = seriesOfInstances.get(instanceId)
      return known ?? remember(seriesOfInstances, instanceId, (await orthanc.getInstance(instanceId)).ParentSeries)
    },

    /**
     * Why a series is not to be drawn, or null. The whole series is judged, because the archive viewer's plugin decodes the next images before
     * they are asked for, and again when images were added.
     */
    async judge(seriesId: string): Promise<ErrorCode | null> {
      const series = await orthanc.getSeries(seriesId).catch((error: unknown) => {
        if (error instanceof OrthancNotFound) return null
        throw error
      })
      if (!series) return 'IMAGES_MISSING'
      const version = `${series.LastUpdate} ${series.Instances.length}`
      const known = verdicts.get(seriesId)
      if (known?.version === version) return known.refusal
      const verdict = { version, refusal: judgeInstances(series.Instances) }
      remember(verdicts, seriesId, verdict)
      return verdict.refusal.catch((error: unknown) => {
        verdicts.delete(seriesId)
        throw error
      })
    },
  }
}
