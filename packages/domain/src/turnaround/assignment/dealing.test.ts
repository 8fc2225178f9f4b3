import { weekdays } from '@readroom/contracts/people/doctors'
import { DealtDetails } from '@readroom/contracts/studies/automatic-assignment'
import { users } from '@readroom/db/access/accounts.schema'
import { identityReviews, patients } from '@readroom/db/patients/patients.schema'
import { doctorPresence } from '@readroom/db/people/presence.schema'
import { lockAnyStudy } from '@readroom/db/studies/studies'
import { createAssignment, createLab } from '@readroom/db/testing/factories'
import { listLeft } from '@readroom/db/turnaround/automatic-assignment'
import { lockDealing } from '@readroom/db/turnaround/dealing'
import { keepDeficits } from '@readroom/db/turnaround/dealing-readers'
import { eventually } from '@readroom/local/core/eventually'
import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { changeDoctorGroup, createDoctorGroup } from '../../people/doctor-groups.ts'
import { assign } from '../../studies/assignments/assignments.ts'
import { transition } from '../../studies/transition.ts'
import { chooseMode, releaseStudy } from './assignment-modes.ts'
import { type Clinic, type DoctorFields, openClinic } from './dealing.fixture.ts'
import { dealStudies } from './dealing-tick.ts'

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

const goAway = ({ db }: Clinic, doctorId: string) =>
  db.insert(doctorPresence).values({
    doctorId,
    timeZone: 'Europe/London',
    shifts: [],
    absences: [{ from: day(-1), to: day(1), reason: '' }],
  })

/** Gives a doctor one shift, which was yesterday. */
const offShift = ({ db }: Clinic, doctorId: string) => {
  const weekday = weekdays[(new Date(Date.now() - 86_400_000).getUTCDay() + 6) % 7] ?? 'Monday'
  const shifts = [{ weekday, from: '10:00', to: '11:00' }]
  return db.insert(doctorPresence).values({ doctorId, timeZone: 'UTC', shifts, absences: [] })
}

it('assigns each study once, by the shares of the doctors, with two workers at the same moment', async () => {
  const clinic = await openClinic()
  const shares = new Map<string, number>()
  for (const workShare of [100, 100, 50, 200]) shares.set((await clinic.addDoctor({ workShare })).doctorId, workShare)
  const studyIds = await clinic.addStudies(120, { dueAt: new Date(Date.now() + 30 * 86_400_000) })
  await Promise.all([clinic.tick(), dealStudies(clinic.openWorker(), clinic.zone)])
  const rows = await clinic.listAssignments()
  expect(rows.map(({ studyId }) => studyId).toSorted()).toEqual(studyIds.toSorted())
  for (const studyId of studyIds.slice(0, 10))
    expect(await clinic.eventsOf(studyId)).toMatchObject([
      { event: 'assigned', details: { dealt: { by: 'assign', explanation: { rule: 'share', minutes: 6, eligible: 4 } } } },
    ])
  const deficits = await clinic.listDeficits()
  expect(deficits).toHaveLength(4)
  for (const { doctorId, deficit } of deficits) {
    const given = rows.filter((row) => row.doctorId === doctorId).length * 6
    // No deal is lost: the share of all minutes, without those that were given.
    expect(deficit).toBeCloseTo((120 * 6 * (shares.get(doctorId) ?? 0)) / 450 - given)
    expect(Math.abs(deficit)).toBeLessThanOrEqual(6)
  }
})

it('waits for another dealer, and goes on from the deficits that it leaves', async () => {
  const clinic = await openClinic()
  const [owed, other] = [await clinic.addDoctor(), await clinic.addDoctor()]
  await clinic.addStudies(4)
  const waiting = sql`select 1 from pg_locks join pg_database on pg_database.oid = database
    where datname = current_database() and locktype = 'advisory' and not granted`
  let tick: Promise<void> | undefined
  await clinic.db.transaction(async (begun) => {
    const [tx, now] = await lockDealing(begun)
    tick = dealStudies(clinic.openWorker(), clinic.zone)
    await eventually(async () => expect((await clinic.db.execute(waiting)).rows).toHaveLength(1))
    const kept = { deficitAt: now.getTime() }
    await keepDeficits(tx, [
      { doctorId: owed.doctorId, deficit: 100, ...kept },
      { doctorId: other.doctorId, deficit: -100, ...kept },
    ])
  })
  await tick
  expect((await clinic.listAssignments()).map(({ doctorId }) => doctorId)).toEqual(Array(4).fill(owed.doctorId))
  expect((await clinic.listDeficits()).map(({ deficit }) => deficit).toSorted((one, next) => one - next)).toEqual([-88, 88])
})

