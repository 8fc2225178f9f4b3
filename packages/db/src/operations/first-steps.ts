import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../core/client.ts'

const Row = z.tuple([
  z.object({
    hasTimeZone: z.boolean(),
    hasDoctor: z.boolean(),
    hasStudy: z.boolean(),
    isDismissed: z.boolean(),
    laboratory: z.object({ _id: z.string(), name: z.string() }).nullable(),
    testedAt: z.coerce.date().nullable(),
    acceptedAt: z.coerce.date().nullable(),
  }),
])
export type SetUp = z.infer<typeof Row>[0]

/** Returns which parts of an installation exist. `laboratory` is the newest one. */
export async function readSetUp(db: Db): Promise<SetUp> {
  const { rows } = await db.execute(sql`
    select exists (select 1 from settings where name = 'clinicTimeZone') as "hasTimeZone",
      exists (select 1 from doctors d join users u on u.id = d.user_id where u.deleted_at is null) as "hasDoctor",
      exists (select 1 from studies) as "hasStudy",
      exists (select 1 from audit_log where action = 'first_steps.dismissed') as "isDismissed",
      (select jsonb_build_object('_id', id, 'name', name) from labs order by created_at desc, id desc limit 1) as laboratory,
      (select max(at) from audit_log where action = 'mail.tested') as "testedAt",
      (select max(at) from audit_log where action = 'mail.accepted') as "acceptedAt"`)
  return Row.parse(rows)[0]
}
