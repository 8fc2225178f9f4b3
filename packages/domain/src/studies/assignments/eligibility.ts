import { weekdays } from '@readroom/contracts/people/doctors'
import type { PresenceFields } from '@readroom/contracts/people/presence'
import type { Away } from '@readroom/contracts/studies/away'
import { type BodyRegion, bodyRegions } from '@readroom/contracts/studies/body-regions'
import { isReadModality } from '@readroom/contracts/studies/modalities'
import type { Obstacle } from '@readroom/contracts/studies/suggestions'
import { bodyRegionsOf, type NamesBody } from '@readroom/report/body-regions'
import { dayOf } from '../deadline-rules/working-time.ts'
import { presenceAt } from './presence-times.ts'

/** When doctors are asked for: an instant, and the clinic's zone. */
export type Clock = { now: Date; zone: string }

/** A study that a doctor is looked for, with what decides who can read it. */
export type StudyToRead = NamesBody & { labId: string | null; labName: string | null; modalities: readonly string[] }

/** What somebody must read to be given studies. */
export type Needs = {
  labs: readonly { id: string; name: string }[]
  modalities: readonly string[]
  bodyRegions: readonly BodyRegion[]
}

/** What decides when a doctor works. */
export type WorkingDays = { presence: PresenceFields | null; availableDays: readonly string[] }

/** The facts that decide whether a doctor can be given studies now (docs/decisions/studies/suggestions.md). */
export type Eligibility = {
  /** Null: all. */
  readsLabIds: readonly string[] | null
  readsModalities: readonly string[] | null
  readsBodyRegions: readonly BodyRegion[] | null
  licenseExpiresOn: string | null
  /** What a new doctor lacks to be given studies. Null: nothing. */
  lacks: 'reads' | 'signIn' | null
  /** The expected minutes of open work, and those from which the doctor gets no more. */
  openMinutes: number
  openMinutesLimit: number | null
}

/**
 * Whether a doctor works at an instant: the end of the shift, and the obstacles if the doctor does not work. Neither changes before `validUntil`, in
 * milliseconds since 1970, except for the start of a shift that is more than two weeks away.
 */
export type Working = { onUntil: string | null; away: Away[]; validUntil: number }

const midnightAfter = (at: Date, zone: string): number =>
  dayOf(at, zone).add({ days: 1 }).toZonedDateTime({ timeZone: zone }).epochMilliseconds

/** Returns whether a doctor works. Without shifts and available days a doctor works on all days. */
export function workingAt({ presence, availableDays }: WorkingDays, { now, zone }: Clock): Working {
  const working = presence ? presenceAt(presence, now) : { state: 'always' as const }
  const validUntil = Math.min(
    midnightAfter(now, zone),
    presence ? midnightAfter(now, presence.timeZone) : Number.POSITIVE_INFINITY,
  )
  if (working.state === 'on')
    return { onUntil: working.until?.toISOString() ?? null, away: [], validUntil: working.until?.getTime() ?? validUntil }
  const off = (obstacle: Away, until = validUntil): Working => ({ onUntil: null, away: [obstacle], validUntil: until })
  if (working.state === 'absent') return off({ kind: 'absent', until: working.until })
  if (working.state === 'off') {
    const from = working.from?.getTime() ?? Number.POSITIVE_INFINITY
    return off({ kind: 'offShift', from: working.from?.toISOString() ?? null }, Math.min(from, validUntil))
  }
  const weekday = weekdays[dayOf(now, zone).dayOfWeek - 1]
  const works = availableDays.length === 0 || (weekday !== undefined && availableDays.includes(weekday))
  return works ? { onUntil: null, away: [], validUntil } : off({ kind: 'day' })
}

const isLicensed = ({ licenseExpiresOn }: Pick<Eligibility, 'licenseExpiresOn'>, day: string) =>
  licenseExpiresOn === null || licenseExpiresOn >= day

/** Whether a doctor works at an instant, and may. */
export const worksAt = (doctor: WorkingDays & Pick<Eligibility, 'licenseExpiresOn'>, clock: Clock): boolean =>
  isLicensed(doctor, dayOf(clock.now, clock.zone).toString()) && workingAt(doctor, clock).away.length === 0

const inOrder = (names: readonly string[]): string[] => [...new Set(names)].toSorted()

/** Returns what studies need. Studies without a laboratory are for every doctor, and so are studies whose regions are not known. */
export function needsOf(asked: readonly StudyToRead[]): Needs {
  const regions = new Set(asked.flatMap(bodyRegionsOf))
  return {
    labs: asked.flatMap(({ labId, labName }) => (labId === null || labName === null ? [] : [{ id: labId, name: labName }])),
    modalities: inOrder(asked.flatMap(({ modalities }) => modalities.filter(isReadModality))),
    bodyRegions: bodyRegions.filter((region) => regions.has(region)),
  }
}

/** Returns the laboratories that the doctor does not read for. */
const foreignLabs = ({ readsLabIds }: Eligibility, { labs }: Needs) =>
  readsLabIds === null ? [] : labs.filter(({ id }) => !readsLabIds.includes(id))

/** Returns the modalities that the doctor does not read. */
const foreignModalities = ({ readsModalities }: Eligibility, needs: Needs) =>
  readsModalities === null ? [] : needs.modalities.filter((modality) => !readsModalities.includes(modality))

/** Returns the regions of the body that the doctor does not read. */
const foreignBodyRegions = ({ readsBodyRegions }: Eligibility, needs: Needs) =>
  readsBodyRegions === null ? [] : needs.bodyRegions.filter((region) => !readsBodyRegions.includes(region))

/** Returns why the doctor should not be given the studies on a day of the clinic, those that last the longest first. */
export function obstaclesOf(facts: Eligibility, needs: Needs, day: string, away: readonly Obstacle[]): Obstacle[] {
  const { licenseExpiresOn, lacks, openMinutes, openMinutesLimit } = facts
  const obstacles: Obstacle[] = []
  const labs = foreignLabs(facts, needs)
  if (labs.length > 0) obstacles.push({ kind: 'laboratory', names: inOrder(labs.map(({ name }) => name)) })
  const modalities = foreignModalities(facts, needs)
  if (modalities.length > 0) obstacles.push({ kind: 'modality', modalities })
  const foreignRegions = foreignBodyRegions(facts, needs)
  if (foreignRegions.length > 0) obstacles.push({ kind: 'bodyRegion', regions: foreignRegions })
  if (licenseExpiresOn !== null && !isLicensed(facts, day)) obstacles.push({ kind: 'license', expiredOn: licenseExpiresOn })
  if (lacks !== null) obstacles.push({ kind: 'new', lacks })
  obstacles.push(...away)
  if (openMinutesLimit !== null && openMinutes >= openMinutesLimit) obstacles.push({ kind: 'limit', minutes: openMinutesLimit })
  return obstacles
}
