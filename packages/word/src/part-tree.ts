import { AppError } from '@readroom/contracts/errors'
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

/** The elements of a part, in their order. Throws TEMPLATE_UNREADABLE where it is no XML that Word would open. */
export function elementsOf(part: Buffer): Element[] {
  const xml = part.toString('utf8')
  // Parts have none; entities of its own could be anything.
  if (/<!DOCTYPE/i.test(xml)) throw new AppError('TEMPLATE_UNREADABLE')
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
