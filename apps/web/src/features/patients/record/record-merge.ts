import { differing, type FieldName, type RecordValues } from './record-fields.ts'

/** A field that two users changed to different values. */
export type FieldConflict = { name: FieldName; mine: string; theirs: string }
export type Merged = { values: RecordValues; conflicts: FieldConflict[] }

/**
 * Applies my changes since `base` to the values that others have saved meanwhile. A field that both changed keeps my value, and is a conflict unless the
 * values are equal.
 */
export function mergeRecords(base: RecordValues, mine: RecordValues, theirs: RecordValues): Merged {
  const changed = differing(base, mine)
  const values = { ...theirs }
  for (const name of changed) values[name] = mine[name]
  const theirChanges = new Set(differing(base, theirs))
  const both = changed.filter((name) => theirChanges.has(name) && mine[name].trim() !== theirs[name].trim())
  return { values, conflicts: both.map((name) => ({ name, mine: mine[name], theirs: theirs[name] })) }
}
