import { randomUUID } from 'node:crypto'
import { openDatabase } from '@readroom/db/core/client'
import { applyMigrations, applyMigrationsUntil, listSchemas } from '@readroom/db/migration/migrations'
import { listUploads } from '@readroom/db/reports/uploads'
import { fillTables } from '@readroom/db/testing/fill-tables'
import { chainOldUploads, isIntact } from '@readroom/domain/reports/report-chain'
import { eventually } from '@readroom/local/core/eventually'
import type {} from '@readroom/local/suites/vitest-services'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'

const rows = 300
/** The last schema without a ledger, 0054. */
const before = 54

async function createEmptyDatabase(): Promise<string> {
  const name = `readroom_ledger_${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: inject('databaseUrl') })
  await admin.connect()
  await admin.query(`create database ${name}`)
  onTestFinished(async () => {
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  })
  const url = new URL(inject('databaseUrl'))
  url.pathname = `/${name}`
  return url.href
}

const columns = 'study_id, doctor_id, version, status, file_name, content_type, size_bytes, sha256, object_key, uploaded_by'

/** The program of the version before: it uploads, signs and withdraws reports and answers deliveries, each in a transaction. */
async function runOldProgram(url: string) {
  const client = new pg.Client({ connectionString: url, options: '-c statement_timeout=3s -c role=readroom_app' })
  await client.connect()
  const studies = (await client.query('select study_id as id from reports order by 1')).rows.map(({ id }) => String(id))
  const stopping = new AbortController()
  const done = { rounds: 0 }
  const next = '(select max(version) + 1 from reports where study_id = $1)'
  const running = (async () => {
    while (!stopping.signal.aborted) {
      const study = [studies[done.rounds % studies.length]]
      await client.query('begin')
      await client.query('select id from studies where id = $1 for update', study)
      await client.query(
        `insert into reports (${columns}, subject) select study_id, doctor_id, ${next}, status, 'later.pdf', content_type, 1, 'later', 'reports/' || gen_random_uuid(),
          uploaded_by, '{"patient": {"name": "Doe^Jane"}}' from reports where study_id = $1 limit 1`,
        study,
      )
      await client.query(
        `insert into report_versions (study_id, number, kind, meaning, content, snapshot, signed_by, doctor_id, reason, confirmed, request_id, prev_hash, hash)
          select study_id, (select coalesce(max(number), 0) + 1 from report_versions where study_id = $1), 'original', 'final', '{}', '{}', uploaded_by, doctor_id, '', '{}',
          gen_random_uuid(), 'before', gen_random_uuid()::text from reports where study_id = $1 limit 1`,
        study,
      )
      await client.query(
        `insert into reports (${columns}, version_id) select study_id, doctor_id, ${next}, 'finalized', 'signed.pdf', 'application/pdf', null, null, 'reports/' || gen_random_uuid(),
          uploaded_by, (select id from report_versions where study_id = $1 order by number desc limit 1) from reports where study_id = $1 limit 1`,
        study,
      )
      await client.query('update reports set withdrawn_at = now() where study_id = $1 and version = 1', study)
      await client.query(`update result_deliveries set attempts = attempts + 1, content_hash = 'sent' where study_id = $1`, study)
      await client.query('commit')
      done.rounds += 1
    }
  })()
  running.catch(() => {})
  return {
    done,
    stop: async () => {
      stopping.abort()
      await running.finally(() => client.end())
    },
  }
}

// Each index that is built beside the old program waits for its transactions, longer on a busy machine.
test('a database with reports of every kind gets its ledger while the version before goes on', async () => {
  const url = await createEmptyDatabase()
  await applyMigrationsUntil(url, listSchemas()[before] ?? 0)
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  onTestFinished(() => owner.end())
  await fillTables(owner, rows)
  await owner.query(`update result_deliveries q set kind = 'final', study_id = r.study_id, report_id = r.id
    from (select id, study_id, row_number() over () as i from reports) r where r.i = q.position % ${rows} + 1`)
  const contents = async () => {
    const stored = `select id, ${columns}, version_id, deleted_at, released_at from reports where file_name not in ('later.pdf', 'signed.pdf')`
    const queued = 'select id, position, study_id, report_id, kind, state, control_id from result_deliveries'
    return (
      await owner.query(`select (select md5(string_agg(r::text, '|' order by id)) from (${stored}) r) as reports,
      (select md5(string_agg(q::text, '|' order by id)) from (${queued}) q) as deliveries`)
    ).rows
  }
  const count = async (sql: string) => Number((await owner.query(`select count(*) from ${sql}`)).rows[0].count)
  const filled = await contents()

  const old = await runOldProgram(url)
  await eventually(() => expect(old.done.rounds).toBeGreaterThan(10))
  await applyMigrations(url, { lockMs: 300 })
  const during = old.done.rounds
  await eventually(() => expect(old.done.rounds).toBeGreaterThan(during + 10))
  const { db, close } = openDatabase(url, { max: 5, connectMs: 60_000, onError: () => {} })
  onTestFinished(close)
  expect(await chainOldUploads(db)).toBeGreaterThan(0)
  await old.stop()
  await chainOldUploads(db)

  expect(await contents()).toEqual(filled)
  expect(await count(`reports where file_name = 'later.pdf'`)).toBe(old.done.rounds)
  expect(await count(`reports where file_name = 'signed.pdf'`)).toBe(old.done.rounds)
  expect(await count(`result_deliveries where attempts > 0`)).toBe(
    Math.min(old.done.rounds, await count('result_deliveries where study_id is not null')),
  )
  expect(await count('reports where version_id is null and hash is null')).toBe(0)
  expect(await count('standing_reports')).toBe(await count('reports where withdrawn_at is null and deleted_at is null'))
  const { rows: studies } = await owner.query(
    'select study_id as id from reports group by 1 having bool_and(version_id is null) limit 20',
  )
  for (const { id } of studies)
    expect(isIntact(id, { signed: [], uploads: await listUploads(db, id), audited: [], pictures: [] })).toBe(true)
}, 180_000)
