import type { DealingMode } from '@readroom/contracts/studies/automatic-assignment'
import { openDatabase } from '@readroom/db/core/client'
import { assignments } from '@readroom/db/studies/assignments/assignments.schema'
import { lockAnyStudy } from '@readroom/db/studies/studies'
import { studyEventLog } from '@readroom/db/studies/study-events.schema'
import { createActor, createDoctor, createLab, createStudy, createUser } from '@readroom/db/testing/factories'
import { createTestDatabase } from '@readroom/db/testing/test-database'
import { assignmentDeficits, assignmentModes, unplacedStudies } from '@readroom/db/turnaround/automatic-assignment.schema'
import type {} from '@readroom/local/suites/vitest-services'
import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { inject, onTestFinished } from 'vitest'
import { assign, unassign } from '../../studies/assignments/assignments.ts'
import { transition } from '../../studies/transition.ts'
import { dealStudies } from './dealing-tick.ts'
import { noteMoves } from './moves.ts'

const zone = 'Europe/London'
const minute = 60_000
const workerName = 'dealing worker'

type StudyFields = Parameters<typeof createStudy>[1]
export type DoctorFields = Parameters<typeof createDoctor>[1]

/** A clinic in a database of its own, with one laboratory whose studies are dealt. */
export async function openClinic(mode: DealingMode = 'assign') {
  const database = await createTestDatabase(inject('databaseUrl'))
  onTestFinished(() => database.drop())
  const url = new URL(database.url)
  url.searchParams.set('application_name', workerName)
  const openWorker = () => {
    const worker = openDatabase(url.href, { max: 2, connectMs: minute, onError: () => {} })
    onTestFinished(() => worker.close())
    return worker.db
  }
  const { db, asOwner } = database
  const lab = await createLab(db)
  const admin = await createActor(db, await createUser(db, 'admin'))
  await db.insert(assignmentModes).values({ labId: lab.id, mode })

  const addDoctor = async (fields: DoctorFields = {}) => {
    const { user, doctor } = await createDoctor(db, fields)
    return { ...(await createActor(db, user)), doctorId: doctor.id }
  }
  const now = Date.now()
  /** Adds a study whose images are complete, due in so many minutes. */
  const addStudy = async (fields: StudyFields = {}, dueIn = 60) => {
    const due = { settledAt: new Date(now), readyAt: new Date(now), dueAt: new Date(now + dueIn * minute) }
    const settled = { labId: lab.id, status: 'pending_assignment' as const, modalities: ['CT'], ...due }
    return (await createStudy(db, { ...settled, ...fields })).id
  }
  const addStudies = async (count: number, fields: StudyFields = {}) =>
    Promise.all(Array.from({ length: count }, (_, index) => addStudy(fields, 60 + index)))

  return {
    db,
    /** Returns the database as a further worker uses it. */
    openWorker,
    /** Kills a worker that is amid a transaction, if there is one. */
    killWorker: () =>
      asOwner(`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
        and application_name = '${workerName}' and state <> 'idle' order by random() limit 1`),
    asOwner,
    zone,
    lab,
    admin,
    addDoctor,
    addStudy,
    addStudies,
    async tick() {
      await dealStudies(db, zone)
      await noteMoves(db, zone)
    },
    setMode: (next: DealingMode) => db.update(assignmentModes).set({ mode: next }).where(eq(assignmentModes.labId, lab.id)),
    /** Opens a study as one of its doctors. */
    open: (studyId: string, { userId: actorUserId }: { userId: string }) =>
      db.transaction(async (begun) => {
        const [tx, study] = await lockAnyStudy(begun, studyId)
        if (study) await transition(tx, study, 'opened', { actorUserId })
      }),
    /** Makes everything that was done look as if it was done longer ago. */
    later: (minutes: number) =>
      asOwner(`update assignments set assigned_at = assigned_at - interval '${minutes} minutes';
        update unplaced_studies set tried_at = tried_at - interval '${minutes} minutes'`),
    /** Returns the doctors who have the study. */
    readersOf: async (studyId: string) => {
      const has = and(eq(assignments.studyId, studyId), isNull(assignments.unassignedAt))
      const rows = await db.select().from(assignments).where(has).orderBy(asc(assignments.assignedAt))
      return rows.map(({ doctorId }) => doctorId)
    },
    listAssignments: () => db.select().from(assignments).where(isNull(assignments.unassignedAt)),
    listDeficits: () => db.select().from(assignmentDeficits),
    listUnplaced: () => db.select().from(unplacedStudies),
    /** Returns the events of automatic assignment, oldest first. */
    eventsOf: (studyId: string) =>
      db
        .select({ event: studyEventLog.event, details: studyEventLog.details, reason: studyEventLog.reason })
        .from(studyEventLog)
        .where(
          and(
            eq(studyEventLog.studyId, studyId),
            inArray(studyEventLog.event, ['assigned', 'unassigned', 'declined', 'unplaced']),
          ),
        )
        .orderBy(asc(studyEventLog.id)),
    assignByHand: (studyId: string, doctorId: string) =>
      db.transaction((tx) => assign(tx, admin, { studyId, doctorId, priority: 'NORMAL', mode: 'replace' })),
    unassignByHand: (studyId: string, doctorId: string) => db.transaction((tx) => unassign(tx, admin, { studyId, doctorId })),
  }
}
export type Clinic = Awaited<ReturnType<typeof openClinic>>
