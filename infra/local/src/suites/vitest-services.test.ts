import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
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
  const { hostname, port, password } = new URL(inject('redisUrl'))
  const socket = connect(Number(port), hostname)
  socket.write(`AUTH ${password}\r\nCONFIG GET maxmemory-policy\r\nQUIT\r\n`)
  expect(await text(socket)).toContain('noeviction')
})
