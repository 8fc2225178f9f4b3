import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Db } from '../client.ts'
import { users } from '../schema/accounts.ts'
import { documents } from '../schema/documents.ts'

/** The patient's documents, newest first. */
export async function listDocuments(db: Db, patientRowId: string) {
  return db
    .select({ document: documents, uploaderName: users.fullName })
    .from(documents)
    .innerJoin(users, eq(users.id, documents.uploadedBy))
    .where(and(eq(documents.patientRowId, patientRowId), isNull(documents.deletedAt)))
    .orderBy(desc(documents.uploadedAt), desc(documents.number))
}
