import { bodyRegionNames } from '@readroom/contracts/studies/body-regions'
import type { Forecast, ForecastGap, LabForecast } from '@readroom/contracts/turnaround/workload'
import { formatInstant, formatShortDay, plural } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

const listed = new Intl.ListFormat('en-GB')

export const labWords = (name: string | null): string => name ?? 'studies without a laboratory'

/** Returns a time of the next 24 hours, or a later one with its day. */
const timeWords = (at: string, hours: Forecast['hours']): string =>
  Date.parse(at) - Date.parse(hours[0] ?? at) < dayMs ? formatInstant(at).time : formatShortDay(at)

/** Returns studies as `CT, MR` or `MR (head, neck)`. Null: everything. */
function workWords(work: ForecastGap['work']): string | null {
  if (work === null) return null
  const each = work.map(({ modalities, bodyRegions }) => {
    const read = modalities.join('+') || 'studies without a modality'
    if (bodyRegions === null) return read
    return `${read} (${bodyRegions.map((region) => bodyRegionNames[region].toLowerCase()).join(', ') || 'region not known'})`
  })
  return listed.format(each)
}

/** Returns a gap in a sentence: `Nobody reads MR of Harbor from 18:00 to 07:00.` */
export function gapWords({ labId, work, hasReaders, from, to }: ForecastGap, { hours, labs }: Forecast): string {
  const lab = labWords(labs.find((one) => one.labId === labId)?.name ?? null)
  const read = workWords(work)
  const reads = read === null ? `reads for ${lab}` : `reads ${read} of ${lab}`
  if (!hasReaders) return `No doctor ${reads}.`
  const isNow = Date.parse(from) < Date.parse(hours[1] ?? from) && Date.parse(from) <= Date.now()
  const [start, end] = [timeWords(from, hours), to === null ? null : timeWords(to, hours)]
  if (end === null) return `Nobody ${reads} ${isNow ? 'now' : `from ${start}`}, and no shift begins within three days.`
  return `Nobody ${reads} ${isNow ? 'until' : `from ${start} to`} ${end}.`
}

/** Returns what a gap holds: `3 are open when it begins, 5 more are expected, 2 are due before it ends`. */
export const gapCounts = ({ open, expected, due }: ForecastGap): string =>
  `${open} open when it begins, ${expected} more expected, ${due} due before it ends`

/** Returns the address of the week that shows who is on, for the laboratory and modality of a gap. */
export function weekOf({ labId, work }: ForecastGap): string {
  const [only, ...more] = work ?? []
  const modality = more.length === 0 ? only?.modalities[0] : undefined
  return `${paths.adminWeek}?${new URLSearchParams({ ...(labId && { lab: labId }), ...(modality && { modality }) })}`
}

const lateSoon = ({ hours }: LabForecast): number => hours.reduce((sum, { late }) => sum + late, 0)

/** Returns from when studies of a laboratory become late, or null: none does. */
export function lateWords(lab: LabForecast, hours: Forecast['hours']): string | null {
  if (lab.lateFrom === null) return null
  const count = lateSoon(lab)
  const become = count === 1 ? 'becomes' : 'become'
  return `${plural(count, 'study', 'studies')} of ${labWords(lab.name)} ${become} late from ${timeWords(lab.lateFrom, hours)}.`
}

/** Returns what is said of laboratories of which no study becomes late. */
export const inTimeWords = (labs: readonly LabForecast[]): string =>
  labs.some(({ late }) => late > 0)
    ? 'Some studies are late already. All others are read in time.'
    : 'Every open and expected study is read in time.'

/** Returns the names of the doctors who read for a laboratory and are on in an hour. */
export function readersOn({ readers }: Forecast, labId: string | null, hour: string): string[] {
  const from = Date.parse(hour)
  return readers
    .filter(({ readsLabIds }) => labId === null || readsLabIds === null || readsLabIds.includes(labId))
    .filter(({ on }) => on.some((span) => Date.parse(span.from) < from + hourMs && from < Date.parse(span.to)))
    .map(({ fullName }) => fullName)
}

/** Returns an hour of a laboratory in words, for those who do not see the grid. */
export function hourWords({ expected, open, late }: LabForecast['hours'][number], names: readonly string[]): string {
  const on = names.length === 0 ? 'nobody on' : `${plural(names.length, 'doctor')} on`
  return [`${expected} expected`, `${open} open at the end`, `${late} become late`, on].join(', ')
}
