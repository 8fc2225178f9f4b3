import type { AuditCheck } from '@readroom/contracts/operations/audit'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Db, OpenDb, Tx } from '@readroom/db/core/client'
import { type AuditHead, type AuditVerification, verifyAuditChain } from '@readroom/db/operations/audit-chain'
import { askForAuditCheck, countAuditChain, readAuditCheck, storeAuditCheck } from '@readroom/db/operations/audit-check'
import { emitJob } from '../core/outbox.ts'

/** Returns the result of the last audit check, and whether another is requested. */
export async function describeAuditCheck(db: Db): Promise<AuditCheck> {
  const [row, total] = await Promise.all([readAuditCheck(db), countAuditChain(db)])
  const { askedAt, checkedAt, entries, fault, faultyEntry } = row ?? { askedAt: null, checkedAt: null, ...nothing }
  return {
    askedAt: askedAt?.toISOString() ?? null,
    last: checkedAt && { at: checkedAt.toISOString(), entries, total, fault, faultyEntry },
  }
}
const nothing = { entries: 0, fault: null, faultyEntry: null }

/** Has the whole chain walked along, once however many ask. */
export async function startAuditCheck(tx: Tx, actor: Actor): Promise<void> {
  if (!(await askForAuditCheck(tx))) return
  await emitJob(tx, 'audit.verify', {})
  await audit(tx, actor, { action: 'audit.checked' })
}

/**
 * Walks along the chain and notes how it ended. It must hold the last good link of the walk before, and the heads that were noted elsewhere: a log that was
 * cut off or rebuilt does not.
 */
export async function runAuditCheck(db: OpenDb, elsewhere: readonly AuditHead[] = []): Promise<AuditVerification> {
  const before = await readAuditCheck(db)
  const noted = before && before.headSeq > 0 ? { seq: before.headSeq, hash: before.headHash } : null
  const walked = await verifyAuditChain(db, noted ? [noted, ...elsewhere] : elsewhere)
  // The head stays that of a good walk: a fault is found again until it is gone.
  await storeAuditCheck(db, walked.fault === null || noted === null ? walked : { ...walked, head: noted })
  return walked
}
