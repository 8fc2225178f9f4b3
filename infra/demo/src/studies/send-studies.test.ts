import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Orthanc, startOrthanc } from '@readroom/local/services/orthanc'
import { createOrthanc } from '@readroom/orthanc/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCtStudy } from '../dicom/make-study.ts'
import { sendStudies } from './send-studies.ts'

let dir: string
let archive: Orthanc

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'readroom-send-'))
  archive = await startOrthanc({ dir, durable: false })
})
afterAll(async () => {
  await archive.kill()
  await rm(dir, { recursive: true, force: true })
})

test('every image arrives, also if a connection breaks', async () => {
  let connections = 0
  const relay = createServer((socket) => {
    connections += 1
    if (connections === 1) return void socket.destroy()
    socket.pipe(connect(archive.dicomPort, '127.0.0.1')).pipe(socket)
  })
  relay.listen(0, '127.0.0.1')
  await once(relay, 'listening')
  const address = relay.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const files = makeCtStudy({ images: 3, rows: 16, columns: 16 })
  await sendStudies({ host: '127.0.0.1', port, callingAeTitle: 'CT', calledAeTitle: 'READROOM', files })
  const orthanc = createOrthanc(archive)
  const [studyId = ''] = await orthanc.listStudies(0, 1)
  expect(await orthanc.listStoredInstances(studyId)).toHaveLength(3)
  await orthanc.close()
  relay.close()
})
