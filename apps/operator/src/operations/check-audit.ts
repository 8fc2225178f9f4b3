import { openDatabase } from '@readroom/db/core/client'
import { verifyAuditChain } from '@readroom/db/operations/audit-chain'
import { readDatabaseConfig } from '../core/config.ts'
import { OperatorError, UsageError } from '../core/operator-error.ts'

/** Verifies the audit log. `noted` is the head that an earlier run printed, as `seq:hash`. */
export async function checkAudit(noted: string | undefined): Promise<void> {
  const [, seq, hash] = /^(\d+):([0-9a-f]{64})$/.exec(noted ?? '') ?? []
  if (noted !== undefined && !hash) throw new UsageError(`${noted} is not a head. A head looks like 1041:9f2c...`)
  const { db, close } = openDatabase(readDatabaseConfig().DATABASE_URL, { max: 1, onError: () => {} })
  const { entries, head, fault } = await verifyAuditChain(db, hash ? [{ seq: Number(seq), hash }] : []).finally(close)
  if (fault) throw new OperatorError(`The audit log is broken after ${entries} good entries: ${fault}`)
  console.log(`${entries} entries, chain intact, head ${head.seq}:${head.hash}`)
}
