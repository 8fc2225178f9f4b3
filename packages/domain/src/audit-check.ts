import type { AuditCheck } from '@readroom/contracts/audit'
import type { Actor } from '@readroom/db/actor'
import { audit } from '@readroom/db/audit'
import { type AuditVerification, verifyAuditChain } from '@readroom/db/audit-chain'
import type { Db, Tx } from '@readroom/db/client'
import { askForAuditCheck, readAuditCheck, storeAuditCheck } from '@readroom/db/queries/audit-check'
import { emitJob } from './outbox.ts'

/** How the last walk along the chain ended, and whether another is asked for. */
export async function describeAuditCheck(db: Db): Promise<AuditCheck> {
  const row = await readAuditCheck(db)
  const { askedAt, checkedAt, entries, fault, faultyEntry } = row ?? { askedAt: null, checkedAt: null, ...nothing }
  return {
    askedAt: askedAt?.toISOString() ?? null,
    last: checkedAt && { at: checkedAt.toISOString(), entries, fault, faultyEntry },
  }
}
const nothing = { entries: 0, fault: null, faultyEntry: null }

/** Has the whole chain walked along, once however many ask. */
export async function startAuditCheck(tx: Tx, actor: Actor): Promise<void> {
  if (!(await askForAuditCheck(tx))) return
  await emitJob(tx, 'audit.verify', {})
  await audit(tx, actor, { action: 'audit.checked' })
}

/** Walks along the chain and notes how it ended. It must hold the last good link of the walk before: a log that was cut off or rebuilt does not. */
export async function runAuditCheck(db: Db): Promise<AuditVerification> {
  const before = await readAuditCheck(db)
  const noted = before && before.headSeq > 0 ? { seq: before.headSeq, hash: before.headHash } : null
  const walked = await verifyAuditChain(db, noted)
  // The head stays that of a good walk: a fault is found again until it is gone.
  await storeAuditCheck(db, walked.fault === null || noted === null ? walked : { ...walked, head: noted })
  return walked
}
