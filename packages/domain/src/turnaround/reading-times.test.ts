import { studyEventLog } from '@readroom/db/studies/study-events.schema'
import { createDoctor, createStudy } from '@readroom/db/testing/factories'
import { createTestDatabase, type TestDatabase } from '@readroom/db/testing/test-database'
import { listReadings, listReadingTimes, type Reading, replaceLearnt, setMinutes } from '@readroom/db/turnaround/reading-times'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { fewestReadings, learnFrom, learnReadingTimes, viewReadingTimes } from './reading-times.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'))
})
afterAll(() => database.drop())

const aReading = (fields: Partial<Reading>): Reading => ({
  doctorId: 'one',
  modalities: ['CT'],
  bodyParts: 'HEAD',
  description: null,
  minutes: 4,
  ...fields,
})
const many = (count: number, fields: Partial<Reading>) => Array.from({ length: count }, () => aReading(fields))

test('medians are learnt by modality, regions and doctor, and only from enough readings', () => {
  const readings = [
    ...many(fewestReadings, { minutes: 4.4 }),
    ...many(fewestReadings - 1, { bodyParts: 'CHEST', minutes: 9 }),
    ...many(fewestReadings + 2, { doctorId: 'other', bodyParts: 'CHEST', minutes: 9 }),
    ...many(fewestReadings, { modalities: ['CR'], minutes: 0.2 }),
  ]
  const learnt = learnFrom(readings).map(({ modality, bodyRegions, doctorId, learntMinutes, readings: count }) => [
    modality,
    bodyRegions?.join() ?? '*',
    doctorId ?? '*',
    learntMinutes,
    count,
  ])
  expect(learnt.toSorted()).toEqual(
    [
      ['CT', '*', '*', 9, 61],
      ['CT', '*', 'one', 4, 39],
      ['CT', '*', 'other', 9, 22],
      ['CT', 'head', '*', 4, 20],
      ['CT', 'head', 'one', 4, 20],
      ['CT', 'chest', '*', 9, 41],
      ['CT', 'chest', 'other', 9, 22],
      ['CR', '*', '*', 1, 20],
      ['CR', '*', 'one', 1, 20],
      ['CR', 'head', '*', 1, 20],
      ['CR', 'head', 'one', 1, 20],
    ].toSorted(),
  )
})

const start = Date.now() - 10 * 3_600_000
const at = (minutes: number) => new Date(start + minutes * 60_000)

/** Has a doctor open a new study at some minutes, and sign it at another. */
async function read({ doctor, user }: Awaited<ReturnType<typeof createDoctor>>, opened: number[], signed: number) {
  const { db } = database
  const study = await createStudy(db, { modalities: ['MR'], status: 'report_finalized' })
  for (const minute of opened)
    await db.insert(studyEventLog).values({
      studyId: study.id,
      event: 'opened',
      toStatus: 'doctor_opened_report',
      actorUserId: user.id,
      at: at(minute),
    })
  await db.execute(sql`
    insert into report_versions (study_id, number, kind, meaning, content, snapshot, signed_by, doctor_id, signed_at, reason, confirmed, prev_hash, hash, request_id)
    values (${study.id}, 1, 'original', 'final', '{}', '{}', ${user.id}, ${doctor.id}, ${at(signed)}, '', '{}', '', '', gen_random_uuid())`)
}

test('a reading begins as its signer opens the study, and not before their signature of another', async () => {
  const { db } = database
  const reader = await createDoctor(db)
  await read(reader, [0], 6)
  // Opened beside the one before.
  await read(reader, [2], 9)
  // Put aside for another, and taken up again.
  await read(reader, [10, 30, 31], 35)
  await read(reader, [12], 20)
  // Away for lunch.
  await read(reader, [40], 140)
  // Never opened here.
  await read(reader, [], 150)
  const readings = await listReadings(db, { days: 90, longest: 60, limit: 10 })
  expect(readings.map(({ minutes }) => Math.round(minutes)).toSorted()).toEqual([3, 5, 6, 8])
})

test('what is learnt replaces what was learnt before, and leaves what an administrator set', async () => {
  const { db } = database
  const reader = await createDoctor(db)
  for (let number = 0; number < fewestReadings; number += 1) await read(reader, [200 + number * 10], 205 + number * 10)
  await db.transaction((tx) => setMinutes(tx, { modality: 'MR', bodyRegions: null }, 12))
  await learnReadingTimes(db)
  await learnReadingTimes(db)
  const { times, doctors } = await viewReadingTimes(db)
  expect(times.find(({ modality, bodyRegions }) => modality === 'MR' && bodyRegions === null)).toMatchObject({
    minutes: 12,
    learnt: { minutes: 5 },
    set: 12,
  })
  expect(times.find(({ modality }) => modality === 'CT')).toMatchObject({ minutes: 6, learnt: null, set: null })
  expect(doctors).toBe(1)

  await db.transaction((tx) => replaceLearnt(tx, []))
  expect(await listReadingTimes(db)).toMatchObject([{ modality: 'MR', learntMinutes: null, readings: 0, setMinutes: 12 }])
  await db.transaction((tx) => setMinutes(tx, { modality: 'MR', bodyRegions: null }, null))
  expect((await viewReadingTimes(db)).times.find(({ modality }) => modality === 'MR')).toMatchObject({ minutes: 8, set: null })
})
