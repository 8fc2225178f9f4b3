import { randomUUID } from 'node:crypto'
import { imageMoves } from '@readroom/db/patients/image-moves.schema'
import { listStudyPeople } from '@readroom/db/patients/study-people'
import { studies } from '@readroom/db/studies/studies.schema'
import { createLab } from '@readroom/db/testing/factories'
import { renewStudyUid } from '@readroom/domain/patients/image-moves'
import { acceptPeople, versionOf } from '@readroom/domain/patients/study-people'
import { setLocation } from '@readroom/domain/people/locations'
import type { StudyInstance } from '@readroom/orthanc/answers'
import { OrthancNotFound } from '@readroom/orthanc/errors'
import { makeImage, newUid } from '@readroom/orthanc/testing/make-image'
import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import { expect } from 'vitest'
import { ageStudy, pollAll } from '../intake/intake.fixture.ts'
import { compareStudy } from '../intake/one-study.ts'
import { settleOnce } from '../intake/settle.ts'
import type { OpenMoves } from './images-move.fixture.ts'
import { type ModelStudy, PeopleModel, type PersonIndex, people } from './people-model.fixture.ts'

/** One thing that happens. Studies and images are named by index, and wrap around. */
export type Step =
  | { kind: 'arrive'; person: PersonIndex; patientId: 0 | 1; uid: 0 | 1; series: 0 | 1; lab: 0 | 1 }
  | { kind: 'remove'; image: number }
  | { kind: 'accept' | 'renew' | 'restore' | 'undo'; study: number }
  | { kind: 'split'; study: number; person: number; kill: number }

/** The archive has no study without images. */
const noneIfGone = (error: unknown): StudyInstance[] => {
  if (error instanceof OrthancNotFound) return []
  throw error
}

const at = <T>(all: readonly T[], index: number): T | undefined => all[index % Math.max(all.length, 1)]

/** A history in a real archive and database, and the model of it. */
export class PeopleWorld {
  private readonly model = new PeopleModel()
  /** The rows of the model's studies. */
  private readonly rows = new Map<ModelStudy, string>()
  private readonly name = randomUUID().slice(0, 8)
  private readonly uids = [newUid(), newUid()] as const
  private readonly series = [newUid(), newUid()] as const

  private constructor(
    private readonly moves: OpenMoves,
    private readonly labIds: readonly [string, string],
  ) {}

  static async open(moves: OpenMoves, labIds: readonly [string, string]): Promise<PeopleWorld> {
    return new PeopleWorld(moves, labIds)
  }

  private rowOf(study: ModelStudy): string {
    return this.rows.get(study) ?? ''
  }

  private async place(study: ModelStudy) {
    const [row] = await this.moves.db
      .select()
      .from(studies)
      .where(eq(studies.id, this.rowOf(study)))
    if (!row) throw new Error('a study is gone')
    return row
  }

  /** Lets everything be noticed that waits: changes of the archive, jobs, and images that have settled. */
  private async drain(): Promise<void> {
    const { moves } = this
    await pollAll(moves.intake)
    await moves.runJobs()
    const ids = [...this.rows.values()]
    for (let tries = 0; tries < 4; tries += 1) {
      const unsettled = await moves.db
        .select()
        .from(studies)
        .where(and(inArray(studies.id, ids), isNull(studies.settledAt)))
      if (unsettled.length === 0) return
      for (const { orthancId } of unsettled) await ageStudy(moves.jobs.database, orthancId)
      while ((await settleOnce(moves.intake)).more);
      await moves.runJobs()
    }
  }

  private async arrive({ person, patientId: who, uid, series, lab }: Extract<Step, { kind: 'arrive' }>): Promise<void> {
    const { model, moves } = this
    const patientId = `${this.name}-${who}`
    const known = model.find(patientId, uid)
    const SOPInstanceUID = newUid()
    const ids = { PatientID: patientId, StudyInstanceUID: this.uids[uid], SeriesInstanceUID: this.series[series], SOPInstanceUID }
    await moves.jobs.archive.upload(makeImage({ ...ids, ...people[person] }))
    model.arrive(SOPInstanceUID, { person, patientId, uid, lab })
    await pollAll(moves.intake)
    if (known) return this.drain()
    const [made] = await moves.db
      .select()
      .from(studies)
      .where(and(eq(studies.dicomPatientId, patientId), eq(studies.studyInstanceUid, this.uids[uid])))
    const study = model.find(patientId, uid)
    if (!made || !study) throw new Error('a study was not taken in')
    this.rows.set(study, made.id)
    const locationId = this.labIds[lab]
    await moves.db.transaction((tx) => setLocation(tx, moves.admin, { studyId: made.id, locationId, others: false }))
    return this.drain()
  }

  private async remove(index: number): Promise<void> {
    const { model, moves } = this
    const chosen = at([...model.images], index)
    if (!chosen) return
    const [sop, { study }] = chosen
    const { orthancId } = await this.place(study)
    const image = (await moves.jobs.archive.orthanc.listStudyInstances(orthancId)).find((one) => one.sopInstanceUid === sop)
    await moves.jobs.archive.remove(`/instances/${image?.id}`)
    model.remove(sop)
    await compareStudy(moves.intake, orthancId)
    return this.drain()
  }

