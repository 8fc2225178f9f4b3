import { LocationOption } from '@readroom/contracts/people/locations'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Caller } from '../core/actor.ts'
import type { Db } from '../core/client.ts'
import { studies } from '../studies/studies.schema.ts'
import { visibleStudies } from '../studies/visibility.ts'
import { labs } from './labs.schema.ts'

/** The laboratories that the caller sees studies of, by name; all of them for administrators. */
export async function listLocations(db: Db, caller: Caller): Promise<LocationOption[]> {
  const seen =
    caller.role === 'admin' ? sql`true` : sql`id in (select ${studies.labId} from ${studies} where ${visibleStudies(caller)})`
  const { rows } = await db.execute(
    sql`select id as value, name as label, identifier as code from ${labs} where ${seen} order by lower(name), id`,
  )
  return z.array(LocationOption).parse(rows)
}
