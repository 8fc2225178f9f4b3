import { studies } from '@readroom/db/studies/studies.schema'
import { assignmentModes } from '@readroom/db/turnaround/automatic-assignment.schema'
import { expect, it } from 'vitest'
import { openClinic } from './dealing.fixture.ts'
import { confirmMoves, proposeMoves } from './moves.ts'

/** Returns a clinic whose moves are proposed, with three studies of a doctor who has gone home, and another doctor who is on. */
async function openAfterShift() {
  const clinic = await openClinic()
  const gone = await clinic.addDoctor()
  const studyIds = await clinic.addStudies(3)
  await clinic.tick()
  await clinic.db.update(assignmentModes).set({ proposesMoves: true })
  const shifts = JSON.stringify([{ weekday: 'Monday', from: '03:00', to: '03:01' }])
  await clinic.asOwner(
    `insert into doctor_presence (doctor_id, time_zone, shifts, absences) values ('${gone.doctorId}', 'UTC', '${shifts}', '[]')`,
  )
  const other = await clinic.addDoctor()
  await clinic.later(2)
  const { db, zone, admin } = clinic
  const propose = () => proposeMoves(db, { now: new Date(), zone })
  const confirm = async () => {
    const seen = (await propose()).map(({ studyId, from, to }) => ({ studyId, from: from.doctorId, to: to.doctorId }))
    return (moves = seen) => db.transaction((tx) => confirmMoves(tx, admin, moves, zone))
  }
  return { clinic, gone, other, studyIds, propose, confirm }
}

it('proposes the unopened studies of a doctor who is off shift, and moves none by itself', async () => {
  const { clinic, gone, other, studyIds, propose } = await openAfterShift()
  await clinic.tick()
  const moves = await propose()
  expect(moves.map(({ studyId }) => studyId).toSorted()).toEqual(studyIds.toSorted())
  for (const { from, to, because } of moves)
    expect([from.doctorId, to.doctorId, because]).toEqual([gone.doctorId, other.doctorId, 'offShift'])
  expect(await clinic.readersOf(studyIds[0] ?? '')).toEqual([gone.doctorId])
})

it('has administrators told of a move once, until it is confirmed', async () => {
  const { clinic, studyIds, confirm } = await openAfterShift()
  const rows = () => clinic.db.select().from(studies)
  await clinic.tick()
  const told = await rows()
  expect(told.map(({ misplacedAt }) => misplacedAt)).not.toContain(null)
  for (const { misplacedAt, escalateAt } of told) expect(escalateAt).toEqual(misplacedAt)
  await clinic.tick()
  expect(await rows()).toEqual(told)
  await (await confirm())()
  expect((await rows()).map(({ misplacedAt }) => misplacedAt)).toEqual(studyIds.map(() => null))
})

it('moves what an administrator confirms, once, and it can be given back like any other', async () => {
  const { clinic, other, studyIds, propose, confirm } = await openAfterShift()
  const send = await confirm()
  expect(await send()).toEqual({ moved: 3, changed: 0 })
  expect(await send()).toEqual({ moved: 0, changed: 3 })
  for (const studyId of studyIds) expect(await clinic.readersOf(studyId)).toEqual([other.doctorId])
  expect(await propose()).toEqual([])
  expect(await clinic.eventsOf(studyIds[0] ?? '')).toMatchObject([
    { event: 'assigned' },
    { event: 'assigned', details: { dealt: { by: 'assign' } } },
  ])
})

it('leaves a study that its doctor has opened meanwhile', async () => {
  const { clinic, gone, studyIds, confirm } = await openAfterShift()
  const send = await confirm()
  const [opened = ''] = studyIds
  await clinic.asOwner(`update studies set status = 'doctor_opened_report' where id = '${opened}'`)
  expect(await send()).toEqual({ moved: 2, changed: 1 })
  expect(await clinic.readersOf(opened)).toEqual([gone.doctorId])
})
