import { weekdays } from '@readroom/contracts/people/doctors'
import {
  type EligibilityChange,
  type EligibilityCheck,
  type EligibilityColumn,
  eligibilityColumns,
} from '@readroom/contracts/people/eligibility-sheet'
import type { ImportFault } from '@readroom/contracts/people/people-import'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Begun, Tx } from '@readroom/db/core/locks'
import { listDoctorGroups } from '@readroom/db/people/doctor-groups'
import {
  type EligibilityRow,
  holdEveryLab,
  listEligibilities,
  listLabIdentifiers,
  lockEligibilities,
} from '@readroom/db/people/eligibility'
import { csvFile, csvLine, readCell } from '@readroom/domain/core/csv'
import { changeEligibility, type EligibilityFacts } from '@readroom/domain/people/eligibility'
import { toPresence } from '@readroom/domain/people/presence'
import type { Context } from '../../core/context.ts'
import { demandFaultless, readTable, type TableLine } from '../../core/csv-table.ts'
import { type FactColumn, type Names, readCells, writeCells } from './eligibility-cells.ts'

type Clock = { now: Date; zone: string }
/** A line that changes something. */
type Change = { line: number; doctor: EligibilityRow; facts: EligibilityFacts; changed: FactColumn[] }

const heading = { columns: eligibilityColumns, needed: ['email'] as const }
const factColumns = eligibilityColumns.filter((column): column is FactColumn => column !== 'email' && column !== 'fullName')
const presenceColumns = new Set<EligibilityColumn>(['timeZone', ...weekdays, 'absences'])

/** Returns what decides about a doctor, without absences that are over. */
function factsOf(row: EligibilityRow, clock: Clock): EligibilityFacts {
  const { readsLabIds, readsModalities, readsBodyRegions, openMinutesLimit, licenseExpiresOn, groupIds, presence } = row
  const { version: _version, ...fields } = toPresence(presence, clock)
  const reads = { readsLabIds, readsModalities, readsBodyRegions, openMinutesLimit, licenseExpiresOn }
  return { ...reads, groupIds, presence: presence && fields }
}

/** Compares a line with what is so now. Returns null if it changes nothing. */
function compareLine(
  { line, cells }: TableLine<EligibilityColumn>,
  doctor: EligibilityRow,
  names: Names,
  clock: Clock,
): Change | ImportFault[] | null {
  const before = factsOf(doctor, clock)
  const read = readCells(cells, before, names, clock.zone)
  if ('faults' in read) return read.faults.map(({ column, what }) => ({ line, column, value: cells.get(column) ?? '', what }))
  const [was, is] = [writeCells(before, names), writeCells(read.facts, names)]
  const changed = factColumns.filter((column) => cells.has(column) && was[column] !== is[column])
  return changed.length === 0 ? null : { line, doctor, facts: read.facts, changed }
}

const columnOrder: readonly (string | null)[] = [null, ...eligibilityColumns]
const byPlace = (one: ImportFault, other: ImportFault) =>
  one.line - other.line || columnOrder.indexOf(one.column) - columnOrder.indexOf(other.column)

const toShown = ({ line, doctor: { fullName, email }, changed }: Change): EligibilityChange => ({
  line,
  fullName,
  email,
  columns: changed,
})

/** Reads a file and compares it with what is so now. Throws IMPORT_UNREADABLE. */
async function examine(
  begun: Begun,
  bytes: Buffer,
  clock: Clock,
): Promise<{ tx: Tx<'account'>; changes: Change[]; check: EligibilityCheck }> {
  const { lines: raw, faults } = readTable<EligibilityColumn>(bytes, heading)
  const lines = raw.map(({ line, cells }) => ({
    line,
    cells: new Map([...cells].map(([column, cell]): [EligibilityColumn, string] => [column, readCell(cell)])),
  }))
  const emailOf = ({ cells }: (typeof lines)[number]) => (cells.get('email') ?? '').toLowerCase()
  const [withLabs, labs] = await holdEveryLab(begun)
  const [tx, doctors] = await lockEligibilities(withLabs, [...new Set(lines.map(emailOf))])
  const names = { labs, groups: await listDoctorGroups(tx) }
  const byEmail = new Map(doctors.map((doctor) => [doctor.email.toLowerCase(), doctor]))
  const firstLine = new Map<string, number>()
  const changes: Change[] = []
  let unchanged = 0
  for (const one of lines) {
    const email = emailOf(one)
    const [doctor, earlier] = [byEmail.get(email), firstLine.get(email)]
    const fault = (what: string) => faults.push({ line: one.line, column: 'email', value: one.cells.get('email') ?? '', what })
    if (!doctor) fault('No doctor has this email.')
    else if (earlier !== undefined) fault(`Same value as in line ${earlier}.`)
    else {
      firstLine.set(email, one.line)
      const found = compareLine(one, doctor, names, clock)
      if (found === null) unchanged += 1
      else if (Array.isArray(found)) faults.push(...found)
      else changes.push(found)
    }
  }
  return { tx, changes, check: { changes: changes.map(toShown), unchanged, faults: faults.toSorted(byPlace) } }
}

export function createEligibilitySheet({ db, settings }: Pick<Context, 'db' | 'settings'>) {
  const clock = (): Clock => ({ now: new Date(), zone: settings.now().clinicTimeZone })
  return {
    /** Returns the sheet of all doctors. */
    async download(): Promise<Buffer> {
      const [doctors, labs, groups] = await Promise.all([listEligibilities(db), listLabIdentifiers(db), listDoctorGroups(db)])
      const lines = doctors.map((doctor) => {
        const { email, fullName } = doctor
        const cells = { email, fullName, ...writeCells(factsOf(doctor, clock()), { labs, groups }) }
        return csvLine(eligibilityColumns.map((column) => cells[column]))
      })
      return csvFile([csvLine(eligibilityColumns), ...lines])
    },
    /** Returns what an import would change. Changes nothing. */
    check: async (bytes: Buffer): Promise<EligibilityCheck> => (await db.transaction((tx) => examine(tx, bytes, clock()))).check,
    /** Imports all lines or none. Returns how many doctors changed. Throws IMPORT_REFUSED if a cell is wrong. */
    async run(actor: Actor, bytes: Buffer): Promise<number> {
      return db.transaction(async (begun) => {
        const { tx, changes, check } = await examine(begun, bytes, clock())
        demandFaultless(check.faults)
        for (const { doctor, facts, changed } of changes) {
          const parts = {
            groups: changed.includes('groups'),
            presence: changed.some((column) => presenceColumns.has(column)),
            reads: changed.some((column) => column !== 'groups' && !presenceColumns.has(column)),
          }
          await changeEligibility(tx, actor, { doctorId: doctor.doctorId, facts, parts, changed })
        }
        await audit(tx, actor, { action: 'eligibility.imported', details: { changed: changes.length } })
        return changes.length
      })
    },
  }
}
