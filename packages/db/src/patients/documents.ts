import { and, asc, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { users } from '../access/accounts.schema.ts'
import type { Db } from '../core/client.ts'
import { studies } from '../studies/studies.schema.ts'
import { documents } from './documents.schema.ts'
import { patients } from './patients.schema.ts'

export type DocumentRow = typeof documents.$inferSelect
type NewDocument = Omit<typeof documents.$inferInsert, 'number' | 'patientRowId'>

const isPresent = (patientRowId: string) => and(eq(documents.patientRowId, patientRowId), isNull(documents.deletedAt))

export async function countDocuments(db: Db, patientRowId: string): Promise<number> {
  return db.$count(documents, isPresent(patientRowId))
}

/** The patient's documents with the names of who uploaded them, newest first. */
export async function listDocuments(db: Db, patientRowId: string) {
  return db
    .select({ document: documents, uploaderName: users.fullName })
    .from(documents)
    .innerJoin(users, eq(users.id, documents.uploadedBy))
    .where(isPresent(patientRowId))
    .orderBy(desc(documents.uploadedAt), desc(documents.number))
}

/** The patient's document of a number, or null if there is none or it was deleted. */
export async function findDocument(db: Db, patientRowId: string, number: number): Promise<DocumentRow | null> {
  const [row] = await db
    .select()
    .from(documents)
    .where(and(isPresent(patientRowId), eq(documents.number, number)))
  return row ?? null
}

/** So many numbers of the patient, which nobody else gets; the first of them. Locks the patient. */
async function takeNumbers(tx: Db, patientRowId: string, count: number): Promise<number> {
  const [row] = await tx
    .update(patients)
    .set({ nextDocument: sql`${patients.nextDocument} + ${count}` })
    .where(eq(patients.id, patientRowId))
    .returning({ next: patients.nextDocument })
  if (!row) throw new Error('there is no such patient')
  return row.next - count
}

export async function insertDocuments(tx: Db, patientRowId: string, added: readonly NewDocument[]): Promise<DocumentRow[]> {
  const first = await takeNumbers(tx, patientRowId, added.length)
  const rows = added.map((document, index) => ({ ...document, patientRowId, number: first + index }))
  const inserted = await tx.insert(documents).values(rows).returning()
  return inserted.sort((one, other) => one.number - other.number)
}

export async function markDocumentDeleted(tx: Db, documentId: string, deletedBy: string): Promise<void> {
  await tx.update(documents).set({ deletedAt: sql`now()`, deletedBy }).where(eq(documents.id, documentId))
}

/** A study's documents become another patient's, with numbers of that one; deleted ones too. Returns how many. */
export async function moveDocumentsOfStudy(tx: Db, studyId: string, toPatientRowId: string): Promise<number> {
  const moving = await tx
    .select({ id: documents.id })
    .from(documents)
    .where(and(eq(documents.studyId, studyId), ne(documents.patientRowId, toPatientRowId)))
    .orderBy(asc(documents.number))
    .for('update')
  if (moving.length === 0) return 0
  let number = await takeNumbers(tx, toPatientRowId, moving.length)
  for (const { id } of moving) {
    await tx.update(documents).set({ patientRowId: toPatientRowId, number }).where(eq(documents.id, id))
    number += 1
  }
  return moving.length
}

/** The studies of these patients, by their ids. */
export async function listStudyIdsOf(db: Db, patientRowIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ id: studies.id })
    .from(studies)
    .where(inArray(studies.patientRowId, [...patientRowIds]))
    .orderBy(asc(studies.id))
  return rows.map(({ id }) => id)
}
