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

/** Elements that begin and end on a line of their own. */
const blocks = 'address,blockquote,dd,div,dl,dt,h1,h2,h3,h4,h5,h6,li,ol,p,pre,section,ul'

/** Returns a paragraph for each row of a table. */
function rowsOf(table: Element): DocumentFragment {
  for (const block of table.querySelectorAll(blocks)) {
    block.before(' ')
    block.after(' ')
  }
  const rows = table.ownerDocument.createDocumentFragment()
  for (const row of table.querySelectorAll('tr')) {
    const paragraph = table.ownerDocument.createElement('p')
    paragraph.textContent = [...row.children].map(({ textContent }) => squeeze(textContent)).join(betweenCells)
    rows.append(paragraph)
  }
  return rows
}

/** Puts what a body contains into one block of it. */
function wrapped(body: HTMLElement): Element {
  const block = body.ownerDocument.createElement('div')
  block.append(...body.childNodes)
  body.append(block)
  return block
}

/** Ends the paragraph at a line break, which a report has none of. */
function splitAt(line: Element): void {
  const { ownerDocument: page } = line
  const block = line.closest(blocks) ?? wrapped(page.body)
  const rest = page.createRange()
  rest.setStartAfter(line)
  rest.setEnd(block, block.childNodes.length)
  const next = page.createElement(block.localName)
  next.append(rest.extractContents())
  line.remove()
  if (squeeze(next.textContent) !== '') block.after(next)
}

/** Writes out formatting that a report lacks and that carries meaning: table cells, superscript and subscript. */
export function flattenPasted(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const raised of body.querySelectorAll('sup')) raised.replaceWith(inSigns(raised.textContent ?? '', raisedSigns, '^'))
  for (const lowered of body.querySelectorAll('sub')) lowered.replaceWith(inSigns(lowered.textContent ?? '', loweredSigns, '_'))
  for (const line of body.querySelectorAll('table br')) line.replaceWith(' ')
  for (const line of body.querySelectorAll('br')) splitAt(line)
  // Nested tables first.
  for (const table of [...body.querySelectorAll('table')].toReversed()) table.replaceWith(rowsOf(table))
  return body.innerHTML
}

/** Separates the cells of spreadsheet text, which uses tabs. */
export const flattenPastedText = (text: string): string => text.replaceAll(/(?<=\S)\t+(?=\S)/g, betweenCells)
