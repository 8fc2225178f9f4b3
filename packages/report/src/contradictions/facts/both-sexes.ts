import { wordsOfOtherSex } from '../../sex-words.ts'
import { findPhrases, phrasesOf, wordsOf } from '../clauses.ts'
import { pasts } from '../terms.ts'
import type { Clash, Sentence, Sentences } from './sentences.ts'

const persons = phrasesOf({
  M: 'man, gentleman, male, boy, prostatectomy, orchiectomy, orchidectomy, hydrocele, varicocele, spermatocele, vas deferens, cryptorchidism',
  F: 'woman, lady, female, girl, hysterectomy, TAH, BSO, pregnant',
})
/** `Clinical: 34F` */
const short = /\b(?:[Cc]linical|[Hh]istory|[Ii]ndication|[Pp]atient)\W{1,3}\d{1,2} ?([MF])\b/u
const absent = wordsOf('no, absent')
/** A fetus has a sex of its own. */
const unborn = wordsOf('fetus, fetal, pregnancy, gestation, gestational, twin, neonate')

const patterns = { M: wordsOfOtherSex('F').pattern, F: wordsOfOtherSex('M').pattern } as const

type Found = { sentence: Sentence; from: number; to: number; words: string }

function wordsFor(sex: 'M' | 'F', sentences: readonly Sentence[]): Found[] {
  return sentences.flatMap((sentence): Found[] => {
    const { clause, words, from } = sentence
    const isPast = findPhrases(clause, pasts).some(({ first }) => clause[first]?.word !== 'old')
    if (isPast || absent.has(clause[0]?.word ?? '')) return []
    const [person] = findPhrases(clause, persons).filter(({ name }) => name === sex)
    const token = person && clause[person.first]
    const end = person && clause[person.last]
    if (token && end) return [{ sentence, from: token.from, to: end.to, words: words.slice(token.from - from, end.to - from) }]
    const match = patterns[sex] && [...words.matchAll(patterns[sex])][0]
    if (match) return [{ sentence, from: from + match.index, to: from + match.index + match[0].length, words: match[0] }]
    const age = short.exec(words)
    return age?.[1] === sex ? [{ sentence, from, to: from + words.length, words: age[0] }] : []
  })
}

/** Returns a word for an organ of the one sex in a report that names organs or the sex of the other. */
export function bothSexes({ findings, impression }: Sentences): Clash[] {
  const all = [...findings, ...impression]
  if (all.some(({ clause }) => clause.some(({ word }) => unborn.has(word)))) return []
  const [male, female] = [wordsFor('M', all), wordsFor('F', all)]
  // The sex of which less is said is the wrong one, as a rule; of equals, what was said last.
  const [first, second] = [male[0], female[0]]
  if (!first || !second) return []
  const isMaleOdd =
    male.length === female.length ? all.indexOf(first.sentence) > all.indexOf(second.sentence) : male.length < female.length
  const [odd, other] = isMaleOdd ? [first, second] : [second, first]
  return [{ part: odd.sentence.part, from: odd.from, to: odd.to, words: odd.words, other: other.words }]
}
