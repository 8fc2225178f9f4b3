import type { ReportContent } from '@readroom/contracts/reading/report-drafts'
import type { ReportKind } from '@readroom/contracts/studies/report-kinds'
import type { Node } from 'prosemirror-model'
import { ContentInvalid, readContent, toContent } from '../content.ts'
import { reportSchema } from '../schema.ts'
import { isSectionId, type SectionId, sections, sectionsOf } from '../sections.ts'
import type { TemplateField } from './fields.ts'
import { attributeOf, type Element, elementsOf, lineOf, parseHtml, TemplateFileInvalid } from './html-tree.ts'
import { type Block, blocksIn, labelsOf } from './lines.ts'
import { codedSections, sectionByName } from './section-names.ts'
import { readStudies, type StudiesOfTemplate } from './studies-of-template.ts'

/** A template as a file of IHE RAD MRRT (HTML5) says it. */
export type MrrtTemplate = {
  title: string
  /** Without words unless the file says them in an attribute of ours. */
  studies: StudiesOfTemplate
  content: ReportContent
  /** The losses of reading the file, as messages for its sender. */
  notes: string[]
}

const mostFields = 1_000
const order = Object.keys(sections).filter(isSectionId)

/** The modalities by the first word of a template's title. */
const modalitiesOf: Record<string, string[]> = {
  CT: ['CT'],
  MR: ['MR'],
  MRI: ['MR'],
  US: ['US'],
  ULTRASOUND: ['US'],
  NM: ['NM'],
  PET: ['PT'],
  RF: ['RF'],
  XR: ['CR', 'DX'],
  RADIOGRAPHY: ['CR', 'DX'],
  MG: ['MG'],
  MAMMOGRAPHY: ['MG'],
}

const { doc, section, paragraph, bulletList, listItem, field } = reportSchema.nodes
const strong = reportSchema.marks.strong.create()

const line = (text: string, isHeading: boolean) => paragraph.create(null, reportSchema.text(text, isHeading ? [strong] : []))

/** Sections of the whole file that are in no other one, and the one of ours that each is. */
function topSections(body: Element, coded: ReadonlyMap<string, SectionId>): { element: Element; id: SectionId | null }[] {
  const all = elementsOf(body, 'section')
  const inner = new Set(all.flatMap((element) => elementsOf(element, 'section')))
  return all
    .filter((element) => !inner.has(element))
    .map((element) => {
      const id = attributeOf(element, 'id')
      const [header] = elementsOf(element, 'header')
      const names = [attributeOf(element, 'data-section-name'), id, header ? lineOf(header) : '']
      return { element, id: coded.get(id) ?? names.map(sectionByName).find((found) => found !== null) ?? null }
    })
}

/** Fields in their order, each with an id of its own. */
function createNamer() {
  const taken = new Set<string>()
  return ({ id, ...attrs }: Omit<TemplateField, 'value'>) => {
    if (taken.size >= mostFields) throw new TemplateFileInvalid('The file has too many fields.')
    const free = id !== '' && !taken.has(id) ? id : `field-${taken.size + 1}`
    taken.add(free)
    return { id: free, ...attrs }
  }
}

/** The blocks of each of our sections. Text in no known section goes to the findings, under its heading. */
function gather(document: ReturnType<typeof parseHtml>, body: Element, notes: Set<string>): Map<SectionId, Block[]> {
  const gathered = new Map<SectionId, Block[]>()
  const add = (id: SectionId, blocks: Block[]) => void gathered.set(id, [...(gathered.get(id) ?? []), ...blocks])
  const [script] = elementsOf(document, 'script').filter((one) => attributeOf(one, 'type').toLowerCase() === 'text/xml')
  const tops = topSections(body, codedSections(script ? lineOf(script) : ''))
  const lists = new Map(elementsOf(body, 'datalist').map((list) => [attributeOf(list, 'id'), list]))
  const around = { lists, labels: labelsOf(body), notes }
  for (const { element, id } of tops) {
    const blocks = blocksIn(element, around)
    // Our sections have their titles.
    const isTitled = id !== null && blocks[0] && 'heading' in blocks[0]
    const title = attributeOf(element, 'data-section-name').trim()
    const named: Block[] = id === null && title !== '' && !(blocks[0] && 'heading' in blocks[0]) ? [{ heading: title }] : []
    if (id === null && blocks.length > 0) notes.add('Unknown sections were moved to the findings.')
    const added = [...named, ...(isTitled ? blocks.slice(1) : blocks)]
    if (id !== null || added.length > 0) add(id ?? 'findings', added)
  }
  const isTop = new Set(tops.map(({ element }) => element))
  const outside = blocksIn(body, around, (element) => isTop.has(element))
  if (outside.length > 0) add('findings', outside)
  return gathered
}