  private async accept(index: number): Promise<void> {
    const study = at(
      this.model.studies.filter(({ isWaiting }) => isWaiting),
      index,
    )
    if (!study) return
    const studyId = this.rowOf(study)
    const version = versionOf(await listStudyPeople(this.moves.db, studyId))
    await this.moves.db.transaction((tx) => acceptPeople(tx, this.moves.admin, { studyId, version }))
    this.model.accept(study)
  }

  private async split({ study: index, person, kill }: Extract<Step, { kind: 'split' }>): Promise<void> {
    const { model, moves } = this
    const study = at(
      model.studies.filter(({ isWaiting }) => isWaiting),
      index,
    )
    const leaving = study && at([...model.peopleOf(study)].toSorted(), person)
    if (!study || leaving === undefined) return
    const { orthancId } = await this.place(study)
    const { id } = await moves.split(orthancId, [people[leaving]])
    await moves.runJobs(moves.dyingAfter(kill, kill % 2 === 0)).catch(() => {})
    await moves.rerun(id)
    model.split(study, leaving)
    const made = study.splits.get(leaving)
    const [move] = await moves.db.select().from(imageMoves).where(eq(imageMoves.id, id))
    if (made && move?.otherStudyId) this.rows.set(made, move.otherStudyId)
    return this.drain()
  }

  private async undo(index: number): Promise<void> {
    const { model, moves } = this
    const other = at(
      model.studies.filter(({ splitFrom }) => splitFrom !== null),
      index,
    )
    if (!other) return
    const [move] = await moves.db
      .select()
      .from(imageMoves)
      .where(eq(imageMoves.otherStudyId, this.rowOf(other)))
    const undone = moves.undo(move?.id ?? '')
    if (!model.mayUndo(other)) {
      const refused = await undone.then(
        () => false,
        () => true,
      )
      if (!refused) throw new Error('a split was undone whose study has moves of its own')
      return
    }
    await undone
    model.undo(other)
    this.rows.delete(other)
    return this.drain()
  }

  private async renew(index: number): Promise<void> {
    const { model, moves } = this
    const study = at(model.studies.filter(model.isHidden), index)
    if (!study) return
    const studyId = this.rowOf(study)
    const renewed = moves.db.transaction((tx) => renewStudyUid(tx, moves.admin, { studyId, newStudyUid: newUid() }))
    if (model.imagesOf(study).length === 0) return expect(renewed).rejects.toMatchObject({ code: 'IMAGES_MISSING' })
    await renewed
    model.renew(study)
    return this.drain()
  }

  /** Undoes a new UID. */
  private async restore(index: number): Promise<void> {
    const { model, moves } = this
    const renewed = model.studies.filter((one) => one.moves.some((move) => 'formerUid' in move))
    const study = at(renewed, index)
    if (!study) return
    const isOfStudy = and(
      eq(imageMoves.studyId, this.rowOf(study)),
      eq(imageMoves.kind, 'renewal'),
      eq(imageMoves.state, 'moved'),
    )
    const [move] = await moves.db.select().from(imageMoves).where(isOfStudy).orderBy(desc(imageMoves.id))
    const undone = moves.undo(move?.id ?? '')
    if (model.formerUidOf(study) === null) return expect(undone).rejects.toMatchObject({ code: 'UID_IN_USE' })
    if (model.imagesOf(study).length === 0) return expect(undone).rejects.toMatchObject({ code: 'IMAGES_MISSING' })
    await undone
    model.restore(study)
    return this.drain()
  }

  async step(step: Step): Promise<void> {
    if (step.kind === 'arrive') return this.arrive(step)
    if (step.kind === 'remove') return this.remove(step.image)
    if (step.kind === 'split') return this.split(step)
    return this[step.kind](step.study)
  }

  /** Returns each difference between archive, database and model, in words. */
  async differences(): Promise<string[]> {
    const found: string[] = []
    for (const study of this.model.studies) found.push(...(await this.differencesOf(study)))
    const all = await Promise.all(this.model.studies.map((study) => this.place(study)))
    const count = await this.moves.countStudies([`${this.name}-0`, `${this.name}-1`])
    if (count !== all.length) found.push(`${count} studies instead of ${all.length}`)
    return found
  }

  private async differencesOf(study: ModelStudy): Promise<string[]> {
    const { model, moves } = this
    const row = await this.place(study)
    const listed = await moves.jobs.archive.orthanc.listStudyInstances(row.orthancId).catch(noneIfGone)
    const present = listed.map(({ sopInstanceUid }) => sopInstanceUid).toSorted()
    const twins = await moves.db.$count(studies, eq(studies.studyInstanceUid, row.studyInstanceUid))
    const wanted = model.imagesOf(study)
    const wrong: [isWrong: boolean, words: string][] = [
      [present.join() !== wanted.join(), 'the images are not those of the study'],
      [(row.severalPeopleAt !== null) !== study.isWaiting, 'the flag of several people is wrong'],
      [row.labId !== this.labIds[study.lab], 'the study is of another laboratory'],
      [twins > 1 !== model.isHidden(study), 'the study is hidden, or shown, by mistake'],
      [wanted.length > 0 && row.imageCount !== wanted.length, 'the row counts other images'],
      [(row.imagesMissingAt !== null) !== (wanted.length === 0), 'missing images are not noted'],
    ]
    return wrong.flatMap(([isWrong, words]) => (isWrong ? words : []))
  }
}

/** Two laboratories for all histories. */
export async function openLabs({ db }: OpenMoves): Promise<readonly [string, string]> {
  const [one, two] = [await createLab(db), await createLab(db)]
  return [one.id, two.id]
}
