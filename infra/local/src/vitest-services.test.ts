import { connect } from 'node:net'
import pg from 'pg'
import { expect, inject, test } from 'vitest'

test('every run has a PostgreSQL 18 in UTF-8 whose order does not depend on the machine', async () => {
  const client = new pg.Client({ connectionString: inject('databaseUrl') })
  await client.connect()
  const { rows } = await client.query(
    `SELECT current_setting('server_version_num')::int / 10000 AS major, current_setting('server_encoding') AS encoding,
            datlocale AS locale, lower('ÉÄΣ') AS lowered
     FROM pg_database WHERE datname = current_database()`,
  )
  await client.end()
  expect(rows).toEqual([{ major: 18, encoding: 'UTF8', locale: 'C.UTF-8', lowered: 'éäσ' }])
})

test('every run has a Redis that evicts nothing', async () => {
  const { hostname, port } = new URL(inject('redisUrl'))
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write('CONFIG GET maxmemory-policy\r\n'))
    socket.once('error', reject)
    socket.once('data', (data) => {
      socket.destroy()
      resolve(data.toString())
    })
  })
  expect(answer).toContain('noeviction')
})
