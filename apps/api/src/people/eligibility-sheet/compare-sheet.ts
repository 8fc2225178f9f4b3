import {
  type EligibilityCheck,
  type EligibilityColumn,
  eligibilityColumns,
  neededEligibilityColumns,
} from '@readroom/contracts/people/eligibility-sheet'
import type { ImportFault } from '@readroom/contracts/people/people-import'
import type { EligibilityRow } from '@readroom/db/people/eligibility'
import { readCell } from '@readroom/domain/core/csv'
import type { EligibilityFacts } from '@readroom/domain/people/eligibility'
import { toPresence } from '@readroom/domain/people/presence'
import { dayOf } from '@readroom/domain/studies/deadline-rules/working-time'
import { readTable } from '../../core/csv-table.ts'
import { type Cells, type FactColumn, type Names, versionOf, writeCells } from './eligibility-cells.ts'
import { readCells } from './read-cells.ts'

export type Clock = { now: Date; zone: string }

/** The line of a doctor. */
export type SheetLine = { line: number; cells: Cells }

/** A line that changes something. */
export type Change = {
  line: number
  doctor: EligibilityRow
  facts: EligibilityFacts
  cells: EligibilityCheck['changes'][0]['cells']
}

const factColumns = eligibilityColumns.filter(
  (column): column is FactColumn => column !== 'email' && column !== 'fullName' && column !== 'version',
)

/** Returns what decides about a doctor as it is stored. */
export function storedFacts(row: EligibilityRow): EligibilityFacts {
  const { readsLabIds, readsModalities, readsBodyRegions, openMinutesLimit, workShare, licenseExpiresOn, groupIds, presence } =
    row
  const reads = { readsLabIds, readsModalities, readsBodyRegions, openMinutesLimit, workShare, licenseExpiresOn }
  const { timeZone = '', shifts = [], absences = [] } = presence ?? {}
  return { ...reads, groupIds, presence: presence && { timeZone, shifts, absences } }
}

/** Returns what decides about a doctor, without absences that are over. */
export function currentFacts(row: EligibilityRow, clock: Clock): EligibilityFacts {
  const { timeZone, shifts, absences } = toPresence(row.presence, clock)
  return { ...storedFacts(row), presence: row.presence && { timeZone, shifts, absences } }
}

/** Reads the lines of a file. Throws IMPORT_UNREADABLE. */
export function readSheet(bytes: Buffer): { lines: SheetLine[]; faults: ImportFault[] } {
  const { lines, faults } = readTable<EligibilityColumn>(bytes, {
    columns: eligibilityColumns,
    needed: neededEligibilityColumns,
  })
  const unescaped = lines.map(({ line, cells }) => ({
    line,
    cells: new Map([...cells].map(([column, cell]): [EligibilityColumn, string] => [column, readCell(cell)])),
  }))
  return { lines: unescaped, faults }
}

/** Returns the address of a line's doctor in lower case. */
export const emailOf = ({ cells }: SheetLine): string => (cells.get('email') ?? '').toLowerCase()

/** Compares a line with what is so now. Returns its faults, the change, or null if nothing changes. */
function compareLine(
  { line, cells }: SheetLine,
  doctor: EligibilityRow,
  names: Names,
  clock: Clock,
): Change | ImportFault[] | null {
  const [stored, before] = [storedFacts(doctor), currentFacts(doctor, clock)]
  const today = dayOf(clock.now, stored.presence?.timeZone ?? clock.zone).toString()
  const clinic = { zone: clock.zone, today: dayOf(clock.now, clock.zone).toString() }
  const read = readCells(cells, { facts: before, stored, names, today, clinic })
  const [was, is] = [writeCells(before, names), writeCells(read.facts, names)]
  const changed = factColumns.filter((column) => cells.has(column) && was[column] !== is[column])
  const fault = (column: EligibilityColumn, what: string) => ({ line, column, value: cells.get(column) ?? '', what })
  const name = cells.get('fullName') ?? doctor.fullName
  const isSame = changed.length === 0 && read.faults.length === 0
  if (!isSame && cells.get('version') === '') return [fault('version', 'Copy the version from the downloaded file.')]
  if (!isSame && cells.get('version') !== versionOf(stored, names))
    return [fault('version', 'The doctor was changed after the file was downloaded. Download it again.')]
  if (name !== doctor.fullName)
    read.faults.push({
      column: 'fullName',
      what: `The doctor with this email is ${doctor.fullName}. Names are changed on the page Doctors.`,
    })
  if (read.faults.length > 0) return read.faults.map(({ column, what }) => fault(column, what))
  if (isSame) return null
  return { line, doctor, facts: read.facts, cells: changed.map((column) => ({ column, before: was[column], after: is[column] })) }
}

const columnOrder: readonly (string | null)[] = [null, ...eligibilityColumns]
const byPlace = (one: ImportFault, other: ImportFault) =>
  one.line - other.line || columnOrder.indexOf(one.column) - columnOrder.indexOf(other.column)

const toShown = ({ line, doctor: { fullName, email }, cells }: Change) => ({ line, fullName, email, cells })

/** Compares the lines of a file with what is so now. */
export function compareSheet(
  { lines, faults: broken }: ReturnType<typeof readSheet>,
  doctors: readonly EligibilityRow[],
  names: Names,
  clock: Clock,
): { changes: Change[]; check: EligibilityCheck } {
  const byEmail = new Map(doctors.map((doctor) => [doctor.email.toLowerCase(), doctor]))
  const firstLines = new Map<string, number>()
  const changes: Change[] = []
  const faults = [...broken]
  let unchanged = 0
  for (const one of lines) {
    const [doctor, earlier] = [byEmail.get(emailOf(one)), firstLines.get(emailOf(one))]
    const fault = (what: string) => faults.push({ line: one.line, column: 'email', value: one.cells.get('email') ?? '', what })
    if (!doctor) fault('No doctor has this email.')
    else if (earlier !== undefined) fault(`Same value as in line ${earlier}.`)
    else {
      firstLines.set(emailOf(one), one.line)
      const found = compareLine(one, doctor, names, clock)
      if (found === null) unchanged += 1
      else if (Array.isArray(found)) faults.push(...found)
      else changes.push(found)
    }
  }
  return { changes, check: { changes: changes.map(toShown), unchanged, faults: faults.toSorted(byPlace) } }
}
