import type { DealingMode } from '@readroom/contracts/studies/automatic-assignment'
import { studies } from '@readroom/db/studies/studies.schema'
import { assignmentModes } from '@readroom/db/turnaround/automatic-assignment.schema'
import { expect, it } from 'vitest'
import { assign } from '../../studies/assignments/assignments.ts'
import { type Clinic, openClinic } from './dealing.fixture.ts'
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
  await clinic.open(opened, gone)
  expect(await send()).toEqual({ moved: 2, changed: 1 })
  expect(await clinic.readersOf(opened)).toEqual([gone.doctorId])
})

/** Returns a clinic of a mode, with an emergency that was assigned by hand to a doctor, and another doctor who is on. */
async function openByHand(mode: DealingMode, fields: Parameters<Clinic['addStudy']>[0] = { caseType: 'emergency' }) {
  const clinic = await openClinic(mode)
  const holder = await clinic.addDoctor()
  const studyId = await clinic.addStudy(fields)
  await clinic.assignByHand(studyId, holder.doctorId)
  const other = await clinic.addDoctor()
  await clinic.later(2)
  const isTold = async () => {
    await clinic.tick()
    const [row] = await clinic.db.select().from(studies)
    return row?.misplacedAt !== null && row?.escalateAt?.getTime() === row?.misplacedAt.getTime()
  }
  const propose = async () => {
    const moves = await proposeMoves(clinic.db, { now: new Date(), zone: clinic.zone })
    return moves.map(({ from, to, because }) => [from.doctorId, to.doctorId, because])
  }
  const leave = () => {
    const absences = JSON.stringify([{ from: '2000-01-01', to: '2999-12-31', reason: '' }])
    return clinic.asOwner(
      `insert into doctor_presence (doctor_id, time_zone, shifts, absences) values ('${holder.doctorId}', 'UTC', '[]', '${absences}')`,
    )
  }
  return { clinic, holder, other, studyId, isTold, propose, leave }
}

it.each(['assign', 'suggest', 'pool', 'off'] as const)(
  'tells administrators of an emergency assigned by hand whose doctor is away, in the mode %s, and moves it with them alone',
  async (mode) => {
    const { clinic, holder, other, studyId, isTold, propose, leave } = await openByHand(mode)
    expect(await isTold()).toBe(false)
    expect(await propose()).toEqual([])
    await leave()
    expect(await isTold()).toBe(true)
    expect(await clinic.readersOf(studyId)).toEqual([holder.doctorId])
    expect(await propose()).toEqual([[holder.doctorId, other.doctorId, 'absent']])
    const seen = [{ studyId, from: holder.doctorId, to: other.doctorId }]
    const confirm = () => clinic.db.transaction((tx) => confirmMoves(tx, clinic.admin, seen, clinic.zone))
    expect(await confirm()).toEqual({ moved: 1, changed: 0 })
    expect(await clinic.readersOf(studyId)).toEqual([other.doctorId])
  },
)

it('tells of a study assigned by hand whose doctor was deactivated, or has no license any more', async () => {
  for (const [change, because] of [
    ['update doctors set is_active_profile = false where id =', 'inactive'],
    [`update doctors set license_expires_on = '2020-01-01' where id =`, 'license'],
  ]) {
    const { clinic, holder, other, isTold, propose } = await openByHand('off', {})
    await clinic.asOwner(`${change} '${holder.doctorId}'`)
    expect(await isTold()).toBe(true)
    expect(await propose()).toEqual([[holder.doctorId, other.doctorId, because]])
  }
})

it('tells of an opened study once nobody works on it, and not of one that its doctor reads in time', async () => {
  const { clinic, holder, studyId, isTold, leave } = await openByHand('assign')
  await clinic.open(studyId, holder)
  await leave()
  expect(await isTold()).toBe(false)
  await clinic.asOwner(`alter table study_events disable trigger user;
    update study_events set at = at - interval '20 minutes'; alter table study_events enable trigger user`)
  expect(await isTold()).toBe(true)
  await clinic.open(studyId, holder)
  expect(await isTold()).toBe(false)
})

it('does not tell of a study that another of its doctors reads in time', async () => {
  const { clinic, other, studyId, isTold, leave } = await openByHand('assign')
  await clinic.db.transaction((tx) =>
    assign(tx, clinic.admin, { studyId, doctorId: other.doctorId, priority: 'NORMAL', mode: 'add' }),
  )
  await clinic.addDoctor()
  await clinic.later(2)
  await leave()
  expect(await isTold()).toBe(false)
})
