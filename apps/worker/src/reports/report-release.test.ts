import { reports } from '@readroom/db/reports/reports.schema'
import { createAssignment, createCast, createReport, createStudy } from '@readroom/db/testing/factories'
import { createTestDatabase, type TestDatabase } from '@readroom/db/testing/test-database'
import { eventually } from '@readroom/local/core/eventually'
import { eq } from 'drizzle-orm'
import pino from 'pino'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createReleaseRound } from './report-release.ts'

let database: TestDatabase
let cast: Awaited<ReturnType<typeof createCast>>
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'))
  cast = await createCast(database.db)
})
afterAll(() => database.drop())

/** Creates a signed report whose recall time has just ended. */
async function holdBack() {
  const { admin, assignedDoctor, labA } = cast
  const { doctorId, userId: uploadedBy } = assignedDoctor
  const { id: studyId } = await createStudy(database.db, { labId: labA.id, status: 'report_finalized' })
  await createAssignment(database.db, { studyId, doctorId, assignedBy: admin.userId })
  const held = { status: 'finalized', releasedAt: null, recallableUntil: new Date(Date.now() - 1) } as const
  return createReport(database.db, { studyId, doctorId, uploadedBy, ...held })
}

const isReleased = async ({ id }: { id: string }) =>
  (await database.db.select().from(reports).where(eq(reports.id, id)))[0]?.releasedAt !== null

test('a report that cannot be released delays no other, is logged once, and leaves when it can', async () => {
  const lines: { level: number; reportId?: string; err?: object }[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const round = createReleaseRound({ database, log })
  const broken = await holdBack()
  await database.asOwner(`alter table reports add constraint never_released check (id <> '${broken.id}' or released_at is null)`)
  for (let rounds = 0; rounds < 3; rounds++) {
    expect(await round()).toBeLessThanOrEqual(1_000)
    const whole = await holdBack()
    expect(await round()).toBeLessThanOrEqual(1_000)
    expect([await isReleased(whole), await isReleased(broken)]).toEqual([true, false])
  }
  expect(lines).toMatchObject([{ level: 50, reportId: broken.id, err: expect.anything() }])

  await database.asOwner('alter table reports drop constraint never_released')
  await eventually(async () => {
    await round()
    expect(await isReleased(broken)).toBe(true)
  })
  expect(lines).toMatchObject([{ level: 50 }, { level: 30, reportId: broken.id }])
})
