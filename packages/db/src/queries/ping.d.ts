import type { Db } from '../client.ts'
/** Resolves when the database answers. */
export declare function ping(db: Db): Promise<void>
