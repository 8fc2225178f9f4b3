import { PresenceFields } from '@readroom/contracts/people/presence'
import type { ReaderDeficit } from '@readroom/contracts/studies/assignment-engine'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { users } from '../access/accounts.schema.ts'
import { assignable } from '../access/assignable.ts'
import type { Db, Tx } from '../core/client.ts'
import { type Before, type Passed, passed } from '../core/locks.ts'
import { doctors } from '../people/doctors.schema.ts'
import { assignments } from '../studies/assignments/assignments.schema.ts'
import { presenceOf } from '../studies/assignments/readers.ts'
import { assignmentDeficits } from './automatic-assignment.schema.ts'

/** Keeps all doctors who can be assigned, and their accounts, as they are until the transaction ends. */
export async function holdReaders<T extends Before<'account'>>(tx: T): Promise<[tx: Passed<T, 'account'>, held: undefined]> {
  await tx.execute(sql`
    select ${users.id} from ${users} join ${doctors} on ${doctors.userId} = ${users.id}
    where ${assignable} order by ${users.id} for share of ${users}, ${doctors}`)
  return passed(tx, 'account', undefined)
}

/** Writes the deficits that deals left. */
export async function keepDeficits(tx: Tx<'dealing'>, deficits: readonly ReaderDeficit[]): Promise<void> {
  if (deficits.length === 0) return
  await tx
    .insert(assignmentDeficits)
    .values(deficits.map(({ doctorId, deficit, deficitAt }) => ({ doctorId, deficit, deficitAt: new Date(deficitAt) })))
    .onConflictDoUpdate({
      target: assignmentDeficits.doctorId,
      set: { deficit: sql`excluded.deficit`, deficitAt: sql`excluded.deficit_at` },
    })
}

const WorkingDays = z.object({ availableDays: z.array(z.string()), presence: PresenceFields.nullable() })

/** Returns when a doctor works. Without a row: always. */
export async function findWorkingDays(db: Db, doctorId: string): Promise<z.infer<typeof WorkingDays>> {
  const { rows } = await db.execute(
    sql`select ${doctors.availableDays} as "availableDays", ${presenceOf} as presence from ${doctors} where ${doctors.id} = ${doctorId}`,
  )
  return z.array(WorkingDays).parse(rows)[0] ?? { availableDays: [], presence: null }
}

const DealtDoctor = z.object({
  doctorId: z.string(),
  isAssignable: z.boolean(),
  licenseExpiresOn: z.string().nullable(),
  availableDays: z.array(z.string()),
  presence: PresenceFields.nullable(),
})
export type DealtDoctor = z.infer<typeof DealtDoctor>

/** Returns the doctors who have studies that were dealt to them. */
export async function listDealtDoctors(db: Db): Promise<DealtDoctor[]> {
  const { rows } = await db.execute(sql`
    select ${doctors.id} as "doctorId", (${assignable}) as "isAssignable", ${doctors.licenseExpiresOn}::text as "licenseExpiresOn",
      ${doctors.availableDays} as "availableDays", ${presenceOf} as presence
    from ${doctors} join ${users} on ${users.id} = ${doctors.userId}
    where exists (select 1 from ${assignments}
      where ${assignments.doctorId} = ${doctors.id} and ${assignments.dealtBy} is not null and ${assignments.unassignedAt} is null)
    order by ${doctors.id}`)
  return z.array(DealtDoctor).parse(rows)
}
