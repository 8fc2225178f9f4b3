import { randomUUID } from 'node:crypto'
import type { EscalationStep } from '@readroom/contracts/studies/escalation'
import { LiveEvent } from '@readroom/contracts/worklist/live'
import { users } from '@readroom/db/access/accounts.schema'
import { outbox } from '@readroom/db/core/outbox.schema'
import { listEscalations } from '@readroom/db/patients/study-summary'
import { doctors } from '@readroom/db/people/doctors.schema'
import { labs } from '@readroom/db/people/labs.schema'
import { escalationMessages, escalations } from '@readroom/db/studies/escalations/escalations.schema'
import { lockAnyStudy } from '@readroom/db/studies/studies'
import type { studies } from '@readroom/db/studies/studies.schema'
import { studyEventLog } from '@readroom/db/studies/study-events.schema'
import { createAssignment, createCast, createStudy } from '@readroom/db/testing/factories'
import { transition } from '@readroom/domain/studies/transition'
import { jobs } from '@readroom/jobs/jobs'
import { addJob } from '@readroom/jobs/queues'
import { eventually } from '@readroom/local/core/eventually'
import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { firstRun, type OpenJobs, openJobs } from '../core/jobs/jobs.fixture.ts'
import { type OpenMail, openMail } from '../core/jobs/mail.fixture.ts'
import { relayOnce } from '../core/outbox/relay.ts'
import { startJobs } from '../job-handlers.ts'
import { sendEscalationNotice, tellOfEscalations } from './escalations.ts'

let mail: OpenMail
let services: OpenJobs
beforeAll(async () => {
  ;[mail, services] = await Promise.all([openMail(), openJobs()])
})
afterAll(() => Promise.all([mail.close(), services.close()]))

const minute = 60_000
const zone = 'Europe/London'
const contextOf = (escalation = true) => ({ ...mail.context, escalation, reports: { zone } })

type Cast = Awaited<ReturnType<typeof createCast>>
type Times = { ready?: number; warn?: number; due?: number }
type Fields = Partial<typeof studies.$inferInsert>

/** A cast of its own, whose other accounts are those of tests before it. Returns the address of each, by name. */
async function castOf(rules: Partial<typeof labs.$inferInsert> = {}) {
  const cast = await createCast(mail.db)
  await mail.db
    .update(labs)
    .set({ name: 'CITYLAB', ...rules })
    .where(eq(labs.id, cast.labA.id))
  return { ...cast, readerEmail: cast.assignedDoctor.email, adminEmail: cast.admin.email }
}

/** A study of somebody, of which so many minutes ago it was ready, at risk and due; it was told of nothing yet. */
async function openStudy({ labA, assignedDoctor, admin }: Cast, times: Times, fields: Fields = {}, isAssigned = true) {
  const { ready = 75, warn = 1, due = -25 } = times
  const ago = (minutes: number) => new Date(Date.now() - minutes * minute)
  const study = await createStudy(mail.db, {
    labId: labA.id,
    patientName: 'Secret Patient',
    patientId: 'ID-4242',
    accessionNumber: 'ACC-774711',
    status: isAssigned ? 'assigned_to_doctor' : 'pending_assignment',
    readyAt: ago(ready),
    warnAt: ago(warn),
    dueAt: ago(due),
    escalateAt: ago(warn),
    ...fields,
  })
  if (isAssigned)
    await createAssignment(mail.db, { studyId: study.id, doctorId: assignedDoctor.doctorId, assignedBy: admin.userId })
  return study.id
}

/** It is so many minutes later for a study. */
const later = (studyId: string, minutes: number) =>
  mail.database.asOwner(`update studies set ready_at = ready_at - interval '${minutes} minutes', warn_at = warn_at - interval '${minutes} minutes',
    due_at = due_at - interval '${minutes} minutes', escalate_at = escalate_at - interval '${minutes} minutes' where id = '${studyId}'`)

