import type { AuditEntry } from '@readroom/contracts/operations/audit'

export const entry = (fields: Partial<AuditEntry>): AuditEntry => ({
  entry: 7,
  at: '2026-03-01T08:00:00.000Z',
  person: null,
  action: 'login.failed',
  patient: null,
  study: null,
  targetType: null,
  targetId: null,
  targetName: null,
  details: {},
  address: '198.51.100.7',
  hash: 'ab'.repeat(32),
  isIntact: true,
  ...fields,
})
