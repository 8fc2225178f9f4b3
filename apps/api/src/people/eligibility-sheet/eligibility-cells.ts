import { createHash } from 'node:crypto'
import { type Weekday, weekdays } from '@readroom/contracts/people/doctors'
import type { EligibilityColumn } from '@readroom/contracts/people/eligibility-sheet'
import { typedShift } from '@readroom/contracts/people/presence'
import { bodyRegionNames } from '@readroom/contracts/studies/body-regions'
import type { EligibilityFacts } from '@readroom/domain/people/eligibility'

/** The names of laboratories and groups in the sheet. */
export type Names = { labs: readonly { id: string; identifier: string }[]; groups: readonly { id: string; name: string }[] }

/** The columns with facts of a doctor. */
export type FactColumn = Exclude<EligibilityColumn, 'email' | 'fullName' | 'version'>

/** The cells of a line by their columns. */
export type Cells = ReadonlyMap<EligibilityColumn, string>

export type CellFault = { column: EligibilityColumn; what: string }

/** Reads a cell, or leaves the value as it was. A cell that was not changed is never a fault. */
export type Read = <T>(column: FactColumn, was: T, of: (cell: string) => T | { fault: string }) => T

/** The state of a doctor before an import. `stored` also has absences that are over, `facts` does not. */
export type Present = {
  facts: EligibilityFacts
  stored: EligibilityFacts
  names: Names
  /** The day in the doctor's zone. */
  today: string
  clinic: { zone: string; today: string }
}

/** A list without entries, beside an empty cell for "all". */
export const nothing = 'none'
const between = '; '

/** Joins the entries of a list. A single one with a digit gets a separator behind it, because spreadsheets make 1 of "001" and a date of "MAR1". */
const listOf = (entries: readonly string[]) => {
  const [only = ''] = entries
  return entries.length === 1 && /\d/.test(only) ? `${only};` : entries.join(between)
}

/** Returns the cell of a list whose null means "all". */
const listCell = (entries: readonly string[] | null) => (entries === null ? '' : listOf(entries) || nothing)

const namesOf = <T extends { id: string }>(all: readonly T[], ids: readonly string[], nameOf: (one: T) => string) =>
  all
    .filter(({ id }) => ids.includes(id))
    .map(nameOf)
    .toSorted((one, other) => one.localeCompare(other))

function shiftsCell({ presence }: EligibilityFacts, day: Weekday): string {
  const own = presence?.shifts.filter(({ weekday }) => weekday === day) ?? []
  return own.map(typedShift).toSorted().join(', ')
}

/** Writes a reason as it is read again: several spaces are one, and a semicolon would separate absences. */
const reasonText = (reason: string) => reason.replace(/\s+/g, ' ').replaceAll(';', ',')
const absencesCell = ({ presence }: EligibilityFacts): string =>
  (presence?.absences ?? []).map(({ from, to, reason }) => `${from}/${to} ${reasonText(reason)}`.trim()).join(between)

/** Returns the cell of each fact of a doctor. The word before a date keeps spreadsheets from writing it in the way of their country. */
export function writeCells(facts: EligibilityFacts, { labs, groups }: Names): Record<FactColumn, string> {
  const { readsLabIds, readsModalities, readsBodyRegions, openMinutesLimit, workShare, licenseExpiresOn, groupIds } = facts
  return {
    laboratories: listCell(readsLabIds && namesOf(labs, readsLabIds, ({ identifier }) => identifier)),
    modalities: listCell(readsModalities),
    bodyRegions: listCell(readsBodyRegions?.map((region) => bodyRegionNames[region]) ?? null),
    groups: listOf(namesOf(groups, groupIds, ({ name }) => name)),
    openMinutesLimit: openMinutesLimit?.toString() ?? '',
    workShare: workShare.toString(),
    licenseExpiresOn: licenseExpiresOn === null ? '' : `until ${licenseExpiresOn}`,
    timeZone: facts.presence?.timeZone ?? '',
    Monday: shiftsCell(facts, 'Monday'),
    Tuesday: shiftsCell(facts, 'Tuesday'),
    Wednesday: shiftsCell(facts, 'Wednesday'),
    Thursday: shiftsCell(facts, 'Thursday'),
    Friday: shiftsCell(facts, 'Friday'),
    Saturday: shiftsCell(facts, 'Saturday'),
    Sunday: shiftsCell(facts, 'Sunday'),
    absences: absencesCell(facts),
  }
}

/** Returns a text that changes with the facts as they are stored, and with the names of their laboratories and groups. It is no number to a spreadsheet. */
export function versionOf(stored: EligibilityFacts, names: Names): string {
  const { readsLabIds, readsModalities, readsBodyRegions, openMinutesLimit, workShare, licenseExpiresOn, groupIds } = stored
  const { timeZone, shifts, absences } = stored.presence ?? { timeZone: '', shifts: [], absences: [] }
  const { laboratories, groups } = writeCells(stored, names)
  const parts = [
    [readsLabIds, readsModalities, readsBodyRegions, openMinutesLimit, workShare, licenseExpiresOn, groupIds],
    [timeZone, shifts.map(({ weekday, from, to }) => [weekday, from, to])],
    absences.map(({ from, to, reason }) => [from, to, reason]),
    [laboratories, groups],
  ]
  return `v${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16)}`
}

export const presenceColumns: ReadonlySet<EligibilityColumn> = new Set<EligibilityColumn>(['timeZone', ...weekdays, 'absences'])