const tell = (isOn = true) => tellOfEscalations(contextOf(isOn))

/** Lets the emails go that wait for others of the same five minutes. */
const endMailWindow = () =>
  mail.database.asOwner(`update escalations set mail_at = now() where mail_at between now() and now() + interval '5 minutes'`)

/** Tells of what is due, and sends the emails five minutes later. */
async function tick(isOn = true): Promise<void> {
  await tell(isOn)
  await endMailWindow()
  await tell(isOn)
}

/** Sends the emails that wait, and returns the live events of the outbox. */
async function flush(): Promise<LiveEvent[]> {
  const rows = await mail.db.delete(outbox).returning()
  for (const { name, payload } of rows)
    if (name === 'escalation-notice.send')
      await sendEscalationNotice(contextOf(), jobs['escalation-notice.send'].payload.parse(payload), firstRun)
  return rows.flatMap(({ kind, id, payload }) => {
    const event = kind === 'live' ? LiveEvent.safeParse({ ...Object(payload), id }) : null
    return event?.success ? [event.data] : []
  })
}
const subjects = async (email: string) => (await mail.listMails(email)).map(({ subject }) => subject)

/** The accounts that heard of a step of a study live, among those of a cast. */
const heard = (events: readonly LiveEvent[], studyId: string, step: EscalationStep) =>
  events.flatMap((event) =>
    event.type === 'study.escalated' && event.studyId === studyId && event.step === step ? event.userIds : [],
  )

const happen = (studyId: string, event: Parameters<typeof transition>[2], details: Record<string, unknown> = {}) =>
  mail.db.transaction(async (begun) => {
    const [tx, study] = await lockAnyStudy(begun, studyId)
    if (study) await transition(tx, study, event, { actorUserId: null, details })
  })

test('each step tells those who are to know, once', async () => {
  const cast = await castOf()
  const { assignedDoctor, otherDoctor, admin, staffA, readerEmail, adminEmail } = cast
  const studyId = await openStudy(cast, {})
  const among = (ids: string[]) =>
    [assignedDoctor, otherDoctor, admin, staffA]
      .filter(({ userId }) => ids.includes(userId))
      .map(({ fullName, email }) => email ?? fullName)
  const told = async () => {
    await tick()
    await tick()
    const events = await flush()
    return (['warning', 'unopened', 'deadline', 'overdue'] as const).map((step) => among(heard(events, studyId, step)))
  }
  expect(await told()).toEqual([[readerEmail], [], [], []])
  await later(studyId, 25)
  expect(await told()).toEqual([[], [], [readerEmail, adminEmail], []])
  await later(studyId, 50)
  expect(await told()).toEqual([[], [], [], [adminEmail]])
  await later(studyId, 1000)
  expect(await told()).toEqual([[], [], [], []])
  expect(await subjects(readerEmail)).toEqual(['A report is due soon', 'A report is late'])
  expect(await subjects(adminEmail)).toEqual(['A report is late', 'A report is long overdue'])
})

test('an email names no patient, and leads to the study', async () => {
  const cast = await castOf()
  const studyId = await openStudy(cast, { due: 1 })
  await tick()
  await flush()
  const { subject, text } = await mail.getMail(cast.readerEmail)
  expect(text).toContain('CITYLAB, accession ends 4711. The report was due on ')
  expect(text).toContain(`/reading/${studyId}`)
  expect(subject + text).not.toMatch(/Secret|ID-4242|77471/)
  expect((await mail.getMail(cast.adminEmail)).text).toContain(`/admin/dashboard?dialog=assign&study=${studyId}`)
})

