import { AppError } from '@readroom/contracts/core/errors'
import { imageFields, mergeFields } from '@readroom/contracts/reports/merge-fields'
import { attributeOf, named } from './part-tree.ts'

type Tag = { raw: string; mark: string; name: string }

/** The paragraph that a text stands in itself: text boxes have paragraphs inside of paragraphs. */
function paragraphOf(text: Element): Node | null {
  let node: Node | null = text.parentNode
  while (node && !('localName' in node && node.localName === 'p')) node = node.parentNode
  return node
}

/** The text of each paragraph, in one piece: Word cuts words wherever somebody paused. */
export function paragraphsOf(elements: readonly Element[]): string[] {
  const texts = new Map<Node | null, string>()
  for (const text of named(elements, 't')) {
    const paragraph = paragraphOf(text)
    texts.set(paragraph, (texts.get(paragraph) ?? '') + (text.textContent ?? ''))
  }
  return [...texts.values()]
}

/** The fields that a paragraph names. Throws if a brace belongs to none. */
function tagsOf(paragraph: string): Tag[] {
  const fields = [...paragraph.matchAll(/\{([#/]?)([^{}]*)\}/g)]
  const rest = paragraph.replaceAll(/\{[#/]?[^{}]*\}/g, '')
  if (/[{}]/.test(rest)) throw new AppError('TEMPLATE_BRACE', { text: rest.trim().slice(0, 80) })
  return fields.map(([raw, mark = '', name = '']) => ({ raw, mark, name }))
}

function checkKnown({ raw, name }: Tag): void {
  if (!Object.hasOwn(mergeFields, name)) throw new AppError('TEMPLATE_FIELD_UNKNOWN', { field: raw })
}

/** Each condition ends as the one that began last. */
function checkBalanced(tags: readonly Tag[]): void {
  const open: Tag[] = []
  for (const tag of tags) {
    if (tag.mark === '#') open.push(tag)
    if (tag.mark === '/' && open.pop()?.name !== tag.name) throw new AppError('TEMPLATE_FIELD_UNBALANCED', { field: tag.raw })
  }
  const [left] = open
  if (left) throw new AppError('TEMPLATE_FIELD_UNBALANCED', { field: left.raw })
}

/** Of a part that is filled: that every field is known and every condition ends, and that images can be put there. */
export function checkFields(elements: readonly Element[]): void {
  const described = named(elements, 'docPr').flatMap((image) => [attributeOf(image, 'descr'), attributeOf(image, 'title')])
  const tags = [...paragraphsOf(elements), ...described].flatMap(tagsOf)
  for (const tag of tags) checkKnown(tag)
  checkBalanced(tags)
  const hasImage = tags.some(({ mark, name }) => mark === '' && Object.hasOwn(imageFields, name))
  const [root] = elements
  if (hasImage && !['r', 'wp'].every((prefix) => root?.hasAttribute(`xmlns:${prefix}`))) throw new AppError('TEMPLATE_NO_IMAGES')
}
