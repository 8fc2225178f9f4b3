import { verifyAuditChain } from '@readroom/db/audit-chain'
import { openDatabase } from '@readroom/db/client'
import { readDatabaseConfig } from '../config.ts'
import { OperatorError, UsageError } from './operator-error.ts'

/** Verifies the audit log. `noted`: the head that an earlier run printed, as `seq:hash`. */
export async function checkAudit(noted: string | undefined): Promise<void> {
  const [, seq, hash] = /^(\d+):([0-9a-f]{64})$/.exec(noted ?? '') ?? []
  if (noted !== undefined && !hash) throw new UsageError(`${noted} is no head: it looks like 1041:9f2c...`)
  const { db, close } = openDatabase(readDatabaseConfig().DATABASE_URL, { max: 1, onError: () => {} })
  const { entries, head, fault } = await verifyAuditChain(db, hash ? { seq: Number(seq), hash } : null).finally(close)
  if (fault) throw new OperatorError(`The audit log is broken after ${entries} good entries: ${fault}`)
  console.log(`${entries} entries, chain intact, head ${head.seq}:${head.hash}`)
}
