import type pg from 'pg'
import { z } from 'zod'

const Column = z.object({
  table: z.string(),
  name: z.string(),
  type: z.string(),
  required: z.boolean(),
  /** `table(column)` that it refers to. */
  refersTo: z.string().nullable(),
  /** The first of the values that a check allows. */
  allowed: z.string().nullable(),
})
type Column = z.infer<typeof Column>

/** Every column that can be written, of every table. */
const columnsOf = `
  select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type,
    a.attnotnull and not a.atthasdef and a.attidentity = '' as required,
    (select f.confrelid::regclass || '(' || r.attname || ')' from pg_constraint f
       join pg_attribute r on r.attrelid = f.confrelid and r.attnum = f.confkey[1]
     where f.conrelid = c.oid and f.contype = 'f' and f.conkey = array[a.attnum] and f.confrelid <> c.oid limit 1) as "refersTo",
    (select substring(pg_get_constraintdef(k.oid) from $$'([^']+)'$$) from pg_constraint k
     where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] limit 1) as allowed
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attgenerated = ''
  order by c.relname, a.attnum`

const values: Record<string, string> = {
  uuid: 'gen_random_uuid()',
  text: `'VALUE' || i`,
  integer: 'i',
  bigint: 'i',
  boolean: 'false',
  date: `date '2020-01-01' + i`,
  jsonb: `jsonb_build_object('v', i)`,
  'text[]': `'{}'::text[]`,
  'uuid[]': `'{}'::uuid[]`,
}

/** The values of columns, by `table.column`, that types and references do not tell, as expressions of the row's number `i`. */
const special: Record<string, string> = {
  'studies.status': `'pending_assignment'`,
  'zips.owner_id': '(select min(id::text)::uuid from users)',
  'studies.description': `'Chest ' || i`,
  'critical_results.category': '1',
  'deadline_rules.minutes': 'i',
  'hl7_connections.port': '2000 + i',
  'modality_worklists.called_ae_title': `'WORKLIST' || i`,
  'result_deliveries.kind': `'test'`,
  'result_destinations.alert_minutes': '60 + i',
  'report_versions.reason': `''`,
  'reports.sha256': `'x'`,
  'reports.size_bytes': 'i',
  'reading_templates.scope': `'system'`,
  'escalation_messages.address': `'desk@clinic.example'`,
  'text_blocks.scope': `'system'`,
  'key_images.position': 'i',
}

/** A value of row `i`: the i-th of what it refers to, one that is allowed, or one of its type. */
function makeValue({ type, refersTo, allowed }: Column, rows: number): string {
  const [, table, column] = /^(.+)\((.+)\)$/.exec(refersTo ?? '') ?? []
  if (table && column)
    return `(select (array_agg(${column} order by ${column}))[1 + i % least(${rows}, count(*))] from ${table} having count(*) > 0)`
  if (allowed !== null) return `'${allowed}'`
  return values[type] ?? (type.startsWith('timestamp') ? `timestamptz '2026-01-01' + i * interval '1 minute'` : `'0'::${type}`)
}

/** Those that are referred to first. */
function inOrder(tables: ReadonlyMap<string, Column[]>): string[] {
  const done = new Set<string>()
  const visit = (table: string, above: readonly string[]): void => {
    if (done.has(table) || above.includes(table)) return
    for (const { refersTo } of tables.get(table) ?? []) if (refersTo) visit(refersTo.split('(')[0] ?? '', [...above, table])
    done.add(table)
  }
  for (const table of tables.keys()) visit(table, [])
  return [...done]
}

/**
 * Puts rows into every table of whatever schema there is, made up from the types and references of its columns; triggers do not run. Returns the
 * tables' names.
 */
export async function fillTables(client: pg.Client, rows: number): Promise<string[]> {
  const tables = new Map<string, Column[]>()
  for (const column of z.array(Column).parse((await client.query(columnsOf)).rows))
    tables.set(column.table, [...(tables.get(column.table) ?? []), column])
  await client.query('set session_replication_role = replica')
  for (const table of inOrder(tables)) {
    const columns = tables.get(table) ?? []
    const isAnyRequired = columns.some(({ required }) => required)
    const written = columns.flatMap((column, index) => {
      const own = special[`${table}.${column.name}`]
      const isNeeded = column.required || (!isAnyRequired && index === 0)
      return own !== undefined || isNeeded ? [{ name: `"${column.name}"`, value: own ?? makeValue(column, rows) }] : []
    })
    const names = written.map(({ name }) => name).join(', ')
    const made = written.map(({ value }) => value).join(', ')
    await client.query(
      `insert into "${table}" (${names}) select ${made} from generate_series(1, ${rows}) i on conflict do nothing`,
    )
  }
  await client.query('set session_replication_role = default')
  return [...tables.keys()]
}
