import type { Node } from 'prosemirror-model'
import { statedIn } from './contradictions/assertions.ts'
import { type Clause, readText } from './contradictions/clauses.ts'
import { placedText } from './contradictions/report-texts.ts'

/** A finding that the receiving doctor must hear of within minutes (ACR category 1). `near`: words that its sentence must have. */
type Critical = { names: readonly string[]; near?: RegExp }

const criticals: readonly Critical[] = [
  {
    names: ['subarachnoid', 'SAH', 'subdural', 'extradural', 'epidural'],
    near: /\b(?:h(?:a)?ematoma|h(?:a)?emorrhage|blood|bleed\w*|SAH|collection)\b/iu,
  },
  {
    names: ['intracranial hemorrhage', 'intracerebral hemorrhage', 'intraparenchymal hemorrhage', 'intraventricular hemorrhage'],
  },
  { names: ['tension pneumothorax'] },
  { names: ['dissection', 'rupture', 'ruptured'], near: /\baort\w*\b/iu },
  { names: ['pulmonary embolism', 'pulmonary embolus', 'pulmonary emboli', 'pulmonary artery embolism', 'saddle embolus'] },
  {
    names: [
      'free air',
      'free gas',
      'pneumoperitoneum',
      'free intraperitoneal air',
      'free intraperitoneal gas',
      'free intra-abdominal air',
    ],
  },
  { names: ['ectopic pregnancy', 'ectopic gestation'] },
  { names: ['torsion'], near: /\b(?:test\w*|ovar\w*|adnex\w*)\b/iu },
  { names: ['cord compression', 'compression of the cord', 'compression of the spinal cord', 'cauda equina compression'] },
  { names: ['pericardial tamponade', 'cardiac tamponade'] },
  { names: ['bowel ischemia', 'mesenteric ischemia', 'pneumatosis', 'midgut volvulus', 'sigmoid volvulus'] },
]

const known: readonly { name: Clause; near: RegExp | undefined }[] = criticals.flatMap(({ names, near }) =>
  names.flatMap((one) => readText(one).clauses.map((name) => ({ name, near }))),
)

/** A space of the body, and nothing in it: `subarachnoid spaces`. */
const isSpace = /^\s*(?:spaces?|cisterns?|fat|catheter|an(?:a)?esthesia|steroids?|injection)\b/iu

/**
 * Returns the sentence of the impression, else of the findings, that states a critical finding; null without one. Findings that are denied, doubted or
 * old are none. English alone.
 */
export function criticalFinding(report: Node): string | null {
  for (const section of ['impression', 'findings'] as const) {
    const read = readText(placedText(report, section).text)
    for (const { name, near } of known)
      for (const { to, quote } of statedIn(read.clauses, name)) {
        const words = read.text.slice(quote.from, quote.to).trim()
        if ((near?.test(words) ?? true) && !isSpace.test(read.text.slice(to))) return words
      }
  }
  return null
}
