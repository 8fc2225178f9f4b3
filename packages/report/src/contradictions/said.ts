import { type Assertion, assertionsIn } from './assertions.ts'
import type { ReadText } from './clauses.ts'

/** The parts of a report that are compared; an empty text if it has none. */
export type ReportTexts = {
  description: string
  /** The examination is of one side: words of the other are marked elsewhere. */
  isOneSided: boolean
  technique: string
  comparison: string
  findings: string
  impression: string
  recommendation: string
}

type Part = 'technique' | 'findings' | 'impression' | 'recommendation'

/** Two statements that do not go together: what was found, in which part and if in its text, and why. */
export type Contradiction = { kind: Kind; part: Part; from: number; to: number; message: string }
export type Kind = 'presence' | 'side' | 'place' | 'size' | 'change' | 'category' | 'contrast'

/** A statement with the part that it stands in. */
export type Said = Assertion & { part: 'findings' | 'impression'; words: string }

export const says = { findings: 'Findings say', impression: 'Impression says' } as const
/** Longer quotations are cut. */
const longestQuote = 70

/** Returns words as they are quoted. */
export function shown(words: string): string {
  const text = words.trim().replace(/\.$/, '')
  return text.length > longestQuote ? `“${text.slice(0, longestQuote)}…”` : `“${text}”`
}

/** Reports whether two statements may be about one place. */
export const overlaps = (one: Said, other: Said) =>
  one.sites.length === 0 || other.sites.length === 0 || one.sites.some((site) => other.sites.includes(site))

/** More different statements than any report makes. */
const mostStatements = 300

/** Returns the statements of a part, each once, without the place that the examination is of (`described`). */
export function saidIn(part: Said['part'], read: ReadText, described: readonly string[]): Said[] {
  const statements = new Map<string, Said>()
  for (const assertion of assertionsIn(read)) {
    const { concept, is, side, size, isAcute, isLasting, quote } = assertion
    const sites = assertion.sites.filter((site) => !described.includes(site))
    const name = [concept, is, side, sites, size, isAcute, isLasting].join()
    if (statements.size < mostStatements && !statements.has(name))
      statements.set(name, Object.assign(assertion, { sites, part, words: read.text.slice(quote.from, quote.to) }))
  }
  return [...statements.values()]
}

/** Returns a statement as one that goes against another. */
export const clash = (kind: Kind, at: Said, other: Said): Contradiction => ({
  kind,
  part: at.part,
  from: at.from,
  to: at.to,
  message: `${says[at.part]} ${shown(at.words)}, ${says[other.part].toLowerCase()} ${shown(other.words)}.`,
})
