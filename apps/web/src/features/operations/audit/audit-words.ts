import { auditActions, isAuditAction } from '@readroom/contracts/core/audit-actions'
import type { AuditEntry } from '@readroom/contracts/operations/audit'
import { recordFields } from '@readroom/contracts/patients/record-fields'
import { capital } from '../../../lib/format.ts'
import { settingGroups } from '../settings/setting-fields.ts'

export const actionWords = (action: string): string => (isAuditAction(action) ? auditActions[action][1] : action)

/** One detail of an entry. */
export type Detail = { name: string; before: string | null; value: string }

/** Turns a field name into words: `labId` into Lab id. */
const wordsOf = (name: string) =>
  capital(
    name
      .replace(/[_-]/g, ' ')
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase(),
  )

function valueWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'N/A'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map(valueWords).join(', ') || 'N/A'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const fieldLabels = new Map<string, string>(Object.entries(recordFields).map(([name, { label }]) => [name, label]))
const fieldWords = (name: unknown) => (typeof name === 'string' ? (fieldLabels.get(name) ?? wordsOf(name)) : valueWords(name))

/** Senders of changes without an account, by the source of the change. */
const senders = new Map<unknown, string>([
  ['hl7', 'HL7 connection'],
  ['fhir', 'FHIR client'],
  ['scanner', 'Scanner'],
])
const programs: readonly (string | null)[] = [null, 'local', 'system']

/** Names who made an entry without an account. */
export function makerOf({ address, details }: Pick<AuditEntry, 'address' | 'details'>): string {
  return senders.get(details.source) ?? (programs.includes(address) ? 'System' : 'Not signed in')
}

const listWords = (value: unknown) => valueWords(Array.isArray(value) ? value.map(fieldWords) : value)

/** Details that hold names of fields, and details whose values have words. */
const wordsOfDetail: Record<string, (value: unknown) => string> = {
  changed: listWords,
  fields: listWords,
  source: (value) => senders.get(value) ?? (value === 'manual' ? 'By hand' : valueWords(value)),
}

/** Returns the details of an entry, a change with the previous value. */
export function detailsOf({ details }: Pick<AuditEntry, 'details'>): Detail[] {
  const { from, to, ...rest } = details
  const isChange = 'from' in details && 'to' in details
  const change = { name: 'Value', before: valueWords(from), value: valueWords(to) }
  const others = Object.entries(isChange ? rest : details)
  return [
    ...(isChange ? [change] : []),
    ...others.map(([name, value]) => ({ name: wordsOf(name), before: null, value: (wordsOfDetail[name] ?? valueWords)(value) })),
  ]
}

const settingLabels = new Map<string, string>(
  settingGroups.flatMap(({ fields }) => fields.map(({ name, label }) => [name, label] as const)),
)

const isId = (value: string) => /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value)

/** Returns a one-line summary of the entry. Ids are left to its details. */
export function summaryOf(entry: AuditEntry): string {
  const { targetName, targetType, targetId, study } = entry
  const about =
    targetName ??
    (targetType === 'setting' && targetId ? (settingLabels.get(targetId) ?? wordsOf(targetId)) : null) ??
    study?.description ??
    study?.accessionNumber
  const told = detailsOf(entry).filter(({ before, value }) => before !== null || (value !== 'N/A' && !isId(value)))
  const details = told.map(({ name, before, value }) => (before === null ? `${name}: ${value}` : `${before} to ${value}`))
  return [about, ...details].filter(Boolean).join(' · ') || 'N/A'
}
