import { AppError } from '@readroom/contracts/core/errors'
import { escalations } from '@readroom/db/studies/escalations/escalations.schema'
import { lockAnyStudy } from '@readroom/db/studies/studies'
import { listUnplaced } from '@readroom/db/turnaround/automatic-assignment'
import { expect, it } from 'vitest'
import { createDoctorGroup } from '../../people/doctor-groups.ts'
import { assign } from '../../studies/assignments/assignments.ts'
import { tellEscalations } from '../../studies/escalations/escalations.ts'
import { transition } from '../../studies/transition.ts'
import { chooseMode } from './assignment-modes.ts'
import { type Clinic, openClinic } from './dealing.fixture.ts'
import { countLeftToGiveBack, declineStudy, passOver } from './giving-back.ts'
import { dealNext } from './pool.ts'

type Doctor = Awaited<ReturnType<Clinic['addDoctor']>>

/** Returns the code of a refusal, or null. */
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error.code : error),
  )

const decline = ({ db, zone }: Clinic, doctor: Doctor, studyId: string, reason = '') =>
  db.transaction((tx) => declineStudy(tx, doctor, { studyId, cause: 'conflict', reason }, zone))
const pass = ({ db, zone }: Clinic, doctor: Doctor, studyId: string) =>
  db.transaction((tx) => passOver(tx, doctor, { studyId, cause: 'field', reason: '' }, zone))
const ask = ({ db, zone }: Clinic, doctor: Doctor) => db.transaction((tx) => dealNext(tx, doctor, zone))
const next = async (clinic: Clinic, doctor: Doctor) => (await ask(clinic, doctor)).studyId

const happen = ({ db }: Clinic, studyId: string, event: 'opened' | 'report_started', { userId }: Doctor) =>
  db.transaction(async (begun) => {
    const [tx, study] = await lockAnyStudy(begun, studyId)
    if (study) await transition(tx, study, event, { actorUserId: userId })
  })

it('leads to an emergency that the doctor has not opened, before one more of the pool', async () => {
  const clinic = await openClinic('pool')
  const doctor = await clinic.addDoctor()
  const [pooled, calm, urgent] = [await clinic.addStudy(), await clinic.addStudy(), await clinic.addStudy({ priority: 'STAT' })]
  await clinic.assignByHand(calm, doctor.doctorId)
  await clinic.assignByHand(urgent, doctor.doctorId)
  await clinic.asOwner(`update studies set priority = 'STAT' where id = '${urgent}'`)
  expect(await next(clinic, doctor)).toBe(urgent)
  await happen(clinic, urgent, 'opened', doctor)
  expect(await next(clinic, doctor)).toBe(pooled)
})

it('deals a declined study to another doctor at once, and never to those who declined it', async () => {
  const clinic = await openClinic()
  const doctors = [await clinic.addDoctor(), await clinic.addDoctor()]
  const studyId = await clinic.addStudy()
  await clinic.tick()
  const [firstId] = await clinic.readersOf(studyId)
  const first = doctors.find(({ doctorId }) => doctorId === firstId)
  const second = doctors.find(({ doctorId }) => doctorId !== firstId)
  if (!first || !second) throw new Error('nobody has the study')
  await decline(clinic, first, studyId, 'I know the patient')
  expect(await clinic.readersOf(studyId)).toEqual([second.doctorId])
  expect(await refusal(decline(clinic, first, studyId))).toBe('STUDY_NOT_FOUND')
  await decline(clinic, second, studyId)
  await clinic.later(2)
  await clinic.tick()
  expect(await clinic.readersOf(studyId)).toEqual([])
  expect(await clinic.listUnplaced()).toMatchObject([{ reasons: [{ kind: 'declined', doctors: 2 }] }])
  expect(await clinic.eventsOf(studyId)).toMatchObject([
    { event: 'assigned' },
    { event: 'declined', reason: 'I know the patient', details: { kind: 'declined', doctorId: first.doctorId } },
    { event: 'unassigned', details: { dealt: { because: 'declined' } } },
    { event: 'assigned', details: { doctorId: second.doctorId } },
    { event: 'declined', reason: null },
    { event: 'unassigned' },
    { event: 'unplaced' },
  ])
})

it('refuses to decline a study that was opened, or that an administrator assigned', async () => {
  const clinic = await openClinic()
  const doctor = await clinic.addDoctor()
  const [opened, byHand] = [await clinic.addStudy(), await clinic.addStudy()]
  await clinic.assignByHand(byHand, doctor.doctorId)
  await clinic.tick()
  await happen(clinic, opened, 'opened', doctor)
  expect(await refusal(decline(clinic, doctor, opened))).toBe('STUDY_TOUCHED')
  expect(await refusal(decline(clinic, doctor, byHand))).toBe('NOT_DEALT')
  expect(await clinic.readersOf(opened)).toEqual([doctor.doctorId])
  expect(await clinic.readersOf(byHand)).toEqual([doctor.doctorId])
})

