import type { Clause, ReadText } from '../clauses.ts'

type Part = 'findings' | 'impression'

/** A clause of a report, with its words as they are written. */
export type Sentence = { part: Part; clause: Clause; words: string; from: number; to: number }

/** Words of a report (`words`) that do not go with others (`other`). */
export type Clash = { part: Part; from: number; to: number; words: string; other: string }

/** More sentences than any section has. */
const most = 150

const read = (part: Part, { text, clauses }: ReadText): Sentence[] =>
  clauses.slice(0, most).map((clause) => {
    const [from, to] = [clause[0]?.from ?? 0, clause.at(-1)?.to ?? 0]
    const [percent = ''] = /^ ?%/u.exec(text.slice(to, to + 2)) ?? []
    return { part, clause, words: text.slice(from, to) + percent, from, to }
  })

/** The sentences of both parts. */
export type Sentences = { findings: readonly Sentence[]; impression: readonly Sentence[] }

/** Reads both parts for the rules about facts. */
export const sentencesOf = (findings: ReadText, impression: ReadText): Sentences => ({
  findings: read('findings', findings),
  impression: read('impression', impression),
})

/** Returns a sentence as one that does not go with another. */
export const clash = ({ part, from, to, words }: Sentence, other: Pick<Sentence, 'words'>): Clash => ({
  part,
  from,
  to,
  words,
  other: other.words,
})
