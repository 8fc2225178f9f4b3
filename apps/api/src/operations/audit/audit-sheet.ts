import { auditActions, isAuditAction } from '@readroom/contracts/core/audit-actions'
import { roleNames } from '@readroom/contracts/core/permissions'
import type { AuditEntry } from '@readroom/contracts/operations/audit'
import { wallClock } from '../../core/spreadsheet/wall-clock.ts'
import type { Column } from '../../core/spreadsheet/xlsx.ts'
import type { Cell } from '../../core/spreadsheet/xlsx-xml.ts'

export type SheetColumn = Column & { cell: (row: AuditEntry) => Cell }

/** Returns the columns of the exported log. */
export function auditSheet(zone: string): SheetColumn[] {
  const at = wallClock(zone)
  return [
    { heading: 'Entry', width: 12, cell: ({ entry }) => entry },
    { heading: `Time (${zone})`, width: 20, cell: (row) => at(row.at) },
    { heading: 'Account', width: 28, cell: ({ person }) => person?.fullName ?? null },
    { heading: 'Role', width: 14, cell: ({ person }) => person && roleNames[person.role] },
    { heading: 'Action', width: 28, cell: ({ action }) => (isAuditAction(action) ? auditActions[action][1] : action) },
    { heading: 'Patient ID', width: 16, cell: ({ patient }) => patient?.patientId ?? null },
    { heading: 'Patient Name', width: 28, cell: ({ patient }) => patient?.patientName ?? null },
    { heading: 'Accession', width: 18, cell: ({ study }) => study?.accessionNumber ?? null },
    { heading: 'About', width: 24, cell: ({ targetName, targetType }) => targetName ?? targetType },
    { heading: 'Id', width: 38, cell: ({ targetId }) => targetId },
    { heading: 'Details', width: 60, cell: ({ details }) => (Object.keys(details).length > 0 ? JSON.stringify(details) : null) },
    { heading: 'Address', width: 18, cell: ({ address }) => address },
    { heading: 'Hash', width: 66, cell: ({ hash }) => hash },
    { heading: 'Changed since', width: 14, cell: ({ isIntact }) => (isIntact ? null : 'CHANGED') },
  ]
}
