import { fieldTypeOf, readField, type TemplateField } from './fields.ts'
import { attributeOf, type Element, elementsOf, isElement, lineOf, textOf, walk } from './html-tree.ts'
import { unitBehind } from './units.ts'

/** The contents of one line of a template. */
type Line = (string | TemplateField)[]
/** A heading, a paragraph, an item of a list, or a field of a report. */
export type Block = { heading: string } | { text: string } | { item: string } | { field: TemplateField }

/** The facts about the whole file that the lines of a section need. */
export type Surroundings = {
  lists: ReadonlyMap<string, Element>
  labels: ReadonlyMap<string, string>
  notes: Set<string>
}

const skipped = new Set([
  'script',
  'style',
  'template',
  'iframe',
  'object',
  'embed',
  'svg',
  'math',
  'noscript',
  'head',
  'link',
  'meta',
  'datalist',
  'title',
  'audio',
  'video',
  'canvas',
  'frameset',
])
const endsLine = new Set([
  'p',
  'div',
  'br',
  'li',
  'ul',
  'ol',
  'tr',
  'table',
  'header',
  'footer',
  'section',
  'article',
  'fieldset',
  'legend',
  'dl',
  'dt',
  'dd',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'hr',
  'body',
])
const isHeading = (name: string) => /^(header|legend|h[1-6])$/.test(name)

const longestLabel = 80
/** The texts of labels by the element that they are of; one that is around its element is read with the line. */
export function labelsOf(parent: Element): Map<string, string> {
  const apart = elementsOf(parent, 'label').filter((label) => elementsOf(label, 'input', 'select', 'textarea').length === 0)
  const pairs = apart.map((label): [string, string] => [attributeOf(label, 'for'), lineOf(label)])
  return new Map(pairs.filter(([of, text]) => of !== '' && text !== ''))
}

const squeeze = (text: string) => text.replace(/\s+/g, ' ').trim()
const withoutColon = (text: string) => text.replace(/(?<![\s:：])[\s:：]+$/u, '')

/** A line with fields: what stands before one is what it is called, if nothing else says so; what stands behind a number is its unit. */
function blocksOfLine(line: Line, notes: Set<string>): Block[] {
  const blocks: Block[] = []
  let before = ''
  const say = () => {
    if (before !== '') blocks.push({ text: before })
    before = ''
  }
  line.forEach((part, index) => {
    if (typeof part === 'string') {
      before = squeeze(part)
      const field = blocks.at(-1)
      const isBehind = index > 0 && typeof line[index - 1] !== 'string'
      if (isBehind && field && 'field' in field && field.field.kind === 'number' && field.field.unit === '') {
        field.field.unit = unitBehind(before)
        before = before.slice(field.field.unit.length).trim()
      }
      return
    }
    const called = withoutColon(part.label)
    const label = called || withoutColon(before) || 'Field'
    if (called === '' && before !== '') before = ''
    say()
    if (label.length > longestLabel) notes.add('Very long field names were shortened.')
    blocks.push({ field: { ...part, label: label.slice(0, longestLabel).trim() } })
  })
  if (/[\p{L}\p{N}]/u.test(before)) say()
  return blocks
}

/** Reports whether a label belongs to its field, and is not read as text. */
const isOfField = (label: Element, labels: ReadonlyMap<string, string>) => labels.get(attributeOf(label, 'for')) === lineOf(label)

/** The blocks of a part of a template in their order. `leaveOut`: what is told elsewhere. */
export function blocksIn(parent: Element, around: Surroundings, leaveOut: (element: Element) => boolean = () => false): Block[] {
  const { labels, lists, notes } = around
  const blocks: Block[] = []
  let line: Line = []
  const end = (tagName = '') => {
    const text = line.every((part) => typeof part === 'string') ? squeeze(line.join(' ')) : null
    if (text === null) blocks.push(...blocksOfLine(line, notes))
    else if (text !== '') blocks.push(isHeading(tagName) ? { heading: text } : tagName === 'li' ? { item: text } : { text })
    line = []
  }
  const nameOf = (element: Element) => labels.get(attributeOf(element, 'id')) ?? attributeOf(element, 'title')

  walk(
    parent,
    (node) => {
      const text = textOf(node)
      const last = line.at(-1)
      if (text !== null) {
        if (typeof last === 'string') line[line.length - 1] = last + text
        else if (text.trim() !== '') line.push(text)
      }
      if (!isElement(node) || skipped.has(node.tagName) || leaveOut(node)) return false
      if (endsLine.has(node.tagName)) end()
      if (node.tagName === 'label' && isOfField(node, labels)) return false
      const type = fieldTypeOf(node)
      if (type === null) return true
      line.push({ ...readField(node, type, lists, notes), label: nameOf(node) })
      return false
    },
    ({ tagName }) => {
      if (endsLine.has(tagName)) end(tagName)
    },
  )
  end()
  return blocks
}
