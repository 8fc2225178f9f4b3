import { ReadsFields, type Weekday, weekdays } from '@readroom/contracts/people/doctors'
import type { EligibilityColumn } from '@readroom/contracts/people/eligibility-sheet'
import { PresenceFields, Shift, shiftsOverlap } from '@readroom/contracts/people/presence'
import { type BodyRegion, bodyRegionNames, bodyRegions } from '@readroom/contracts/studies/body-regions'
import { readSpans } from '@readroom/contracts/studies/typed-spans'
import type { EligibilityFacts } from '@readroom/domain/people/eligibility'
import type { z } from 'zod'

/** What the sheet calls laboratories and groups. */
export type Names = { labs: readonly { id: string; identifier: string }[]; groups: readonly { id: string; name: string }[] }

/** The facts of a line, or what is wrong in its cells. */
export type ReadCells = { facts: EligibilityFacts } | { faults: { column: EligibilityColumn; what: string }[] }

/** The columns with facts of a doctor. */
export type FactColumn = Exclude<EligibilityColumn, 'email' | 'fullName'>
type Cells = ReadonlyMap<EligibilityColumn, string>

/** A list without entries, beside an empty cell for "all". */
const nothing = 'none'
const between = '; '

const partsOf = (cell: string, by: RegExp) =>
  cell
    .split(by)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** Returns the cell of a list whose null means "all". */
const listCell = (names: readonly string[] | null) => (names === null ? '' : names.join(between) || nothing)

const namesOf = <T extends { id: string }>(all: readonly T[], ids: readonly string[], nameOf: (one: T) => string) =>
  all
    .filter(({ id }) => ids.includes(id))
    .map(nameOf)
    .toSorted((one, other) => one.localeCompare(other))

function shiftsCell(presence: PresenceFields | null, day: Weekday): string {
  const own = presence?.shifts.filter(({ weekday }) => weekday === day) ?? []
  return own.map(({ from, to }) => `${from}-${to}`).join(', ')
}

const absencesCell = (presence: PresenceFields | null): string =>
  (presence?.absences ?? []).map(({ from, to, reason }) => `${from}/${to} ${reason.replaceAll(';', ',')}`.trim()).join(between)

/** Returns the cell of each fact of a doctor. */
export function writeCells(facts: EligibilityFacts, { labs, groups }: Names): Record<FactColumn, string> {
  const { readsLabIds, readsModalities, readsBodyRegions, openMinutesLimit, licenseExpiresOn, groupIds, presence } = facts
  return {
    laboratories: listCell(readsLabIds && namesOf(labs, readsLabIds, ({ identifier }) => identifier)),
    modalities: listCell(readsModalities),
    bodyRegions: listCell(readsBodyRegions?.map((region) => bodyRegionNames[region]) ?? null),
    groups: namesOf(groups, groupIds, ({ name }) => name).join(between),
    openMinutesLimit: openMinutesLimit?.toString() ?? '',
    licenseExpiresOn: licenseExpiresOn ?? '',
    timeZone: presence?.timeZone ?? '',
    Monday: shiftsCell(presence, 'Monday'),
    Tuesday: shiftsCell(presence, 'Tuesday'),
    Wednesday: shiftsCell(presence, 'Wednesday'),
    Thursday: shiftsCell(presence, 'Thursday'),
    Friday: shiftsCell(presence, 'Friday'),
    Saturday: shiftsCell(presence, 'Saturday'),
    Sunday: shiftsCell(presence, 'Sunday'),
    absences: absencesCell(presence),
  }
}

