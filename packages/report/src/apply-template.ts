import type { Node } from 'prosemirror-model'
import { fieldText } from './plain-text.ts'
import { fieldAttrs, reportSchema } from './schema.ts'
import { isSectionId, type SectionId, sections } from './sections.ts'

const { doc, section: sectionType, paragraph } = reportSchema.nodes
const order = Object.keys(sections).filter(isSectionId)
const isSpace = (block: Node) => block.type.name !== 'field' && block.textContent.trim() === ''

/** By label, and only if it means the same. */
const keyOf = ({ attrs }: Node) => {
  const { label, kind, unit } = fieldAttrs(attrs)
  return JSON.stringify([label.toLowerCase(), kind === 'number', unit])
}

export type Applied = {
  report: Node
  /** Contents that the template has no field for: they are kept as lines of text. */
  turnedToText: { section: SectionId; text: string }[]
  /** Of the template, what gave way to text that was there. */
  gaveWay: SectionId[]
  /** Sections whose untouched text of the former template went. */
  replaced: SectionId[]
}

/** `values`: fields by what they mean; several may mean the same. */
type Kept = { values: Map<string, Node[]>; blocks: Node[] }

/** Returns the text that somebody wrote in a section: values of its fields, and the rest. `former`: texts of the former template, which do not count. */
function typedIn(section: Node | null, former: ReadonlySet<string>): Kept {
  const values: Kept['values'] = new Map()
  const blocks: Node[] = []
  section?.forEach((block) => {
    if (former.has(blockKey(block))) return
    if (block.type.name === 'field') {
      if (block.textContent.trim() !== '') values.set(keyOf(block), [...(values.get(keyOf(block)) ?? []), block])
    } else if (!isSpace(block)) blocks.push(block)
  })
  return { values, blocks }
}

const blockKey = (block: Node) => JSON.stringify([block.type.name === 'field' ? keyOf(block) : '', block.textContent])

/** The blocks of a section, by what they say. */
function blockKeys(section: Node | null): Set<string> {
  const keys = new Set<string>()
  section?.forEach((block) => {
    keys.add(blockKey(block))
  })
  return keys
}

function sectionOf(report: Node | null, id: SectionId): Node | null {
  let found: Node | null = null
  report?.forEach((section) => {
    if (section.attrs.id === id) found = section
  })
  return found
}

/**
 * Puts a report on another template. Keeps the typed text by section: values of fields that the template has too stay in them, values of others
 * become lines, and text stands behind the template's fields in place of its text. `former`: the template that the report is on, so that its
 * own texts are not taken for typed ones; null if it is on none, or not known.
 */
export function applyTemplate(report: Node, template: Node, former: Node | null): Applied {
  const applied: Omit<Applied, 'report'> = { turnedToText: [], gaveWay: [], replaced: [] }
  const ids = order.filter((id) => sectionOf(report, id) || sectionOf(template, id))
  const made = ids.flatMap((id) => {
    const [old, next] = [sectionOf(report, id), sectionOf(template, id)]
    const ofTemplate = sectionOf(former, id)
    const kept = old === null || old.attrs.origin === 'template' ? typedIn(null, new Set()) : typedIn(old, blockKeys(ofTemplate))
    const hasTyped = kept.values.size + kept.blocks.length > 0
    if (old && !hasTyped && old.textContent.trim() !== '') applied.replaced.push(id)
    if (!next) {
      if (!old || !hasTyped) return []
      return [keepOld(id, old, kept, applied)]
    }
    if (!hasTyped) return [next]
    const blocks: Node[] = []
    next.forEach((block) => {
      if (block.type.name !== 'field') {
        if (kept.blocks.length === 0) blocks.push(block)
        else if (!isSpace(block) && !applied.gaveWay.includes(id)) applied.gaveWay.push(id)
        return
      }
      const value = kept.values.get(keyOf(block))?.shift()
      blocks.push(value ? block.copy(value.content) : block)
    })
    blocks.push(...asText(id, kept.values, applied), ...kept.blocks)
    return [sectionType.create({ id, origin: '' }, withoutSpace(blocks))]
  })
  return { report: doc.create(null, made), ...applied }
}

function asText(id: SectionId, values: Kept['values'], { turnedToText }: Omit<Applied, 'report'>): Node[] {
  return [...values.values()].flat().map((field) => {
    const text = fieldText(field)
    turnedToText.push({ section: id, text })
    return paragraph.create(null, reportSchema.text(text))
  })
}

/** A section that the template does not have, with what was typed in it. */
function keepOld(id: SectionId, old: Node, { values, blocks }: Kept, applied: Omit<Applied, 'report'>): Node {
  return sectionType.create({ id, origin: old.attrs.origin }, withoutSpace([...asText(id, values, applied), ...blocks]))
}

/** Without empty lines that only stood there to be typed into. */
function withoutSpace(blocks: readonly Node[]): Node[] {
  const said = blocks.filter((block) => !isSpace(block))
  return said.length > 0 ? said : [paragraph.create()]
}

/** Returns the losses and changes of applying the template, in words, for the question before it is done. Empty if there are none. */
export function lossesOf({ turnedToText, gaveWay, replaced }: Applied): string[] {
  const titles = (ids: readonly SectionId[]) => ids.map((id) => sections[id].title).join(', ')
  return [
    ...turnedToText.map(({ section, text }) => `“${text}” becomes text of ${sections[section].title}.`),
    ...(gaveWay.length > 0 ? [`The template's own text is left out where you have written: ${titles(gaveWay)}.`] : []),
    ...(replaced.length > 0 ? [`Replaced because unchanged: ${titles(replaced)}.`] : []),
  ]
}
