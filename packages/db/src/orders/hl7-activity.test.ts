import { Hl7Mapping } from '@readroom/contracts/orders/hl7'
import type {} from '@readroom/local/suites/vitest-services'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createLab } from '../testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { hl7Connections, hl7Messages } from './hl7.schema.ts'
import { countUnappliedMessages, readHl7Activity, toldMessages } from './hl7-activity.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'))
})
afterAll(() => database.drop())

test('reads no more rows of messages than it tells of, however many there are', async () => {
  const { db } = database
  const { id: labId } = await createLab(db)
  const mapping = Hl7Mapping.parse({})
  const connection = { labId, name: 'North', port: 2575, allowedAddresses: [], charset: '8859/1' as const, mapping }
  const [row] = await db.insert(hl7Connections).values(connection).returning()
  const connectionId = row?.id ?? ''
  await db.execute(sql`insert into ${hl7Messages} (connection_id, sending_application, sending_facility, control_id, hash, type, state, answers, fields, received_at)
    select ${connectionId}::uuid, 'A', 'B', n::text, 'h', 'ORM^O01', case when n % 10 = 0 then 'faulty' else 'applied' end, '{}', '{modality}',
      now() - n * interval '1 hour' from generate_series(1, ${5 * toldMessages}) n`)
  await database.asOwner('analyze hl7_messages')
  await db.transaction(async (tx) => {
    expect(await readHl7Activity(tx, connectionId)).toMatchObject({
      messages: toldMessages,
      taken: 0.9 * toldMessages,
      fields: [{ field: 'modality', count: 0.9 * toldMessages }],
    })
    const { rows } = await tx.execute(
      sql`select seq_scan::int, idx_tup_fetch::int from pg_stat_xact_user_tables where relname = 'hl7_messages'`,
    )
    expect(rows).toEqual([{ seq_scan: 0, idx_tup_fetch: toldMessages }])
  })
  expect(await countUnappliedMessages(db)).toBe(2)
})