test('two workers tell each step once, as the schedule runs', async () => {
  const cast = await castOf()
  const studyId = await openStudy(cast, { due: 1 })
  const { queues } = services.context
  const context = { ...services.context, ...mail.context }
  for (const worker of [await startJobs(context), await startJobs(context)]) onTestFinished(worker.stop)
  await eventually(async () => {
    await endMailWindow()
    await relayOnce({ database: mail.database, log: context.log, publish: async () => {}, addJob: (job) => addJob(queues, job) })
    expect(await subjects(cast.adminEmail)).toEqual(['A report is late'])
  })
  const rows = await mail.db.select().from(escalations).where(eq(escalations.studyId, studyId))
  expect(rows.map(({ step, passedOver }) => [step, passedOver]).sort()).toEqual([
    ['deadline', false],
    ['warning', true],
  ])
})

test('after an outage everybody gets one message, about what is still true', async () => {
  const cast = await castOf()
  const studyId = await openStudy(cast, { ready: 500, warn: 425, due: 400 })
  await tick()
  const events = await flush()
  expect(heard(events, studyId, 'overdue')).toEqual(expect.arrayContaining([cast.admin.userId, cast.assignedDoctor.userId]))
  expect([heard(events, studyId, 'warning'), heard(events, studyId, 'deadline')]).toEqual([[], []])
  expect(await subjects(cast.readerEmail)).toEqual(['A report is long overdue'])
  expect(await subjects(cast.adminEmail)).toEqual(['A report is long overdue'])
  const recorded = await mail.db.select().from(escalations).where(eq(escalations.studyId, studyId))
  expect(Object.fromEntries(recorded.map(({ step, passedOver }) => [step, passedOver]))).toEqual({
    warning: true,
    deadline: true,
    overdue: false,
  })
})

test('what becomes late within five minutes is one email, and an emergency does not wait for it', async () => {
  const cast = await castOf()
  await openStudy(cast, { due: 2 })
  await tell()
  await openStudy(cast, { due: 1 })
  await tell()
  await flush()
  expect(await subjects(cast.adminEmail)).toEqual([])
  await openStudy(cast, { due: 1 }, { caseType: 'emergency' })
  await tell()
  await flush()
  expect(await subjects(cast.adminEmail)).toHaveLength(1)
  await endMailWindow()
  await tell()
  await flush()
  expect(await subjects(cast.adminEmail)).toEqual([expect.any(String), '2 studies wait for their report'])
})

test('several studies of one person are one email', async () => {
  const cast = await castOf()
  for (const due of [1, 2, -25]) await openStudy(cast, { due })
  await tick()
  await flush()
  expect(await subjects(cast.readerEmail)).toEqual(['3 studies wait for their report'])
  expect(await subjects(cast.adminEmail)).toEqual(['2 studies wait for their report'])
})

test('administrators are warned of a study that no doctor has', async () => {
  const cast = await castOf()
  await openStudy(cast, {}, {}, false)
  await tick()
  await flush()
  expect([await subjects(cast.readerEmail), await subjects(cast.adminEmail)]).toEqual([[], ['A report is due soon']])
})

const meanwhile: Record<string, (studyId: string, doctorId: string) => Promise<unknown>> = {
  'was reported': (studyId, doctorId) => happen(studyId, 'finalized', { doctorId }),
  'was reported and archived': async (studyId, doctorId) => {
    await happen(studyId, 'finalized', { doctorId })
    await happen(studyId, 'archived')
  },
  'was reset': (studyId) => happen(studyId, 'reset', { withdrawn: false }),
  'is paused': (studyId) =>
    happen(studyId, 'paused', { pauseReason: 'consentOrLegal', pausedUntil: new Date(Date.now() + 60 * minute).toISOString() }),
  'has a later deadline': (studyId) => {
    const [dueAt, warnAt] = [600, 500].map((minutes) => new Date(Date.now() + minutes * minute).toISOString())
    return happen(studyId, 'deadline_applied', { target: { minutes: 60, warningPercent: 75, ruleId: null, dueAt, warnAt } })
  },
}