it('deals the studies of a pool in the order of their deadlines, and different ones to doctors who ask at once', async () => {
  const clinic = await openClinic('pool')
  const [one, other] = [await clinic.addDoctor(), await clinic.addDoctor()]
  const foreign = await clinic.addStudy({ modalities: ['MR'] }, 5)
  const later = await clinic.addStudy({}, 50)
  const sooner = await clinic.addStudy({}, 20)
  const emergency = await clinic.addStudy({ caseType: 'emergency' }, 90)
  await clinic.asOwner(`update doctors set reads_modalities = '{CT}'`)
  await clinic.tick()
  expect(await clinic.listAssignments()).toEqual([])
  const dealt = await Promise.all([next(clinic, one), next(clinic, other), next(clinic, one)])
  expect(new Set(dealt)).toEqual(new Set([emergency, sooner]))
  expect(dealt[2]).toBe(dealt[0])
  for (const studyId of [emergency, sooner]) {
    const [doctorId] = await clinic.readersOf(studyId)
    await happen(clinic, studyId, 'opened', doctorId === one.doctorId ? one : other)
  }
  expect(await next(clinic, one)).toBe(later)
  expect(await next(clinic, other)).toBeNull()
  expect(await clinic.readersOf(foreign)).toEqual([])
})

it('deals another study to a doctor whose study of the pool is claimed by two laboratories', async () => {
  const clinic = await openClinic('pool')
  const doctor = await clinic.addDoctor()
  const [claimed, following] = [await clinic.addStudy({}, 10), await clinic.addStudy({}, 20)]
  expect(await next(clinic, doctor)).toBe(claimed)
  await clinic.asOwner(`update studies set lab_conflict_at = now() where id = '${claimed}'`)
  expect(await next(clinic, doctor)).toBe(following)
})

it('reports a study of a pool that nobody fits, with the group of its laboratory, until a doctor fits', async () => {
  const clinic = await openClinic('pool')
  const [inside, outside] = [await clinic.addDoctor({ readsModalities: ['CT'] }), await clinic.addDoctor()]
  const group = { name: 'Neuro', doctorIds: [inside.doctorId] }
  const groupId = await clinic.db.transaction((tx) => createDoctorGroup(tx, clinic.admin, group))
  const choice = { labId: clinic.lab.id, mode: 'pool', groupId, version: 1 } as const
  await clinic.db.transaction((tx) => chooseMode(tx, clinic.admin, choice))
  const [breast] = [await clinic.addStudy({ modalities: ['MG'] }), await clinic.addStudy()]
  const reasons = [
    { kind: 'group', doctors: 1 },
    { kind: 'modality', doctors: 1 },
  ]
  await clinic.tick()
  await clinic.later(2)
  await clinic.tick()
  expect(await listUnplaced(clinic.db)).toEqual([
    { labId: clinic.lab.id, labName: clinic.lab.name, groupName: 'Neuro', reasons, studies: 1 },
  ])
  expect(await clinic.eventsOf(breast)).toMatchObject([{ event: 'unplaced', details: { reasons } }])
  expect(await ask(clinic, outside)).toEqual({ studyId: null, nothing: [] })
  await clinic.asOwner(`update doctors set reads_modalities = null where id = '${inside.doctorId}'`)
  await clinic.later(2)
  await clinic.tick()
  expect(await listUnplaced(clinic.db)).toEqual([])
  expect(await clinic.listAssignments()).toEqual([])
})

it('reports no study of a pool because others before it would fill the limit of a doctor', async () => {
  const clinic = await openClinic('pool')
  await clinic.addDoctor({ openMinutesLimit: 20 })
  await clinic.addStudies(10)
  await clinic.tick()
  expect(await clinic.listUnplaced()).toEqual([])
})

it('lets a study of the pool be passed over three times, and the fourth doctor keeps it', async () => {
  const clinic = await openClinic('pool')
  const studyId = await clinic.addStudy()
  const doctors = []
  for (let count = 0; count < 4; count += 1) doctors.push(await clinic.addDoctor())
  for (const doctor of doctors.slice(0, 3)) {
    expect(await next(clinic, doctor)).toBe(studyId)
    await happen(clinic, studyId, 'opened', doctor)
    await pass(clinic, doctor, studyId)
    expect(await next(clinic, doctor)).toBeNull()
  }
  const [, , , fourth] = doctors
  if (!fourth) throw new Error('no doctor')
  expect(await next(clinic, fourth)).toBe(studyId)
  expect(await refusal(pass(clinic, fourth, studyId))).toBe('PASSED_OVER_ENOUGH')
  expect(await clinic.readersOf(studyId)).toEqual([fourth.doctorId])
})

