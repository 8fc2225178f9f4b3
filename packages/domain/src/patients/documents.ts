import { AppError } from '@readroom/contracts/core/errors'
import { type DocumentCategory, maxDocuments } from '@readroom/contracts/patients/documents'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Db, Tx } from '@readroom/db/core/client'
import type { Before } from '@readroom/db/core/locks'
import {
  countDocuments,
  type DocumentRow,
  findDocument,
  insertDocuments,
  listStudyIdsOf,
  markDocumentDeleted,
  moveDocumentsOfStudy,
} from '@readroom/db/patients/documents'
import { findVisiblePatient, lockVisiblePatient, type PatientKey } from '../access/patient-access.ts'
import { emitChanged } from '../core/outbox.ts'

/** A document's key: its patient, and its index in the patient's record. */
export type DocumentKey = PatientKey & { index: number }

/** A file that is in storage already. `sha256` in hexadecimal. */
type StoredFile = { objectKey: string; fileName: string; contentType: string; sizeBytes: number; sha256: string }
type NewDocuments = { patientId: string; studyId: string; category: DocumentCategory; files: readonly StoredFile[] }

/** Throws TOO_MANY_DOCUMENTS. */
async function checkRoom(db: Db, patientRowId: string, more: number): Promise<void> {
  const count = await countDocuments(db, patientRowId)
  if (count + more > maxDocuments) throw new AppError('TOO_MANY_DOCUMENTS', { max: maxDocuments, count })
}

/** Checks that the patient's record has room for `more` documents. Throws PATIENT_NOT_FOUND, PATIENT_AMBIGUOUS, TOO_MANY_DOCUMENTS. */
export async function checkAttachable(db: Db, actor: Actor, key: PatientKey, more: number): Promise<void> {
  const { patient } = await findVisiblePatient(db, actor, key)
  await checkRoom(db, patient.id, more)
}

/** Every row of the patient shows how many documents there are. */
async function tell(tx: Tx, studyIds: readonly string[]): Promise<void> {
  for (const studyId of studyIds) await emitChanged(tx, studyId)
}

/** Attaches files to a patient through one of their studies. Throws PATIENT_NOT_FOUND, TOO_MANY_DOCUMENTS. */
export async function attachDocuments(
  begun: Before<'study'>,
  actor: Actor,
  { category, files, ...key }: NewDocuments,
): Promise<DocumentRow[]> {
  const [tx, { patient, study, lockedStudyIds }] = await lockVisiblePatient(begun, actor, key)
  await checkRoom(tx, patient.id, files.length)
  const by = { studyId: study.id, category, uploadedBy: actor.userId }
  const added = await insertDocuments(
    tx,
    patient.id,
    files.map((file) => ({ ...file, ...by })),
  )
  const details = { studyId: study.id, count: added.length, documentIds: added.map(({ id }) => id) }
  await audit(tx, actor, { action: 'document.uploaded', target: { type: 'patient', id: patient.id }, details })
  await tell(tx, lockedStudyIds)
  return added
}

async function findOf(db: Db, patientRowId: string, index: number): Promise<DocumentRow> {
  const found = await findDocument(db, patientRowId, index)
  if (!found) throw new AppError('DOCUMENT_NOT_FOUND')
  return found
}

/** A document that the actor may see. Throws PATIENT_NOT_FOUND, PATIENT_AMBIGUOUS, DOCUMENT_NOT_FOUND. */
export async function findVisibleDocument(db: Db, actor: Actor, { index, ...key }: DocumentKey): Promise<DocumentRow> {
  const { patient } = await findVisiblePatient(db, actor, key)
  return findOf(db, patient.id, index)
}

/** Records that the actor took a document, which they must still see. */
export async function recordDocumentTaken(tx: Tx, actor: Actor, key: DocumentKey): Promise<void> {
  const { id: documentId, patientRowId } = await findVisibleDocument(tx, actor, key)
  const target = { type: 'patient', id: patientRowId }
  await audit(tx, actor, { action: 'document.downloaded', target, details: { documentId } })
}

/** Its file is removed later, by `objects.collect`. Throws PATIENT_NOT_FOUND, PATIENT_AMBIGUOUS, DOCUMENT_NOT_FOUND. */
export async function removeDocument(begun: Before<'study'>, actor: Actor, { index, ...key }: DocumentKey): Promise<void> {
  const [tx, { patient, lockedStudyIds }] = await lockVisiblePatient(begun, actor, key)
  const document = await findOf(tx, patient.id, index)
  await markDocumentDeleted(tx, document.id, actor.userId)
  const target = { type: 'patient', id: patient.id }
  await audit(tx, actor, { action: 'document.deleted', target, details: { documentId: document.id } })
  await tell(tx, lockedStudyIds)
}

/** Moves the documents of a study to its new patient, where they get new numbers. The mover tells the pages of the study itself. */
export async function followToPatient(
  tx: Tx<'study'>,
  { studyId, from, to }: { studyId: string; from: string; to: string },
): Promise<void> {
  const moved = await moveDocumentsOfStudy(tx, studyId, to)
  if (moved === 0) return
  const others = await listStudyIdsOf(tx, [from, to])
  await tell(
    tx,
    others.filter((id) => id !== studyId),
  )
}
