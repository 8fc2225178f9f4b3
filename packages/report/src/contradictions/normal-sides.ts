import { isLabelAlone, isPlain, labelledSides, type Side, saysNormal, sideOf } from './clause-words.ts'
import type { ReadText } from './clauses.ts'

/** A side of the impression, and the words of the findings that call it normal. */
export type NormalSide = { from: number; to: number; words: Side; other: string }

/** Returns the sides that the impression finds something on although the findings call them normal, and only the other side is not. */
export function normalSides({ text: findings, clauses }: ReadText, impression: ReadText): NormalSide[] {
  const labels = labelledSides(findings, clauses)
  const sided = clauses.flatMap((clause, index) => {
    const side = sideOf(clause)?.side ?? labels[index]
    return side && !isLabelAlone(clause) ? [{ clause, side }] : []
  })
  const normal = new Map<Side, string>()
  for (const side of ['left', 'right'] as const) {
    const own = sided.filter((one) => one.side === side)
    const [first] = own
    const isOtherAbnormal = sided.some((one) => one.side !== side && !saysNormal(one.clause))
    if (first && isOtherAbnormal && own.every(({ clause }) => saysNormal(clause)))
      normal.set(side, findings.slice(first.clause[0]?.from ?? 0, first.clause.at(-1)?.to ?? 0))
  }
  return impression.clauses.flatMap((clause) => {
    const own = sideOf(clause)
    const other = own && normal.get(own.side)
    const token = own && clause[own.place]
    return other && token && isPlain(clause) && !saysNormal(clause)
      ? [{ from: token.from, to: token.to, words: own.side, other }]
      : []
  })
}
