import { type DefaultTreeAdapterTypes, defaultTreeAdapter, Parser } from 'parse5'

export type Element = DefaultTreeAdapterTypes.Element
type Child = DefaultTreeAdapterTypes.ChildNode
type Parent = DefaultTreeAdapterTypes.ParentNode

/** Thrown if a file is no template. The message is for its sender. */
export class TemplateFileInvalid extends Error {
  override name = 'TemplateFileInvalid'
}

const mostTags = 20_000
const mostDepth = 100
/** Tags within tags and attributes of one tag take the square of their number: a file that takes this long is no template. */
const mostMilliseconds = 1_000
const chunk = 4_096

/** The tree of a file that may be anything. No script runs, no entity of its own is put in, and nothing is loaded. Throws TemplateFileInvalid. */
export function parseHtml(html: string): Parent {
  if (html.split('<').length > mostTags) throw new TemplateFileInvalid('The file has too many elements.')
  const parser = new Parser<DefaultTreeAdapterTypes.DefaultTreeAdapterMap>({ scriptingEnabled: false })
  const until = performance.now() + mostMilliseconds
  for (let at = 0; at === 0 || at < html.length; at += chunk) {
    if (performance.now() > until) throw new TemplateFileInvalid('The file has too many nested elements.')
    parser.tokenizer.write(html.slice(at, at + chunk), at + chunk >= html.length)
  }
  return parser.document
}

export const isElement = (node: Child): node is Element => defaultTreeAdapter.isElementNode(node)

export const textOf = (node: Child): string | null => (defaultTreeAdapter.isTextNode(node) ? node.value : null)

export const attributeOf = ({ attrs }: Element, name: string): string => attrs.find((one) => one.name === name)?.value ?? ''

/** Calls for each element and text inside, in their order; what `visit` returns false for is not entered. Throws TemplateFileInvalid. */
export function walk(
  parent: Parent,
  visit: (node: Child) => boolean,
  leave: (node: Element) => void = () => {},
  depth = 0,
): void {
  if (depth > mostDepth) throw new TemplateFileInvalid('The file is nested too deeply.')
  for (const node of parent.childNodes) {
    if (!visit(node) || !isElement(node)) continue
    walk(node, visit, leave, depth + 1)
    leave(node)
  }
}

/** The elements inside with one of the names, in their order. */
export function elementsOf(parent: Parent, ...names: string[]): Element[] {
  const found: Element[] = []
  walk(parent, (node) => {
    if (isElement(node) && names.includes(node.tagName)) found.push(node)
    return true
  })
  return found
}

/** The text inside, in one line. */
export function lineOf(parent: Parent): string {
  const texts: string[] = []
  walk(parent, (node) => {
    texts.push(textOf(node) ?? ' ')
    return true
  })
  return texts.join('').replace(/\s+/g, ' ').trim()
}
