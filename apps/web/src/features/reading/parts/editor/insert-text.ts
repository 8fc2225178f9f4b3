import { blocksOf, isEmptySection } from '@readroom/report/plain-text'
import { reportSchema } from '@readroom/report/schema'
import type { SectionId } from '@readroom/report/sections'
import { Fragment, type Node } from 'prosemirror-model'
import { type Command, type EditorState, TextSelection, type Transaction } from 'prosemirror-state'
import { crosses } from './empty-range.ts'
import { bring } from './origin.ts'

const { paragraph, section } = reportSchema.nodes

const isBlank = (node: Node | null | undefined) => node?.type === paragraph && node.content.size === 0

/** Appends text to a section. The section shows `origin` if it was empty before. Returns false if there is no such section. */
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

/** Inserts text into an empty section without moving the cursor. Returns false if there is no such section or it has text. */
export const fillSection =
  (id: SectionId, text: string, origin: string): Command =>
  (state, dispatch) => {
    let isFilled = false
    const tr = bring(state.tr)
    state.doc.forEach((one, at) => {
      if (one.attrs.id !== id || !isEmptySection(one)) return
      isFilled = true
      tr.replaceWith(at + 1, at + one.nodeSize - 1, Fragment.from(blocksOf(text))).setNodeAttribute(at, 'origin', origin)
    })
    if (isFilled) dispatch?.(tr)
    return isFilled
  }

/** Puts the cursor behind the fields of its section, so that a field keeps its value. It goes behind a selection of several fields or sections. */
function leaveField({ tr, selection: { $from, $to } }: EditorState): Transaction {
  if ($to.parent.type.name !== 'field') return crosses($from, $to) ? tr.setSelection(TextSelection.near($to, -1)) : tr
  const end = $to.end(1)
  if ($to.node(1).lastChild?.type !== paragraph) tr.insert(end, paragraph.create())
  return tr.setSelection(TextSelection.near(tr.doc.resolve(tr.mapping.map(end)), -1))
}

/** Types text at the cursor, behind what is selected. In a field it goes behind the fields of the section. */
export const typeText =
  (text: string): Command =>
  (state, dispatch) => {
    const tr = leaveField(state)
    const { $to, to } = tr.selection
    if (!$to.parent.isTextblock) return false
    tr.insertText(text, to)
    dispatch?.(tr.setSelection(TextSelection.create(tr.doc, to + text.length)).scrollIntoView())
    return true
  }

/**
 * Inserts lines at the cursor. In a list or within the text of a field they become one line. They replace no value: if a whole one is selected, they go
 * behind the fields. Returns false if nothing can be inserted.
 */
export const insertAtCursor =
  (lines: readonly string[]): Command =>
  (state, dispatch) => {
    const tr = state.selection.empty ? state.tr : leaveField(state)
    const { $from, from, to } = tr.selection
    const { parent, parentOffset } = $from
    if (!parent.isTextblock || lines.length === 0) return false
    const takesLines = parent.type === paragraph && $from.node(-1).type === section
    const before = parent.textBetween(Math.max(0, parentOffset - 1), parentOffset)
    const [first = '', ...others] = takesLines ? lines : [lines.join('; ')]
    tr.insertText(/\S/.test(before) ? ` ${first}` : first, from, to)
    for (const line of others) tr.split(tr.selection.from).insertText(line)
    dispatch?.(tr.scrollIntoView())
    return true
  }

/**
 * Inserts a sentence about annotations at the cursor. If a field is at the cursor or selected, appends it to the findings instead. Returns false if nothing can be
 * inserted.
 */
export const insertSentence =
  (text: string, ids: readonly string[]): Command =>
  (state, dispatch) => {
    const { doc, selection } = state
    const words = reportSchema.text(text, [reportSchema.marks.measured.create({ ids })])
    const { $from, $to, from, to } = selection
    if ($from.parent.isTextblock && $from.parent.type.name !== 'field' && !crosses($from, $to)) {
      const before = $from.parent.textBetween(Math.max(0, $from.parentOffset - 1), $from.parentOffset)
      const tr = state.tr.replaceWith(from, to, /\S/.test(before) ? [reportSchema.text(' '), words] : words)
      dispatch?.(tr.scrollIntoView())
      return true
    }
    let isWritten = false
    const { tr } = state
    doc.forEach((one, at) => {
      if (one.attrs.id !== 'findings') return
      const last = one.lastChild
      const end = at + one.nodeSize - 1
      tr.replaceWith(isBlank(last) ? end - (last?.nodeSize ?? 0) : end, end, paragraph.create(null, words))
      isWritten = true
    })
    if (isWritten) dispatch?.(tr)
    return isWritten
  }
