import { z } from 'zod'
import { parseJson } from '../../lib/api/request.ts'
import { draftKey } from '../../lib/drafts.ts'
import { differing, type FieldName, fieldNames, type RecordValues } from './record-fields.ts'

const Changes = z.object({
  base: z.partialRecord(z.enum(fieldNames), z.string()),
  mine: z.partialRecord(z.enum(fieldNames), z.string()),
})
type Changes = z.infer<typeof Changes>

const keyOf = (userId: string, studyId: string) => draftKey(userId, `record-${studyId}`)

const pick = (values: RecordValues, names: readonly FieldName[]) =>
  Object.fromEntries(names.map((name) => [name, values[name]] as const))

/** Keeps what is not saved yet in this tab, through a reload; nothing where there is nothing. */
export function keepDraft(userId: string, studyId: string, base: RecordValues, mine: RecordValues): void {
  const names = differing(base, mine)
  if (names.length === 0) sessionStorage.removeItem(keyOf(userId, studyId))
  else sessionStorage.setItem(keyOf(userId, studyId), JSON.stringify({ base: pick(base, names), mine: pick(mine, names) }))
}

/** What was kept: the fields as they were when they were changed, and what they were changed to. */
export function readDraft(userId: string, studyId: string): Changes | null {
  return Changes.safeParse(parseJson(sessionStorage.getItem(keyOf(userId, studyId)) ?? '')).data ?? null
}