/** Says what the command for normal findings does to lists, because only a person can tell which choice is normal. */
function noteLists(findings: readonly Block[] | undefined, notes: Set<string>): void {
  const isFilled = (block: Block) => 'field' in block && block.field.kind === 'choice' && block.field.completion !== 'prohibit'
  if (findings?.some(isFilled))
    notes.add('Alt N fills in the first choice of each list in the findings. Check that it is the normal one.')
}

function toReport(gathered: Map<SectionId, Block[]>, kind: ReportKind): Node {
  const named = createNamer()
  const nodes = (blocks: readonly Block[]) => {
    const made: Node[] = []
    for (const block of blocks) {
      if ('heading' in block) made.push(line(block.heading, true))
      else if ('text' in block) made.push(line(block.text, false))
      else if ('item' in block) {
        const item = listItem.create(null, line(block.item, false))
        const list = made.at(-1)?.type === bulletList ? made.pop() : undefined
        made.push(bulletList.create(null, [...(list?.children ?? []), item]))
      } else {
        const { value, ...attrs } = block.field
        made.push(field.create(named(attrs), value === '' ? null : reportSchema.text(value)))
      }
    }
    return made
  }
  const ids = order.filter((id) => sectionsOf[kind].begins.includes(id) || (gathered.get(id)?.length ?? 0) > 0)
  return doc.create(
    null,
    ids.map((id) => {
      const blocks = nodes(gathered.get(id) ?? [])
      return section.create({ id, origin: 'template' }, blocks.length > 0 ? blocks : paragraph.create())
    }),
  )
}

/** The text of a file, which has to be UTF-8. Throws TemplateFileInvalid. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new TemplateFileInvalid('The file is not in UTF-8.')
  }
}

/**
 * A template from the bytes of an MRRT file (IHE RAD supplement MRRT, rev 1.7; UTF-8). Of the file only texts and the attributes named there are
 * taken; nothing of its markup, scripts or addresses. Throws TemplateFileInvalid.
 */
export function readMrrt(bytes: Uint8Array): MrrtTemplate {
  // Some files close scripts in the tag that begins them, which HTML does not know: all that follows would be script.
  const document = parseHtml(decode(bytes).replace(/<script\b[^<>]*\/>/gi, ''))
  const notes = new Set<string>()
  const [body] = elementsOf(document, 'body')
  const gathered = body ? gather(document, body, notes) : new Map<SectionId, Block[]>()
  noteLists(gathered.get('findings'), notes)
  const filled = order.filter((id) => (gathered.get(id)?.length ?? 0) > 0)
  if (!body || gathered.size === 0) throw new TemplateFileInvalid('The file has no text and no fields.')
  const [head] = elementsOf(document, 'title')
  const named = elementsOf(document, 'meta').find((meta) => attributeOf(meta, 'name').toLowerCase() === 'dcterms.title')
  const title = (head ? lineOf(head) : '') || (named ? attributeOf(named, 'content').trim() : '')
  const [first = ''] = title.toUpperCase().split(/[^A-Z]/)
  const studies = readStudies(body, {
    modalities: Object.hasOwn(modalitiesOf, first) ? (modalitiesOf[first] ?? []) : [],
    kind: filled.length > 0 && filled.every((id) => id === 'addendum') ? 'addendum' : 'original',
  })
  try {
    const content = toContent(readContent(toContent(toReport(gathered, studies.kind))))
    return { title, studies, content, notes: [...notes] }
  } catch (error) {
    if (error instanceof ContentInvalid) throw new TemplateFileInvalid(error.message)
    throw error
  }
}
