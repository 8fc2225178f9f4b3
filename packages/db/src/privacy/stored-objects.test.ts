import { documentCategories } from '@readroom/contracts/patients/documents'
import type {} from '@readroom/local/suites/vitest-services'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { createCast, createStudy } from '../testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { isNeeded, listNamed, listReleased, type StoredFolder } from './stored-objects.ts'

const count = 20_000
let database: TestDatabase

/** Signed reports with their Word documents, and documents of a patient. */
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'))
  const { assignedDoctor, labA } = await createCast(database.db)
  const { id: studyId, patientRowId } = await createStudy(database.db, { labId: labA.id })
  const { doctorId, userId } = assignedDoctor
  await database.asOwner(`
    insert into report_versions (study_id, number, kind, meaning, content, snapshot, signed_by, doctor_id, reason, confirmed, prev_hash, hash, request_id)
    select '${studyId}', n, 'original', 'final', '{}', '{"signer": {"signatureKey": "signatures/1.png"}}', '${userId}', '${doctorId}', '', '{}', '', md5(n::text), gen_random_uuid()
    from generate_series(1, ${count}) n`)
  await database.asOwner(`
    insert into reports (study_id, doctor_id, version, version_id, status, file_name, content_type, object_key, size_bytes, sha256, uploaded_by)
    select study_id, doctor_id, number, id, 'finalized', 'a.pdf', 'application/pdf', 'reports/' || number, 1, '', signed_by from report_versions`)
  await database.asOwner(`
    insert into report_word_documents (report_id, object_key, size_bytes, sha256)
    select id, 'reports/word-' || version, 1, '' from reports where version < ${count}`)
  await database.asOwner(`
    insert into documents (patient_row_id, study_id, number, category, file_name, content_type, object_key, size_bytes, sha256, uploaded_by)
    select '${patientRowId}', '${studyId}', n, '${documentCategories[0]}', 'a.pdf', 'application/pdf', 'documents/' || n, 1, '', '${userId}' from generate_series(1, ${count}) n`)
  await database.asOwner('analyze')
})
afterAll(() => database.drop())

const Reads = z.array(z.object({ relname: z.string() }))

/** The tables that `work` reads from one end to the other, of those with many rows. */
async function readWhole(work: (tx: Parameters<typeof listNamed>[0]) => Promise<unknown>): Promise<string[]> {
  return database.db.transaction(async (tx) => {
    await work(tx)
    const { rows } = await tx.execute(
      sql`select relname from pg_stat_xact_user_tables where seq_tup_read > 1000 order by relname`,
    )
    return Reads.parse(rows).map(({ relname }) => relname)
  })
}

test.each<[StoredFolder, string]>([
  ['reports', 'reports/word-7'],
  ['documents', 'documents/7'],
])('which of the files of %s a row names is found by their keys', async (folder, key) => {
  const keys = [key, ...Array.from({ length: 499 }, (_, index) => `${folder}/nobody-${index}`)]
  expect(await readWhole(async (tx) => expect([...(await listNamed(tx, folder, keys))]).toEqual([key]))).toEqual([])
  expect(await readWhole(async (tx) => expect(await listReleased(tx, folder, keys)).toEqual(new Set()))).toEqual([])
  expect(await readWhole(async (tx) => expect(await isNeeded(tx, folder, key)).toBe(true))).toEqual([])
})
