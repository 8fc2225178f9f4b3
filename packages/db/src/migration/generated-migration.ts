import { bigTables } from './big-tables.ts'

/** The forms of drizzle-kit's statements that can be run again, by the beginning that they replace. */
const repeatableForms: readonly (readonly [RegExp, string])[] = [
  [/^CREATE TABLE /, 'CREATE TABLE IF NOT EXISTS '],
  [/^CREATE (UNIQUE )?INDEX /, 'CREATE $1INDEX CONCURRENTLY IF NOT EXISTS '],
  [/^DROP INDEX /, 'DROP INDEX CONCURRENTLY IF EXISTS '],
  [/^(ALTER TABLE \S+) ADD COLUMN /, '$1 ADD COLUMN IF NOT EXISTS '],
  [/^(ALTER TABLE \S+) DROP COLUMN /, '$1 DROP COLUMN IF EXISTS '],
  [/^(ALTER TABLE \S+) DROP CONSTRAINT /, '$1 DROP CONSTRAINT IF EXISTS '],
]

const indexedTable = /^CREATE (?:UNIQUE )?INDEX \S+ ON "([^"]+)"/

const isDropOfIndex = (statement: string) => statement.startsWith('DROP INDEX')

function repeatableForm(statement: string): string {
  const form = repeatableForms.find(([beginning]) => beginning.test(statement))
  return form ? statement.replace(...form) : statement
}

/**
 * Returns the statements of a migration that drizzle-kit generated. If they build an index of a big table, they run one by one beside readers and
 * writers, and can be run again after a stop. An old index is then dropped last, because the new one replaces it.
 */
export function makeOnline(statements: readonly string[]): string[] {
  const indexed = statements.map((statement) => indexedTable.exec(statement)?.[1] ?? '')
  if (!indexed.some((table) => bigTables.has(table))) return [...statements]
  const others = statements.filter((statement) => !isDropOfIndex(statement))
  return [...others, ...statements.filter(isDropOfIndex)].map(repeatableForm)
}
