import { LocationOption } from '@readroom/contracts/locations'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../client.ts'
import { labs } from '../schema/accounts.ts'
import { studies } from '../schema/studies.ts'
import { visibleStudies } from '../visibility.ts'
import type { Viewer } from './worklist-filters.ts'

/** The laboratories that the viewer sees studies of, by name; all of them for administrators. */
export async function listLocations(db: Db, viewer: Viewer): Promise<LocationOption[]> {
  const seen =
    viewer.role === 'admin' ? sql`true` : sql`id in (select ${studies.labId} from ${studies} where ${visibleStudies(viewer)})`
  const { rows } = await db.execute(
    sql`select id as value, name as label, identifier as code from ${labs} where ${seen} order by lower(name), id`,
  )
  return z.array(LocationOption).parse(rows)
}
