import { type SettingName, Settings, type SomeSettings } from '@readroom/contracts/operations/settings'
import { z } from 'zod'
import type { SettingField } from './setting-fields.ts'

/** Returns a setting's value as its control shows it. */
export const shownValue = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

/** Returns the value that a control's text means. Text that is not a number stays text, so that the contract refuses it. */
function meantBy({ kind }: SettingField, text: string): unknown {
  const trimmed = text.trim()
  if (kind === 'number') return /^\d+$/.test(trimmed) ? Number(trimmed) : trimmed
  if (kind === 'roles') return trimmed === '' ? [] : trimmed.split(',')
  if (kind === 'flag') return trimmed === 'true'
  return kind === 'email' && trimmed === '' ? null : trimmed
}

const words: Partial<Record<SettingName, string>> = {
  clinicTimeZone: 'Please choose a time zone from the list, such as Europe/Zurich',
  supportEmail: 'Please enter a valid email address',
}

/** Returns the message that names the limits of a setting. */
function limitsOf(name: SettingName): string {
  const schema = Settings.shape[name]
  return schema instanceof z.ZodNumber
    ? `Please enter a whole number from ${schema.minValue} to ${schema.maxValue}`
    : 'At most 1,000 characters of plain text'
}

type Checked = { values: SomeSettings; error: null } | { values: null; error: string }

/** Returns the setting as the server expects it, or what is wrong with it. */
export function checkSetting(field: SettingField, text: string): Checked {
  const read = Settings.partial().safeParse({ [field.name]: meantBy(field, text) })
  return read.success ? { values: read.data, error: null } : { values: null, error: words[field.name] ?? limitsOf(field.name) }
}
