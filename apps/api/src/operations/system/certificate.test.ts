import { once } from 'node:events'
import { createServer } from 'node:tls'
import { expect, it } from 'vitest'
import { selfSigned } from './certificate.fixture.ts'
import { readCertificate } from './certificate.ts'

async function listen(options: object) {
  const server = createServer(options, (socket) => socket.on('error', () => undefined))
  server.on('tlsClientError', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return { server, host: `localhost:${address.port}` }
}

it('reads when the certificate expires, and warns two weeks before', async () => {
  const { server, host } = await listen(selfSigned)
  const state = (day: string) => readCertificate(`https://${host}`, new Date(day))
  const expiresAt = '2126-11-01T08:09:56.000Z'
  expect(await state('2126-10-01')).toEqual({ host, expiresAt, isEnding: false })
  expect(await state('2126-10-25')).toEqual({ host, expiresAt, isEnding: true })
  server.close()
})

it('says nothing of an address without TLS, and admits what it cannot read', async () => {
  expect(await readCertificate('http://localhost:8080')).toBeNull()
  const { server, host } = await listen({})
  expect(await readCertificate(`https://${host}`)).toEqual({ host, expiresAt: null, isEnding: false })
  server.close()
})
