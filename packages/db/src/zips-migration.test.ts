import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

const folder = fileURLToPath(new URL('../migrations/', import.meta.url))

let admin: pg.Client
let client: pg.Client
const name = `readroom_migration_${randomUUID().replaceAll('-', '')}`

beforeAll(async () => {
  admin = new pg.Client({ connectionString: inject('databaseUrl') })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const url = new URL(inject('databaseUrl'))
  url.pathname = `/${name}`
  client = new pg.Client({ connectionString: url.href })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await admin.query(`drop database ${name}`)
  await admin.end()
})

async function apply(file: string): Promise<void> {
  const statements = (await readFile(`${folder}${file}`, 'utf8')).split('--> statement-breakpoint')
  await client.query('begin')
  for (const statement of statements) await client.query(statement)
  await client.query('commit')
}

test('ZIPs of one study and of several, and builds that wait, become one kind', async () => {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  for (const file of files.filter((file) => file < '0022')) await apply(file)
  // Rows of other tables are of no concern here.
  await client.query('set session_replication_role = replica')
  const [study, other, owner, single, several] = Array.from({ length: 5 }, () => randomUUID())
  const sql = [
    `insert into study_zips (id, study_id, generation, state, object_key, size_bytes) values ('${single}', '${study}', 3, 'completed', 'zips/a', 7)`,
    `insert into bulk_zips (id, user_id, state, images_total) values ('${several}', '${owner}', 'queued', 9)`,
    `insert into bulk_zip_studies values ('${several}', '${study}'), ('${several}', '${other}')`,
    `insert into outbox (kind, name, payload) values ('job', 'study.archive', '{"v": 1, "zipId": "${single}"}'),
      ('job', 'studies.archive', '{"v": 1, "bulkZipId": "${several}"}'), ('live', 'study.changed', '{"v": 1}')`,
  ]
  for (const statement of sql) await client.query(statement)
  await apply('0022_zips.sql')
  const { rows: zips } = await client.query(
    'select id, owner_id, study_id, generation, state, object_key from zips order by generation',
  )
  expect(zips).toEqual([
    { id: single, owner_id: null, study_id: study, generation: 3, state: 'completed', object_key: 'zips/a' },
    { id: several, owner_id: owner, study_id: null, generation: null, state: 'queued', object_key: null },
  ])
  const { rows: contents } = await client.query(
    'select zip_id, array_agg(study_id order by study_id) studies from zip_studies group by 1',
  )
  expect(new Map(contents.map(({ zip_id, studies }) => [zip_id, studies]))).toEqual(
    new Map([
      [single, [study]],
      [several, [study, other].sort()],
    ]),
  )
  const { rows: waiting } = await client.query('select name, payload from outbox order by id')
  expect(waiting).toEqual([
    { name: 'zip.build', payload: { v: 1, zipId: single } },
    { name: 'zip.build', payload: { v: 1, zipId: several } },
    { name: 'study.changed', payload: { v: 1 } },
  ])
})
