import { parse } from 'libpg-query'
import { z } from 'zod'
import { bigTables } from './big-tables.ts'

const Parsed = z.object({ stmts: z.array(z.object({ stmt: z.record(z.string(), z.unknown()) })) })
const Relation = z.object({ relation: z.object({ relname: z.string() }) })
const Index = Relation.extend({ concurrent: z.boolean().default(false), if_not_exists: z.boolean().default(false) })
const Constraint = z.object({
  contype: z.string(),
  skip_validation: z.boolean().default(false),
  indexname: z.string().default(''),
})
const Definition = z.object({ Constraint: Constraint.optional() }).loose()
const Column = z.object({ ColumnDef: z.object({ constraints: z.array(z.object({ Constraint })).default([]) }) })
const Command = z.object({
  AlterTableCmd: z.object({
    subtype: z.string(),
    def: Definition.optional(),
    name: z.string().optional(),
    missing_ok: z.boolean().default(false),
  }),
})
const Alter = Relation.extend({ cmds: z.array(Command) })

type Command = z.infer<typeof Command>['AlterTableCmd']
type Rule = (command: Command) => string | null

/** Forms of a default that the server writes once instead of into every row. */
function addedColumn(def: unknown): string | null {
  const column = Column.safeParse(def)
  const kinds = column.success ? column.data.ColumnDef.constraints.map(({ Constraint: { contype } }) => contype) : []
  if (kinds.includes('CONSTR_GENERATED') || kinds.includes('CONSTR_IDENTITY'))
    return 'a generated column rewrites the table: add a plain one, keep it by a trigger, fill it in batches'
  if (kinds.includes('CONSTR_UNIQUE') || kinds.includes('CONSTR_PRIMARY'))
    return 'a unique column builds its index while nobody can write: build it concurrently'
  return null
}

const rules: Record<string, Rule> = {
  AT_AddColumn: ({ def }) => addedColumn(def),
  AT_AlterColumnType: () => 'another type rewrites the table: add a column, fill it in batches, then drop the old one',
  AT_SetNotNull: ({ name }) =>
    `not null looks at every row: first "check (${name} is not null) not valid", then validate it in a migration of its own`,
  AT_AddConstraint: ({ def }) => {
    const constraint = def?.Constraint
    const isCheap = constraint?.skip_validation || constraint?.indexname
    return isCheap ? null : 'a constraint looks at every row: add it "not valid", and validate it in a migration of its own'
  },
  AT_SetExpression: () => 'another expression rewrites the table: add a column, fill it in batches, then drop the old one',
  AT_SetLogged: () => 'rewrites the table',
  AT_SetTableSpace: () => 'rewrites the table',
}

function ofAlter(statement: unknown, hasCheck: (column: string) => boolean): string[] {
  const { relation, cmds } = Alter.parse(statement)
  if (!bigTables.has(relation.relname)) return []
  return cmds.flatMap(({ AlterTableCmd: command }) => {
    if (command.subtype === 'AT_SetNotNull' && hasCheck(command.name ?? '')) return []
    const found = rules[command.subtype]?.(command)
    return found ? [`${relation.relname}: ${found}`] : []
  })
}

function ofIndex(statement: unknown): string[] {
  const { relation, concurrent } = Index.parse(statement)
  if (concurrent || !bigTables.has(relation.relname)) return []
  return [`${relation.relname}: an index keeps writers waiting while it is built: create index concurrently if not exists`]
}

const isInBatches = (text: string) => /^\s*-- in batches\b/m.test(text)

function ofChange(statement: unknown, text: string): string[] {
  const { relation } = Relation.parse(statement)
  const isBatch = isInBatches(text) && /\blimit\s+\d+/i.test(text)
  return bigTables.has(relation.relname) && !isBatch
    ? [`${relation.relname}: all rows at once: "-- in batches" before a statement with a limit that finds none when it is done`]
    : []
}

/** Changes of a table that PostgreSQL takes a second time. Others need `if exists` or `if not exists`. */
const repeatableCommands: ReadonlySet<string> = new Set([
  'AT_ValidateConstraint',
  'AT_SetNotNull',
  'AT_DropNotNull',
  'AT_ColumnDefault',
])

const repeatable: Record<string, (statement: unknown) => boolean> = {
  AlterTableStmt: (statement) =>
    Alter.parse(statement).cmds.every(
      ({ AlterTableCmd: { subtype, missing_ok: isOptional } }) => isOptional || repeatableCommands.has(subtype),
    ),
  CreateStmt: (statement) => z.object({ if_not_exists: z.boolean().default(false) }).parse(statement).if_not_exists,
  DropStmt: (statement) => z.object({ missing_ok: z.boolean().default(false) }).parse(statement).missing_ok,
  CreateFunctionStmt: (statement) => z.object({ replace: z.boolean().default(false) }).parse(statement).replace,
  IndexStmt: (statement) => Index.parse(statement).if_not_exists,
  VacuumStmt: () => true,
}

/**
 * Returns why a statement may not stand in a migration whose statements run one by one: that is started anew if it is stopped, and then runs all of
 * them again.
 */
function unrepeatable(kind: string, statement: unknown, text: string): string[] {
  if (isInBatches(text) || repeatable[kind]?.(statement)) return []
  return [
    'cannot be run again after an index of its file was stopped: write "if not exists" or "if exists", or give it a file of its own',
  ]
}

const isOnline = (text: string) => isInBatches(text) || /\bindex\s+concurrently\b/i.test(text)

/**
 * Returns the statements of a migration that would rewrite or lock a big table, as messages for its author. `earlier`: the texts of the migrations
 * before it, which may contain a validated check. A table that the migration itself creates is empty.
 */
export async function findBlocking(statements: readonly string[], earlier: readonly string[] = []): Promise<string[]> {
  const validated = earlier.join(';').toLowerCase()
  const hasCheck = (column: string) =>
    new RegExp(`check \\(\\(*"?(\\w+"?\\."?)?${column}"? is not null`).test(validated) &&
    validated.includes('validate constraint')
  const found: string[] = []
  const created = new Set<string>()
  const runsOneByOne = statements.some(isOnline)
  const isNew = (statement: unknown) => created.has(Relation.safeParse(statement).data?.relation.relname ?? '')
  for (const text of statements) {
    const { stmts } = Parsed.parse(await parse(text))
    for (const { stmt } of stmts) {
      if (runsOneByOne) for (const [kind, statement] of Object.entries(stmt)) found.push(...unrepeatable(kind, statement, text))
      if (stmt.CreateStmt) created.add(Relation.parse(stmt.CreateStmt).relation.relname)
      if (stmt.AlterTableStmt && !isNew(stmt.AlterTableStmt)) found.push(...ofAlter(stmt.AlterTableStmt, hasCheck))
      if (stmt.IndexStmt && !isNew(stmt.IndexStmt)) found.push(...ofIndex(stmt.IndexStmt))
      for (const change of [stmt.UpdateStmt, stmt.DeleteStmt]) if (change) found.push(...ofChange(change, text))
      const hidden = [...bigTables].find((name) => stmt.DoStmt && new RegExp(`\\b${name}\\b`).test(text))
      if (hidden) found.push(`${hidden}: a DO block hides what is done to it`)
    }
  }
  return found
}