it('deals the most urgent studies first, and of these the one that is due first', async () => {
  const clinic = await openClinic()
  const only = await clinic.addDoctor({ openMinutesLimit: 24 })
  await clinic.addStudy({}, 10)
  const [late, soon] = [await clinic.addStudy({ priority: 'URGENT' }, 50), await clinic.addStudy({ priority: 'URGENT' }, 40)]
  const [stat, emergency] = [
    await clinic.addStudy({ caseType: 'stat' }, 90),
    await clinic.addStudy({ priority: 'EMERGENCY' }, 95),
  ]
  await clinic.tick()
  const given = (await clinic.listAssignments()).toSorted((one, other) => (one.id < other.id ? -1 : 1))
  expect(given.map(({ studyId }) => studyId)).toEqual([emergency, stat, soon, late])
  expect(new Set(given.map(({ doctorId }) => doctorId))).toEqual(new Set([only.doctorId]))
})

it('never gives a study to a doctor who cannot read it now', async () => {
  const clinic = await openClinic()
  const elsewhere = await createLab(clinic.db)
  const unfit: DoctorFields[] = [
    { readsLabIds: [elsewhere.id] },
    { readsModalities: ['MR'] },
    { licenseExpiresOn: day(-2) },
    { isActiveProfile: false },
    { openMinutesLimit: 1 },
  ]
  const others = []
  for (const fields of unfit) others.push(await clinic.addDoctor(fields))
  const inactive = await clinic.addDoctor()
  await clinic.db.update(users).set({ isActive: false }).where(eq(users.id, inactive.userId))
  await goAway(clinic, (await clinic.addDoctor()).doctorId)
  const limited = others.at(-1)
  const busy = await clinic.addStudy({ status: 'assigned_to_doctor' })
  if (limited) await createAssignment(clinic.db, { studyId: busy, doctorId: limited.doctorId, assignedBy: clinic.admin.userId })
  const able = await clinic.addDoctor()
  const studyIds = await clinic.addStudies(20)
  await clinic.tick()
  for (const studyId of studyIds) expect(await clinic.readersOf(studyId)).toEqual([able.doctorId])
})

it('leaves studies alone that are not certain, not complete, paused, or of a laboratory that is off', async () => {
  const clinic = await openClinic()
  await clinic.addDoctor()
  const other = await createLab(clinic.db)
  const now = new Date()
  const [review] = await clinic.db.insert(identityReviews).values({ labId: clinic.lab.id, reason: 'intake' }).returning()
  const unsure = await clinic.addStudy()
  await clinic.db.update(patients).set({ identityReviewId: review?.id ?? null })
  const pause = { pausedAt: now, pausedUntil: new Date(now.getTime() + 60_000), pauseReason: 'priorImages' } as const
  const studyIds = [
    unsure,
    await clinic.addStudy({ labId: other.id }),
    await clinic.addStudy({ labId: null }),
    await clinic.addStudy({ labConflictAt: now }),
    await clinic.addStudy({ severalPeopleAt: now }),
    await clinic.addStudy({ settledAt: null }),
    await clinic.addStudy({ reportedAt: now, status: 'report_finalized' }),
    await clinic.addStudy(pause),
  ]
  await clinic.tick()
  for (const studyId of studyIds) expect(await clinic.readersOf(studyId)).toEqual([])
  expect(await clinic.listUnplaced()).toEqual([])
})

it('leaves a study to an administrator who assigns it at the same moment, and in the same cycle', async () => {
  const clinic = await openClinic()
  const [chosen, other] = [await clinic.addDoctor({ readsModalities: ['MR'] }), await clinic.addDoctor()]
  const [taken, free] = await clinic.addStudies(2)
  if (!taken || !free) throw new Error('no studies')
  await clinic.db.transaction(async (tx) => {
    await assign(tx, clinic.admin, { studyId: taken, doctorId: chosen.doctorId, priority: 'NORMAL', mode: 'add' })
    await dealStudies(clinic.openWorker(), clinic.zone)
  })
  await clinic.tick()
  expect(await clinic.readersOf(taken)).toEqual([chosen.doctorId])
  expect(await clinic.readersOf(free)).toEqual([other.doctorId])
  for (const [studyId, doctorId] of [
    [taken, chosen.doctorId],
    [free, other.doctorId],
  ] as const) {
    await clinic.unassignByHand(studyId, doctorId)
    await clinic.tick()
    expect(await clinic.readersOf(studyId)).toEqual([])
  }
  await clinic.db.transaction(async (begun) => {
    const [tx, study] = await lockAnyStudy(begun, free)
    if (study) await transition(tx, study, 'reset', { actorUserId: clinic.admin.userId, details: { withdrawn: false } })
  })
  await clinic.tick()
  expect(await clinic.readersOf(free)).toEqual([other.doctorId])
})

