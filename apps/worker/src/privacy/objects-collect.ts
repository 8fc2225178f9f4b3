import { insertDeadLetter } from '@readroom/db/operations/dead-letters'
import { storeFolderUsage } from '@readroom/db/operations/storage-usage'
import {
  isNeeded,
  listNamed,
  listNeeded,
  listReleased,
  type StoredFolder,
  storedFolders,
} from '@readroom/db/privacy/stored-objects'
import { loseZip } from '@readroom/domain/images/zips'
import type { JobsContext } from '../core/jobs/context.ts'

/** Uploads and builds end well before; a caller that got no answer has tried again by then. */
const SAFE_AGE_MS = 24 * 3_600_000
const KEYS_AT_ONCE = 500
/** In one run and folder, at most. */
const REMOVED_AT_ONCE = 1_000
const NOTED_AT_ONCE = 100
/** More orphans than these, and than a tenth of all files, are no accident. */
const MANY = 20

const reasons: Record<Exclude<StoredFolder, 'zips'>, string> = {
  reports: 'The file of a report is missing from storage',
  documents: 'The file of a document is missing from storage',
  signatures: 'The file of a signature is missing from storage',
  'key-images': 'The picture of a key image is missing from storage',
  exports: 'The file of a patient export is missing from storage',
  templates: 'The file of a report template is missing from storage',
}

/**
 * Compares storage with the database, both ways. Old objects that no row names are removed, and those of documents that were deleted. A ZIP whose object is missing is built anew when
 * somebody asks; of other files nobody has another copy, so that operators must hear of it.
 */
export async function collectObjects(context: JobsContext): Promise<void> {
  for (const folder of storedFolders) {
    // Before the objects are listed: an object is stored before a row needs it.
    const needed = await listNeeded(context.database.db, folder)
    const rows = needed.size
    const removed = await removeOrphans(context, folder, (key) => needed.delete(key))
    const noted = await noteMissing(context, folder, { needed, rows })
    if (removed + noted > 0) context.log.warn({ folder, removed, missing: noted }, 'stored files and rows did not agree')
  }
}

async function removeOrphans(context: JobsContext, folder: StoredFolder, see: (key: string) => void): Promise<number> {
  const { orphans, released, files, sizeBytes } = await listRemovable(context, folder, see)
  await storeFolderUsage(context.database.db, { folder, files, sizeBytes })
  for (const key of released) await context.storage.delete(key)
  // Nobody has another copy of these: with an older database restored, the newest reports would be orphans.
  if (folder !== 'zips' && orphans.length > MANY && orphans.length > files / 10) {
    const reason = `${orphans.length} of ${files} files of ${folder} are named by no row, and were left alone. Is this the newest database?`
    await insertDeadLetter(context.database.db, {
      source: 'job',
      name: 'objects.collect',
      payload: { v: 1, folder, orphans: true },
      reason,
    })
    return 0
  }
  for (const key of orphans) await context.storage.delete(key)
  return orphans.length
}

/** Old objects that no row names, or that theirs has released, so many of each at most, and how many objects there are in all. */
async function listRemovable({ database, storage }: JobsContext, folder: StoredFolder, see: (key: string) => void) {
  const oldest = Date.now() - SAFE_AGE_MS
  const [orphans, released]: [string[], string[]] = [[], []]
  let [old, files, sizeBytes]: [string[], number, number] = [[], 0, 0]
  const sortOut = async () => {
    const named = await listNamed(database.db, folder, old)
    orphans.push(...old.filter((key) => !named.has(key)))
    released.push(...(await listReleased(database.db, folder, old)))
    old = []
  }
  for await (const { key, size, modifiedAt } of storage.list(folder)) {
    see(key)
    files += 1
    sizeBytes += size
    if (modifiedAt.getTime() < oldest && Math.max(orphans.length, released.length) < REMOVED_AT_ONCE) old.push(key)
    if (old.length === KEYS_AT_ONCE) await sortOut()
  }
  await sortOut()
  return { orphans: orphans.slice(0, REMOVED_AT_ONCE), released: released.slice(0, REMOVED_AT_ONCE), files, sizeBytes }
}

type Missing = { needed: Map<string, string>; rows: number }

async function noteMissing(context: JobsContext, folder: StoredFolder, { needed, rows }: Missing): Promise<number> {
  const { db } = context.database
  if (rows > 1 && needed.size === rows) {
    const reason = `None of the ${rows} files of ${folder} is in storage. Is this the right storage?`
    await insertDeadLetter(db, { source: 'job', name: 'objects.collect', payload: { v: 1, folder }, reason })
    return rows
  }
  let noted = 0
  for (const [key, id] of needed) {
    if (noted === NOTED_AT_ONCE) break
    if ((await context.storage.head(key)) !== null || !(await isNeeded(db, folder, key))) continue
    if (folder === 'zips') await db.transaction((tx) => loseZip(tx, { zipId: id, objectKey: key }))
    else
      await insertDeadLetter(db, {
        source: 'job',
        name: 'objects.collect',
        payload: { v: 1, id, key },
        reason: `${reasons[folder]}: ${key}`,
      })
    noted += 1
  }
  return noted
}
