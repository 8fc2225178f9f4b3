import type { Actor } from './actor.ts'
import type { Db } from './client.ts'
export type AuditEntry = {
  action: string
  target?: {
    type: string
    id: string
  }
  details?: Record<string, unknown>
}
/** Appends to the audit log, in the transaction of the change itself. `actor` null: nobody is signed in yet. */
export declare function audit(
  tx: Db,
  actor:
    | Pick<Actor, 'userId' | 'address'>
    | {
        userId: null
        address: string
      },
  entry: AuditEntry,
): Promise<void>
