import { eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Actor } from '../core/actor.ts'
import { advisoryLocks } from '../core/advisory-locks.ts'
import type { Tx } from '../core/client.ts'
import { studies } from '../studies/studies.schema.ts'
import { visibleStudies } from '../studies/visibility.ts'

type Placed = Record<'scope' | 'labId' | 'ownerId', AnyPgColumn>
/** The owner of a template or text block. */
export type Place = { scope: 'system' | 'lab' | 'doctor'; labId: string | null; ownerId: string | null }

/** Shared ones are read by administrators, and by doctors if they have studies of the laboratory; a doctor's by that doctor alone. */
export const readableTo = (actor: Pick<Actor, 'userId' | 'role' | 'labId' | 'doctorId'>, of: Placed): SQL | undefined => {
  const ofLab =
    actor.role === 'admin'
      ? eq(of.scope, 'lab')
      : sql`exists (select 1 from ${studies} where ${studies.labId} = ${of.labId} and ${visibleStudies(actor)})`
  return or(eq(of.scope, 'system'), ofLab, eq(of.ownerId, actor.userId))
}

/** Those of one place. */
export const atPlace = ({ labId, ownerId }: Pick<Place, 'labId' | 'ownerId'>, of: Placed): SQL =>
  sql`${labId === null ? isNull(of.labId) : eq(of.labId, labId)} and ${ownerId === null ? isNull(of.ownerId) : eq(of.ownerId, ownerId)}`

/** Holds, until the transaction ends, the place that is everybody's: it has no row that could be locked. */
export async function lockSystemPlace(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.systemTemplates})`)
}
