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

/** Returns the text nodes that hold more than white space, in their order. */
function wordsIn(root: Element): Text[] {
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const found: Text[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (node instanceof Text && squeeze(node.data) !== '') found.push(node)
  return found
}

const struckOut = 's,strike,del,[style*="line-through"]'

/** Puts struck-out text in brackets, which must be confirmed at signing like any other text in brackets. */
function markStruckOut(body: HTMLElement): void {
  const runs = wordsIn(body).map((words) => ({
    words,
    isStruckOut: Boolean(words.parentElement?.closest(struckOut)),
    line: words.parentElement?.closest(`${blocks},td,th`) ?? body,
  }))
  runs.forEach(({ words, isStruckOut, line }, index) => {
    if (!isStruckOut) return
    const continues = (other: (typeof runs)[number] | undefined) => other?.isStruckOut === true && other.line === line
    const [isFirst, isLast] = [!continues(runs[index - 1]), !continues(runs[index + 1])]
    if (isFirst) words.data = words.data.replace(/^\s*/, '$&[struck out: ')
    if (isLast) words.data = words.data.replace(/\s*$/, ']$&')
  })
}

/** Returns the number of a list item as a list of this type shows it. Roman numbers become Arabic ones. */
function numberOf(place: number, type: string): string {
  const letter = String.fromCodePoint(96 + place)
  if (place > 26 || type.toLowerCase() !== 'a') return `${place}`
  return type === 'a' ? letter : letter.toUpperCase()
}

/** Returns the blocks of an element, with the text between them in blocks of its own. */
function blocksIn(element: Element): Element[] {
  const found: Element[] = []
  let line: Element | null = null
  for (const node of [...element.childNodes]) {
    if (node instanceof Element && node.matches(`${blocks},table`)) {
      found.push(node)
      line = null
      continue
    }
    if (!line) {
      line = element.ownerDocument.createElement('div')
      found.push(line)
    }
    line.append(node)
  }
  return found.filter(({ textContent }) => squeeze(textContent) !== '')
}

/** Turns a numbered list into paragraphs that begin with their numbers, because a report has only bullet lists. */
function writeNumbers(list: HTMLOListElement): void {
  let place = list.start
  for (const item of list.querySelectorAll(':scope > li')) {
    place = Number.parseInt(item.getAttribute('value') ?? `${place}`, 10)
    wordsIn(item)[0]
      ?.parentElement?.closest(blocks)
      ?.prepend(`${numberOf(place, list.type)}. `)
    item.replaceWith(...blocksIn(item))
    place += 1
  }
  list.replaceWith(...list.childNodes)
}

/**
 * Writes out formatting that a report lacks and that carries meaning: table cells, superscript and subscript, the numbers of lists, and struck-out text,
 * which stays and is marked.
 */
export function flattenPasted(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const raised of body.querySelectorAll('sup')) raised.replaceWith(inSigns(raised.textContent ?? '', raisedSigns, '^'))
  for (const lowered of body.querySelectorAll('sub')) lowered.replaceWith(inSigns(lowered.textContent ?? '', loweredSigns, '_'))
  for (const list of body.querySelectorAll('ol')) writeNumbers(list)
  for (const line of body.querySelectorAll('table br')) line.replaceWith(' ')
  for (const line of body.querySelectorAll('br')) splitAt(line)
  markStruckOut(body)
  // Nested tables first.
  for (const table of [...body.querySelectorAll('table')].toReversed()) table.replaceWith(rowsOf(table))
  return body.innerHTML
}

/** Separates the cells of spreadsheet text, which uses tabs. */
export const flattenPastedText = (text: string): string => text.replaceAll(/(?<=\S)\t+(?=\S)/g, betweenCells)
