import { forgetZipObject, listObjectsToRemove } from '@readroom/db/images/zips'
import { expireZips as endZips } from '@readroom/domain/images/zips'
import type { JobsContext } from '../core/jobs/context.ts'

const OBJECTS_AT_ONCE = 100

/** Ends ZIPs whose time is over, and removes the objects of ended ones once no link to them can be good any more. */
export async function expireZips({ database, storage, log }: JobsContext): Promise<void> {
  const expired = await database.db.transaction(endZips)
  let removed = 0
  for (;;) {
    const objects = await listObjectsToRemove(database.db, OBJECTS_AT_ONCE)
    for (const object of objects) {
      await storage.delete(object.objectKey)
      await forgetZipObject(database.db, object)
    }
    removed += objects.length
    if (objects.length < OBJECTS_AT_ONCE) break
  }
  if (expired + removed > 0) log.info({ expired, removed }, 'ZIPs ended')
}
