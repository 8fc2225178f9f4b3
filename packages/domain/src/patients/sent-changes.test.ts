import type { SentChange, SentPatient } from '@readroom/contracts/patients/sent-changes'
import type { Actor } from '@readroom/db/core/actor'
import { auditLog } from '@readroom/db/core/audit.schema'
import { documents } from '@readroom/db/patients/documents.schema'
import { patients, waitingPatientChanges } from '@readroom/db/patients/patients.schema'
import { studies } from '@readroom/db/studies/studies.schema'
import { createActor, createDocument, createLab, createUser } from '@readroom/db/testing/factories'
import { createTestDatabase, type TestDatabase } from '@readroom/db/testing/test-database'
import type {} from '@readroom/local/suites/vitest-services'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { reviewPeople } from './identity-reviews.ts'
import type { Identity } from './patient-identity.ts'
import { arrive, findStudyRow, listStanding, mergeByHand, send, unmerge } from './patient-merges.fixture.ts'

const anna: Identity = { name: 'Meier Anna', birthDate: '1985-02-03', sex: 'F' }
const thomas: Identity = { name: 'Lindqvist Thomas', birthDate: '1950-03-04', sex: 'M' }

describe('a patient message', () => {
  let database: TestDatabase
  let admin: Actor
  let labId: string
  beforeAll(async () => {
    database = await createTestDatabase(inject('databaseUrl'))
    admin = await createActor(database.db, await createUser(database.db, 'admin'))
  })
  beforeEach(async () => {
    labId = (await createLab(database.db)).id
  })
  afterAll(() => database.drop())

  const scan = (patientId: string, identity: Identity = anna, fields: object = {}) =>
    arrive(database.db, labId, patientId, identity, fields)
  const patientOf = (patientId: string, { name, birthDate, sex }: Identity): SentPatient => ({ patientId, name, birthDate, sex })
  const merge = (previousId: string, patientId: string, identity: Identity = anna) =>
    send(database.db, labId, { kind: 'merge', patient: patientOf(patientId, identity), previousId })
  const update = (patient: SentPatient) => send(database.db, labId, { kind: 'update', patient })
  const shown = async ({ id }: { id: string }) => findStudyRow(database.db, id)
  const rowOf = async ({ id }: { id: string }) => {
    const [row] = await database.db
      .select()
      .from(patients)
      .where(eq(patients.id, (await shown({ id })).patientRowId))
    if (!row) throw new Error('no such patient')
    return row
  }
  const waiting = () => database.db.select().from(waitingPatientChanges).where(eq(waitingPatientChanges.labId, labId))

  describe('of a merge', () => {
    it('moves studies and documents, and the former ID leads to the person who stays', async () => {
      const [old, kept] = [await scan('A'), await scan('B')]
      await createDocument(database.db, {
        patientRowId: (await shown(old)).patientRowId,
        studyId: old.id,
        uploadedBy: admin.userId,
      })
      expect(await merge('A', 'B')).toMatchObject({ state: 'applied', note: null })
      expect(await shown(old)).toMatchObject({
        patientId: 'B',
        dicomPatientId: 'A',
        patientRowId: (await shown(kept)).patientRowId,
      })
      const [document] = await database.db.select().from(documents).where(eq(documents.studyId, old.id))
      expect(document?.patientRowId).toBe((await shown(kept)).patientRowId)
      const late = await scan('A')
      expect(await shown(late)).toMatchObject({ patientId: 'B', patientRowId: (await shown(kept)).patientRowId })
    })

    it('that is repeated changes nothing', async () => {
      const [, kept] = [await scan('A'), await scan('B')]
      await merge('A', 'B')
      const before = await rowOf(kept)
      expect(await merge('A', 'B')).toEqual({ state: 'applied', note: null, studyIds: [] })
      expect(await rowOf(kept)).toEqual(before)
      expect(await listStanding(database.db, labId)).toHaveLength(1)
    })

    it('arrives before the first images of either ID', async () => {
      expect(await merge('A', 'B')).toMatchObject({ state: 'applied' })
      const [one, other] = [await scan('A'), await scan('B')]
      expect((await shown(one)).patientRowId).toBe((await shown(other)).patientRowId)
      expect(await shown(one)).toMatchObject({ patientId: 'B' })
    })

    it('that was wrong before the first images mixes nobody: the second identity gets a person of its own', async () => {
      await merge('A', 'B')
      const [his, hers] = [await scan('A', thomas), await scan('B')]
      expect((await shown(his)).patientRowId).not.toBe((await shown(hers)).patientRowId)
      expect((await rowOf(hers)).identityReviewId).not.toBeNull()
    })

    it('makes a chain, also if its links arrive in the wrong order', async () => {
      const [a, b, c] = [await scan('A'), await scan('B'), await scan('C')]
      expect(await merge('B', 'C')).toMatchObject({ state: 'applied' })
      expect(await merge('A', 'B')).toMatchObject({ state: 'applied' })
      const people = await Promise.all([a, b, c, await scan('A')].map(shown))
      expect(people.map(({ patientId }) => patientId)).toEqual(['C', 'C', 'C', 'C'])
      expect(await merge('A', 'B')).toMatchObject({ state: 'applied' })
      expect(await waiting()).toEqual([])
    })

    it.each<[string, string, string, Identity]>([
      ['the other way round', 'B', 'A', anna],
      ['of somebody whose identity contradicts it', 'B', 'X', anna],
      ['whose message names somebody else', 'B', 'C', thomas],
      ['whose message names nobody', 'B', 'C', { name: null, birthDate: null, sex: null }],
      ['of an ID that several people have', 'S', 'C', anna],
      ['into an ID that several people have', 'C', 'S', anna],
    ])('%s waits for a person', async (_name, from, into, identity) => {
      await scan('A')
      await scan('B')
      await scan('C')
      await scan('X', thomas)
      await scan('S')
      await scan('S', thomas)
      await merge('A', 'B')
      const before = await database.db.select().from(studies).where(eq(studies.labId, labId))
      expect(await merge(from, into, identity)).toMatchObject({ state: 'waiting' })
      expect(await database.db.select().from(studies).where(eq(studies.labId, labId))).toEqual(before)
      expect(await waiting()).toMatchObject([{ kind: 'merge', patientId: into, previousId: from, sender: 'North hospital' }])
    })

    it('that was undone by an administrator waits when it is sent again', async () => {
      await scan('A')
      await scan('B')
      await merge('A', 'B')
      const [standing] = await listStanding(database.db, labId)
      await unmerge(database.db, admin, standing?.id ?? '')
      expect(await merge('A', 'B')).toMatchObject({ state: 'waiting', note: 'An administrator undid this merge before.' })
    })

    it('of a patient under an identity review waits', async () => {
      const [old] = [await scan('A'), await scan('B')]
      const patientRowIds = [(await shown(old)).patientRowId]
      await database.db.transaction((tx) =>
        reviewPeople(tx, { labId, reviewId: null, reason: 'The names differ.', patientRowIds }),
      )
      expect(await merge('A', 'B')).toMatchObject({ state: 'waiting', note: 'One of the patients is under an identity review.' })
    })

    it('does not touch a patient of another laboratory with the same ID', async () => {
      const [, foreignLab] = [await scan('A'), await createLab(database.db)]
      const foreign = await arrive(database.db, foreignLab.id, 'A', anna)
      await merge('A', 'B')
      expect(await shown(foreign)).toMatchObject({ patientId: 'A', patientRowId: foreign.patientRowId })
    })

    it('keeps the reason for a hold and corrections of the person whose ID ends', async () => {
      const old = await scan('A')
      const held = { holdReason: 'A court', correctedName: 'Meier Anna Maria' }
      await database.db
        .update(patients)
        .set(held)
        .where(eq(patients.id, (await shown(old)).patientRowId))
      await merge('A', 'B')
      expect(await rowOf(old)).toMatchObject({ patientId: 'B', ...held })
    })
  })

  describe('of a changed ID', () => {
    const changeId = (previousId: string, patientId: string): Promise<{ state: string }> => {
      const change: SentChange = { kind: 'changeId', patient: patientOf(patientId, anna), previousId }
      return send(database.db, labId, change)
    }
    it('gives the person the new ID, and the former one leads there', async () => {
      const old = await scan('A')
      expect(await changeId('A', 'B')).toMatchObject({ state: 'applied' })
      expect([(await shown(old)).patientId, (await shown(await scan('A'))).patientId]).toEqual(['B', 'B'])
    })
    it('waits if the new ID is somebody’s', async () => {
      const old = await scan('A')
      await scan('B')
      expect(await changeId('A', 'B')).toMatchObject({ state: 'waiting' })
      expect((await shown(old)).patientId).toBe('A')
    })
  })

  describe('of an update', () => {
    it('writes over the scanner’s values and its own, with its source in the audit log', async () => {
      const study = await scan('A', { ...anna, name: 'Maier Anna' })
      const contact = { phone: '030 1', email: 'a@example.org', address: 'Street 1' }
      expect(await update({ ...patientOf('A', anna), ...contact })).toMatchObject({ state: 'applied' })
      expect(await shown(study)).toMatchObject({ patientName: 'Meier Anna', dicomPatientName: 'Maier Anna' })
      expect(await rowOf(study)).toMatchObject({ contactPhone: '030 1', contactEmail: 'a@example.org', address: 'Street 1' })
      await update({ ...patientOf('A', { ...anna, name: 'Meier Anne' }), phone: null })
      expect(await shown(study)).toMatchObject({ patientName: 'Meier Anne' })
      expect(await rowOf(study)).toMatchObject({ contactPhone: '', contactEmail: 'a@example.org' })
      const target = and(eq(auditLog.targetId, (await rowOf(study)).id), eq(auditLog.action, 'patient.corrected'))
      const entries = await database.db.select().from(auditLog).where(target)
      expect(entries.map(({ details }) => details)).toContainEqual({ changed: ['correctedName', 'contactPhone'], source: 'hl7' })
    })

    it('that says what the images say writes no correction', async () => {
      const study = await scan('A')
      await update(patientOf('A', anna))
      expect(await rowOf(study)).toMatchObject({ correctedName: null, version: 1 })
    })

    it('leaves what a person wrote, and waits for a person', async () => {
      const study = await scan('A')
      const { id } = await rowOf(study)
      await database.db.update(patients).set({ correctedName: 'Meier Anna M', contactPhone: '1' }).where(eq(patients.id, id))
      const sent = { ...patientOf('A', anna), phone: '2', address: 'Street 1' }
      expect(await update(sent)).toMatchObject({
        state: 'waiting',
        note: 'The message differs from values entered by hand: name (PID-5), phone number (PID-13).',
      })
      expect(await rowOf(study)).toMatchObject({ correctedName: 'Meier Anna M', contactPhone: '1', address: 'Street 1' })
    })

    it('of an unknown ID makes nobody, and says so', async () => {
      expect(await update(patientOf('A', anna))).toMatchObject({ state: 'applied', note: expect.stringContaining('No patient') })
      expect(await database.db.$count(patients, eq(patients.labId, labId))).toBe(0)
    })

    it.each<[string, Identity]>([
      ['somebody else', thomas],
      ['nobody', { name: null, birthDate: null, sex: 'F' }],
    ])('that names %s waits', async (_name, identity) => {
      const study = await scan('A')
      expect(await update({ ...patientOf('A', identity), phone: '2' })).toMatchObject({ state: 'waiting' })
      expect(await rowOf(study)).toMatchObject({ contactPhone: '', version: 1 })
    })

    it('goes to the one of several people with the ID whose identity it names', async () => {
      const [hers, his] = [await scan('S'), await scan('S', thomas)]
      await database.db.update(patients).set({ identityReviewId: null }).where(eq(patients.labId, labId))
      expect(await update({ ...patientOf('S', thomas), phone: '2' })).toMatchObject({ state: 'applied' })
      expect([(await rowOf(hers)).contactPhone, (await rowOf(his)).contactPhone]).toEqual(['', '2'])
    })
  })

  describe('and an administrator who undoes its merge', () => {
    it('give back studies, documents and the images that came since under the former ID', async () => {
      const [old, kept] = [await scan('A'), await scan('B')]
      const [oldRow, keptRow] = [await rowOf(old), await rowOf(kept)]
      await merge('A', 'B')
      const [lateOld, lateKept] = [await scan('A'), await scan('B')]
      const [standing] = await listStanding(database.db, labId)
      await unmerge(database.db, admin, standing?.id ?? '')
      const owners = await Promise.all([old, lateOld, kept, lateKept].map(shown))
      expect(owners.map(({ patientRowId }) => patientRowId)).toEqual([oldRow.id, oldRow.id, keptRow.id, keptRow.id])
      expect(owners.map(({ patientId }) => patientId)).toEqual(['A', 'A', 'B', 'B'])
      await expect(unmerge(database.db, admin, standing?.id ?? '')).rejects.toMatchObject({ code: 'PATIENT_MERGE_CHANGED' })
    })

    it('must undo the last one of a chain first', async () => {
      const [a, b] = [await scan('A'), await scan('B'), await scan('C')]
      await merge('A', 'B')
      await merge('B', 'C')
      const [first, second] = await listStanding(database.db, labId)
      await expect(unmerge(database.db, admin, first?.id ?? '')).rejects.toMatchObject({ code: 'PATIENT_MERGED_LATER' })
      await unmerge(database.db, admin, second?.id ?? '')
      await unmerge(database.db, admin, first?.id ?? '')
      expect([(await shown(a)).patientId, (await shown(b)).patientId]).toEqual(['A', 'B'])
    })

    it('refuse a merge by hand of patients that changed, or of two laboratories', async () => {
      const [a, b] = [await scan('A'), await scan('B')]
      const foreignLab = await createLab(database.db)
      const foreign = await arrive(database.db, foreignLab.id, 'A', anna)
      await expect(mergeByHand(database.db, admin, a.patientRowId, foreign.patientRowId)).rejects.toMatchObject({
        code: 'PATIENTS_OF_OTHER_LABORATORIES',
      })
      await mergeByHand(database.db, admin, a.patientRowId, b.patientRowId)
      await expect(mergeByHand(database.db, admin, a.patientRowId, b.patientRowId)).rejects.toMatchObject({
        code: 'PATIENT_MERGE_CHANGED',
      })
    })
  })
})
