/** Separates the cells of a row, so that "1" and "2 mm" don't become "12 mm". */
const betweenCells = ' | '

const raisedSigns = new Map(
  [...'0123456789+-−=()ni'].map((sign, index) => [sign, [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ'][index] ?? ''] as const),
)
const loweredSigns = new Map([...'0123456789+-−=()'].map((sign, index) => [sign, [...'₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎'][index] ?? ''] as const))

/** Converts a superscript or subscript to Unicode characters, or puts a mark before it if there are none: 10⁹, mm², x^(abc). */
function inSigns(text: string, signs: ReadonlyMap<string, string>, mark: string): string {
  const written = [...text.trim()].map((sign) => signs.get(sign))
  return written.every((sign) => sign !== undefined) ? written.join('') : `${mark}(${text.trim()})`
}

const squeeze = (text: string | null) => (text ?? '').replaceAll(/\s+/g, ' ').trim()

/** Returns a paragraph for each row of a table. */
function rowsOf(table: Element): DocumentFragment {
  const rows = table.ownerDocument.createDocumentFragment()
  for (const row of table.querySelectorAll('tr')) {
    const paragraph = table.ownerDocument.createElement('p')
    paragraph.textContent = [...row.children].map(({ textContent }) => squeeze(textContent)).join(betweenCells)
    rows.append(paragraph)
  }
  return rows
}

/** Writes out formatting that a report lacks and that carries meaning: table cells, superscript and subscript. */
export function flattenPasted(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const raised of body.querySelectorAll('sup')) raised.replaceWith(inSigns(raised.textContent ?? '', raisedSigns, '^'))
  for (const lowered of body.querySelectorAll('sub')) lowered.replaceWith(inSigns(lowered.textContent ?? '', loweredSigns, '_'))
  // Nested tables first.
  for (const table of [...body.querySelectorAll('table')].toReversed()) table.replaceWith(rowsOf(table))
  return body.innerHTML
}

/** Separates the cells of spreadsheet text, which uses tabs. */
export const flattenPastedText = (text: string): string => text.replaceAll(/(?<=\S)\t+(?=\S)/g, betweenCells)
