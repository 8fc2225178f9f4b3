import { isPlain, labelledSides, saysNormal, sideOf } from './clause-words.ts'
import { type Clause, findPhrases, type ReadText } from './clauses.ts'
import { doubts, lasting } from './terms.ts'

/** An organ: the labels under which findings describe it, and the words by which an impression says that something is wrong with it. */
type Organ = { label: RegExp; wrong: RegExp }

const tumour = 'mass|lesion|tumou?r|carcinoma|cancer|malignan\\w*|metasta\\w+|abscess'
/** Something is wrong with an organ that stands before or behind it: `liver lesion`, `mass in the right kidney`. */
const of = (organ: string, more: string) =>
  new RegExp(
    `\\b(?:${organ}) (?:\\w+ ){0,2}(?:${tumour}|${more})|\\b(?:${tumour}|${more}) (?:\\w+ ){0,1}(?:of|in) (?:the )?(?:\\w+ ){0,2}(?:${organ})`,
    'iu',
  )

const organs: readonly Organ[] = [
  {
    label: /^(?:other )?(?:bones?|osseous structures|bony structures)$/iu,
    wrong:
      /\b(?:(?:non-?ossifying |chondromyxoid )?fibroma|enchondroma|osteochondroma|chondroblastoma|osteoblastoma|osteoid osteoma|(?:osteo|chondro|ewing )sarcoma|myeloma|osteomyelitis|bone (?:lesion|cyst|tumou?r|metasta\w+)|(?:lytic|lucent|sclerotic|osteoblastic|osteolytic) (?:lesions?|metasta\w+))\b/iu,
  },
  { label: /^liver$/iu, wrong: of('liver|hepatic', 'h(?:a)?emangioma|steatosis|cirrhosis|cysts?') },
  { label: /^(?:pancreas)$/iu, wrong: of('pancreas|pancreatic', 'pancreatitis|cysts?|duct dilatation') },
  { label: /^(?:spleen)$/iu, wrong: of('spleen|splenic', 'infarcts?|laceration|cysts?') },
  {
    label: /^(?:(?:right |left |both )?kidneys?)$/iu,
    wrong: of('kidneys?|renal', 'hydronephrosis|calcul\\w+|stones?|pyelonephritis'),
  },
  {
    label: /^(?:(?:right |left |both )?ovar(?:y|ies)|adnexa)$/iu,
    wrong: of('ovar(?:y|ies|ian)|adnexal?', 'cysts?|torsion|endometrioma|dermoid'),
  },
  { label: /^uterus$/iu, wrong: of('uter(?:us|ine)', 'fibroids?|leiomyomas?|polyps?') },
  { label: /^(?:urinary )?bladder$/iu, wrong: of('bladder', 'stones?|polyps?|diverticul\\w+') },
  { label: /^(?:thyroid|(?:right|left) (?:thyroid )?lobe)$/iu, wrong: of('thyroid|(?:right|left) lobe', 'nodules?') },
  { label: /^lungs?$/iu, wrong: of('lungs?|pulmonary|(?:upper|middle|lower) lobe', 'nodules?|consolidation|pneumonia') },
  {
    label: /^(?:brain|(?:brain )?parenchyma|gr[ae]y matter|white matter|gr[ae]y and white matter)$/iu,
    wrong: of(
      'brain|cerebral|cerebellar|(?:frontal|parietal|temporal|occipital) lobe',
      'glio\\w+|infarct\\w*|demyelinat\\w+|contusions?',
    ),
  },
]

/** A label that findings call normal, and the words of the impression that find something wrong there. */
export type NormalOrgan = { from: number; to: number; words: string; other: string }

const cut = (text: string, clause: Clause) => text.slice(clause[0]?.from ?? 0, clause.at(-1)?.to ?? 0)

/** Reports whether a clause states something of this examination, without doubt, and not of what has been there for long. */
const isStated = (clause: Clause) =>
  isPlain(clause) &&
  !saysNormal(clause) &&
  findPhrases(clause, doubts).length === 0 &&
  !clause.some(({ word }) => lasting.has(word))

/**
 * Returns what the impression finds wrong with an organ whose label the findings call normal (`Bone: normal density`), if nothing else in the findings
 * says it too.
 */
export function normalOrgans({ text: findings, clauses }: ReadText, impression: ReadText): NormalOrgan[] {
  const labels = labelledSides(findings, clauses)
  const stated = clauses.filter(isStated).map((clause) => cut(findings, clause))
  return clauses.flatMap((clause, index) => {
    const colon = clause.findIndex(({ word }) => word === ':')
    if (colon <= 0 || !saysNormal(clause)) return []
    const label = findings.slice(clause[0]?.from ?? 0, clause[colon - 1]?.to ?? 0)
    const organ = organs.find((one) => one.label.test(label))
    if (!organ || stated.some((words) => organ.wrong.test(words))) return []
    const side = sideOf(clause.slice(0, colon))?.side ?? labels[index] ?? null
    return impression.clauses.flatMap((one) => {
      const words = cut(impression.text, one)
      const match = isStated(one) ? organ.wrong.exec(words) : null
      const own = sideOf(one)?.side ?? null
      if (!match || (side !== null && side !== own)) return []
      const from = (one[0]?.from ?? 0) + match.index
      return [{ from, to: from + match[0].length, words, other: cut(findings, clause) }]
    })
  })
}