it('says why nothing in the pool fits a doctor, by numbers of studies', async () => {
  const clinic = await openClinic('pool')
  const doctor = await clinic.addDoctor({ readsModalities: ['CT'] })
  expect(await ask(clinic, doctor)).toEqual({ studyId: null, nothing: [] })
  const studyId = await clinic.addStudy()
  await clinic.addStudies(2, { modalities: ['MR'] })
  expect(await next(clinic, doctor)).toBe(studyId)
  await pass(clinic, doctor, studyId)
  const nothing = [
    { kind: 'modality', studies: 2 },
    { kind: 'declined', studies: 1 },
  ]
  expect(await ask(clinic, doctor)).toEqual({ studyId: null, nothing })
})

it('has people told of an emergency that its doctor opened and passed over', async () => {
  const clinic = await openClinic('pool')
  const doctor = await clinic.addDoctor()
  const readyAt = new Date(Date.now() - 20 * 60_000)
  const studyId = await clinic.addStudy({ caseType: 'emergency', readyAt })
  expect(await next(clinic, doctor)).toBe(studyId)
  await happen(clinic, studyId, 'opened', doctor)
  await pass(clinic, doctor, studyId)
  await tellEscalations(clinic.db, { isOn: true, zone: clinic.zone })
  const told = await clinic.db.select().from(escalations)
  expect(told.map(({ step }) => step)).toEqual(['unopened'])
})

it('has people told of an emergency whose doctors have not opened it, if those who did lost it', async () => {
  const clinic = await openClinic()
  const { db, admin } = clinic
  const [former, reader] = [await clinic.addDoctor(), await clinic.addDoctor()]
  const give = (studyId: string, { doctorId }: Doctor, mode: 'add' | 'replace') =>
    db.transaction((tx) => assign(tx, admin, { studyId, doctorId, priority: 'NORMAL', mode }))
  async function addOpened() {
    const studyId = await clinic.addStudy({ caseType: 'emergency', readyAt: new Date(Date.now() - 20 * 60_000) })
    await give(studyId, former, 'replace')
    await happen(clinic, studyId, 'opened', former)
    return studyId
  }
  const [replaced, left, kept, both] = [await addOpened(), await addOpened(), await addOpened(), await addOpened()]
  await give(replaced, reader, 'replace')
  await give(left, reader, 'add')
  await clinic.unassignByHand(left, former.doctorId)
  await give(kept, reader, 'add')
  await give(kept, former, 'replace')
  await give(both, reader, 'add')
  await happen(clinic, both, 'opened', reader)
  await give(both, reader, 'replace')
  await tellEscalations(db, { isOn: true, zone: clinic.zone })
  const told = await db.select().from(escalations)
  expect(told.map(({ studyId, step }) => `${step} ${studyId}`).toSorted()).toEqual(
    [replaced, left].map((studyId) => `unopened ${studyId}`).toSorted(),
  )
})

it('refuses to pass over a study whose report is begun, or that was not of the pool', async () => {
  const clinic = await openClinic('pool')
  const doctor = await clinic.addDoctor()
  const studyId = await clinic.addStudy()
  expect(await next(clinic, doctor)).toBe(studyId)
  expect(await refusal(decline(clinic, doctor, studyId))).toBe('NOT_DEALT')
  await happen(clinic, studyId, 'report_started', doctor)
  expect(await refusal(pass(clinic, doctor, studyId))).toBe('STUDY_TOUCHED')
  await clinic.setMode('assign')
  const assigned = await clinic.addStudy()
  await clinic.tick()
  expect(await clinic.readersOf(assigned)).toEqual([doctor.doctorId])
  expect(await refusal(pass(clinic, doctor, assigned))).toBe('NOT_DEALT')
})

it('lets a doctor give back five studies in a shift, declined or passed over, and more in the next one', async () => {
  const clinic = await openClinic('pool')
  const doctor = await clinic.addDoctor()
  const studyIds = await clinic.addStudies(7)
  for (const studyId of studyIds.slice(0, 5)) {
    expect(await next(clinic, doctor)).toBe(studyId)
    expect(await refusal(pass(clinic, doctor, studyId))).toBeNull()
  }
  const [, , , , , sixth = ''] = studyIds
  expect(await next(clinic, doctor)).toBe(sixth)
  const left = () => countLeftToGiveBack(clinic.db, doctor.doctorId, { now: new Date(), zone: clinic.zone })
  expect(await left()).toBe(0)
  expect(await refusal(pass(clinic, doctor, sixth))).toBe('GIVEN_BACK_ENOUGH')
  expect(await clinic.readersOf(sixth)).toEqual([doctor.doctorId])
  await clinic.asOwner(`update assignment_refusals set at = now() - interval '1 day'`)
  expect(await left()).toBe(5)
  expect(await refusal(pass(clinic, doctor, sixth))).toBeNull()
})