test.each(Object.keys(meanwhile))('a study that %s tells nobody, also not by an email that waits', async (what) => {
  const cast = await castOf()
  const [before, between] = [await openStudy(cast, {}), await openStudy(cast, { due: 1 })]
  await meanwhile[what]?.(before, cast.assignedDoctor.doctorId)
  await tick()
  await meanwhile[what]?.(between, cast.assignedDoctor.doctorId)
  expect(heard(await flush(), before, 'warning')).toEqual([])
  expect([await subjects(cast.readerEmail), await subjects(cast.adminEmail)]).toEqual([[], []])
})

test.each([
  ['a study that is due before its doctor, who leaves before, would read it', { isAfterShift: true, readIn: 120 }, true],
  ['a study that nobody on can read at all', { isAfterShift: true, readIn: null }, true],
  ['a study that is read in time after the shift', { isAfterShift: true, readIn: 50 }, false],
  ['a study that is read late within the shift', { isAfterShift: false, readIn: 120 }, false],
])('administrators are told of %s: %j', async (_study, { isAfterShift, readIn }, told) => {
  const cast = await castOf()
  const studyId = await openStudy(cast, { ready: 0, warn: -50, due: -60 }, { status: 'pending_assignment' })
  const expectedAt = readIn === null ? null : new Date(Date.now() + readIn * 60_000).toISOString()
  const explanation = {
    rule: 'share',
    minutes: 6,
    deficitMinutes: 0,
    openStat: 0,
    eligible: 1,
    expectedAt,
    isAfterShift,
    others: [],
  }
  await happen(studyId, 'assigned', { dealt: { by: 'assign', explanation } })
  await tell()
  expect(heard(await flush(), studyId, 'misplaced').includes(cast.admin.userId)).toBe(told)
  if (!told) return
  await endMailWindow()
  await tell()
  await flush()
  const { subject, text } = await mail.getMail(cast.adminEmail)
  expect(subject).toBe('A study needs another doctor')
  expect(text).toContain('does not read it in time. The earliest that anybody could have read it is ')
  expect(await subjects(cast.readerEmail)).toEqual([])
})

test('administrators are told of a stat study that is read late, once of each doctor who has it, whatever cycle it is in', async () => {
  const cast = await castOf()
  const times = { ready: 0, warn: -50, due: -60 }
  const studyId = await openStudy(cast, times, { status: 'pending_assignment', priority: 'STAT' })
  const expectedAt = new Date(Date.now() + 120 * minute).toISOString()
  const numbers = { rule: 'share', minutes: 6, deficitMinutes: 0, openStat: 0, eligible: 1 }
  const dealt = { by: 'assign', explanation: { ...numbers, expectedAt, isAfterShift: false, others: [] } }
  const isTold = async () => {
    await tell()
    return heard(await flush(), studyId, 'misplaced').includes(cast.admin.userId)
  }
  const [first, second] = [cast.assignedDoctor.doctorId, cast.otherDoctor.doctorId]
  await happen(studyId, 'assigned', { doctorId: first, dealt })
  expect([await isTold(), await isTold()]).toEqual([true, false])
  await happen(studyId, 'unassigned', { doctorId: first })
  await happen(studyId, 'assigned', { doctorId: first, dealt })
  expect(await isTold()).toBe(false)
  await happen(studyId, 'reset', { withdrawn: false })
  await happen(studyId, 'unassigned', { doctorId: first })
  await happen(studyId, 'assigned', { doctorId: first, dealt })
  expect(await isTold()).toBe(false)
  await happen(studyId, 'unassigned', { doctorId: first })
  await happen(studyId, 'assigned', { doctorId: second, dealt })
  expect(await isTold()).toBe(true)
})

test('nothing is said of a study that an administrator gave to somebody, or its doctor opened, meanwhile', async () => {
  const cast = await castOf()
  const explanation = {
    rule: 'share',
    minutes: 6,
    deficitMinutes: 0,
    openStat: 0,
    eligible: 1,
    expectedAt: null,
    isAfterShift: true,
    others: [],
  }
  for (const event of ['assigned', 'opened', 'unassigned'] as const) {
    const studyId = await openStudy(cast, { ready: 0, warn: -50, due: -60 }, { status: 'pending_assignment' })
    await happen(studyId, 'assigned', { dealt: { by: 'assign', explanation } })
    await happen(studyId, event)
    await tick()
    expect(heard(await flush(), studyId, 'misplaced')).toEqual([])
  }
})

