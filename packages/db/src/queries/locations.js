import { LocationOption } from '@readroom/contracts/locations'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { labs } from '../schema/accounts.js'
import { studies } from '../schema/studies.js'
import { visibleStudies } from '../visibility.js'
/** The laboratories that the viewer sees studies of, by name; all of them for administrators. */
export async function listLocations(db, viewer) {
  const seen =
    viewer.role === 'admin' ? sql`true` : sql`id in (select ${studies.labId} from ${studies} where ${visibleStudies(viewer)})`
  const { rows } = await db.execute(
    sql`select id as value, name as label, identifier as code from ${labs} where ${seen} order by lower(name), id`,
  )
  return z.array(LocationOption).parse(rows)
}
//# sourceMappingURL=locations.js.map
