import { series } from '@readroom/db/studies/series.schema'
import { studies } from '@readroom/db/studies/studies.schema'
import { createStudy } from '@readroom/db/testing/factories'
import { syntheticCt } from '@readroom/orthanc/testing/synthetic-ct'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Gateway, newUids, startGateway } from './gateway.fixture.ts'

let gateway: Gateway
beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway.stop())

/** Places of UIDs in small pools: images of several patients meet in every combination. */
type Image = { patient: number; study: number; series: number; image: number }
type Step = { kind: 'send'; image: Image } | { kind: 'delete'; which: number }

const place = fc.nat({ max: 2 })
const image = fc.record({ patient: place, study: place, series: place, image: place })
const send = fc.record({ kind: fc.constant('send' as const), image })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: send },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), which: fc.nat({ max: 20 }) }) },
)
const history = fc.array(step, { minLength: 3, maxLength: 12 })

const patients = ['ALPHA', 'BRAVO', 'CHARLIE'].map((name) => `${name}-${newUids().uid.slice(-6)}`)
const someone = /(ALPHA|BRAVO|CHARLIE)-\d{6}/g
const sideOf = (patient: number) => 8 * (patient + 1)

type Stored = Image & { id: string; studyId: string; seriesId: string }

/** An archive's part of one history, with UIDs of its own. */
function startHistory() {
  const pools = { study: [0, 1, 2], series: [0, 1, 2], image: [0, 1, 2] }
  const uids = {
    study: pools.study.map(() => newUids().uid),
    series: pools.series.map(() => newUids().uid),
    image: pools.image.map(() => newUids().uid),
  }
  const uidsOf = ({ study, series: one, image: number }: Image) => ({
    uid: uids.study[study] ?? '',
    seriesUid: uids.series[one] ?? '',
    sopUid: uids.image[number] ?? '',
  })
  const stored = new Map<string, Stored>()

  /** Stores an image, with the rows that the intake makes. */
  async function store(one: Image) {
    const { uid, seriesUid, sopUid } = uidsOf(one)
    const ids = { studyInstanceUid: uid, seriesInstanceUid: seriesUid, sopInstanceUid: sopUid }
    const patientId = patients[one.patient] ?? ''
    const { ID, ParentStudy, ParentSeries } = await gateway.upload(syntheticCt({ ...ids, patientId, side: sideOf(one.patient) }))
    if (stored.has(ID)) return
    const { db } = gateway.api
    const [known] = await db.select().from(studies).where(eq(studies.orthancId, ParentStudy))
    const { id: studyId } = known ?? (await createStudy(db, { orthancId: ParentStudy, studyInstanceUid: uid }))
    const row = { studyId, orthancId: ParentSeries, seriesInstanceUid: seriesUid, imageCount: 1 }
    await db.insert(series).values(row).onConflictDoNothing()
    stored.set(ID, { ...one, id: ID, studyId: ParentStudy, seriesId: ParentSeries })
  }

  async function remove(which: number) {
    const gone = [...stored.values()][which % Math.max(1, stored.size)]
    if (!gone) return
    const { url, username, password } = gateway.archive
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
    await fetch(`${url}/instances/${gone.id}`, { method: 'DELETE', headers: { authorization } })
    stored.delete(gone.id)
    const left = [...stored.values()]
    const { db } = gateway.api
    if (!left.some(({ seriesId }) => seriesId === gone.seriesId))
      await db.delete(series).where(eq(series.orthancId, gone.seriesId))
    if (!left.some(({ studyId }) => studyId === gone.studyId)) await db.delete(studies).where(eq(studies.orthancId, gone.studyId))
  }

  return { stored, uidsOf, step: (taken: Step) => (taken.kind === 'send' ? store(taken.image) : remove(taken.which)) }
}

/** Returns the status of an answer, and the patients on it. */
async function seen(url: string, headers = {}) {
  const { statusCode, rawPayload } = await gateway.get(url, headers)
  const text = rawPayload.toString('latin1')
  const side = text.startsWith('\x89PNG') ? [String(rawPayload.readUInt32BE(16))] : []
  return [statusCode, ...new Set(text.match(someone)), ...side]
}

test('each study shows its own images, whoever else has their UIDs, and two studies of one UID show none', {
  timeout: 60_000,
}, async () => {
  const property = fc.asyncProperty(history, async (steps) => {
    const { stored, uidsOf, step: take } = startHistory()
    for (const taken of steps) await take(taken)
    const all = [...stored.values()]
    for (const one of all) {
      const { uid, seriesUid, sopUid } = uidsOf(one)
      const path = `/studies/${uid}/series/${seriesUid}/instances/${sopUid}`
      const isHidden = new Set(all.flatMap(({ study, studyId }) => (study === one.study ? [studyId] : []))).size > 1
      const mine = patients[one.patient] ?? ''
      const expected = (...shown: string[]) => (isHidden ? [409] : [200, ...shown])
      expect(await seen(`${path}/metadata`), 'metadata of an image').toEqual(expected(mine))
      expect(await seen(`/studies/${uid}/series/${seriesUid}/metadata`), 'metadata of a series').toEqual(expected(mine))
      expect(await seen(`/studies/${uid}/metadata`), 'metadata of a study').toEqual(expected(mine))
      expect(await seen(path), 'file').toEqual(expected(mine))
      const drawn = await seen(`${path}/rendered`, { accept: 'image/png' })
      expect(drawn, 'drawing').toEqual(expected(String(sideOf(one.patient))))
    }
    await gateway.api.db.delete(series)
    await gateway.api.db.delete(studies)
  })
  await fc.assert(property, { numRuns: 12, seed: 11 })
})
