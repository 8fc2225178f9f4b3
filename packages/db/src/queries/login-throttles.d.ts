import type { Db } from '../client.ts'
/** Seconds until the next try is allowed under every key; 0 when it is now. */
export declare function secondsBlocked(db: Db, keys: readonly string[]): Promise<number>
/** Counts a failure. After `free` ones each doubles the wait: 1 s, 2 s, 4 s ... up to five minutes. Answers that wait in seconds. */
export declare function countFailure(db: Db, key: string, free: number): Promise<number>
export declare function clearFailures(db: Db, keys: readonly string[]): Promise<void>
