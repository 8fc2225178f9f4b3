import { type ExpectedTime, longestReading } from '@readroom/contracts/turnaround/reading-times'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Db, OpenDb, Tx } from '@readroom/db/core/client'
import {
  listReadings,
  listReadingTimes,
  type Reading,
  type ReadingTime,
  replaceLearnt,
  setMinutes,
} from '@readroom/db/turnaround/reading-times'
import { bodyRegionsOf } from '@readroom/report/body-regions'
import { leadingModality, startMinutesOf, startModalities } from '../studies/assignments/expected-minutes.ts'
import { medianOf } from './median.ts'

/** Fewer readings say too little. */
export const fewestReadings = 20
const readingsOf = { days: 90, longest: longestReading, limit: 50_000 }

type Learnt = Omit<ReadingTime, 'setMinutes'>

/** Returns the medians of readings: by modality, and by its regions, of all doctors together and of each. Whole minutes, at least one. */
export function learnFrom(readings: readonly Reading[]): Learnt[] {
  const groups = new Map<string, { place: Pick<Learnt, 'modality' | 'bodyRegions' | 'doctorId'>; minutes: number[] }>()
  for (const reading of readings) {
    const modality = leadingModality(reading.modalities)
    for (const bodyRegions of [null, bodyRegionsOf(reading)])
      for (const doctorId of [null, reading.doctorId]) {
        const place = { modality, bodyRegions, doctorId }
        const key = JSON.stringify(place)
        const group = groups.get(key) ?? { place, minutes: [] }
        group.minutes.push(reading.minutes)
        groups.set(key, group)
      }
  }
  return [...groups.values()]
    .filter(({ minutes }) => minutes.length >= fewestReadings)
    .map(({ place, minutes }) => ({
      ...place,
      learntMinutes: Math.max(1, Math.round(medianOf(minutes))),
      readings: minutes.length,
    }))
}

/** Learns anew how long studies take, from the readings of the last 90 days. */
export const learnReadingTimes = (db: OpenDb): Promise<void> =>
  db.transaction(async (tx) => replaceLearnt(tx, learnFrom(await listReadings(tx, readingsOf))))

const bySize = (one: ExpectedTime, other: ExpectedTime) =>
  one.modality.localeCompare(other.modality) ||
  Number(one.bodyRegions !== null) - Number(other.bodyRegions !== null) ||
  (other.learnt?.readings ?? 0) - (one.learnt?.readings ?? 0)

/** Returns what studies are expected to take, and how many doctors have figures of their own. Those figures are nobody else's business. */
export async function viewReadingTimes(db: Db): Promise<{ times: ExpectedTime[]; doctors: number }> {
  const all = await listReadingTimes(db)
  const rows = all.filter(({ doctorId }) => doctorId === null)
  const unknown = startModalities.filter((modality) => rows.every((row) => row.modality !== modality || row.bodyRegions !== null))
  const times = [
    ...rows.map(({ modality, bodyRegions, learntMinutes, readings, setMinutes: set }) => ({
      modality,
      bodyRegions,
      minutes: set ?? learntMinutes ?? startMinutesOf(modality),
      learnt: learntMinutes === null ? null : { minutes: learntMinutes, readings },
      set,
    })),
    ...unknown.map((modality) => ({ modality, bodyRegions: null, minutes: startMinutesOf(modality), learnt: null, set: null })),
  ]
  const doctors = new Set(all.flatMap(({ doctorId }) => doctorId ?? []))
  return { times: times.toSorted(bySize), doctors: doctors.size }
}

type Setting = Pick<ExpectedTime, 'modality' | 'bodyRegions'> & { minutes: number | null }

/** Sets how long studies of a modality and regions are expected to take. Null: what was learnt counts. */
export async function setReadingTime(tx: Tx, actor: Actor, { minutes, ...place }: Setting): Promise<void> {
  await setMinutes(tx, place, minutes)
  await audit(tx, actor, {
    action: 'reading_time.set',
    target: { type: 'system', id: 'reading-times' },
    details: { ...place, minutes },
  })
}
