import { outbox } from '@readroom/db/core/outbox.schema'
import { imageMoves } from '@readroom/db/patients/image-moves.schema'
import { listStudyPeople } from '@readroom/db/patients/study-people'
import { labStaff } from '@readroom/db/people/labs.schema'
import { studies } from '@readroom/db/studies/studies.schema'
import { createActor, createLab, createUser } from '@readroom/db/testing/factories'
import { splitStudy, undoMove } from '@readroom/domain/patients/image-moves'
import { versionOf } from '@readroom/domain/patients/study-people'
import { makeImage, newUid } from '@readroom/orthanc/testing/make-image'
import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm'
import { z } from 'zod'
import type { JobsContext } from '../../core/jobs/context.ts'
import { firstRun, openJobs } from '../../core/jobs/jobs.fixture.ts'
import { ageStudy, findStudy, getStudy, makeContext, pollAll } from '../intake/intake.fixture.ts'
import { settleOnce } from '../intake/settle.ts'
import { moveImages } from './images-move.ts'

export const jane = { PatientName: 'Doe^Jane', PatientBirthDate: '19700102', PatientSex: 'F' }
export const richard = { PatientName: 'Roe^Richard', PatientBirthDate: '19410506', PatientSex: 'M' }
export type Person = Record<string, string>

const Queued = z.object({ moveId: z.string() })

/** A laboratory that sends to a real archive, and an administrator who decides. */
export async function openMoves() {
  const jobs = await openJobs()
  const { archive, database, context } = jobs
  const { db } = database
  const intake = makeContext(database, archive.orthanc, { settleSeconds: 60 })
  const lab = await createLab(db)
  const admin = await createActor(db, await createUser(db, 'admin'))
  const staff = await createUser(db, 'lab_staff')
  await db.insert(labStaff).values({ userId: staff.id, labId: lab.id })

  /** A study under one UID and patient ID, of images that come as asked. */
  function makeStudy({ PatientID = newUid().slice(-12), StudyInstanceUID = newUid() } = {}) {
    const ids = { StudyInstanceUID, PatientID }
    const SeriesInstanceUID = newUid()
    const imageOf = (person: Person, tags: Person = {}) => makeImage({ ...ids, SeriesInstanceUID, ...person, ...tags })
    const send = async (...images: Buffer[]) => {
      await archive.store(lab.identifier, ...images)
      await pollAll(intake)
      return idOfStudy(PatientID, StudyInstanceUID)
    }
    return { ...ids, imageOf, send }
  }

  async function idOfStudy(patientId: string, uid: string): Promise<string> {
    const [found] = await db
      .select()
      .from(studies)
      .where(and(eq(studies.studyInstanceUid, uid), eq(studies.dicomPatientId, patientId)))
    return found?.orthancId ?? ''
  }

  /** The moves whose jobs wait in the outbox, which then has none. */
  async function takeJobs(): Promise<string[]> {
    const rows = await db
      .delete(outbox)
      .where(and(eq(outbox.kind, 'job'), eq(outbox.name, 'images.move')))
      .returning()
    return rows.map(({ payload }) => Queued.parse(payload).moveId)
  }

  async function runJobs(with_: JobsContext = context): Promise<void> {
    for (let ids = await takeJobs(); ids.length > 0; ids = await takeJobs())
      for (const moveId of ids) await moveImages(with_, { moveId }, firstRun)
    await pollAll(intake)
  }

  /** Runs a job again, as its queue does. */
  async function rerun(moveId: string): Promise<void> {
    await moveImages(context, { moveId }, firstRun)
    await runJobs()
  }

  async function settle(): Promise<void> {
    for (const { orthancId } of await db.select().from(studies).where(isNull(studies.settledAt)))
      await ageStudy(database, orthancId)
    while ((await settleOnce(intake)).more);
  }

  async function split(orthancId: string, leaving: readonly Person[] = [richard], report: 'stays' | 'withdrawn' | null = null) {
    const { id: studyId } = await getStudy(database, orthancId)
    const listed = await listStudyPeople(db, studyId)
    const names = leaving.map(({ PatientName = '' }) => PatientName)
    const people = listed
      .filter(({ name }) => names.includes(name ?? ''))
      .map(({ name, birthDate, sex }) => ({ name, birthDate, sex }))
    const unique = [...new Map(people.map((person) => [JSON.stringify(person), person])).values()]
    const wanted = { studyId, version: versionOf(listed), people: unique, report, newStudyUid: newUid() }
    await db.transaction((tx) => splitStudy(tx, admin, wanted))
    return getMove(studyId)
  }

  async function getMove(studyId: string) {
    const rows = await db.select().from(imageMoves).where(eq(imageMoves.studyId, studyId)).orderBy(desc(imageMoves.id))
    if (!rows[0]) throw new Error('no such move')
    return rows[0]
  }

  /** The archive behind a worker that dies at its nth change of it, before or after the archive has done it. */
  function dyingAfter(calls: number, isDone: boolean): JobsContext {
    let left = calls
    const dying =
      <A extends unknown[], R>(call: (...given: A) => Promise<R>) =>
      async (...given: A): Promise<R> => {
        left -= 1
        if (left < 0 && !isDone) throw new Error('killed')
        const result = await call(...given)
        if (left < 0) throw new Error('killed')
        return result
      }
    const { orthanc } = context
    const { copyInstance, deleteInstance, deleteStudy } = orthanc
    const changed = {
      copyInstance: dying(copyInstance),
      deleteInstance: dying(deleteInstance),
      deleteStudy: dying(deleteStudy),
    }
    return { ...context, orthanc: { ...orthanc, ...changed } }
  }

  const undo = async (moveId: string) => db.transaction((tx) => undoMove(tx, admin, moveId))

  /** The SOP Instance UIDs of a study in the archive, with whom each image names. */
  async function imagesIn(orthancId: string): Promise<Record<string, string>> {
    const listed = await archive.orthanc.listStudyInstances(orthancId).catch(() => [])
    const named = listed.map(async ({ id, sopInstanceUid }) => {
      const { PatientName } = await archive.orthanc.getInstanceTags(id)
      return [sopInstanceUid, String(PatientName)] as const
    })
    return Object.fromEntries(await Promise.all(named))
  }

  async function otherOf(studyId: string) {
    const { toStudyUid } = await getMove(studyId)
    const [other] = await db.select().from(studies).where(eq(studies.studyInstanceUid, toStudyUid)).orderBy(asc(studies.id))
    return other ?? null
  }

  /** All images of the archive, by SOP Instance UID. */
  async function everyImage(): Promise<Set<string>> {
    const ids = await archive.orthanc.listStudies(0, 1_000)
    const all = await Promise.all(ids.map(async (id) => Object.keys(await imagesIn(id))))
    return new Set(all.flat())
  }

  async function countStudies(patientIds: string[]): Promise<number> {
    return db.$count(studies, inArray(studies.dicomPatientId, patientIds))
  }

  const close = () => jobs.close()
  const find = (orthancId: string) => findStudy(database, orthancId)
  const get = (orthancId: string) => getStudy(database, orthancId)
  const decisions = { split, undo, getMove, otherOf }
  const archiveState = { imagesIn, everyImage }
  return {
    ...decisions,
    ...archiveState,
    jobs,
    db,
    context,
    intake,
    lab,
    admin,
    staff,
    makeStudy,
    runJobs,
    rerun,
    dyingAfter,
    settle,
    countStudies,
    find,
    get,
    close,
  }
}

export type OpenMoves = Awaited<ReturnType<typeof openMoves>>
