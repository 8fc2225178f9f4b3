import { createAssignment, createCast, createStudy } from '@readroom/db/testing/factories'
import { createTestDatabase, type TestDatabase } from '@readroom/db/testing/test-database'
import type {} from '@readroom/local/suites/vitest-services'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { patientOfImages } from '../patients/patients.ts'
import { findVisiblePatient, lockVisiblePatient, type PatientKey } from './patient-access.ts'

const identity = { name: null, birthDate: null, sex: null }

describe('a patient who is asked for', () => {
  let database: TestDatabase
  let cast: Awaited<ReturnType<typeof createCast>>
  beforeAll(async () => {
    database = await createTestDatabase(inject('databaseUrl'))
    cast = await createCast(database.db)
  })
  afterAll(() => database.drop())

  type Actor = (typeof cast)['admin']

  async function studyOf(labId: string | null, patientId: string | null, fields: object = {}) {
    const [, patientRowId] = await database.db.transaction((tx) => patientOfImages(tx, { labId, patientId, identity }))
    return createStudy(database.db, { labId, patientRowId, patientId, ...fields })
  }

  /** The ids of the studies through which the actor sees them, or the refusal. */
  async function seen(actor: Actor, key: PatientKey) {
    const found = await findVisiblePatient(database.db, actor, key).catch((error: { code: string }) => error.code)
    return typeof found === 'string' ? found : { study: found.study.id, studies: found.studyIds }
  }

  it('is found by the id that is shown, with the studies that the actor sees, newest first', async () => {
    const older = await studyOf(cast.labA.id, 'A/1', { receivedAt: new Date('2026-01-01') })
    const newer = await studyOf(cast.labA.id, 'A/1')
    await createAssignment(database.db, {
      studyId: older.id,
      doctorId: cast.assignedDoctor.doctorId,
      assignedBy: cast.admin.userId,
    })
    const key = { patientId: 'A/1' }
    const both = [newer.id, older.id]
    expect(await seen(cast.admin, key)).toEqual({ study: newer.id, studies: both })
    expect(await seen(cast.staffA, key)).toEqual({ study: newer.id, studies: both })
    expect(await seen(cast.staffA, { ...key, studyId: older.id })).toEqual({ study: older.id, studies: both })
    expect(await seen(cast.assignedDoctor, key)).toEqual({ study: older.id, studies: [older.id] })
    expect(await seen(cast.assignedDoctor, { ...key, studyId: newer.id })).toBe('PATIENT_NOT_FOUND')
    expect(await seen(cast.staffB, key)).toBe('PATIENT_NOT_FOUND')
    expect(await seen(cast.otherDoctor, key)).toBe('PATIENT_NOT_FOUND')
    expect(await seen(cast.admin, { patientId: 'a/1' })).toBe('PATIENT_NOT_FOUND')
  })

  it('needs a study where two laboratories use the id, and one of the right patient', async () => {
    const [ofA, ofB] = [await studyOf(cast.labA.id, 'B-1'), await studyOf(cast.labB.id, 'B-1')]
    const other = await studyOf(cast.labA.id, 'B-2')
    const key = { patientId: 'B-1' }
    expect(await seen(cast.admin, key)).toBe('PATIENT_AMBIGUOUS')
    expect(await seen(cast.admin, { ...key, studyId: ofB.id })).toEqual({ study: ofB.id, studies: [ofB.id] })
    expect(await seen(cast.staffA, key)).toEqual({ study: ofA.id, studies: [ofA.id] })
    expect(await seen(cast.admin, { ...key, studyId: other.id })).toBe('PATIENT_NOT_FOUND')
  })

  it('without an id is N/A, with a study', async () => {
    const study = await studyOf(cast.labA.id, null)
    const named = await studyOf(cast.labA.id, 'C-1')
    expect(await seen(cast.admin, { patientId: 'N/A' })).toBe('PATIENT_NOT_FOUND')
    expect(await seen(cast.staffA, { patientId: 'N/A', studyId: study.id })).toEqual({ study: study.id, studies: [study.id] })
    expect(await seen(cast.staffA, { patientId: 'N/A', studyId: named.id })).toBe('PATIENT_NOT_FOUND')
  })

  it('is seen by administrators alone while two laboratories claim the study', async () => {
    const study = await studyOf(null, 'D-1', { labConflictAt: new Date() })
    const key = { patientId: 'D-1', studyId: study.id }
    expect(await seen(cast.admin, key)).toMatchObject({ study: study.id })
    expect(await seen(cast.staffA, key)).toBe('PATIENT_NOT_FOUND')
  })

  it('is locked with all studies, also those that the actor does not see', async () => {
    const one = await studyOf(cast.labA.id, 'E-1')
    const two = await studyOf(cast.labA.id, 'E-1')
    await createAssignment(database.db, {
      studyId: one.id,
      doctorId: cast.assignedDoctor.doctorId,
      assignedBy: cast.admin.userId,
    })
    const [, locked] = await database.db.transaction((tx) => lockVisiblePatient(tx, cast.assignedDoctor, { patientId: 'E-1' }))
    expect(locked.lockedStudyIds).toEqual([one.id, two.id].sort())
    expect(locked.studyIds).toEqual([one.id])
  })
})
