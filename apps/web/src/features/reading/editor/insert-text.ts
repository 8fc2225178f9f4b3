import { isEmptySection } from '@readroom/report/plain-text'
import { reportSchema } from '@readroom/report/schema'
import type { SectionId } from '@readroom/report/sections'
import { Fragment, type Node } from 'prosemirror-model'
import { type Command, TextSelection } from 'prosemirror-state'
import { bring } from './origin.ts'

const { paragraph, bulletList, listItem, section } = reportSchema.nodes
const paragraphOf = (text: string) => paragraph.create(null, text === '' ? null : reportSchema.text(text))

/** Lines as blocks of a section: `- ` begins an item. */
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

const isBlank = (node: Node | null | undefined) => node?.type === paragraph && node.content.size === 0

/** Puts text behind that of a section, which says where it came from as long as nothing else is in it. False where there is no such section. */
export const insertIntoSection =
  (id: SectionId, text: string, origin: string): Command =>
  (state, dispatch) => {
    const blocks = blocksOf(text)
    let found = false
    const tr = bring(state.tr)
    state.doc.forEach((one, at) => {
      if (one.attrs.id !== id || blocks.length === 0) return
      found = true
      const end = at + one.nodeSize - 1
      const wasEmpty = isEmptySection(one)
      const last = one.lastChild
      const start = isBlank(last) ? end - (last?.nodeSize ?? 0) : end
      tr.replaceWith(start, end, Fragment.from(blocks))
      tr.setNodeAttribute(at, 'origin', wasEmpty ? origin : '')
      tr.setSelection(TextSelection.near(tr.doc.resolve(start + Fragment.from(blocks).size), -1)).scrollIntoView()
    })
    if (found) dispatch?.(tr)
    return found
  }

/** Puts lines of text where the cursor is; in a field or a list as one. False where nothing can be written. */
export const insertAtCursor =
  (lines: readonly string[]): Command =>
  (state, dispatch) => {
    const { $from, from, to } = state.selection
    const { parent, parentOffset } = $from
    if (!parent.isTextblock || lines.length === 0) return false
    const takesLines = parent.type === paragraph && $from.node(-1).type === section
    const before = parent.textBetween(Math.max(0, parentOffset - 1), parentOffset)
    const [first = '', ...others] = takesLines ? lines : [lines.join('; ')]
    const tr = state.tr.insertText(/\S/.test(before) ? ` ${first}` : first, from, to)
    for (const line of others) tr.split(tr.selection.from).insertText(line)
    dispatch?.(tr.scrollIntoView())
    return true
  }
