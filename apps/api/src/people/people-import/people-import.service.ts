import { AppError } from '@readroom/contracts/core/errors'
import { type ImportCheck, type ImportedPerson, type ImportFault, importColumns } from '@readroom/contracts/people/people-import'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Tx } from '@readroom/db/core/client'
import type { Before, Begun, Passed } from '@readroom/db/core/locks'
import { type LabRow, listLabsByIdentifier } from '@readroom/db/people/labs'
import { listTakenNames, listUsernamesLike } from '@readroom/db/people/users'
import { registerDoctor, registerStaff } from '@readroom/domain/people/accounts'
import { freeUsername, usernameBase } from '../../access/security/username.ts'
import type { Context } from '../../core/context.ts'
import { demandFaultless } from '../../core/csv-table.ts'
import { compare, type Person, readRows } from './check-people.ts'
import { readPeople } from './read-people.ts'

type Labs = Pick<LabRow, 'id' | 'identifier' | 'isActive'>[]
type Read = { tx: Passed<Begun, 'laboratory'>; people: Person[]; labs: Labs; check: ImportCheck }

const columnOrder: readonly (string | null)[] = [null, ...importColumns]
const byPlace = (one: ImportFault, other: ImportFault) =>
  one.line - other.line || columnOrder.indexOf(one.column) - columnOrder.indexOf(other.column)

const toImported = ({ line, row }: Person): ImportedPerson => ({
  line,
  role: row.role,
  fullName: row.fullName,
  email: row.email,
  laboratory: row.role === 'staff' ? row.laboratory.toUpperCase() : null,
})

/** Reads a file and compares it with existing accounts. Throws IMPORT_UNREADABLE. */
async function examine(begun: Begun, bytes: Buffer): Promise<Read> {
  const { lines, faults: odd } = readPeople(bytes)
  const { people, faults: wrong } = readRows(lines)
  const identifiers = people.flatMap(({ row }) => (row.role === 'staff' ? [row.laboratory.toUpperCase()] : []))
  const [tx, labs] = await listLabsByIdentifier(begun, [...new Set(identifiers)])
  const emails = people.map(({ row }) => row.email)
  const usernames = people.map(({ row }) => row.username)
  const taken = await listTakenNames(tx, { emails, usernames })
  const faults = compare(people, {
    emails: new Set(taken.map(({ email }) => email.toLowerCase())),
    usernames: new Set(taken.map(({ username }) => username.toLowerCase())),
    labs: new Set(labs.map(({ identifier }) => identifier)),
  })
  const doctors = people.filter(({ row }) => row.role === 'doctor').length
  const all = [...odd, ...wrong, ...faults].sort(byPlace)
  return { tx, people, labs, check: { doctors, staff: people.length - doctors, people: people.map(toImported), faults: all } }
}

/** Gives people without a username one made from their email address, which is unique in the file and the database. */
async function nameAll(tx: Before<'usernames'>, people: readonly Person[]): Promise<Person['row'][]> {
  const nameless = people.filter(({ row }) => row.username === '')
  const [, taken] = await listUsernamesLike(tx, [...new Set(nameless.map(({ row }) => usernameBase(row.email)))])
  for (const { row } of people) if (row.username !== '') taken.add(row.username.toLowerCase())
  return people.map(({ row }) => {
    if (row.username !== '') return row
    const username = freeUsername(usernameBase(row.email), taken)
    taken.add(username)
    return { ...row, username }
  })
}

async function addPerson(tx: Tx, actor: Actor, row: Person['row'], labs: Labs): Promise<void> {
  if (row.role === 'staff') {
    const { email, fullName, username } = row
    const lab = labs.find(({ identifier }) => identifier === row.laboratory.toUpperCase())
    if (!lab) throw new AppError('CONFLICT')
    await registerStaff(tx, actor, lab, { email, fullName, username })
    return
  }
  const { role: _role, ...doctor } = row
  await registerDoctor(tx, actor, { ...doctor, availableDays: [], isActiveProfile: true }, null)
}

export function createPeopleImport({ db }: Pick<Context, 'db'>) {
  return {
    /** Returns the result that an import would have. Changes nothing. */
    check: async (bytes: Buffer): Promise<ImportCheck> => (await db.transaction((tx) => examine(tx, bytes))).check,

    /** Imports all people or none. Throws IMPORT_REFUSED if a line is wrong. */
    async run(actor: Actor, bytes: Buffer): Promise<Pick<ImportCheck, 'doctors' | 'staff'>> {
      return db.transaction(async (begun) => {
        const { tx, people, labs, check } = await examine(begun, bytes)
        const { doctors, staff, faults } = check
        demandFaultless(faults)
        for (const row of await nameAll(tx, people)) await addPerson(tx, actor, row, labs)
        await audit(tx, actor, { action: 'people.imported', details: { doctors, staff } })
        return { doctors, staff }
      })
    },
  }
}
