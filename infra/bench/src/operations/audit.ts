import type pg from 'pg'
import { z } from 'zod'
import { withApi } from '../core/bench-system.ts'
import type { Figure } from '../core/figure.ts'
import { quantile, time } from '../core/statistics.ts'
import { signInReaders } from '../worklist/worklist-readers.ts'

const studies = 1_000_000
const entries = 10_000_000
const rounds = 20
/** The limit for the answer of a page of the audit log. */
const limitMs = 300

/**
 * Four years of a busy place: looks at studies and patients, sign-ins, downloads, and now and then an account deleted. The chain's hashes are made up:
 * what a page costs is the same. Indexes are built afterwards, which is many times faster.
 */
const fillLog = [
  "set session_replication_role = replica; set maintenance_work_mem = '512MB'",
  'truncate audit_chain, audit_log',
  'create temporary table person as select id, row_number() over (order by id) - 1 as n from users',
  'create temporary table seen as select id, patient_row_id, row_number() over (order by id) - 1 as n from studies tablesample system (20)',
  `insert into audit_log (at, actor_user_id, action, target_type, target_id, details, address)
    select now() - make_interval(secs => (${entries} - s) * 12.6), p.id,
      case when s % 100003 = 0 then 'user.deleted' else
        (array['images.opened','images.opened','report.downloaded','record.opened','login.succeeded','assignment.created','logout','images.downloaded'])[1 + s % 8] end,
      case when s % 8 = 3 then 'patient' when s % 8 in (4, 6) then 'session' else 'study' end,
      case when s % 8 = 3 then v.patient_row_id::text else v.id::text end, '{}', '10.0.0.' || s % 250
    from generate_series(1, ${entries}) s
      join person p on p.n = floor((select count(*) from person) * power((hashint8(s) & 1048575) / 1048576.0, 2))
      join seen v on v.n = (hashint8(s + 7) & 2147483647) % (select count(*) from seen)`,
  'insert into audit_chain (seq, audit_id, hash) select row_number() over (order by id), id, md5(id::text) || md5(id::text) from audit_log',
]

const Definitions = z.array(z.object({ indexname: z.string(), indexdef: z.string() }))
const One = z.tuple([z.object({ id: z.string() })])

async function fill(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  const { rows } = await client.query(
    "select indexname, indexdef from pg_indexes where tablename = 'audit_log' and indexname not like '%pkey'",
  )
  const indexes = Definitions.parse(rows)
  for (const { indexname } of indexes) await client.query(`drop index ${indexname}`)
  for (const statement of fillLog) await client.query(statement)
  for (const { indexdef } of indexes) await client.query(indexdef)
  await client.query('vacuum analyze audit_log, audit_chain')
  await client.query('checkpoint')
  client.release(true)
}

/** Retention times that three quarters, and half, of all studies have passed; with some patients on hold. */
const setRetention = [
  `insert into settings (name, value, changed_by) select s.name, s.value::jsonb, (select id from users order by id limit 1)
    from (values ('imageRetentionDays', '365'), ('studyRetentionYears', '2')) s(name, value)`,
  "update patients set hold_reason = 'asked for' where patient_id like '%777'",
]

/** Pages of the audit log of a million studies and ten million entries, and what retention times would remove today, as whole HTTP answers. */
export async function benchAudit(): Promise<Figure[]> {
  return withApi({ studies }, async ({ pool, api }) => {
    for (const statement of setRetention) await pool.query(statement)
    await fill(pool)
    const [admin] = await signInReaders(pool, api.signIn, 1)
    if (!admin) throw new Error('nobody to look')
    const idOf = async (statement: string) => One.parse((await pool.query(statement)).rows)[0].id
    const busiest = await idOf('select actor_user_id as id from audit_log group by 1 order by count(*) desc limit 1')
    const study = await idOf("select target_id as id from audit_log where target_type = 'study' order by id limit 1")
    const patient = await idOf(`select patient_row_id as id from studies where id = '${study}'`)
    const patientId = await idOf(`select patient_id as id from studies where id = '${study}'`)
    const middle = await idOf(`select id::text from audit_log order by id offset ${entries / 2} limit 1`)
    const looks: Record<string, Record<string, string>> = {
      'the newest': {},
      'before the middle': { before: middle },
      'of the busiest person': { person: busiest },
      'changes of the busiest person': { person: busiest, kind: 'change' },
      'a rare action': { action: 'user.deleted' },
      'a rare action of the busiest person': { action: 'user.deleted', person: busiest },
      'changes of a month two years ago': { kind: 'change', from: daysAgo(760), to: daysAgo(730) },
      'one study': { study },
      'one patient': { patient },
      'a patient id': { search: patientId },
      'a part of a name': { search: 'doctor 1' },
      'what nothing matches': { search: 'nobody at all' },
    }
    const figures: Figure[] = []
    const measure = async (name: string, path: string): Promise<Figure> => {
      const times: number[] = []
      for (let round = -3; round < rounds; round++) {
        const took = await time(() => api.get(path, admin.token))
        if (round >= 0) times.push(took)
      }
      return { name: `${name}, 95th percentile`, value: quantile(times, 0.95), unit: ' ms', limit: limitMs }
    }
    for (const [name, query] of Object.entries(looks))
      figures.push(await measure(name, `/api/admin/audit?${new URLSearchParams(query)}`))
    const [plain] = figures
    const slowest = Math.max(...figures.map(({ value }) => value))
    const due = await measure('what retention times would remove today', '/api/admin/privacy/retention')
    return [...figures, due, { name: 'the slowest over the newest', value: slowest / (plain?.value ?? 1), unit: '', limit: 10 }]
  })
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
