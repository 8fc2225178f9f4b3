import {
  type ImportColumn,
  ImportedDoctor,
  ImportedStaff,
  type ImportFault,
  importColumns,
} from '@readroom/contracts/people/people-import'
import type { z } from 'zod'
import type { Line } from './read-people.ts'

export type Person = { line: number; row: ImportedStaff | ImportedDoctor }

/** Existing accounts and laboratories. Addresses and usernames are in lower case, identifiers in upper case. */
export type Present = {
  emails: ReadonlySet<string>
  usernames: ReadonlySet<string>
  labs: ReadonlySet<string>
}

const schemas = { staff: ImportedStaff, doctor: ImportedDoctor }
const isRole = (role: string): role is keyof typeof schemas => Object.hasOwn(schemas, role)
const isColumn = (name: unknown): name is ImportColumn => importColumns.some((column) => column === name)

const words: Partial<Record<ImportColumn, string>> = {
  email: 'Not a valid email address.',
  username: 'A username must not contain spaces.',
  yearsOfExperience: 'Not a number of years.',
}

/** Keeps the first fault of each column, because an empty cell breaks several rules. */
const firstOfEach = (issues: readonly z.core.$ZodIssue[]) =>
  issues.filter(({ path }, index) => issues.findIndex((other) => other.path[0] === path[0]) === index)

/** Checks the cells of one line. Columns of the other role must be empty. */
function readLine({ line, cells }: Line): Person | ImportFault[] {
  const role = cells.role.toLowerCase()
  if (!isRole(role)) return [{ line, column: 'role', value: cells.role, what: 'The role must be "doctor" or "staff".' }]
  const schema = schemas[role]
  const own = importColumns.filter((name) => Object.hasOwn(schema.shape, name))
  const foreign = importColumns.filter((name) => cells[name] !== '' && !own.includes(name))
  const given = Object.fromEntries(own.map((name) => [name, name === 'role' ? role : cells[name]]))
  const parsed = schema.safeParse(given)
  const faults = [
    ...foreign.map((column) => ({
      line,
      column,
      value: cells[column],
      what: `Not used for the role "${role}". Leave it empty.`,
    })),
    ...firstOfEach(parsed.error?.issues ?? []).map(({ path: [column] }) => {
      const name = isColumn(column) ? column : null
      const isEmpty = name !== null && cells[name] === ''
      const what = isEmpty ? 'Required.' : ((name && words[name]) ?? 'Too long, or contains characters that cannot be stored.')
      return { line, column: name, value: name === null ? '' : cells[name], what }
    }),
  ]
  return parsed.success && faults.length === 0 ? { line, row: parsed.data } : faults
}

/** Reports values that a column repeats, at the later line. */
function duplicates(people: readonly Person[], column: 'email' | 'username'): ImportFault[] {
  const first = new Map<string, number>()
  return people.flatMap(({ line, row }) => {
    const value = row[column].toLowerCase()
    if (value === '') return []
    const earlier = first.get(value)
    if (earlier !== undefined) return [{ line, column, value: row[column], what: `Same value as in line ${earlier}.` }]
    first.set(value, line)
    return []
  })
}

function missing({ line, row }: Person, { emails, usernames, labs }: Present): ImportFault[] {
  const { email, username } = row
  const laboratory = row.role === 'staff' ? row.laboratory : null
  return [
    ...(emails.has(email.toLowerCase())
      ? [{ line, column: 'email', value: email, what: 'An account with this email already exists.' }]
      : []),
    ...(usernames.has(username.toLowerCase())
      ? [{ line, column: 'username', value: username, what: 'This username is already taken.' }]
      : []),
    ...(laboratory !== null && !labs.has(laboratory.toUpperCase())
      ? [{ line, column: 'laboratory', value: laboratory, what: 'No laboratory has this identifier.' }]
      : []),
  ]
}

/** Reads the people of a file, and the faults within single lines. */
export function readRows(lines: readonly Line[]): { people: Person[]; faults: ImportFault[] } {
  const read = lines.map(readLine)
  return {
    people: read.flatMap((each) => (Array.isArray(each) ? [] : [each])),
    faults: read.flatMap((each) => (Array.isArray(each) ? each : [])),
  }
}

/** Finds faults between people, and with existing accounts and laboratories. */
export const compare = (people: readonly Person[], present: Present): ImportFault[] => [
  ...duplicates(people, 'email'),
  ...duplicates(people, 'username'),
  ...people.flatMap((person) => missing(person, present)),
]
