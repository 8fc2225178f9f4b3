import type { Actor } from '@readroom/db/core/actor'
import { outbox } from '@readroom/db/core/outbox.schema'
import { lockPatient, lockStudiesOfPatient, type PatientCorrection } from '@readroom/db/patients/patients'
import { patientAliases, patients } from '@readroom/db/patients/patients.schema'
import { studies } from '@readroom/db/studies/studies.schema'
import { createActor, createLab, createStudy, createUser } from '@readroom/db/testing/factories'
import { createTestDatabase, type TestDatabase } from '@readroom/db/testing/test-database'
import type {} from '@readroom/local/suites/vitest-services'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { correctPatient, patientOfImages } from './patients.ts'

const identity = { name: 'As Said', birthDate: null, sex: null }

describe('a patient', () => {
  let database: TestDatabase
  let admin: Actor
  beforeAll(async () => {
    database = await createTestDatabase(inject('databaseUrl'))
    admin = await createActor(database.db, await createUser(database.db, 'admin'))
  })
  afterAll(() => database.drop())

  const find = (labId: string | null, patientId: string | null) =>
    database.db.transaction(async (tx) => (await patientOfImages(tx, { labId, patientId, identity }))[1])

  async function correct(patientRowId: string, correction: PatientCorrection) {
    await database.db.transaction(async (begun) => {
      const [withStudies] = await lockStudiesOfPatient(begun, patientRowId)
      const [tx, patient] = await lockPatient(withStudies, patientRowId)
      if (!patient) throw new Error('no such patient')
      await correctPatient(tx, admin, { patient, correction })
    })
  }

  async function studyOf(labId: string, patientId: string, said: object = {}) {
    const patientRowId = await find(labId, patientId)
    return createStudy(database.db, { labId, patientRowId, patientId, patientName: 'As Said', ...said })
  }

  async function shown(studyId: string) {
    const [row] = await database.db.select().from(studies).where(eq(studies.id, studyId))
    return row
  }

  it('is one within a laboratory, also for ten at a time; the same id in another is somebody else', async () => {
    const [one, other] = [await createLab(database.db), await createLab(database.db)]
    const found = await Promise.all(Array.from({ length: 10 }, () => find(one.id, '1001')))
    expect(new Set(found).size).toBe(1)
    expect(await find(other.id, '1001')).not.toBe(found[0])
    expect(await find(null, '1001')).not.toBe(found[0])
  })

  it('without an id is nobody else', async () => {
    const lab = await createLab(database.db)
    expect(await find(lab.id, null)).not.toBe(await find(lab.id, null))
  })

  it('is shown as corrected on every study at once; what the scanner said stays', async () => {
    const lab = await createLab(database.db)
    const said = { patientSex: 'M' as const, patientAge: '40Y', studyDate: '2026-03-01' }
    const [one, two] = [await studyOf(lab.id, 'A-1', said), await studyOf(lab.id, 'A-1')]
    await correct(one.patientRowId, { correctedName: 'As Corrected', correctedBirthDate: '1980-03-02' })
    expect(await shown(one.id)).toMatchObject({
      patientName: 'As Corrected',
      patientSex: 'M',
      patientBirthDate: '1980-03-02',
      patientAge: '45Y',
      dicomPatientName: 'As Said',
      dicomPatientAge: '40Y',
      dicomPatientBirthDate: null,
    })
    expect(await shown(two.id)).toMatchObject({ patientName: 'As Corrected', patientSex: null })
    const told = await database.db.$count(outbox, sql`${outbox.payload} ->> 'studyId' in (${one.id}, ${two.id})`)
    expect(told).toBe(2)
    await correct(one.patientRowId, { correctedName: null, correctedBirthDate: null })
    expect(await shown(one.id)).toMatchObject({ patientName: 'As Said', patientAge: '40Y', patientBirthDate: null })
  })

  it('shows nothing that somebody writes past the rule', async () => {
    const study = await studyOf((await createLab(database.db)).id, 'B-1')
    await database.db.update(studies).set({ patientName: 'Somebody Else', patientId: 'X' }).where(eq(studies.id, study.id))
    expect(await shown(study.id)).toMatchObject({ patientName: 'As Said', patientId: 'B-1' })
  })

  it('is found by every id that it had, and has the first again when it is put back', async () => {
    const lab = await createLab(database.db)
    const { patientRowId, id } = await studyOf(lab.id, 'C-1')
    await correct(patientRowId, { patientId: 'C-2' })
    await correct(patientRowId, { patientId: 'C-3' })
    expect(await Promise.all(['C-1', 'C-2', 'C-3'].map((patientId) => find(lab.id, patientId)))).toEqual(
      Array.from({ length: 3 }, () => patientRowId),
    )
    await correct(patientRowId, { patientId: 'C-1' })
    expect(await shown(id)).toMatchObject({ patientId: 'C-1' })
    const aliases = await database.db.select().from(patientAliases).where(eq(patientAliases.patientRowId, patientRowId))
    expect(aliases.map(({ patientId }) => patientId).sort()).toEqual(['C-2', 'C-3'])
  })

  it('gets no id that another has or had, and keeps everything when it is refused', async () => {
    const lab = await createLab(database.db)
    const [one, two] = [await studyOf(lab.id, 'D-1'), await studyOf(lab.id, 'D-2')]
    await expect(correct(one.patientRowId, { patientId: 'D-2' })).rejects.toMatchObject({ code: 'PATIENT_ID_TAKEN' })
    await correct(two.patientRowId, { patientId: 'D-3' })
    await expect(correct(one.patientRowId, { patientId: 'D-2' })).rejects.toMatchObject({ code: 'PATIENT_ID_TAKEN' })
    expect(await shown(one.id)).toMatchObject({ patientId: 'D-1', patientName: 'As Said' })
  })

  it('is one, however correcting and arriving images meet', async () => {
    const lab = await createLab(database.db)
    for (const n of Array.from({ length: 20 }, (_, index) => index)) {
      const { patientRowId } = await studyOf(lab.id, `E-${n}`)
      const [, arrived] = await Promise.all([correct(patientRowId, { patientId: `F-${n}` }), find(lab.id, `E-${n}`)])
      expect(arrived).toBe(patientRowId)
    }
    expect(await database.db.$count(patients, eq(patients.labId, lab.id))).toBe(20)
  })
})
