import { differing, type FieldName, type RecordValues } from './record-fields.ts'

/** A field that two people changed to different things. */
export type FieldConflict = { name: FieldName; mine: string; theirs: string }
export type Merged = { values: RecordValues; conflicts: FieldConflict[] }

/**
 * What I changed since `base`, over what others have made of it meanwhile. A field that both changed stays mine for now, and is a conflict
 * unless both say the same.
 */
export function mergeRecords(base: RecordValues, mine: RecordValues, theirs: RecordValues): Merged {
  const changed = differing(base, mine)
  const values = { ...theirs }
  for (const name of changed) values[name] = mine[name]
  const theirChanges = new Set(differing(base, theirs))
  const both = changed.filter((name) => theirChanges.has(name) && mine[name].trim() !== theirs[name].trim())
  return { values, conflicts: both.map((name) => ({ name, mine: mine[name], theirs: theirs[name] })) }
}
