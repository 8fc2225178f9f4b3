import { Buffer } from 'node:buffer'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { eventually } from '@readroom/local/core/eventually'
import { syntheticCt } from '@readroom/orthanc/testing/synthetic-ct'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Gateway, newUids, startGateway } from '../dicomweb/gateway.fixture.ts'

let gateway: Gateway
let origin: URL
const sockets: Socket[] = []

beforeAll(async () => {
  gateway = await startGateway()
  origin = new URL(await gateway.api.app.listen({ host: '127.0.0.1', port: 0 }))
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await gateway.stop()
})

async function storeCt(side: number) {
  const uids = newUids()
  const ids = { studyInstanceUid: uids.uid, seriesInstanceUid: uids.seriesUid, sopInstanceUid: uids.sopUid }
  return gateway.store(syntheticCt({ ...ids, side }), uids)
}

/** Opens a share link of a study in a browser. Returns its cookie. */
async function openLink(studyId: string): Promise<string> {
  const url = '/api/sharing/generate-link'
  const { authorization } = gateway
  const made = await gateway.api.request({ method: 'POST', url, payload: { studyId }, headers: { authorization } })
  const token = made.json().shareableLink.split('/').at(-1)
  const { cookies } = await gateway.api.request({ method: 'GET', url: `/viewer/share/${token}` })
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
}

/** Asks for a path and reads no more than the first bytes. Returns the status. */
async function askAndStop(path: string, cookie: string): Promise<number> {
  const socket = connect(Number(origin.port), origin.hostname)
  sockets.push(socket)
  socket.on('error', () => {})
  socket.write(`GET /dicom-web${path} HTTP/1.1\r\nHost: ${origin.host}\r\nCookie: ${cookie}\r\n\r\n`)
  const [first] = await once(socket, 'data')
  socket.pause()
  return Number(Buffer.from(first).toString('latin1').split(' ')[1])
}

it('gives a doctor her frames while forty connections of a share link read nothing', async () => {
  const [large, small] = [await storeCt(4096), await storeCt(256)]
  const cookie = await openLink(large.id)
  const statuses = await Promise.all(Array.from({ length: 40 }, () => askAndStop(`${large.path}/frames/1`, cookie)))
  expect(new Set(statuses)).toEqual(new Set([200, 503]))
  const started = performance.now()
  for (let frame = 0; frame < 10; frame++) expect(await gateway.outcome(`${small.path}/frames/1`)).toBe('200')
  expect(performance.now() - started).toBeLessThan(5_000)
  // On a slow machine some were refused because they waited, before the link had all that it may hold.
  while ((await askAndStop(`${large.path}/frames/1`, cookie)) === 200);
  const refused = await fetch(new URL(`/dicom-web${large.path}/frames/1`, origin), { headers: { cookie } })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await refused.json()).toMatchObject({ code: 'ARCHIVE_BUSY' })
  for (const socket of sockets) socket.destroy()
  const status = async () => {
    const answer = await fetch(new URL(`/dicom-web${large.path}/frames/1`, origin), { headers: { cookie } })
    await answer.arrayBuffer()
    return answer.status
  }
  await eventually(async () => expect(await status()).toBe(200))
})