/** Reads a line. Columns that it leaves out are as before. */
export function readCells(cells: Cells, before: EligibilityFacts, { labs, groups }: Names, clinicZone: string): ReadCells {
  const faults: { column: EligibilityColumn; what: string }[] = []

  /** Reads a cell, or leaves the value as it was. A cell that cannot be read is a fault. */
  function read<T>(column: EligibilityColumn, was: T, of: (cell: string) => T | { fault: string }): T {
    const cell = cells.get(column)
    if (cell === undefined) return was
    const found = of(cell)
    if (typeof found !== 'object' || found === null || !('fault' in found)) return found
    faults.push({ column, what: found.fault })
    return was
  }
  const parsed =
    <T>(schema: z.ZodType<T, string>, what: string) =>
    (cell: string) =>
      schema.safeParse(cell).data ?? (cell.trim() === '' ? schema.parse('') : { fault: what })
  const idsOf = (parts: readonly string[], all: ReadonlyMap<string, string>, what: string) => {
    const unknown = parts.find((part) => !all.has(part.toLowerCase()))
    if (unknown !== undefined) return { fault: `${what} "${unknown}" does not exist.` }
    return [...new Set(parts.flatMap((part) => all.get(part.toLowerCase()) ?? []))]
  }
  const labIds = new Map(labs.map(({ id, identifier }) => [identifier.toLowerCase(), id]))
  const groupIdsByName = new Map(groups.map(({ id, name }) => [name.toLowerCase(), id]))
  const regions = new Map<string, BodyRegion>(bodyRegions.map((region) => [bodyRegionNames[region].toLowerCase(), region]))

  const readsLabIds = read<readonly string[] | null>('laboratories', before.readsLabIds, (cell) => {
    if (cell === '') return null
    return cell.toLowerCase() === nothing ? [] : idsOf(partsOf(cell, /[;,]/), labIds, 'The laboratory')
  })
  const readsModalities = read<readonly string[] | null>('modalities', before.readsModalities, (cell) => {
    const { data, error } = ReadsFields.readsModalities.safeParse(cell.replaceAll(';', ','))
    return error ? { fault: error.issues[0]?.message ?? 'Write codes such as CT, MR.' } : data
  })
  const readsBodyRegions = read<readonly BodyRegion[] | null>('bodyRegions', before.readsBodyRegions, (cell) => {
    const parts = partsOf(cell, /[;,]/)
    const unknown = parts.find((part) => !regions.has(part.toLowerCase()))
    if (unknown !== undefined) return { fault: `"${unknown}" is not a body region.` }
    const chosen = new Set(parts.flatMap((part) => regions.get(part.toLowerCase()) ?? []))
    return chosen.size === 0 ? null : bodyRegions.filter((region) => chosen.has(region))
  })
  const groupIds = read<readonly string[]>('groups', before.groupIds, (cell) =>
    idsOf(partsOf(cell, /;/), groupIdsByName, 'The group'),
  )
  const openMinutesLimit = read<number | null>(
    'openMinutesLimit',
    before.openMinutesLimit,
    parsed(ReadsFields.openMinutesLimit, 'Write whole minutes from 1 to 9999.'),
  )
  const licenseExpiresOn = read<string | null>(
    'licenseExpiresOn',
    before.licenseExpiresOn,
    parsed(ReadsFields.licenseExpiresOn, 'Write a date as yyyy-mm-dd.'),
  )
  const presence = readPresence()
  const list = <T>(items: readonly T[] | null) => (items === null ? null : [...items])
  if (faults.length > 0) return { faults }
  return {
    facts: {
      readsLabIds: list(readsLabIds),
      readsModalities: list(readsModalities),
      readsBodyRegions: list(readsBodyRegions),
      openMinutesLimit,
      licenseExpiresOn,
      groupIds,
      presence,
    },
  }

  function readShifts(day: Weekday): Shift[] {
    const was = before.presence?.shifts.filter(({ weekday }) => weekday === day) ?? []
    return read<Shift[]>(day, was, (cell) => {
      const spans = readSpans(cell)?.map(({ from, to }) => ({ weekday: day, from, to: to === '24:00' ? '00:00' : to }))
      return Shift.array().safeParse(spans).data ?? { fault: 'Write times such as 08:00-16:00, 22:00-06:00.' }
    })
  }

  function readAbsences(): PresenceFields['absences'] {
    return read<PresenceFields['absences']>('absences', before.presence?.absences ?? [], (cell) => {
      const found = partsOf(cell, /;/).map((part) => {
        const [, from = '', to = from, reason = ''] = /^([\d-]+)(?:\/([\d-]+))?(?:\s+(.*))?$/.exec(part) ?? []
        return { from, to, reason }
      })
      const fault = 'Write days such as 2026-12-24/2026-12-31 Holiday, with semicolons between them.'
      return PresenceFields.shape.absences.safeParse(found).data ?? { fault }
    })
  }

  function readPresence(): PresenceFields | null {
    const timeZone = read<string>('timeZone', before.presence?.timeZone ?? '', (cell) => {
      const isZone = cell === '' || PresenceFields.shape.timeZone.safeParse(cell).success
      return isZone ? cell : { fault: 'Write a time zone such as Europe/London.' }
    })
    const days = weekdays.map((day) => ({ day, shifts: readShifts(day) }))
    const shifts = days.flatMap((one) => one.shifts)
    for (const { day, shifts: own } of days) {
      const overlaps = own.some((shift) => shifts.some((other) => other !== shift && shiftsOverlap(shift, other)))
      if (overlaps && cells.has(day)) faults.push({ column: day, what: 'Overlaps another shift.' })
    }
    const absences = readAbsences()
    if (before.presence === null && timeZone === '' && shifts.length === 0 && absences.length === 0) return null
    const fields = { timeZone: timeZone || (before.presence?.timeZone ?? clinicZone), shifts, absences }
    const { data } = PresenceFields.safeParse(fields)
    if (!data && faults.length === 0) faults.push({ column: 'Monday', what: 'These shifts cannot be saved.' })
    return data ?? null
  }
}
