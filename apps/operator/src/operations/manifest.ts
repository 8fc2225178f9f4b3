import { createReadStream } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const Count = z.int().min(0)
const FileOf = z.object({ size: Count, sha256: Sha256 })

/** The content of a whole backup. Instants are ISO 8601. */
export const Manifest = z.object({
  format: z.literal(1),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  /** The database's newest migration, in milliseconds. */
  schema: z.int(),
  tables: z.array(
    z.object({
      name: z.string().regex(/^\w+$/),
      columns: z.array(z.string()),
      rows: Count,
      file: FileOf,
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), last: z.string() })),
  objects: z.object({ list: FileOf, count: Count, bytes: Count, unreadable: Count }),
  archive: z.object({ list: FileOf, studies: Count, instances: Count, bytes: Count, unreadable: Count }),
})
export type Manifest = z.infer<typeof Manifest>

/** A line of the object list. */
export const BackedUpObject = z.object({ key: z.string(), contentType: z.string(), size: Count, sha256: Sha256 })
export type BackedUpObject = z.infer<typeof BackedUpObject>

const Instance = z.object({ id: z.string(), fileUuid: z.uuid(), size: Count, sha256: Sha256 })

/** A line of the study list, with Orthanc's ids. `unreadable` lists images whose files the archive could not give. */
export const BackedUpStudy = z.object({
  id: z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{8}){4}$/),
  series: Count,
  instances: z.array(Instance),
  unreadable: z.array(z.string()),
})
export type BackedUpStudy = z.infer<typeof BackedUpStudy>
export type BackedUpInstance = z.infer<typeof Instance>

const manifestName = 'manifest.json'
export const objectList = 'objects.jsonl.gz'
export const archiveList = 'archive.jsonl.gz'

export const tableFolder = (backup: string) => join(backup, 'database')
export const tableFile = (table: string) => `${table}.copy.gz`
export const objectPath = (backup: string, key: string) => join(backup, 'objects', key)
export const studyFolder = (backup: string, studyId: string) => join(backup, 'archive', studyId.slice(0, 2), studyId)
export const instanceFile = ({ id, fileUuid, sha256 }: BackedUpInstance) => `${id}_${fileUuid}_${sha256}.dcm`
export const manifestPath = (backup: string) => join(backup, manifestName)

/** Writes the manifest, which comes last: a folder without it is no backup. */
export async function writeManifest(backup: string, manifest: Manifest): Promise<void> {
  const part = `${manifestPath(backup)}.part`
  await writeFile(part, JSON.stringify(manifest, null, 2), { mode: 0o600, flush: true })
  await rename(part, manifestPath(backup))
}

export async function readManifest(backup: string): Promise<Manifest> {
  return Manifest.parse(JSON.parse(await readFile(manifestPath(backup), 'utf8')))
}

/** Opens the rows of a table in PostgreSQL's copy format. */
export function openTable(backup: string, table: string): Readable {
  const file = createReadStream(join(tableFolder(backup), tableFile(table)))
  const rows = createGunzip()
  file.on('error', (error) => rows.destroy(error))
  return file.pipe(rows)
}
