import { AppError } from '@readroom/contracts/core/errors'
import { DOMParser } from '@xmldom/xmldom'

const parser = new DOMParser({
  errorHandler: (level, message) => {
    if (level !== 'warning') throw new Error(message)
  },
})

function parse(xml: string): Document {
  try {
    return parser.parseFromString(xml, 'text/xml')
  } catch {
    throw new AppError('TEMPLATE_UNREADABLE')
  }
}

/** The limits of a part: the parser's time grows with the square of attributes, of nested elements, and of namespaces. */
const most = { attributes: 100, depth: 200, namespaces: 500 } as const

/** Looks at the text of a part before it is parsed, in one pass. Throws TEMPLATE_TOO_LARGE. */
function checkSize(xml: string): void {
  let depth = 0
  // No tag holds the sign that begins the next one.
  for (const tag of xml.split('<').slice(1)) {
    if ((tag.match(/=\s*["']/g)?.length ?? 0) > most.attributes) throw new AppError('TEMPLATE_TOO_LARGE')
    if (tag.startsWith('/')) depth -= 1
    else if (!/^[?!]/.test(tag) && !/\/>[^>]*$/.test(tag)) depth += 1
    if (depth > most.depth) throw new AppError('TEMPLATE_TOO_LARGE')
  }
  if ((xml.match(/\sxmlns[:=]/g)?.length ?? 0) > most.namespaces) throw new AppError('TEMPLATE_TOO_LARGE')
}

/** The elements of a part, in their order. Throws TEMPLATE_UNREADABLE if it is no XML that Word would open. */
export function elementsOf(part: Buffer): Element[] {
  const xml = part.toString('utf8')
  // Parts have none; entities of its own could be anything.
  if (/<!DOCTYPE/i.test(xml)) throw new AppError('TEMPLATE_UNREADABLE')
  checkSize(xml)
  const elements = Array.from(parse(xml).getElementsByTagName('*'))
  const isUnbound = ({ prefix, namespaceURI }: Element) => Boolean(prefix) && !namespaceURI
  if (elements.length === 0 || elements.some(isUnbound)) throw new AppError('TEMPLATE_UNREADABLE')
  return elements
}

export const named = (elements: readonly Element[], ...names: string[]) =>
  elements.filter(({ localName }) => names.includes(localName))

/** The value of an attribute by its name without prefix. */
export const attributeOf = (element: Element, name: string): string =>
  Array.from(element.attributes).find(({ localName }) => localName === name)?.value ?? ''
