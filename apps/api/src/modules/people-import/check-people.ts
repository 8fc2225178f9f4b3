import {
  type ImportColumn,
  ImportedDoctor,
  ImportedStaff,
  type ImportFault,
  importColumns,
} from '@readroom/contracts/people-import'
import type { z } from 'zod'
import type { Line } from './read-people.ts'

export type Person = { line: number; row: ImportedStaff | ImportedDoctor }

/** The accounts and laboratories that there are; addresses and usernames in small letters, identifiers in capitals. */
export type Present = {
  emails: ReadonlySet<string>
  usernames: ReadonlySet<string>
  labs: ReadonlySet<string>
}

const schemas = { staff: ImportedStaff, doctor: ImportedDoctor }
const isRole = (role: string): role is keyof typeof schemas => Object.hasOwn(schemas, role)
const isColumn = (name: unknown): name is ImportColumn => importColumns.some((column) => column === name)

const words: Partial<Record<ImportColumn, string>> = {
  email: 'This is not an e-mail address.',
  username: 'A username has no spaces.',
  yearsOfExperience: 'This is not a number of years.',
}

/** One for each column: what is empty breaks more than one rule. */
const firstOfEach = (issues: readonly z.core.$ZodIssue[]) =>
  issues.filter(({ path }, index) => issues.findIndex((other) => other.path[0] === path[0]) === index)

/** What a line's own cells say. Columns that the role does not have must be empty. */
function readLine({ line, cells }: Line): Person | ImportFault[] {
  const role = cells.role.toLowerCase()
  if (!isRole(role)) return [{ line, column: 'role', what: 'The role is neither "doctor" nor "staff".' }]
  const schema = schemas[role]
  const own = importColumns.filter((name) => Object.hasOwn(schema.shape, name))
  const foreign = importColumns.filter((name) => cells[name] !== '' && !own.includes(name))
  const given = Object.fromEntries(own.map((name) => [name, name === 'role' ? role : cells[name]]))
  const parsed = schema.safeParse(given)
  const faults = [
    ...foreign.map((column) => ({ line, column, what: `This is not known of a person whose role is "${role}".` })),
    ...firstOfEach(parsed.error?.issues ?? []).map(({ path: [column] }) => {
      const name = isColumn(column) ? column : null
      const isEmpty = name !== null && cells[name] === ''
      const what = isEmpty
        ? 'This is missing.'
        : ((name && words[name]) ?? 'This text is too long or has signs that cannot be kept.')
      return { line, column: name, what }
    }),
  ]
  return parsed.success && faults.length === 0 ? { line, row: parsed.data } : faults
}

/** Names what a column has twice in the file, at the later line. */
function duplicates(people: readonly Person[], column: 'email' | 'username'): ImportFault[] {
  const first = new Map<string, number>()
  return people.flatMap(({ line, row }) => {
    const value = row[column].toLowerCase()
    if (value === '') return []
    const earlier = first.get(value)
    if (earlier !== undefined) return [{ line, column, what: `Line ${earlier} has the same.` }]
    first.set(value, line)
    return []
  })
}

function missing({ line, row }: Person, { emails, usernames, labs }: Present): ImportFault[] {
  const isUnknownLab = row.role === 'staff' && !labs.has(row.laboratory.toUpperCase())
  return [
    ...(emails.has(row.email.toLowerCase())
      ? [{ line, column: 'email', what: 'An account with this email already exists.' }]
      : []),
    ...(usernames.has(row.username.toLowerCase()) ? [{ line, column: 'username', what: 'This username is already taken.' }] : []),
    ...(isUnknownLab ? [{ line, column: 'laboratory', what: 'No laboratory has this identifier.' }] : []),
  ]
}

/** The people of a file, and all that is wrong with its lines by themselves. */
export function readRows(lines: readonly Line[]): { people: Person[]; faults: ImportFault[] } {
  const read = lines.map(readLine)
  return {
    people: read.flatMap((each) => (Array.isArray(each) ? [] : [each])),
    faults: read.flatMap((each) => (Array.isArray(each) ? each : [])),
  }
}

/** What is wrong with people beside each other and those who are there already. */
export const compare = (people: readonly Person[], present: Present): ImportFault[] => [
  ...duplicates(people, 'email'),
  ...duplicates(people, 'username'),
  ...people.flatMap((person) => missing(person, present)),
]
