import type { Db } from '../client.ts'
import { reportDispatches } from '../schema/dispatch.ts'
export declare function insertDispatch(tx: Db, dispatch: typeof reportDispatches.$inferInsert): Promise<void>
/** Queues the one mail of a batch. Whom it goes to stays in the database. */
export declare function requestDispatchMail(tx: Db, batchId: string): Promise<void>
/** Whom a batch goes to and how many of its reports still count; null where it is mailed, or nothing of it counts. */
export declare function findDispatchMail(
  db: Db,
  batchId: string,
): Promise<{
  email: string
  recipientName: string | null
  reports: number
} | null>
/** Notes that a batch has been mailed: a second run of the job sends nothing. */
export declare function markDispatchMailed(db: Db, batchId: string): Promise<void>
