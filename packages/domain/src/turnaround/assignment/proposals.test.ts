import { assignmentProposals } from '@readroom/db/turnaround/automatic-assignment.schema'
import { expect, it } from 'vitest'
import { suggestDoctors } from '../../studies/assignments/suggestions.ts'
import { type Clinic, openClinic } from './dealing.fixture.ts'
import { dealStudies } from './dealing-tick.ts'
import { confirmProposals } from './proposals.ts'

const proposalsOf = ({ db }: Clinic) => db.select().from(assignmentProposals)

const confirm = ({ db, admin, zone }: Clinic, seen: readonly { studyId: string; doctorId: string }[]) =>
  db.transaction((tx) => confirmProposals(tx, admin, seen, zone))

it('proposes doctors by their share without assigning, and assigns what an administrator confirms', async () => {
  const clinic = await openClinic('suggest')
  for (let count = 0; count < 2; count += 1) await clinic.addDoctor()
  const studyIds = await clinic.addStudies(60)
  await Promise.all([clinic.tick(), dealStudies(clinic.openWorker(), clinic.zone)])
  const proposals = await proposalsOf(clinic)
  expect(proposals.map(({ studyId }) => studyId).toSorted()).toEqual(studyIds.toSorted())
  const [{ doctorId } = { doctorId: '' }] = proposals
  expect(proposals.filter((proposal) => proposal.doctorId === doctorId)).toHaveLength(30)
  expect(await clinic.listAssignments()).toEqual([])
  expect(await clinic.listDeficits()).toEqual([])
  expect(await confirm(clinic, proposals)).toMatchObject({ confirmed: 60, changed: 0 })
  for (const proposal of proposals.slice(0, 5)) expect(await clinic.readersOf(proposal.studyId)).toEqual([proposal.doctorId])
  expect(await proposalsOf(clinic)).toEqual([])
  const deficits = (await clinic.listDeficits()).map(({ deficit }) => deficit)
  expect(deficits.map((deficit) => Math.round(deficit) + 0)).toEqual([0, 0])
  expect(await confirm(clinic, proposals)).toMatchObject({ confirmed: 0, changed: 60 })
  expect(await clinic.listAssignments()).toHaveLength(60)
})

it('confirms together all proposals of a doctor whom they take to the limit', async () => {
  const clinic = await openClinic('suggest')
  await clinic.addDoctor({ openMinutesLimit: 20 })
  const other = await clinic.addDoctor()
  await clinic.addStudies(8)
  await clinic.tick()
  const proposals = await proposalsOf(clinic)
  expect(proposals.filter(({ doctorId }) => doctorId !== other.doctorId)).toHaveLength(4)
  expect(await confirm(clinic, proposals)).toMatchObject({ confirmed: 8, changed: 0 })
})

it('makes a proposal anew instead of assigning, if the doctor cannot read the study any more', async () => {
  const clinic = await openClinic('suggest')
  const studyId = await clinic.addStudy()
  const first = await clinic.addDoctor()
  await clinic.tick()
  const seen = [{ studyId, doctorId: first.doctorId }]
  await clinic.asOwner(`update doctors set reads_modalities = '{MR}' where id = '${first.doctorId}'`)
  const second = await clinic.addDoctor()
  expect(await confirm(clinic, seen)).toEqual({ confirmed: 0, changed: 1, renewed: 1, unplaced: 0 })
  expect(await clinic.readersOf(studyId)).toEqual([])
  expect(await proposalsOf(clinic)).toMatchObject([{ studyId, doctorId: second.doctorId }])
  expect(await confirm(clinic, seen)).toEqual({ confirmed: 0, changed: 1, renewed: 0, unplaced: 0 })
  expect(await confirm(clinic, [{ studyId, doctorId: second.doctorId }])).toMatchObject({ confirmed: 1, changed: 0 })
  expect(await clinic.readersOf(studyId)).toEqual([second.doctorId])
})

it('forgets proposals of doctors who went, of studies that were assigned, and of laboratories that were switched', async () => {
  const clinic = await openClinic('suggest')
  const doctor = await clinic.addDoctor()
  const [assigned, waiting] = [await clinic.addStudy(), await clinic.addStudy()]
  await clinic.tick()
  await clinic.assignByHand(assigned, doctor.doctorId)
  await clinic.tick()
  expect(await proposalsOf(clinic)).toMatchObject([{ studyId: waiting }])
  await clinic.asOwner('update doctors set is_active_profile = false')
  await clinic.tick()
  expect(await proposalsOf(clinic)).toEqual([])
  expect(await clinic.listUnplaced()).toMatchObject([{ studyId: waiting, reasons: [] }])
  await clinic.setMode('off')
  await clinic.tick()
  expect(await clinic.listUnplaced()).toEqual([])
})

it('counts proposals as work for studies that are proposed, in the dialog too, and for no other', async () => {
  const clinic = await openClinic('suggest')
  const { db, zone } = clinic
  const [proposed, reader] = [await clinic.addDoctor(), await clinic.addDoctor({ readsModalities: ['MR'] })]
  await clinic.addStudies(10)
  await clinic.tick()
  const waiting = await clinic.addStudy({ modalities: ['MR'] })
  await clinic.assignByHand(await clinic.addStudy({ modalities: ['MR'] }), reader.doctorId)
  const suggest = () => suggestDoctors(db, [waiting], { now: new Date(), zone })
  expect(await suggest()).toMatchObject([
    { doctorId: reader.doctorId, openStudies: 1, openMinutes: 8, proposedMinutes: 0 },
    { doctorId: proposed.doctorId, openStudies: 0, openMinutes: 0, proposedMinutes: 60 },
  ])
  await clinic.tick()
  expect(await proposalsOf(clinic)).toContainEqual(expect.objectContaining({ studyId: waiting, doctorId: reader.doctorId }))
  await clinic.setMode('assign')
  expect(await suggest()).toMatchObject([
    { doctorId: proposed.doctorId, openStudies: 0, proposedMinutes: 0 },
    { doctorId: reader.doctorId, openStudies: 1 },
  ])
})
