import { readFileSync } from 'node:fs'
import { Sex } from '@readroom/contracts/core/primitives'
import { z } from 'zod'

/** A report as a person might dictate it, of nobody. `contradiction`: what a colleague would see in it; null if nothing. */
const WrittenReport = z.strictObject({
  description: z.string(),
  sex: Sex.nullable(),
  technique: z.string(),
  comparison: z.string(),
  findings: z.string(),
  impression: z.string(),
  contradiction: z.enum(['presence', 'side', 'place', 'sex', 'contrast', 'category', 'size', 'change']).nullable(),
})
export type WrittenReport = z.infer<typeof WrittenReport>

function read(name: string): WrittenReport[] {
  const text = readFileSync(new URL(`written/${name}.jsonl`, import.meta.url), 'utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => WrittenReport.parse(JSON.parse(line)))
}

/** Half of them have one contradiction each. The rules were corrected by these. */
export const tuning = read('tuning')
/** Written before the rules about sides, values and normal organs, and never used to correct one. 28 have a contradiction. */
export const neverSeen = read('never-seen')
/** Half of them have one contradiction each. No rule was corrected by these. */
export const heldOut = read('held-out')
