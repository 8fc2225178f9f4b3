import { createTestDatabase } from '@readroom/db/testing/test-database'
import type {} from '@readroom/local/suites/vitest-services'
import { expect, inject, onTestFinished, test } from 'vitest'
import { certify } from '../../reports/results/channels/certificates.fixture.ts'
import { silent } from '../../studies/intake/intake.fixture.ts'
import { createConnection } from './hl7.fixture.ts'
import { openPort } from './hl7-port.ts'

test.each([false, true])('a port reads a message of ours without a trace, with TLS: %s', async (isTls) => {
  const database = await createTestDatabase(inject('databaseUrl'))
  onTestFinished(() => database.drop())
  const certificate = certify()
  const clientCertificates = isTls ? certificate.cert : null
  const connection = await createConnection(database.db, { allowedAddresses: ['10.1.2.3'], clientCertificates })
  const heard: string[] = []
  const port = await openPort(connection, {
    host: '0.0.0.0',
    identity: certificate,
    log: silent,
    onRefused: () => heard.push('refused'),
    answer: async () => {
      heard.push('message')
      return null
    },
  })
  await port.probe()
  await port.probe()
  await port.close()
  await expect(port.probe()).rejects.toThrow()
  expect(heard).toEqual([])
})
