import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../core/client.ts'
import { zips } from '../images/zips.schema.ts'
import { documents } from '../patients/documents.schema.ts'
import { doctors } from '../people/doctors.schema.ts'
import { keyImages } from '../reading/key-images.schema.ts'
import { reportTemplates } from '../reports/report-templates.schema.ts'
import { reportVersions } from '../reports/report-versions.schema.ts'
import { reports, reportWordDocuments } from '../reports/reports.schema.ts'
import { privacyActions } from './privacy.schema.ts'

export const storedFolders = ['zips', 'reports', 'documents', 'signatures', 'templates', 'exports', 'key-images'] as const
export type StoredFolder = (typeof storedFolders)[number]

/** The signatures of reports whose documents are still to be made, which were signed with them; the doctor may have another by now. */
const awaitedSignatures = sql`select v.snapshot -> 'signer' ->> 'signatureKey' as key, v.doctor_id
  from ${reports} r join ${reportVersions} v on v.id = r.version_id
  where r.deleted_at is null and (r.sha256 is null or not exists (select 1 from ${reportWordDocuments} w where w.report_id = r.id))`

type Owner = { named: SQL; needed: SQL; released?: SQL }

/**
 * The folders of the storage that rows name objects in. `named`: the keys that any row names. `needed`: those of them that somebody may ask for.
 * `released`: those whose row says that they may go. A folder that is not here is never cleared up.
 */
const owners: Record<StoredFolder, Owner> = {
  zips: {
    named: sql`select object_key as key from ${zips}`,
    needed: sql`select id, object_key as key from ${zips} where state = 'completed' and expires_at > now()`,
  },
  reports: {
    named: sql`select object_key as key from ${reports} union all select object_key from ${reportWordDocuments}`,
    needed: sql`select id, object_key as key from ${reports} where deleted_at is null and sha256 is not null
      union all select report_id, object_key from ${reportWordDocuments}`,
  },
  documents: {
    named: sql`select object_key as key from ${documents}`,
    needed: sql`select id, object_key as key from ${documents} where deleted_at is null`,
    released: sql`select object_key as key from ${documents} where deleted_at is not null`,
  },
  signatures: {
    named: sql`select signature_key as key from ${doctors} union all select key from (${awaitedSignatures}) awaited`,
    needed: sql`select id, signature_key as key from ${doctors} where signature_key is not null`,
  },
  templates: {
    named: sql`select object_key as key from ${reportTemplates}`,
    needed: sql`select id, object_key as key from ${reportTemplates}`,
  },
  'key-images': {
    named: sql`select object_key as key from ${keyImages}`,
    needed: sql`select id, object_key as key from ${keyImages}`,
  },
  exports: {
    named: sql`select object_key as key from ${privacyActions} where state in ('running', 'done')`,
    needed: sql`select id, object_key as key from ${privacyActions} where state = 'done' and expires_at > now()`,
  },
}

const Named = z.array(z.object({ key: z.string() }))
const Needed = z.array(z.object({ id: z.uuid(), key: z.string() }))

async function listAmong(db: Db, owned: SQL, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.execute(sql`select key from (${owned}) owner where key = any(${sql.param([...keys])}::text[])`)
  return new Set(Named.parse(rows).map(({ key }) => key))
}

/** Returns those of these keys that a row names. */
export async function listNamed(db: Db, folder: StoredFolder, keys: readonly string[]): Promise<Set<string>> {
  return listAmong(db, owners[folder].named, keys)
}

/** Reports whether documents are still to be made with this signature of the doctor. */
export async function isSignatureAwaited(db: Db, doctorId: string, key: string): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select 1 from (${awaitedSignatures}) awaited where doctor_id = ${doctorId} and key = ${key} limit 1`,
  )
  return rows.length > 0
}

/** Returns those of these keys whose rows say that they may go. */
export async function listReleased(db: Db, folder: StoredFolder, keys: readonly string[]): Promise<Set<string>> {
  const { released } = owners[folder]
  return released ? listAmong(db, released, keys) : new Set()
}

/** The keys of a folder's objects that must be there, with the rows that name them. */
export async function listNeeded(db: Db, folder: StoredFolder): Promise<Map<string, string>> {
  const { rows } = await db.execute(owners[folder].needed)
  return new Map(Needed.parse(rows).map(({ id, key }) => [key, id]))
}

/** Reports whether somebody may still ask for an object. */
export async function isNeeded(db: Db, folder: StoredFolder, key: string): Promise<boolean> {
  const { rows } = await db.execute(sql`select key from (${owners[folder].needed}) owner where key = ${key}`)
  return rows.length > 0
}

export const StoredFile = z.object({
  key: z.string(),
  /** As they were noted when the file was stored; null if they were not. */
  sha256: z.string().nullable(),
  size: z.int().nullable(),
  contentType: z.string(),
  /** Somebody may ask for it. */
  isNeeded: z.boolean(),
})
export type StoredFile = z.infer<typeof StoredFile>

/** A deleted report's file stays; a deleted document's goes. */
const storedFiles = sql`
  select object_key as key, sha256, size_bytes as size, content_type as "contentType", deleted_at is null as "isNeeded" from ${reports}
  union all select object_key, sha256, size_bytes, content_type, true from ${documents} where deleted_at is null
  union all select signature_key, null, null, 'application/octet-stream', true from ${doctors} where signature_key is not null
  union all select object_key, null, size_bytes, 'application/octet-stream', true from ${reportTemplates}
  union all select object_key, sha256, size_bytes, content_type, true from ${keyImages}`

/** The objects of which nobody has another copy, in pages by key: all that rows name but ZIPs, which can be built again. */
export async function listStoredFiles(db: Db, after: string, limit: number): Promise<StoredFile[]> {
  const { rows } = await db.execute(sql`
    select * from (${storedFiles}) stored where key collate "C" > ${after} order by key collate "C" limit ${limit}`)
  return z.array(StoredFile).parse(rows)
}

/** Reports whether somebody may still ask for a stored file. */
export async function isFileNeeded(db: Db, key: string): Promise<boolean> {
  const { rows } = await db.execute(sql`select key from (${storedFiles}) stored where key = ${key} and "isNeeded"`)
  return rows.length > 0
}