it('reports a study that nobody fits once for each reason, and assigns it once somebody does', async () => {
  const clinic = await openClinic()
  const studyId = await clinic.addStudy({ modalities: ['MG'] })
  const kinds = async () => (await clinic.eventsOf(studyId)).map(({ details }) => DealtDetails.unplaced.parse(details).reasons)
  for (let round = 0; round < 3; round += 1) {
    await clinic.tick()
    await clinic.later(2)
  }
  expect(await kinds()).toEqual([[]])
  const doctor = await clinic.addDoctor({ readsModalities: ['CT'] })
  await clinic.tick()
  await clinic.addDoctor({ readsModalities: ['MR'] })
  await clinic.later(2)
  await clinic.tick()
  expect(await kinds()).toEqual([[], [{ kind: 'modality', doctors: 1 }]])
  expect(await clinic.listUnplaced()).toMatchObject([{ studyId, reasons: [{ kind: 'modality', doctors: 2 }] }])
  await clinic.asOwner(`update doctors set reads_modalities = null where id = '${doctor.doctorId}'`)
  await clinic.tick()
  expect(await clinic.readersOf(studyId)).toEqual([])
  await clinic.later(2)
  await clinic.tick()
  expect(await clinic.readersOf(studyId)).toEqual([doctor.doctorId])
  expect(await clinic.listUnplaced()).toEqual([])
})

it('deals a study to a doctor who reads its region of the body', async () => {
  const clinic = await openClinic()
  const neuro = await clinic.addDoctor({ readsBodyRegions: ['head', 'spine'] })
  const knee = await clinic.addStudy({ bodyParts: 'KNEE', description: 'CT head' })
  const brain = await clinic.addStudy({ bodyParts: '', description: 'CT head' })
  await clinic.tick()
  expect(await clinic.readersOf(brain)).toEqual([neuro.doctorId])
  expect(await clinic.listUnplaced()).toMatchObject([{ studyId: knee, reasons: [{ kind: 'bodyRegion', doctors: 1 }] }])
})

it('deals studies of a laboratory that is limited to a group to its doctors alone', async () => {
  const clinic = await openClinic()
  const [inside, outside] = [await clinic.addDoctor(), await clinic.addDoctor()]
  const group = { name: 'Neuro', doctorIds: [inside.doctorId] }
  const groupId = await clinic.db.transaction((tx) => createDoctorGroup(tx, clinic.admin, group))
  const choice = { labId: clinic.lab.id, mode: 'assign', groupId, version: 1 } as const
  await clinic.db.transaction((tx) => chooseMode(tx, clinic.admin, choice))
  const studyIds = await clinic.addStudies(4)
  await clinic.tick()
  for (const studyId of studyIds) expect(await clinic.readersOf(studyId)).toEqual([inside.doctorId])
  const moved = { groupId, version: 1, name: 'Neuro', doctorIds: [outside.doctorId] }
  await clinic.db.transaction((tx) => changeDoctorGroup(tx, clinic.admin, moved))
  const next = await clinic.addStudy()
  await clinic.tick()
  expect(await clinic.readersOf(next)).toEqual([outside.doctorId])
})

it('deals unopened studies again as their doctor’s shift ends, never opened ones or those assigned by hand, and leaves them if nobody is on', async () => {
  const clinic = await openClinic()
  const leaving = await clinic.addDoctor()
  const [unopened, opened, byHand] = await clinic.addStudies(3)
  if (!unopened || !opened || !byHand) throw new Error('no studies')
  await clinic.tick()
  await clinic.open(opened, leaving)
  await clinic.unassignByHand(byHand, leaving.doctorId)
  await clinic.assignByHand(byHand, leaving.doctorId)
  await offShift(clinic, leaving.doctorId)
  await clinic.later(2)
  await clinic.tick()
  expect(await clinic.readersOf(unopened)).toEqual([leaving.doctorId])
  const next = await clinic.addDoctor()
  await Promise.all([clinic.tick(), dealStudies(clinic.openWorker(), clinic.zone)])
  expect(await clinic.readersOf(unopened)).toEqual([next.doctorId])
  expect(await clinic.readersOf(opened)).toEqual([leaving.doctorId])
  expect(await clinic.readersOf(byHand)).toEqual([leaving.doctorId])
  expect(await clinic.eventsOf(unopened)).toMatchObject([
    { event: 'assigned' },
    { event: 'unassigned', details: { dealt: { because: 'offShift' } } },
    { event: 'assigned' },
  ])
})

