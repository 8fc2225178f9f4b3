import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder, started } from '../core/folder.fixture.ts'
import { type Orthanc, startOrthanc } from './orthanc.ts'

async function call(server: Orthanc, path: string, body?: unknown): Promise<unknown> {
  const authorization = `Basic ${Buffer.from(`${server.username}:${server.password}`).toString('base64')}`
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const response = await fetch(server.url + path, { ...init, headers: { authorization } })
  if (!response.ok) throw new Error(`Orthanc answered ${response.status}`)
  return response.json()
}

function addStudy(server: Orthanc): Promise<unknown> {
  return call(server, '/tools/create-dicom', { Tags: { PatientID: '1001', PatientName: 'Παπαδόπουλος', Modality: 'OT' } })
}

test('it has DICOMweb and a viewer, and asks for its credentials', async () => {
  const server = await started(startOrthanc({ dir: await makeFolder(), durable: false }))
  expect(await call(server, '/plugins')).toEqual(expect.arrayContaining(['dicom-web', 'gdcm', 'web-viewer']))
  expect(await call(server, '/dicom-web/studies')).toEqual([])
  expect(await call(server, '/system')).toMatchObject({ DicomAet: 'READROOM', DicomPort: server.dicomPort })
  expect((await fetch(`${server.url}/system`)).status).toBe(401)
})

/** An address by which other machines reach this one. */
function outerAddress(): string | undefined {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')?.address
}

test('from other machines images can be sent, and nothing is answered over HTTP, with the password neither', async ({ skip }) => {
  const address = outerAddress()
  if (!address) return skip('the machine has no address but loopback')
  const server = await started(startOrthanc({ dir: await makeFolder(), durable: false }))
  const authorization = `Basic ${Buffer.from(`${server.username}:${server.password}`).toString('base64')}`
  for (const path of ['/system', '/studies', '/dicom-web/studies', '/app/explorer.html']) {
    const ask = (host: string) => fetch(`http://${host}:${server.httpPort}${path}`, { headers: { authorization } })
    expect((await ask('127.0.0.1')).status).toBe(200)
    const answer = await ask(address).catch(() => null)
    // A version that cannot choose its addresses takes the connection, and no password over it.
    if (answer) expect([answer.status, await answer.text()]).toEqual([401, ''])
  }
  const scanner = connect(server.dicomPort, address)
  onTestFinished(() => void scanner.destroy())
  await once(scanner, 'connect')
})

test('a start after a crash continues on the same ports with the same studies, and with none in a wiped folder', async () => {
  const dir = await makeFolder()
  const first = await started(startOrthanc({ dir }))
  await addStudy(first)
  await first.kill()

  const { httpPort, dicomPort, password } = first
  const second = await started(startOrthanc({ dir, httpPort, dicomPort, password }))
  expect(await call(second, '/studies')).toHaveLength(1)
  await second.kill()

  await rm(dir, { recursive: true })
  const third = await started(startOrthanc({ dir }))
  expect(await call(third, '/studies')).toEqual([])
})

test('settings replace ours', async () => {
  const server = await started(startOrthanc({ dir: await makeFolder(), durable: false, settings: { DicomAet: 'OTHER' } }))
  expect(await call(server, '/system')).toMatchObject({ DicomAet: 'OTHER' })
})

test('an orderly stop keeps the studies', async () => {
  const dir = await makeFolder()
  const first = await started(startOrthanc({ dir }))
  await addStudy(first)
  await first.stop()
  const second = await started(startOrthanc({ dir }))
  expect(await call(second, '/studies')).toHaveLength(1)
})
