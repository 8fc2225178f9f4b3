import { expireBulkZips, forgetBulkObject, listBulkObjectsToRemove } from '@readroom/db/queries/bulk-zips'
import { expireStudyZips, forgetZipObject, listObjectsToRemove } from '@readroom/db/queries/study-zips'
import type { JobsContext } from './context.ts'

const OBJECTS_AT_ONCE = 100

const kinds = [
  { expire: expireStudyZips, list: listObjectsToRemove, forget: forgetZipObject },
  { expire: expireBulkZips, list: listBulkObjectsToRemove, forget: forgetBulkObject },
]

/** Ends ZIPs whose time is over, and removes the objects of ended ones once no link to them can be good any more. */
export async function expireZips({ database, storage, log }: JobsContext): Promise<void> {
  let [expired, removed] = [0, 0]
  for (const { expire, list, forget } of kinds) {
    expired += await database.db.transaction(expire)
    for (;;) {
      const objects = await list(database.db, OBJECTS_AT_ONCE)
      for (const object of objects) {
        await storage.delete(object.objectKey)
        await forget(database.db, object)
      }
      removed += objects.length
      if (objects.length < OBJECTS_AT_ONCE) break
    }
  }
  if (expired + removed > 0) log.info({ expired, removed }, 'ZIPs ended')
}
