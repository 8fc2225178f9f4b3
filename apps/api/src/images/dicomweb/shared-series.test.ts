import { syntheticCt } from '@readroom/orthanc/testing/synthetic-ct'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Gateway, newUids, startGateway, type Uids } from './gateway.fixture.ts'

let gateway: Gateway
beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway.stop())

const ct = ({ uid, seriesUid, sopUid }: Uids, patientId: string, side: number) =>
  syntheticCt({ studyInstanceUid: uid, seriesInstanceUid: seriesUid, sopInstanceUid: sopUid, patientId, side })

/** The bytes of pixels of a stored answer, whose images are square and have two bytes for each pixel. */
const below = ({ path, seriesUid, uid }: { path: string } & Uids) => ({
  metadata: `${path}/metadata`,
  ofSeries: `/studies/${uid}/series/${seriesUid}/metadata`,
  list: `/studies/${uid}/series/${seriesUid}/instances?includefield=00100020`,
  file: path,
  files: `/studies/${uid}/series/${seriesUid}`,
  frames: `${path}/frames/1,1`,
  frame: `${path}/frames/1`,
  drawn: `${path}/rendered`,
  drawnSeries: `/studies/${uid}/series/${seriesUid}/rendered`,
})

/** Returns who is on the images: the patient IDs in JSON and files, and the sizes of what was stored or drawn. */
async function seen(stored: { path: string } & Uids) {
  const all = Object.entries(below(stored)).map(async ([name, url]) => {
    const { statusCode, rawPayload } = await gateway.get(url, name.startsWith('drawn') ? { accept: 'image/png' } : {})
    const text = rawPayload.toString('latin1')
    const owners = [...new Set(text.match(/(MINE|OTHER)/g))]
    // Width and height of a PNG.
    const drawn = text.startsWith('\x89PNG') ? [rawPayload.readUInt32BE(16), rawPayload.readUInt32BE(20)] : []
    return [name, [statusCode, ...owners, ...drawn]]
  })
  return Object.fromEntries(await Promise.all(all))
}

const expected = (owner: string, side: number) => ({
  metadata: [200, owner],
  ofSeries: [200, owner],
  list: [200, owner],
  file: [200, owner],
  files: [200, owner],
  frames: [200],
  frame: [200],
  drawn: [200, side, side],
  drawnSeries: [200, side, side],
})

const shapes: Record<string, (mine: Uids) => Uids> = {
  'a series UID': ({ seriesUid }) => ({ ...newUids(), seriesUid }),
  'a series UID and an image UID': ({ seriesUid, sopUid }) => ({ ...newUids(), seriesUid, sopUid }),
  'an image UID': ({ sopUid }) => ({ ...newUids(), sopUid }),
}

test.each(Object.entries(shapes))('two studies that share %s show their own images', async (_, share) => {
  const mineUids = newUids()
  const mine = await gateway.store(ct(mineUids, 'MINE', 16), mineUids)
  expect(await seen(mine)).toEqual(expected('MINE', 16))
  const otherUids = share(mineUids)
  const other = await gateway.store(ct(otherUids, 'OTHER', 32), otherUids)
  expect(await seen(mine)).toEqual(expected('MINE', 16))
  expect(await seen(other)).toEqual(expected('OTHER', 32))
})

test('frames that are asked for together are those of the own study', async () => {
  const mineUids = newUids()
  const mine = await gateway.store(ct(mineUids, 'MINE', 16), mineUids)
  const both = async () => (await gateway.get(`${mine.path}/frames/1,1`)).rawPayload.toString('latin1').split('\r\n\r\n').slice(1)
  const before = (await both()).map((part) => part.slice(0, 512))
  const otherUids = { ...newUids(), seriesUid: mineUids.seriesUid, sopUid: mineUids.sopUid }
  await gateway.store(ct(otherUids, 'OTHER', 32), otherUids)
  expect((await both()).map((part) => part.slice(0, 512))).toEqual(before)
  expect(before).toHaveLength(2)
})

test('both studies are flagged, and the reader of each is told', async () => {
  const { api } = gateway
  const mineUids = newUids()
  const mine = await gateway.store(ct(mineUids, 'MINE', 16), mineUids)
  const otherUids = { ...newUids(), seriesUid: mineUids.seriesUid }
  const other = await gateway.store(ct(otherUids, 'OTHER', 16), otherUids)
  for (const { id } of [mine, other]) {
    const answer = await api.request({
      method: 'GET',
      url: `/api/studies/${id}`,
      headers: { authorization: gateway.authorization },
    })
    expect(answer.json().study.flags).toEqual(['sharedSeriesUid'])
  }
})
