import type { Sex } from '@readroom/contracts/core/primitives'
import type { TemplateScope } from '@readroom/contracts/reading/reading-templates'
import type { ReportKind } from '@readroom/contracts/studies/report-kinds'

/** The studies that a report template is for. */
type Described = {
  id: string
  scope: TemplateScope
  labId: string | null
  name: string
  modalities: readonly string[]
  words: readonly string[]
  sex: Sex | null
  kind: ReportKind
  isDefault: boolean
}

/** A study's properties that select a report template. */
type Studied = {
  labId: string | null
  modalities: readonly string[]
  description: string | null
  /** Of its series, in one text. */
  bodyParts: string
  patientSex: Sex | null
}

export type Ranked<T> = {
  template: T
  /** Could be taken by itself. */
  fits: boolean
  /** For the writer. */
  why: string[]
  /** Its words that the study says. */
  found: readonly string[]
}

/** Words between spaces, without accents and letter case, so that `SCHÄDEL_NATIV` has `schadel`. */
const wordsOf = (text: string) =>
  ` ${text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `

const tokensOf = (text: string) => wordsOf(text).trim().split(' ')

const names: Record<Sex, string> = { M: 'men', F: 'women', O: 'patients of other sex' }
const owners: Record<TemplateScope, string> = { doctor: 'Your own', lab: 'Of the laboratory', system: 'Of the system' }
const places: readonly TemplateScope[] = ['doctor', 'lab', 'system']

function judge<T extends Described>(template: T, study: Studied) {
  const { modalities, words, sex, scope, isDefault } = template
  const said = wordsOf(`${study.description ?? ''} ${study.bodyParts}`)
  const found = words.filter((word) => wordsOf(word).trim() !== '' && said.includes(wordsOf(word)))
  const modality = study.modalities.find((one) => modalities.includes(one))
  const misses = [
    ...(modalities.length > 0 && modality === undefined ? [`For ${modalities.join(', ')}`] : []),
    ...(words.length > 0 && found.length === 0 ? [`For “${words.slice(0, 3).join('”, “')}”`] : []),
    ...(sex !== null && sex !== study.patientSex ? [`For ${names[sex]}`] : []),
    ...(words.length === 0 && !isDefault ? ['Taken only when chosen'] : []),
  ]
  const hits = [
    ...(modality === undefined ? [] : [modality]),
    ...found.map((word) => `“${word}” is in the study's description`),
    ...(sex !== null && sex === study.patientSex ? [`For ${names[sex]}`] : []),
    owners[scope],
  ]
  const fits = misses.length === 0
  const rank = [
    fits,
    found.length > 0,
    modality !== undefined,
    -places.indexOf(scope),
    tokensOf(found.join(' ')).length,
    sex !== null && fits,
    isDefault,
  ]
  return { template, fits, why: fits ? hits : misses, found, rank: rank.map(Number) }
}

/**
 * The templates of a kind that a report of a study can be written on, the best first. Fitting: modality, sex, and at least one of its words in
 * the description or body part; one without words has to be a default. Of those, the ones with words found go first, then those of the very
 * modality, then a doctor's before the laboratory's before the system's, then the most words (each of “lumbar spine” counts), the one for the sex, the default, by name.
 */
export function rankTemplates<T extends Described>(templates: readonly T[], study: Studied, kind: ReportKind): Ranked<T>[] {
  return templates
    .filter((template) => template.kind === kind && (template.scope !== 'lab' || template.labId === study.labId))
    .map((template) => judge(template, study))
    .sort((a, b) => {
      const at = a.rank.findIndex((value, index) => value !== b.rank[index])
      if (at >= 0) return (b.rank[at] ?? 0) - (a.rank[at] ?? 0)
      return a.template.name.localeCompare(b.template.name, 'en') || (a.template.id < b.template.id ? -1 : 1)
    })
    .map(({ template, fits, why, found }) => ({ template, fits, why, found }))
}

/**
 * Returns the template that a report begins on by itself: the best one, if it fits. Null if another one of the same owner fits by other words: the study
 * shows several parts of the body, a report on one of them would miss the others, and the writer chooses.
 */
export function chosenOf<T extends Described>(ranked: readonly Ranked<T>[]): T | null {
  const [best, ...others] = ranked
  if (!best?.fits) return null
  const ofBest = new Set(best.found.flatMap(tokensOf))
  const isOfAnotherPart = ({ template, fits, found }: Ranked<T>) =>
    fits &&
    template.scope === best.template.scope &&
    found.length > 0 &&
    !found.flatMap(tokensOf).some((token) => ofBest.has(token))
  return others.some(isOfAnotherPart) ? null : best.template
}
