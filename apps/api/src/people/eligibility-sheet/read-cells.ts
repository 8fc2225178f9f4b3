import { ReadsFields } from '@readroom/contracts/people/doctors'
import { type BodyRegion, bodyRegionNames, bodyRegions } from '@readroom/contracts/studies/body-regions'
import type { EligibilityFacts } from '@readroom/domain/people/eligibility'
import { type CellFault, type Cells, nothing, type Present, type Read, writeCells } from './eligibility-cells.ts'
import { readDate } from './read-date.ts'
import { readPresence } from './read-presence.ts'

/** Returns the entries of a list. */
const entriesOf = (cell: string, by: RegExp): string[] =>
  cell
    .split(by)
    .map((part) => part.trim())
    .filter((part) => part !== '')

const isFault = (found: unknown): found is { fault: string } => typeof found === 'object' && found !== null && 'fault' in found

/** Returns the ids of names, or which of them does not exist. */
function idsOf(entries: readonly string[], ids: ReadonlyMap<string, string>, what: string): string[] | { fault: string } {
  const unknown = entries.find((entry) => !ids.has(entry.toLowerCase()))
  if (unknown !== undefined) return { fault: `${what} "${unknown}" does not exist. Write semicolons between several.` }
  return [...new Set(entries.flatMap((entry) => ids.get(entry.toLowerCase()) ?? []))]
}

const regionsByName = new Map<string, BodyRegion>(bodyRegions.map((region) => [bodyRegionNames[region].toLowerCase(), region]))

function readRegions(cell: string): BodyRegion[] | null | { fault: string } {
  const entries = entriesOf(cell, /[;,]/)
  const unknown = entries.find((entry) => !regionsByName.has(entry.toLowerCase()))
  if (unknown !== undefined)
    return { fault: `"${unknown}" is not a body region. Write ${Object.values(bodyRegionNames).join(', ')}.` }
  const chosen = new Set(entries.flatMap((entry) => regionsByName.get(entry.toLowerCase()) ?? []))
  return chosen.size === 0 ? null : bodyRegions.filter((region) => chosen.has(region))
}

function readModalities(cell: string): string[] | null | { fault: string } {
  const { data, error } = ReadsFields.readsModalities.safeParse(cell.replaceAll(';', ','))
  return error ? { fault: error.issues[0]?.message ?? 'Write codes such as CT, MR.' } : data
}

function readLicense(cell: string, today: string): string | null | { fault: string } {
  if (cell === '') return null
  const day = readDate(cell.replace(/^until\s+/i, ''))
  if (day === null) return { fault: 'Write a date as until 2027-01-31. Spreadsheets may change a date without "until".' }
  return day < today ? { fault: 'This day is over.' } : day
}

/** Reads a line. Columns that it leaves out, and cells that were not changed, are as before. */
export function readCells(cells: Cells, present: Present): { facts: EligibilityFacts; faults: CellFault[] } {
  const { facts: before, names, clinic } = present
  const written = writeCells(before, names)
  const faults: CellFault[] = []
  const read: Read = (column, was, of) => {
    const cell = cells.get(column)
    if (cell === undefined || cell === written[column]) return was
    const found = of(cell)
    if (!isFault(found)) return found
    faults.push({ column, what: found.fault })
    return was
  }
  const labIds = new Map(names.labs.map(({ id, identifier }) => [identifier.toLowerCase(), id]))
  const groupIds = new Map(names.groups.map(({ id, name }) => [name.toLowerCase(), id]))
  const facts: EligibilityFacts = {
    readsLabIds: read('laboratories', before.readsLabIds, (cell) => {
      const entries = entriesOf(cell, /;/)
      if (entries.length === 0) return null
      const isNone = before.readsLabIds?.length === 0 && cell.toLowerCase() === nothing
      return isNone ? [] : idsOf(entries, labIds, 'The laboratory')
    }),
    readsModalities: read('modalities', before.readsModalities, readModalities),
    readsBodyRegions: read('bodyRegions', before.readsBodyRegions, readRegions),
    groupIds: read('groups', before.groupIds, (cell) => idsOf(entriesOf(cell, /;/), groupIds, 'The group')),
    openMinutesLimit: read('openMinutesLimit', before.openMinutesLimit, (cell) => {
      const { success, data } = ReadsFields.openMinutesLimit.safeParse(cell)
      return success ? data : { fault: 'Write whole minutes from 1 to 9999.' }
    }),
    workShare: read('workShare', before.workShare, (cell) => {
      const { success, data } = ReadsFields.workShare.safeParse(cell)
      return success ? data : { fault: 'Write a whole percentage from 10 to 200.' }
    }),
    licenseExpiresOn: read('licenseExpiresOn', before.licenseExpiresOn, (cell) => readLicense(cell, clinic.today)),
    presence: readPresence(cells, present, { read, faults }),
  }
  return { facts, faults }
}
