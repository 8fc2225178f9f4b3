import type { AuditEntry } from '@readroom/contracts/operations/audit'
import { isAuditLink } from '@readroom/db/operations/audit-chain'
import type { listAuditLog } from '@readroom/db/operations/audit-log'
import { z } from 'zod'

type Row = Awaited<ReturnType<typeof listAuditLog>>[number]

const Details = z.record(z.string(), z.unknown())

/** Converts an entry for display. Whether it still fits its link of the hash chain is computed now. */
export function toAuditEntry(row: Row): AuditEntry {
  const { userId, fullName, role, patientRowId, patientId, patientName, studyId, accessionNumber, description } = row
  return {
    entry: row.id,
    at: row.at.toISOString(),
    person: userId !== null && fullName !== null && role !== null ? { _id: userId, fullName, role } : null,
    action: row.action,
    patient: patientRowId === null ? null : { _id: patientRowId, patientId, patientName },
    study: studyId === null ? null : { _id: studyId, accessionNumber, description },
    targetType: row.targetType,
    targetId: row.targetId,
    targetName: row.targetName,
    details: Details.catch({}).parse(row.details),
    address: row.address,
    hash: row.hash,
    isIntact: row.hash !== null && isAuditLink(row.hash, row.hashBefore ?? '', row.text),
  }
}
