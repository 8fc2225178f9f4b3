import type { Node } from 'prosemirror-model'
import { fieldAttrs, reportSchema } from './schema.ts'
import { isSectionId, type SectionId, sections } from './sections.ts'

/** A field as a sentence reads it: `Gallbladder wall: 6 mm`. An empty one says nothing. */
export function fieldText(field: Node): string {
  const { label, unit } = fieldAttrs(field.attrs)
  const value = field.textContent.trim()
  if (value === '') return ''
  return `${label}: ${value}${unit === '' ? '' : ` ${unit}`}`
}

/** A section's lines: of each paragraph, item and filled field one. */
function linesOf(section: Node): string[] {
  const lines: string[] = []
  section.forEach((block) => {
    if (block.type.name === 'field') {
      const text = fieldText(block)
      if (text !== '') lines.push(text)
    } else if (block.type.name === 'bulletList') block.forEach((item) => void lines.push(`- ${item.textContent}`))
    else lines.push(block.textContent)
  })
  return lines
}

/** Reports whether nobody has written anything in a section. Labels of its fields do not count. */
export const isEmptySection = (section: Node): boolean => section.textContent.trim() === ''

export type SectionText = { id: SectionId; title: string; text: string }

/** The sections that say something, in their order. */
export function sectionTexts(report: Node): SectionText[] {
  const texts: SectionText[] = []
  report.forEach((section) => {
    const { id } = section.attrs
    if (!isSectionId(id) || isEmptySection(section)) return
    texts.push({ id, title: sections[id].title, text: linesOf(section).join('\n').trim() })
  })
  return texts
}

/** Joins sections to one text, each below its title. */
export const joinTexts = (texts: readonly SectionText[]): string =>
  texts.map(({ title, text }) => `${title}\n${text}`).join('\n\n')

/** The whole report as text: what is searched, compared and read out. */
export const plainText = (report: Node): string => joinTexts(sectionTexts(report))

const { paragraph, bulletList, listItem } = reportSchema.nodes
const paragraphOf = (text: string) => paragraph.create(null, text === '' ? null : reportSchema.text(text))

/** Converts lines to the blocks of a section. `- ` begins a list item. */
export function blocksOf(text: string): Node[] {
  const blocks: Node[] = []
  let items: Node[] = []
  const endList = () => {
    if (items.length > 0) blocks.push(bulletList.create(null, items))
    items = []
  }
  for (const line of text.split('\n')) {
    const item = /^- (.+)$/.exec(line)?.[1]
    if (item) items.push(listItem.create(null, paragraphOf(item)))
    else {
      endList()
      if (line.trim() !== '') blocks.push(paragraphOf(line.trimEnd()))
    }
  }
  endList()
  return blocks
}
