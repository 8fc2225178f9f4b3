import type { ReportContent } from '@readroom/contracts/reading/report-drafts'
import type { ReportKind } from '@readroom/contracts/studies/report-kinds'
import type { Node } from 'prosemirror-model'
import { toContent } from './content.ts'
import { type FieldAttrs, fieldAttrs, reportSchema } from './schema.ts'
import { isSectionId, type SectionId, sections, sectionsOf } from './sections.ts'

/** A row of a template: lines of text, of which those that begin with `- ` are items; or a field with the value that it begins with. */
export type TextPart = { text: string }
export type FieldPart = Omit<FieldAttrs, 'id'> & { value: string }
export type TemplatePart = TextPart | FieldPart
/** The parts of a template, by section. */
export type TemplateParts = Partial<Record<SectionId, readonly TemplatePart[]>>

const { doc, section, paragraph, bulletList, listItem, field } = reportSchema.nodes
const order = Object.keys(sections).filter(isSectionId)
const item = /^- /

const paragraphOf = (text: string) => paragraph.create(null, text === '' ? null : reportSchema.text(text))

/** Lines as blocks. */
function blocksOfText(text: string): Node[] {
  const blocks: Node[] = []
  let items: Node[] = []
  const endList = () => {
    if (items.length > 0) blocks.push(bulletList.create(null, items))
    items = []
  }
  for (const line of text.split('\n')) {
    if (item.test(line)) items.push(listItem.create(null, paragraphOf(line.replace(item, ''))))
    else {
      endList()
      blocks.push(paragraphOf(line))
    }
  }
  endList()
  return blocks
}

/** A report of what a template has; of a kind it has the sections that such reports begin with, too. Ids of fields are made. */
export function reportOfParts(parts: TemplateParts, kind: ReportKind): ReportContent {
  let count = 0
  const nodes = (part: TemplatePart) => {
    if ('text' in part) return blocksOfText(part.text)
    const { value, ...attrs } = part
    count += 1
    return [field.create({ id: `field-${count}`, ...attrs }, value === '' ? null : reportSchema.text(value))]
  }
  const ids = order.filter((id) => sectionsOf[kind].begins.includes(id) || parts[id])
  const made = ids.map((id) => {
    const blocks = (parts[id] ?? []).flatMap(nodes)
    return section.create({ id, origin: 'template' }, blocks.length > 0 ? blocks : paragraph.create())
  })
  return toContent(doc.create(null, made))
}

function linesOf(block: Node): string {
  if (block.type !== bulletList) return block.textContent
  const lines: string[] = []
  block.forEach((one) => {
    lines.push(`- ${one.textContent}`)
  })
  return lines.join('\n')
}

/** The rows of a template's text. Bold text becomes plain. */
export function partsOfReport(report: Node): TemplateParts {
  const parts: TemplateParts = {}
  report.forEach((one) => {
    const rows: TemplatePart[] = []
    one.forEach((block) => {
      const last = rows.at(-1)
      if (block.type === field) {
        const { id: _id, ...attrs } = fieldAttrs(block.attrs)
        rows.push({ ...attrs, value: block.textContent })
      } else if (last && 'text' in last) last.text += `\n${linesOf(block)}`
      else rows.push({ text: linesOf(block) })
    })
    if (isSectionId(one.attrs.id)) parts[one.attrs.id] = rows.filter((row) => !('text' in row) || row.text !== '')
  })
  return parts
}
