import { isPlain } from '../clause-words.ts'
import { clausesOf, findPhrases, phrasesOf } from '../clauses.ts'
import { type Clash, clash, type Sentences } from './sentences.ts'

const kinds =
  'no prior, no previous, no earlier, no old, no outside, no relevant prior, no relevant previous, no comparison, first'.split(
    ', ',
  )
const studies =
  'study, image, imaging, examination, exam, scan, film, radiograph, ct, mri, pet, ultrasound, mammogram, echo, is available, available, for comparison, on file'.split(
    ', ',
  )
/** Nothing is there to compare with. */
const none = phrasesOf({
  none: [
    ...kinds.flatMap((kind) => studies.map((study) => `${kind} ${study}`)),
    'comparison none, comparison : none, comparison : nil, none available, comparison not available, baseline study, baseline examination, baseline scan, baseline staging, not previously imaged',
  ].join(', '),
})
const changed = phrasesOf({
  changed:
    'unchanged, increased, decreased, grown, progressed, progression, regressed, regression, enlarged, larger, smaller, stable, improved, worsened, worsening, resolved, no change, no interval change, no significant change, interval increase, interval decrease, interval growth, interval change, higher, lower, risen',
})
/** Words that name the earlier examination of a change. */
const since = phrasesOf({
  since: 'since, previous, prior, previously, compared, comparison, last, interim, interval, earlier, baseline',
})
const compared = phrasesOf({
  compared: 'compared with, compared to, comparison with, previously, since, last year, last month, yesterday, ago',
})

/** Returns sentences of the impression that compare with an earlier examination, if the report says that there is none, and compares with none in the findings. */
export function noPrior({ findings, impression }: Sentences, comparison: string): Clash[] {
  const written = clausesOf(comparison).map((clause) => {
    const words = comparison.slice(clause[0]?.from ?? 0, clause.at(-1)?.to ?? 0)
    return { clause, words, isNone: /^\W*(?:none|nil|no)\W*$/iu.test(words) || findPhrases(clause, none).length > 0 }
  })
  const said = findings.map((one) => ({ ...one, isNone: findPhrases(one.clause, none).length > 0 }))
  const missing = [...written, ...said].find(({ isNone }) => isNone)
  if (!missing || written.some(({ isNone }) => !isNone)) return []
  if (said.some(({ isNone, clause }) => !isNone && findPhrases(clause, compared).length > 0)) return []
  return impression.flatMap((one) => {
    const { clause } = one
    const isChange = findPhrases(clause, changed).length > 0 && findPhrases(clause, since).length > 0
    const isNegated = clause.some(({ word }, place) => word === 'no' && clause[place + 1]?.word === 'prior')
    return (isChange && !isNegated) || (isPlain(clause) && clause.some(({ word }) => word === 'unchanged'))
      ? [clash(one, missing)]
      : []
  })
}