test('an emergency that nobody opens is offered to every doctor, and one that somebody opened is not', async () => {
  const cast = await castOf()
  const emergency = { caseType: 'emergency' as const, escalateAt: new Date() }
  const times = { ready: 16, warn: -29, due: -44 }
  const waiting = await openStudy(cast, times, emergency)
  const opened = await openStudy(cast, times, { ...emergency, openedAt: new Date() })
  const undecided = await openStudy(cast, times, { ...emergency, labId: null, labConflictAt: new Date() })
  await tick()
  const events = await flush()
  const { assignedDoctor, otherDoctor, admin, staffA } = cast
  expect(heard(events, waiting, 'unopened')).toEqual(
    expect.arrayContaining([assignedDoctor, otherDoctor, admin].map(({ userId }) => userId)),
  )
  expect(heard(events, waiting, 'unopened')).not.toContain(staffA.userId)
  expect(heard(events, opened, 'unopened')).toEqual([])
  expect(heard(events, undecided, 'unopened')).toContain(admin.userId)
  expect(heard(events, undecided, 'unopened')).not.toContain(otherDoctor.userId)
  expect(await subjects(otherDoctor.email)).toEqual([])
  expect((await mail.getMail(cast.adminEmail)).text).toContain('Nobody has opened it.')
})

test('an emergency is not offered to a doctor who could not read it, unless nobody could', async () => {
  const cast = await castOf()
  const emergency = { caseType: 'emergency' as const, escalateAt: new Date(), modalities: ['MG'] }
  const times = { ready: 16, warn: -29, due: -44 }
  const offered = async () => {
    const studyId = await openStudy(cast, times, emergency, false)
    await tick()
    return heard(await flush(), studyId, 'unopened')
  }
  await mail.db
    .update(doctors)
    .set({ readsModalities: ['CT'] })
    .where(eq(doctors.id, cast.otherDoctor.doctorId))
  const some = await offered()
  expect(some).toEqual(expect.arrayContaining([cast.assignedDoctor.userId, cast.admin.userId]))
  expect(some).not.toContain(cast.otherDoctor.userId)
  await mail.db.update(doctors).set({ readsModalities: ['CT'] })
  onTestFinished(async () => void (await mail.db.update(doctors).set({ readsModalities: null })))
  expect(await offered()).toEqual(expect.arrayContaining([cast.assignedDoctor.userId, cast.otherDoctor.userId]))
})

/** A time of day in the clinic's zone, so many minutes from now. */
const clock = (minutes: number) =>
  new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: zone }).format(Date.now() + minutes * minute)
const quiet = () => ({ quietFrom: clock(-60), quietTo: clock(60) })
const quietIsOver = (studyId: string) =>
  mail.db
    .update(escalations)
    .set({ mailAt: new Date(Date.now() - minute) })
    .where(and(eq(escalations.studyId, studyId), eq(escalations.passedOver, false)))

test('quiet hours hold emails back, which come once at their end if they are still true', async () => {
  const cast = await castOf(quiet())
  const [late, reported] = [await openStudy(cast, {}), await openStudy(cast, { due: 1 })]
  await tick()
  const events = await flush()
  expect(heard(events, late, 'warning')).toContain(cast.assignedDoctor.userId)
  await later(late, 30)
  await tick()
  await flush()
  expect(await subjects(cast.readerEmail)).toEqual([])
  const [row] = await mail.db.select().from(escalations).where(eq(escalations.studyId, late))
  expect(Math.abs((row?.mailAt?.getTime() ?? 0) - Date.now() - 60 * minute)).toBeLessThan(2 * minute)
  await happen(reported, 'finalized', { doctorId: cast.assignedDoctor.doctorId })
  for (const studyId of [late, reported]) await quietIsOver(studyId)
  for (const _again of [1, 2]) {
    await tick()
    await flush()
  }
  expect(await subjects(cast.readerEmail)).toEqual(['A report is late'])
  expect(await listEscalations(mail.db, reported)).toMatchObject([{ step: 'deadline', emailed: [] }])
})

