import { verifyAuditChain } from '@readroom/db/audit-chain'
import { openDatabase } from '@readroom/db/client'
import { readDatabaseConfig } from './config.ts'

/** Verifies the audit log for operators: `node verify-audit.js [seq:hash]`, with a head that an earlier run printed. */
const [argument] = process.argv.slice(2)
const [, seq, hash] = /^(\d+):([0-9a-f]{64})$/.exec(argument ?? '') ?? []

if (argument !== undefined && !hash) {
  console.error('usage: verify-audit [seq:hash]')
  process.exitCode = 2
} else {
  const { db, close } = openDatabase(readDatabaseConfig().DATABASE_URL, { max: 1, onError: () => {} })
  const { entries, head, fault } = await verifyAuditChain(db, hash ? { seq: Number(seq), hash } : null)
  await close()
  if (fault) console.error(`The audit log is broken after ${entries} good entries: ${fault}`)
  else console.log(`${entries} entries, chain intact, head ${head.seq}:${head.hash}`)
  process.exitCode = fault ? 1 : 0
}
