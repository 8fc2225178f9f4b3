import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'

const folder = new URL('../../programs/', import.meta.url)

/** Returns the statements of `programs/`, the functions and triggers of this version, in the order in which they are applied. */
export const readPrograms = (): string[] =>
  readdirSync(folder)
    .sort()
    .flatMap((file) => readFileSync(new URL(file, folder), 'utf8').split('--> statement-breakpoint'))
    .map((statement) => statement.trim())

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** Returns the digest of all functions and triggers: the name that the database notes them under. */
export const digestPrograms = (programs: readonly string[]): string => digestOf(programs.join('\n'))

type Trigger = { name: string; table: string; isConstraint: boolean }

/** Returns the trigger that a statement creates, or null if it does something else. */
function readTrigger(statement: string): Trigger | null {
  const lines = statement.split('\n').filter((line) => !line.startsWith('--'))
  const words = lines.join(' ').toLowerCase().split(/\s+/)
  const kind = words.indexOf('trigger')
  // A function that returns a trigger has the word later.
  if (kind === -1 || kind > 3) return null
  return {
    name: words[kind + 1] ?? '',
    table: words[words.indexOf('on') + 1] ?? '',
    isConstraint: words[kind - 1] === 'constraint',
  }
}

const present = `
  select from pg_trigger where tgname = $1 and tgrelid = to_regclass($2) and obj_description(oid, 'pg_trigger') = $3`

/** Creates or replaces a trigger, unless it was made by the same statement: a new one makes writers of its table wait. */
async function applyTrigger(client: pg.ClientBase, { name, table, isConstraint }: Trigger, statement: string): Promise<void> {
  const digest = digestOf(statement)
  const { rowCount } = await client.query(present, [name, table, digest])
  if (rowCount !== 0) return
  // PostgreSQL cannot replace a constraint trigger.
  if (isConstraint) await client.query(`drop trigger if exists ${name} on ${table}`)
  await client.query(statement)
  await client.query(`comment on trigger ${name} on ${table} is ${pg.escapeLiteral(digest)}`)
}

/** Makes the table that lists which functions and triggers the database has had. */
export async function ensureProgramsNoted(client: pg.ClientBase): Promise<void> {
  await client.query(
    'create table if not exists drizzle.__programs (id bigint primary key generated always as identity, digest text not null)',
  )
}

/** Gives the database the functions and triggers of `programs`, and notes that it has them. Repeating it changes nothing. */
export async function applyPrograms(client: pg.ClientBase, programs: readonly string[]): Promise<void> {
  for (const statement of programs) {
    const trigger = readTrigger(statement)
    if (trigger) await applyTrigger(client, trigger, statement)
    else await client.query(statement)
  }
  await client.query(
    `insert into drizzle.__programs (digest) select $1::text
    where $1::text is distinct from (select digest from drizzle.__programs order by id desc limit 1)`,
    [digestPrograms(programs)],
  )
}
