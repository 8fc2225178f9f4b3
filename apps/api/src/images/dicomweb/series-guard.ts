import { AppError } from '@readroom/contracts/core/errors'
import type { Orthanc } from '@readroom/orthanc/client'
import { isImage, type Refusal, refusalOf } from '@readroom/orthanc/drawable'
import { OrthancNotFound } from '@readroom/orthanc/errors'

/** Limit of the caches of series and instances. Beyond it a cache is cleared and entries are looked up again. */
const maxKnown = 50_000

function remember<V>(known: Map<string, V>, key: string, value: V): V {
  if (known.size >= maxKnown) known.clear()
  known.set(key, value)
  return value
}

function errorOf(refusal: Refusal): AppError {
  return refusal.kind === 'too-large' ? new AppError('IMAGE_TOO_LARGE') : new AppError('IMAGE_INVALID', { why: refusal.why })
}

export type SeriesGuard = ReturnType<typeof createSeriesGuard>

/**
 * Guards everything that makes the archive decode pixels. Reads what the images claim first: a 1 kB file can claim more than the archive's memory
 * holds, or crash it by a header that contradicts itself.
 */
export function createSeriesGuard(orthanc: Orthanc) {
  const seriesOfInstances = new Map<string, string>()
  const verdicts = new Map<string, { version: string; refusal: Promise<AppError | null> }>()

  async function judgeInstances(instanceIds: string[]): Promise<AppError | null> {
    const images = (await orthanc.listStoredImages(instanceIds)).filter(isImage)
    const refusals = images.map(refusalOf).filter((refusal) => refusal !== null)
    const worst = refusals.find(({ kind }) => kind === 'too-large') ?? refusals[0]
    if (worst) return errorOf(worst)
    return images.length === 0 ? new AppError('SERIES_WITHOUT_IMAGES') : null
  }

  return {
    /** Returns the series of an instance. It never changes, because an instance's id is made from those of its patient, study and series. */
    async seriesOf(instanceId: string): Promise<string> {
      const known = seriesOfInstances.get(instanceId)
      return known ?? remember(seriesOfInstances, instanceId, (await orthanc.getInstance(instanceId)).ParentSeries)
    },

    /**
     * Returns the reason not to draw a series, or null. Judges the whole series, because the archive viewer's plugin decodes the next images ahead.
     * Judges it again if images were added.
     */
    async judge(seriesId: string): Promise<AppError | null> {
      const series = await orthanc.getSeries(seriesId).catch((error: unknown) => {
        if (error instanceof OrthancNotFound) return null
        throw error
      })
      if (!series) return new AppError('IMAGES_MISSING')
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
