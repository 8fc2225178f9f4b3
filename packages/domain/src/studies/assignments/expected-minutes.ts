import { isReadModality } from '@readroom/contracts/studies/modalities'
import type { ReadingTime } from '@readroom/db/turnaround/reading-times'
import { bodyRegionsOf, type NamesBody } from '@readroom/report/body-regions'

/** Expected minutes to read a study, by modality, until a clinic has figures of its own (docs/decisions/turnaround/reading-times.md). */
const startMinutes: ReadonlyMap<string, number> = new Map([
  ['CR', 1],
  ['DX', 1],
  ['CT', 6],
  ['MG', 3],
  ['MR', 8],
  ['NM', 6],
  ['PT', 8],
  ['US', 3],
])
const otherMinutes = 3

/** The modalities that have minutes before a clinic has figures of its own. */
export const startModalities = [...startMinutes.keys()]

/** Returns the minutes of a modality before a clinic has figures of its own. */
export const startMinutesOf = (modality: string): number => startMinutes.get(modality) ?? otherMinutes

/** The most minutes that a study is expected to take before a clinic has figures of its own. */
export const largestStartMinutes = Math.max(otherMinutes, ...startMinutes.values())

/** Returns the modality that decides how long a study takes: of several the one that takes the longest. Reports and the like have no part in it. */
export function leadingModality(modalities: readonly string[]): string {
  const read = modalities.filter(isReadModality)
  const [first = ''] = (read.length > 0 ? read : modalities).toSorted(
    (one, other) => startMinutesOf(other) - startMinutesOf(one) || (one < other ? -1 : 1),
  )
  return first
}

/** The facts by which the minutes of a study are expected. */
export type TimedStudy = NamesBody & { modalities: readonly string[] }

export type ReadingTimes = {
  /** Returns how many minutes a study is expected to take, in general or one doctor. */
  minutesOf: (study: TimedStudy, doctorId?: string) => number
  /** Returns the minutes of the doctors whom a study takes longer or shorter than others. */
  ownMinutesOf: (study: TimedStudy) => Record<string, number>
}

const keyOf = (modality: string, regions: readonly string[] | null, doctorId: string | null) =>
  `${modality} ${regions?.join() ?? '*'} ${doctorId ?? '*'}`

/**
 * Returns what studies are expected to take by a clinic's own figures. Those of the same regions count before those of the modality; of the same regions
 * what an administrator set, then the doctor's own, then everybody's. Without any, the figures of the start count.
 */
export function makeReadingTimes(times: readonly ReadingTime[]): ReadingTimes {
  const byKey = new Map(times.map((time) => [keyOf(time.modality, time.bodyRegions, time.doctorId), time]))
  const regionsOf = new Map<string, string[]>()
  const withRegions = new Set(times.flatMap(({ modality, bodyRegions }) => (bodyRegions === null ? [] : [modality])))

  const doctorIds = [...new Set(times.flatMap(({ doctorId }) => doctorId ?? []))]

  function cachedRegions(study: NamesBody): string[] {
    const key = `${study.bodyParts}\n${study.description ?? ''}`
    const regions = regionsOf.get(key) ?? bodyRegionsOf(study)
    regionsOf.set(key, regions)
    return regions
  }

  function minutesOf(study: TimedStudy, doctorId?: string): number {
    const modality = leadingModality(study.modalities)
    const places = withRegions.has(modality) ? [cachedRegions(study), null] : [null]
    for (const regions of places) {
      const all = byKey.get(keyOf(modality, regions, null))
      const own = doctorId === undefined ? undefined : byKey.get(keyOf(modality, regions, doctorId))
      const minutes = all?.setMinutes ?? own?.learntMinutes ?? all?.learntMinutes
      if (minutes !== undefined && minutes !== null) return minutes
    }
    return startMinutesOf(modality)
  }

  return {
    minutesOf,
    ownMinutesOf(study) {
      const minutes = minutesOf(study)
      const own = doctorIds.map((doctorId) => [doctorId, minutesOf(study, doctorId)] as const)
      return Object.fromEntries(own.filter(([, ofDoctor]) => ofDoctor !== minutes))
    },
  }
}

/** The expected minutes of a clinic that has no figures of its own. */
export const startTimes = makeReadingTimes([])
