import type { PrintedReport } from '@readroom/report/printed-report'

/** Marks in the data of the layout (layout/report.typ) for ≤ and ≥ that are drawn mirrored. No font has them, so no report does. */
const marks: Readonly<Record<string, string>> = { '≤': '\uFDD0', '≥': '\uFDD1' }

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u
const direction =
  /(?<rtl>[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}])|(?<digit>\p{Nd})|(?<ltr>\p{L})/gu

/**
 * Returns the text with a mark for each ≤ and ≥ that stands between letters from right to left, so that it is drawn mirrored (Unicode Bidirectional
 * Algorithm, N1, N2, L4). `isRtl`: the direction of its line. A number has the direction of the letter before it (W7).
 */
function markedIn(text: string, isRtl: boolean): string {
  if (!isRtl && !rightToLeft.test(text)) return text
  const base = isRtl
  const strong: { at: number; isRtl: boolean }[] = []
  for (const { index, groups } of text.matchAll(direction)) {
    const before = strong.at(-1)?.isRtl ?? base
    strong.push({ at: index, isRtl: groups?.digit === undefined ? groups?.rtl !== undefined : before })
  }
  return text.replaceAll(/[≤≥]/g, (sign, at: number) => {
    const before = strong.findLast((one) => one.at < at)?.isRtl ?? base
    const after = strong.find((one) => one.at > at)?.isRtl ?? base
    return (before === after ? before : base) ? (marks[sign] ?? sign) : sign
  })
}

type Line = PrintedReport['parts'][number]['pictures'][number]['caption']
const isLine = (value: unknown): value is Line => typeof value === 'object' && value !== null && 'runs' in value

/** Marks the signs of a line in the context of all its runs. */
function markedLine(line: Line): Line {
  let rest = markedIn(line.runs.map(({ text }) => text).join(''), line.rtl)
  return {
    ...line,
    runs: line.runs.map((run) => {
      const text = rest.slice(0, run.text.length)
      rest = rest.slice(run.text.length)
      return { ...run, text }
    }),
  }
}

/**
 * Returns a report as JSON for the layout. The typesetter mirrors ≤ and not ≥, which then says the opposite. The layout draws both itself, and the text
 * of the PDF keeps the signed letters.
 */
export const layoutData = (report: PrintedReport, more: object): string =>
  JSON.stringify({ ...report, ...more }, (key, value: unknown) => {
    if (isLine(value)) return markedLine(value)
    // Runs are marked with their line. Descriptions of pictures are not drawn.
    return typeof value === 'string' && key !== 'text' && key !== 'alt' ? markedIn(value, false) : value
  })
