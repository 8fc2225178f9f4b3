import { auditLog } from '@readroom/db/core/audit.schema'
import { studyEventLog } from '@readroom/db/studies/study-events.schema'
import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { openClinic } from './dealing.fixture.ts'
import { dealStudies } from './dealing-tick.ts'

const studyCount = 120
/** Expected minutes of a CT. */
const minutes = 6

it('assigns each study once, whatever an administrator does, while studies arrive and workers are killed', async () => {
  const clinic = await openClinic()
  const doctors = [await clinic.addDoctor(), await clinic.addDoctor({ workShare: 50 }), await clinic.addDoctor()]
  let [isOver, killed] = [false, 0]
  const work = async () => {
    const worker = clinic.openWorker()
    while (!isOver)
      await dealStudies(worker, clinic.zone).catch(() => {
        killed += 1
      })
  }
  const workers = [work(), work()]
  const byHand = new Map<string, string>()
  for (let number = 0; number < studyCount; number++) {
    const studyId = await clinic.addStudy({}, number)
    if (number % 3 === 0) await clinic.killWorker()
    const doctorId = doctors[number % 3]?.doctorId
    if (number % 10 === 0 && doctorId) {
      await clinic.assignByHand(studyId, doctorId)
      byHand.set(studyId, doctorId)
    }
  }
  isOver = true
  await Promise.all(workers)
  await clinic.tick()
  expect(killed).toBeGreaterThan(5)

  const rows = await clinic.listAssignments()
  expect(new Set(rows.map(({ studyId }) => studyId)).size).toBe(studyCount)
  expect(rows).toHaveLength(studyCount)
  for (const { studyId, doctorId } of rows) if (byHand.has(studyId)) expect(doctorId).toBe(byHand.get(studyId))
  // History and audit log tell of each assignment, and no credit or charge was lost.
  const events = await clinic.db.$count(studyEventLog, eq(studyEventLog.event, 'assigned'))
  expect(events).toBeGreaterThanOrEqual(studyCount)
  expect(await clinic.db.$count(auditLog, eq(auditLog.action, 'assignment.created'))).toBe(events)
  const dealtTo = (doctorId: string) =>
    clinic.db.$count(
      studyEventLog,
      sql`${studyEventLog.details} ? 'dealt' and ${studyEventLog.details}->>'doctorId' = ${doctorId}`,
    )
  const given = await Promise.all(doctors.map(async ({ doctorId }) => minutes * (await dealtTo(doctorId))))
  const all = given.reduce((sum, one) => sum + one, 0)
  const deficits = new Map((await clinic.listDeficits()).map(({ doctorId, deficit }) => [doctorId, deficit]))
  for (const [index, share] of [0.4, 0.2, 0.4].entries())
    expect(deficits.get(doctors[index]?.doctorId ?? '')).toBeCloseTo(all * share - (given[index] ?? 0))
})
