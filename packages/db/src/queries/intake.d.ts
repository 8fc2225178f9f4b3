import type { Db } from '../client.ts'
/**
 * Locks the intake for the transaction's length and answers the last change taken in. Whatever writes what the archive says holds this lock,
 * so that workers take turns and no older answer overwrites a newer one. A worker that froze loses the lock after a minute.
 */
export declare function lockIntake(tx: Db): Promise<number>
export declare function moveCursor(tx: Db, last: number): Promise<void>
/** Notes a study that could not be taken in; it is tried again after 4 s, 8 s, and so on up to an hour. `reason` holds no patient data. */
export declare function recordFailure(tx: Db, orthancId: string, reason: string): Promise<void>
export declare function clearFailure(tx: Db, orthancId: string): Promise<void>
/** Orthanc ids of failed studies whose next attempt is due. */
export declare function listDueFailures(db: Db, limit: number): Promise<string[]>
/** Which of these studies wait for another attempt. */
export declare function listFailed(db: Db, orthancIds: string[]): Promise<Set<string>>
