import type { Db } from '../client.ts'
/** The links after `seq` in their order; `entry` is null where the audit log no longer has it. */
export declare function listAuditLinks(
  db: Db,
  {
    after,
    limit,
  }: {
    after: number
    limit: number
  },
): Promise<
  {
    seq: number
    auditId: number
    hash: string
    entry: string | null
  }[]
>
/** The oldest entry that no link covers, or null. */
export declare function findUnchainedEntry(db: Db): Promise<number | null>
