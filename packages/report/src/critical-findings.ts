import type { Node } from 'prosemirror-model'
import { statedIn } from './contradictions/assertions.ts'
import { type Clause, findPhrases, phrasesOf, readText } from './contradictions/clauses.ts'
import { placedText } from './contradictions/report-texts.ts'

/**
 * A finding that the receiving doctor must hear of within minutes (ACR category 1). `near`: words that its sentence must have. `never`: words that make it
 * something that has been there for long.
 */
type Critical = { names: readonly string[]; near?: RegExp; never?: RegExp }

const brain =
  /\b(?:brain\w*|cerebr\w*|cerebell\w*|frontal|temporal|parietal|occipital|insular?|basal ganglia|thalam\w*|pons|pontine|[MAP]CA|PICA|territor\w*)\b/iu

const criticals: readonly Critical[] = [
  {
    names: ['subarachnoid', 'SAH', 'subdural', 'extradural', 'epidural'],
    near: /\b(?:h(?:a)?ematoma|h(?:a)?emorrhage|blood|bleed\w*|SAH|collection)\b/iu,
  },
  {
    names: ['intracranial hemorrhage', 'intracerebral hemorrhage', 'intraparenchymal hemorrhage', 'intraventricular hemorrhage'],
  },
  {
    names: ['hemorrhage', 'hematoma', 'bleed', 'bleeding'],
    near: brain,
    never: /\b(?:micro\w*|petechial|scalp|subgaleal|extracranial|sinus\w*|orbit\w*|bone|muscle)\b/iu,
  },
  { names: ['large vessel occlusion', 'acute stroke', 'ischemic stroke'] },
  {
    names: ['infarct', 'infarction', 'acute ischemia'],
    near: brain,
    never: /\b(?:lacun\w*|microvascular|small[- ]vessel|encephalomalacia|gliosis)\b/iu,
  },
  { names: ['tension pneumothorax'] },
  {
    names: ['pneumothorax'],
    never: /\b(?:small|tiny|trace|minimal|residual|apical|smaller|decreas\w*|unchanged|stable|improv\w*|drain\w*|\d mm)\b/iu,
  },
  {
    names: ['fracture'],
    near: /\b(?:c[1-7]|odontoid|dens|hangman'?s?|jefferson|cervical (?:spine|vertebra\w*))\b/iu,
    never: /\b(?:spinous|transverse) process/iu,
  },
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

const known: readonly (Omit<Critical, 'names'> & { name: Clause })[] = criticals.flatMap(({ names, ...rest }) =>
  names.flatMap((one) => readText(one).clauses.map((name) => ({ name, ...rest }))),
)

const suspicion = phrasesOf({ suspicion: 'suspicious for, suspicious of, concerning for, suggestive of' })

/** Returns a clause without the words that call a finding suspected: the receiving doctor must hear of that one too. */
function withoutSuspicion(clause: Clause): Clause {
  const hits = findPhrases(clause, suspicion)
  return hits.length === 0
    ? clause
    : clause.filter((_, place) => !hits.some(({ first, last }) => place >= first && place <= last))
}

/** A space of the body, and nothing in it: `subarachnoid spaces`. */
const isSpace = /^\s*(?:spaces?|cisterns?|fat|catheter|an(?:a)?esthesia|steroids?|injection)\b/iu

/**
 * Returns the sentence of the impression, else of the findings, that states a critical finding; null without one. Findings that are denied, open or
 * old are none, suspected ones are. English alone.
 */
export function criticalFinding(report: Node): string | null {
  for (const section of ['impression', 'findings'] as const) {
    const read = readText(placedText(report, section).text)
    const clauses = read.clauses.map(withoutSuspicion)
    for (const { name, near, never } of known)
      for (const { to, quote } of statedIn(clauses, name)) {
        const words = read.text.slice(quote.from, quote.to).trim()
        if ((near?.test(words) ?? true) && !never?.test(words) && !isSpace.test(read.text.slice(to))) return words
      }
  }
  return null
}
