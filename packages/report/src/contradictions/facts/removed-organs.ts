import { bothSides, type Side, sideOf } from '../clause-words.ts'
import { type Clause, findPhrases, phrasesOf, wordsOf } from '../clauses.ts'
import { statedPart } from './abnormal-signs.ts'
import { type Clash, clash, type Sentence, type Sentences } from './sentences.ts'

/** Organs, and the operations that remove them whole. */
const removals = phrasesOf({
  gallbladder: 'cholecystectomy',
  spleen: 'splenectomy',
  appendix: 'appendectomy, appendicectomy',
  uterus: 'hysterectomy, TAH, TAHBSO, TAH-BSO',
  kidney: 'nephrectomy, nephroureterectomy',
  breast: 'mastectomy',
  lung: 'pneumonectomy',
  ovary: 'oophorectomy, salpingo-oophorectomy, BSO, ovariectomy',
  testis: 'orchiectomy, orchidectomy',
  adrenal: 'adrenalectomy',
  thyroid: 'total thyroidectomy, thyroidectomy',
  prostate: 'prostatectomy',
  bladder: 'cystectomy, cystoprostatectomy',
  stomach: 'total gastrectomy',
  eye: 'enucleation',
})
/** The organs in a sentence, with diseases that nothing else has. */
const organs = phrasesOf({
  gallbladder: 'gallbladder, gall bladder, cholelithiasis, cholecystitis, gallbladder stone, gallstone',
  spleen: 'spleen, splenomegaly',
  appendix: 'appendix, appendicitis',
  uterus: 'uterus, endometrium, endometrial thickness, myometrium, fibroid',
  kidney: 'kidney, hydronephrosis, renal cortex',
  breast: 'breast',
  lung: 'lung, upper lobe, middle lobe, lower lobe, upper , middle and lower lobe',
  ovary: 'ovary, ovarian follicle',
  testis: 'testis, testicle, testes',
  adrenal: 'adrenal, adrenal gland',
  thyroid: 'thyroid, thyroid gland, thyroid lobe',
  prostate: 'prostate, prostate gland, seminal vesicle, prostatomegaly',
  bladder: 'urinary bladder, bladder',
  stomach: 'stomach',
  eye: 'globe',
})
type Organ = typeof organs extends ReadonlyMap<string, readonly { name: infer Name }[]> ? Name : never

/** Organs on both sides: the operation is of one of them. */
const paired: ReadonlySet<string> = new Set(['kidney', 'breast', 'lung', 'ovary', 'testis', 'adrenal', 'eye'])

/** With these, an operation leaves something, or was not done. */
const partial = wordsOf(
  'partial, subtotal, near-total, wedge, distal, sleeve, simple, supracervical, no, not, planned, planning, planned, scheduled, consider, considered, advised, recommended, candidate, if, may, or, before, transplant',
)
const absent = phrasesOf({ absent: 'surgically absent, been removed, is removed, removed, been resected, is absent, are absent' })

/** Words of a sentence that describes an organ as one that is there. */
const present = wordsOf(
  'normal, unremarkable, distended, thin-walled, homogeneous, heterogeneous, measure, measuring, enhance, free, clear, intact, symmetric, symmetrical, symmetrically, anteverted, retroverted, compressible, enlarged, thickened, bulky, atrophic, contain, contains, show, demonstrate, shows, echotexture, echogenicity, cm, mm, cc, ml, perfused, dilated, aerated, cyst, stone, gallstone, lesion, mass, fibroid, follicle, cholelithiasis, cholecystitis, appendicitis, splenomegaly, prostatomegaly, hydronephrosis, thickness, inflamed, lobulated, excretes, excretion, well-distended, expanded',
)
/** Words of one about what is left, lies beside it, or came instead. */
const beside = wordsOf(
  'absent, removed, fossa, bed, stump, remnant, cuff, surgically, status, previous, prior, site, scar, clip, flap, implant, reconstruction, reconstructed, transplant, transplanted, graft, neobladder, node, vein, artery, accessory, residual, recurrence, known, history, resected, operated, tissue, wall, expander, pouch, scaphoid, bronchus, contralateral, cava, prosthesis, vessel, tail, adenopathy, lymphadenopathy, likely, wall',
)
const unseen = phrasesOf({
  unseen:
    'not seen, not visualised, not visualized, not identified, not present, not demonstrated, no spleen, no residual, no remnant, no further',
})

type Removal = { organ: string; side: Side | 'both' | null; sentence: Sentence }

const sideIn = (clause: Clause): Removal['side'] =>
  clause.some(({ word }) => bothSides.has(word) || word === 'bso' || word === 'tah-bso') ? 'both' : (sideOf(clause)?.side ?? null)

function removalsIn(sentence: Sentence): Removal[] {
  const { clause } = sentence
  if (clause.some(({ word }) => partial.has(word))) return []
  const named: readonly string[] =
    findPhrases(clause, absent).length > 0 ? findPhrases(clause, organs).map(({ name }) => name) : []
  const done = [...findPhrases(clause, removals).map(({ name }) => name), ...named]
  return done.map((organ) => ({ organ, side: sideIn(clause), sentence }))
}

/** Reports whether a sentence describes an organ: of the side that was removed, if there are two. */
function describes({ clause }: Sentence, { organ, side }: Removal): boolean {
  const stated = statedPart(clause)
  const words = stated.map(({ word }) => word)
  if (clause.some(({ word }) => beside.has(word)) || !words.some((word) => present.has(word))) return false
  if (findPhrases(clause, removals).length > 0 || findPhrases(clause, unseen).length > 0) return false
  if (!findPhrases(stated, organs).some(({ name }: { name: Organ }) => name === organ)) return false
  const own = sideIn(clause)
  if (!paired.has(organ) || side === 'both') return true
  return side !== null && (own === side || own === 'both')
}

/** Returns sentences that describe an organ of which the report says that it was removed. */
export function removedOrgans({ findings, impression }: Sentences): Clash[] {
  const all = [...findings, ...impression]
  const removed = new Map(all.flatMap(removalsIn).map((one) => [`${one.organ} ${one.side}`, one]))
  return [...removed.values()].flatMap((removal) => {
    const described = all.find((sentence) => sentence !== removal.sentence && describes(sentence, removal))
    return described ? [clash(described, removal.sentence)] : []
  })
}
