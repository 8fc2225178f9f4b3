import { AppError } from '@readroom/contracts/core/errors'
import type { SentChange } from '@readroom/contracts/patients/sent-changes'
import type { Actor } from '@readroom/db/core/actor'
import type { OpenDb } from '@readroom/db/core/client'
import { listStudiesOfPeople } from '@readroom/db/patients/identity-reviews'
import { listPatients } from '@readroom/db/patients/patients'
import { patientMerges } from '@readroom/db/patients/patients.schema'
import { studies } from '@readroom/db/studies/studies.schema'
import { createStudy } from '@readroom/db/testing/factories'
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Identity } from './patient-identity.ts'
import { mergeFingerprint, mergePatients, unmergePatients } from './patient-merges.ts'
import { patientOfImages } from './patients.ts'
import { receiveSentChange, type SentResult } from './sent-changes.ts'

const isConflict = (error: unknown) => error instanceof AppError && error.code === 'CONFLICT'

/** Does something again while somebody else was quicker, as the callers of the rules do. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === 20 || !isConflict(error)) throw error
    }
  }
}

/** Adds a study as the intake does. */
export function arrive(db: OpenDb, labId: string, patientId: string, { name, birthDate, sex }: Identity, fields: object = {}) {
  return db.transaction(async (begun) => {
    const [tx, patientRowId] = await patientOfImages(begun, { labId, patientId, identity: { name, birthDate, sex } })
    const said = { patientId, patientName: name, patientBirthDate: birthDate, patientSex: sex }
    return createStudy(tx, { labId, patientRowId, ...said, ...fields })
  })
}

/** Sends a change as a connected system of a laboratory. */
export function send(db: OpenDb, labId: string, change: SentChange): Promise<SentResult> {
  const sender = { labId, name: 'North hospital', address: '10.0.0.7' }
  return inTurn(() => db.transaction((tx) => receiveSentChange(tx, sender, change)))
}

/** Merges two people as an administrator does who has just compared them. */
export function mergeByHand(db: OpenDb, actor: Actor, fromPersonId: string, intoPersonId: string): Promise<string[]> {
  return inTurn(async () => {
    const ids = [fromPersonId, intoPersonId]
    const fingerprint = mergeFingerprint(await listPatients(db, ids), await listStudiesOfPeople(db, ids))
    const order = { fromPersonId, intoPersonId, fingerprint, reason: 'One person' }
    return db.transaction((tx) => mergePatients(tx, actor, order))
  })
}

/** Undoes a merge as an administrator. */
export const unmerge = (db: OpenDb, actor: Actor, mergeId: string) =>
  inTurn(() => db.transaction((tx) => unmergePatients(tx, actor, mergeId)))

/** Returns the merges of a laboratory that stand, the oldest first. */
export const listStanding = (db: OpenDb, labId: string) =>
  db
    .select()
    .from(patientMerges)
    .where(and(eq(patientMerges.labId, labId), isNull(patientMerges.undoneAt)))
    .orderBy(asc(patientMerges.mergedAt), asc(patientMerges.id))

/** Returns a study's row. */
export async function findStudyRow(db: OpenDb, studyId: string) {
  const [row] = await db.select().from(studies).where(eq(studies.id, studyId))
  if (!row) throw new Error('no such study')
  return row
}
