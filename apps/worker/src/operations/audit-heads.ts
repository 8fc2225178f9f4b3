import type { AuditHead } from '@readroom/db/operations/audit-chain'
import { findNewestLink } from '@readroom/db/operations/audit-links'
import type { JobsContext } from '../core/jobs/context.ts'

const folder = 'audit-heads'
const keyOfHead = /-(\d+)-([0-9a-f]{64})$/

/** Notes the newest link of the audit log in storage, out of reach of an administrator of the database alone. A repeated call changes nothing. */
export async function noteAuditHead({ database, storage }: JobsContext): Promise<void> {
  const head = await findNewestLink(database.db)
  if (!head) return
  const at = new Date().toISOString()
  const key = `${folder}/${at.slice(0, 13)}-${head.seq}-${head.hash}`
  await storage.put(key, Buffer.from(JSON.stringify({ ...head, at })), { contentType: 'application/json' })
}

/** Returns every head in storage: its place and hash are the object's name. */
export async function listNotedHeads(storage: JobsContext['storage']): Promise<AuditHead[]> {
  const heads: AuditHead[] = []
  for await (const { key } of storage.list(folder)) {
    const [, seq, hash] = keyOfHead.exec(key) ?? []
    if (seq && hash) heads.push({ seq: Number(seq), hash })
  }
  return heads
}