test('ticks at the same moment tell each step once', async () => {
  const cast = await castOf(quiet())
  const ids = await Promise.all(Array.from({ length: 60 }, () => openStudy(cast, { due: 1 })))
  const ticks = () => Promise.all([tick(), tick(), tick(), tick()])
  await ticks()
  for (const studyId of ids) await quietIsOver(studyId)
  await ticks()
  const events = await mail.db
    .select()
    .from(studyEventLog)
    .where(and(inArray(studyEventLog.studyId, ids), eq(studyEventLog.event, 'escalated')))
  expect(events.length).toBe(60)
  const messages = await mail.db
    .select({ way: escalationMessages.way, userId: escalationMessages.userId })
    .from(escalationMessages)
    .innerJoin(escalations, eq(escalations.id, escalationMessages.escalationId))
    .where(inArray(escalations.studyId, ids))
  for (const { userId } of [cast.admin, cast.assignedDoctor])
    for (const way of ['live', 'email'])
      expect(messages.filter((one) => one.userId === userId && one.way === way).length).toBe(60)
  await flush()
  const named = (await mail.listMails(cast.adminEmail)).map(({ text }) => text?.match(/dialog=assign/g)?.length ?? 0)
  expect(named.length).toBeLessThanOrEqual(4)
})

test('quiet hours hold no emergency back', async () => {
  const cast = await castOf(quiet())
  await openStudy(cast, { due: 1 }, { priority: 'EMERGENCY', openedAt: new Date() })
  await tick()
  await flush()
  expect(await subjects(cast.readerEmail)).toEqual(['A report is late'])
})

test('a laboratory’s further addresses get the emails, each address once', async () => {
  const desk = `desk-${randomUUID()}@clinic.example`
  const cast = await castOf()
  const [name = '', domain = ''] = cast.adminEmail.split('@')
  const capitals = `${name.toUpperCase()}@${domain}`
  const escalationEmails = [desk, capitals]
  await mail.db.update(labs).set({ escalationEmails }).where(eq(labs.id, cast.labA.id))
  await openStudy(cast, { due: 1 })
  await tick()
  await flush()
  const got = await Promise.all([desk, cast.adminEmail, capitals].map(subjects))
  expect(got).toEqual([['A report is late'], ['A report is late'], []])
})

test('the history has who was told, live and by email', async () => {
  const cast = await castOf()
  const [reader, boss] = [`Reader ${randomUUID()}`, `Boss ${randomUUID()}`]
  await mail.db.update(users).set({ fullName: reader }).where(eq(users.id, cast.assignedDoctor.userId))
  await mail.db.update(users).set({ fullName: boss }).where(eq(users.id, cast.admin.userId))
  const studyId = await openStudy(cast, {})
  await tick()
  await later(studyId, 25)
  await tick()
  const history = await listEscalations(mail.db, studyId)
  expect(history).toMatchObject([
    { step: 'warning', live: [reader], emailed: [reader] },
    { step: 'deadline', live: expect.arrayContaining([reader, boss]), emailed: expect.arrayContaining([reader, boss]) },
  ])
})

test('switched off, nobody is told, and switching it on tells nothing old', async () => {
  const cast = await castOf()
  const studyId = await openStudy(cast, { due: 1 })
  await tick(false)
  await tick()
  expect(heard(await flush(), studyId, 'deadline')).toEqual([])
  expect([await subjects(cast.readerEmail), await listEscalations(mail.db, studyId)]).toEqual([[], []])
})
