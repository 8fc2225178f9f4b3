import { once } from 'node:events'
import { connect } from 'node:net'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import { createTestDatabase } from '@readroom/db/testing/test-database'
import { frame } from '@readroom/hl7/mllp/frames'
import { omiOrder, utf8 } from '@readroom/hl7/testing/samples'
import { eventually } from '@readroom/local/core/eventually'
import type {} from '@readroom/local/suites/vitest-services'
import { expect, inject, onTestFinished, test } from 'vitest'
import { certify } from '../../reports/results/channels/certificates.fixture.ts'
import { createConnection, listen, listMessages } from './hl7.fixture.ts'

test('no sender is let in with a certificate that only looks like the right one', async () => {
  const database = await createTestDatabase(inject('databaseUrl'))
  onTestFinished(() => database.drop())
  const [server, known, impostor, expired] = [certify(), certify(), certify(), certify({ isExpired: true })]
  const connection = await createConnection(database.db, { clientCertificates: known.cert })
  const ended = await createConnection(database.db, { clientCertificates: expired.cert })
  const listener = listen(database, { identity: server })
  onTestFinished(() => listener.stop())
  const answerTo = async ({ port }: { port: number }, options: ConnectionOptions) => {
    const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false, ...options })
    socket.on('error', () => {})
    socket.write(frame(utf8(omiOrder)))
    return Promise.race([once(socket, 'data').then(() => 'answered'), once(socket, 'close').then(() => 'closed')])
  }
  for (const { port } of [connection, ended]) {
    await eventually(async () => {
      const socket = connect(port, '127.0.0.1')
      await once(socket, 'connect').finally(() => socket.destroy())
    })
  }
  expect(await answerTo(connection, known)).toBe('answered')
  const wrong: [typeof connection, ConnectionOptions][] = [
    [connection, {}],
    // The same name and another key.
    [connection, impostor],
    [connection, { cert: known.cert, key: impostor.key }],
    [connection, { cert: impostor.cert + known.cert, key: impostor.key }],
    [connection, { ...known, maxVersion: 'TLSv1.1', minVersion: 'TLSv1' }],
    [ended, expired],
    [ended, known],
  ]
  for (const [target, options] of wrong) {
    const outcome = await answerTo(target, options).catch(() => 'closed')
    expect(outcome).toBe('closed')
  }
  expect(await listMessages(database, connection.id)).toHaveLength(1)
  expect(await listMessages(database, ended.id)).toEqual([])
})