it('deals a study again whose doctor would read it late, to one who reads it in time', async () => {
  const clinic = await openClinic()
  const busy = await clinic.addDoctor()
  const first = await clinic.addStudy({}, 20)
  await clinic.tick()
  for (const dueIn of [5, 6, 7, 8]) await clinic.assignByHand(await clinic.addStudy({}, dueIn), busy.doctorId)
  await clinic.later(2)
  await clinic.tick()
  expect(await clinic.readersOf(first)).toEqual([busy.doctorId])
  const free = await clinic.addDoctor()
  await clinic.tick()
  expect(await clinic.readersOf(first)).toEqual([free.doctorId])
  expect(await clinic.eventsOf(first)).toMatchObject([
    { event: 'assigned' },
    { event: 'unassigned', details: { dealt: { because: 'late' } } },
    { event: 'assigned', details: { dealt: { explanation: { rule: 'due', eligible: 2 } } } },
  ])
})

it('deals unopened studies again if their doctor is away, inactive or without a license, and never opened ones', async () => {
  const clinic = await openClinic()
  const gone = await clinic.addDoctor()
  const [unopened, opened, byHand] = await clinic.addStudies(3)
  if (!unopened || !opened || !byHand) throw new Error('no studies')
  await clinic.tick()
  await clinic.open(opened, gone)
  await clinic.assignByHand(byHand, (await clinic.addDoctor({ readsModalities: ['MR'] })).doctorId)
  await clinic.assignByHand(byHand, gone.doctorId)
  await goAway(clinic, gone.doctorId)
  const next = await clinic.addDoctor()
  await clinic.tick()
  expect(await clinic.readersOf(unopened)).toEqual([gone.doctorId])
  await clinic.later(2)
  await Promise.all([clinic.tick(), dealStudies(clinic.openWorker(), clinic.zone)])
  expect(await clinic.readersOf(unopened)).toEqual([next.doctorId])
  expect(await clinic.readersOf(opened)).toEqual([gone.doctorId])
  expect(await clinic.readersOf(byHand)).toEqual([gone.doctorId])
  expect(await clinic.eventsOf(unopened)).toMatchObject([
    { event: 'assigned' },
    { event: 'unassigned', details: { dealt: { because: 'absent' } } },
    { event: 'assigned' },
  ])
  await clinic.db.update(users).set({ isActive: false }).where(eq(users.id, next.userId))
  await clinic.later(2)
  await clinic.tick()
  expect(await clinic.readersOf(unopened)).toEqual([])
  expect(await clinic.listUnplaced()).toMatchObject([{ studyId: unopened }])
})

it('leaves a study that was unassigned by hand alone, until an administrator leaves it to automatic assignment', async () => {
  const clinic = await openClinic()
  const { doctorId } = await clinic.addDoctor()
  const studyId = await clinic.addStudy()
  await clinic.tick()
  await clinic.unassignByHand(studyId, doctorId)
  await clinic.tick()
  expect(await listLeft(clinic.db, 9)).toMatchObject([{ studyId, why: 'manual' }])
  await clinic.db.transaction((tx) => releaseStudy(tx, clinic.admin, { studyId }))
  expect(await listLeft(clinic.db, 9)).toEqual([])
  await clinic.tick()
  expect(await clinic.readersOf(studyId)).toEqual([doctorId])
  await clinic.unassignByHand(studyId, doctorId)
  await clinic.tick()
  expect(await clinic.readersOf(studyId)).toEqual([])
})

it('says why a study waits for a person', async () => {
  const clinic = await openClinic()
  const later = new Date(Date.now() + 3_600_000)
  await clinic.addStudy({ labConflictAt: new Date() }, 10)
  await clinic.addStudy({ severalPeopleAt: new Date() }, 20)
  await clinic.addStudy({ pausedAt: new Date(), pausedUntil: later, pauseReason: 'priorImages' }, 30)
  expect((await listLeft(clinic.db, 9)).map(({ why }) => why)).toEqual(['laboratory', 'patient', 'paused'])
})

it('looks for a doctor again at the first tick after a shift has begun', async () => {
  const clinic = await openClinic()
  const studyId = await clinic.addStudy()
  await clinic.tick()
  const begin = Math.floor(Date.now() / 60_000) * 60_000
  const time = (at: number) => new Date(at).toISOString().slice(11, 16)
  const weekday = weekdays[(new Date(begin).getUTCDay() + 6) % 7] ?? 'Monday'
  const { doctorId } = await clinic.addDoctor()
  const shifts = [{ weekday, from: time(begin), to: time(begin + 7_200_000) }]
  await clinic.db.insert(doctorPresence).values({ doctorId, timeZone: 'UTC', shifts, absences: [] })
  await clinic.asOwner(`update unplaced_studies set tried_at = '${new Date(begin - 1).toISOString()}'`)
  await clinic.tick()
  expect(await clinic.readersOf(studyId)).toEqual([doctorId])
})
