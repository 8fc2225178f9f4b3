import { z } from 'zod'
import { parseJson } from '../../../lib/api/request.ts'
import { draftKey } from '../../../lib/drafts.ts'
import { differing, type FieldName, fieldNames, type RecordValues } from './record-fields.ts'

const Changes = z.object({
  base: z.partialRecord(z.enum(fieldNames), z.string()),
  mine: z.partialRecord(z.enum(fieldNames), z.string()),
})
type Changes = z.infer<typeof Changes>

const keyOf = (userId: string, studyId: string) => draftKey(userId, `record-${studyId}`)

const pick = (values: RecordValues, names: readonly FieldName[]) =>
  Object.fromEntries(names.map((name) => [name, values[name]] as const))

/** Keeps unsaved changes in this tab, so that they survive a reload. Removes the draft if there are none. */
export function keepDraft(userId: string, studyId: string, base: RecordValues, mine: RecordValues): void {
  const names = differing(base, mine)
  if (names.length === 0) sessionStorage.removeItem(keyOf(userId, studyId))
  else sessionStorage.setItem(keyOf(userId, studyId), JSON.stringify({ base: pick(base, names), mine: pick(mine, names) }))
}

/** Returns the draft: the changed fields with their values before and after. */
export function readDraft(userId: string, studyId: string): Changes | null {
  return Changes.safeParse(parseJson(sessionStorage.getItem(keyOf(userId, studyId)) ?? '')).data ?? null
}
