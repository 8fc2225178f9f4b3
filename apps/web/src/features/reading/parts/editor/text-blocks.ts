import type { TextBlock } from '@readroom/contracts/reading/text-blocks'
import { readContent } from '@readroom/report/content'
import { type Acquired, unmetNeed } from '@readroom/report/field-needs'
import { fieldAttrs, reportSchema } from '@readroom/report/schema'
import type { SectionId } from '@readroom/report/sections'
import { Fragment, type Node, Slice } from 'prosemirror-model'
import { type Command, type EditorState, Plugin, Selection, TextSelection, type Transaction } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { findsText, foldText } from '../../../../lib/finds-text.ts'

/** The order of precedence if several blocks have the same short word. */
const places: readonly TextBlock['scope'][] = ['doctor', 'lab', 'system']

/**
 * Returns the blocks for a study's report, sorted by short word. If a word is used twice, a doctor's own block precedes the laboratory's and that
 * precedes the system's.
 */
export function blocksOfStudy(blocks: readonly TextBlock[], labId: string | null): TextBlock[] {
  const usable = blocks.filter(({ scope, labId: of }) => scope !== 'lab' || of === labId)
  const byWord = new Map<string, TextBlock>()
  for (const block of usable.toSorted((a, b) => places.indexOf(b.scope) - places.indexOf(a.scope)))
    byWord.set(block.shortcut.toLowerCase(), block)
  return [...byWord.values()].sort((a, b) => a.shortcut.localeCompare(b.shortcut))
}

const isOffered = ({ sections }: TextBlock, section: SectionId | null) =>
  sections.length === 0 || (section !== null && sections.includes(section))

/** Returns the section at the selection. */
export const sectionAt = ({ selection: { $from } }: EditorState): SectionId | null =>
  $from.depth > 0 ? $from.node(1).attrs.id : null

/** Finds blocks by their short word or text, whatever the case and accents. Those whose word begins with the search text come first. */
export function findBlocks(blocks: readonly TextBlock[], search: string, section: SectionId | null): TextBlock[] {
  const sought = search.trim().replace(/^\./, '')
  const offered = blocks.filter((block) => isOffered(block, section))
  const starts = offered.filter(({ shortcut }) => foldText(shortcut).startsWith(foldText(sought)))
  const others = offered.filter(
    (block) => !starts.includes(block) && findsText(sought, [block.shortcut, readContent(block.content).textContent]),
  )
  return [...starts, ...others]
}

function contentOf({ content }: TextBlock): Node[] {
  const nodes: Node[] = []
  readContent(content).firstChild?.forEach((node) => {
    nodes.push(node)
  })
  return nodes
}

/** Gives the fields of a block ids that the report doesn't use yet. */
function withFreeIds(nodes: readonly Node[], report: Node): Node[] {
  const taken = new Set<unknown>()
  report.descendants(({ attrs, type }) => void (type.name === 'field' && taken.add(attrs.id)))
  return nodes.map((node) => {
    if (node.type.name !== 'field') return node
    let number = taken.size + 1
    while (taken.has(`block-${number}`)) number += 1
    taken.add(`block-${number}`)
    return node.type.create({ ...node.attrs, id: `block-${number}` }, node.content)
  })
}

/** Replaces a range within a paragraph by a block's text. In a field the text becomes one line. The cursor goes behind the text or into its first field. */
function put(tr: Transaction, from: number, to: number, block: TextBlock): Transaction {
  const $from = tr.doc.resolve(from)
  const nodes = withFreeIds(contentOf(block), tr.doc)
  if ($from.parent.type.name === 'field')
    return tr
      .insertText(
        nodes
          .map((node) => node.textContent)
          .join(' ')
          .trim(),
        from,
        to,
      )
      .scrollIntoView()
  const [only] = nodes
  if (nodes.length === 1 && only?.type.name === 'paragraph') return tr.replaceWith(from, to, only.content).scrollIntoView()
  const fields = nodes.some(({ type }) => type.name === 'field' || type.name === 'bulletList')
  if (!fields) return tr.replaceRange(from, to, new Slice(Fragment.from(nodes), 1, 1)).scrollIntoView()
  tr.delete(from, to)
  // Inserts after the block at the cursor, or replaces it if it is empty.
  const $at = tr.doc.resolve(from)
  const [start, end] = [$at.before(2), $at.after(2)]
  const isEmpty = $at.node(2).textContent.trim() === '' && $at.node(2).type.name === 'paragraph'
  tr.replaceWith(isEmpty ? start : end, end, nodes)
  const begin = isEmpty ? start : end
  const behind = begin + nodes.reduce((size, { nodeSize }) => size + nodeSize, 0)
  let first: number | null = null
  tr.doc.nodesBetween(begin, behind, (node, position) => {
    if (first === null && position >= begin && node.type.name === 'field') first = position + 1
  })
  const selected = first ?? behind
  return tr.setSelection(TextSelection.near(tr.doc.resolve(selected), first === null ? -1 : 1)).scrollIntoView()
}

/** Marks a transaction as one that may add fields. */
export type Prepare = (tr: Transaction) => Transaction

/** Inserts a block at the selection. */
export const insertBlock =
  (block: TextBlock, prepare: Prepare): Command =>
  (state, dispatch) => {
    const { $from, $to, from, to } = state.selection
    if (!$from.sameParent($to) || !$from.parent.isTextblock) return false
    dispatch?.(prepare(put(state.tr, from, to, block)))
    return true
  }

/** A full stop at the start of a word, followed by a short word up to the cursor. */
const typedWord = /(?:^|[\s([{"'“])\.([\p{L}\p{N}][\p{L}\p{M}\p{N}-]+)$/u

/** Returns the transaction that replaces the short word before the cursor. Null if there is no such block. */
function expand(state: EditorState, blocks: readonly TextBlock[], prepare: Prepare): Transaction | null {
  const { $from, empty, from } = state.selection
  if (!empty || !$from.parent.isTextblock) return null
  const before = $from.parent.textBetween(Math.max(0, $from.parentOffset - 60), $from.parentOffset, undefined, '\ufffc')
  const word = typedWord.exec(before)?.[1]
  const block = blocks.find(
    (one) => one.shortcut.toLowerCase() === word?.normalize('NFC').toLowerCase() && isOffered(one, sectionAt(state)),
  )
  return word !== undefined && block ? prepare(put(state.tr, from - word.length - 1, from, block)) : null
}

type Options = {
  /** Called at each key, because the blocks may be loaded later. */
  blocks: () => readonly TextBlock[]
  /** Called on Ctrl+Space. */
  onList: (view: EditorView) => void
  prepare?: Prepare
}

/** Replaces `.word` plus a space by its block, as one step to undo. Ctrl+Space opens the list. Must come before plugins that handle text or keys. */
export const textBlockPlugin = ({ blocks, onList, prepare = (tr) => tr }: Options): Plugin =>
  new Plugin({
    props: {
      handleTextInput(view, _from, _to, text) {
        if (text !== ' ' || view.composing) return false
        const tr = expand(view.state, blocks(), prepare)
        if (tr) view.dispatch(tr)
        return tr !== null
      },
      handleKeyDown(view, event) {
        if (event.code !== 'Space' || !event.ctrlKey || event.altKey || event.metaKey) return false
        event.preventDefault()
        onList(view)
        return true
      },
    },
  })

/** A field that stays open, and what the study lacks for its normal value. */
export type OpenField = { label: string; lacks: string }

/** Returns the normal value of a field, or null if it has none. */
function normalOf(field: Node): string | null {
  const { kind, options, completion } = fieldAttrs(field.attrs)
  return (kind === 'choice' && completion !== 'prohibit' && options[0]) || null
}

/** Returns true if the findings have a field with a normal value. */
export function hasNormalValues(report: Node): boolean {
  let has = false
  report.descendants((node) => {
    if (node.type.name === 'section') return node.attrs.id === 'findings'
    has ||= node.type.name === 'field' && normalOf(node) !== null
    return true
  })
  return has
}

/**
 * Sets each unfilled choice in the findings to its first option, as one step to undo. Leaves technique and other sections alone, and fields that must be
 * filled in (a side, a breast density), because their first option is no normal finding. Fields about what was not acquired stay open, and are told to
 * `onOpen`. Returns false if there is nothing to fill.
 */
export const allNormal =
  (acquired: Acquired, onOpen: (fields: OpenField[]) => void): Command =>
  ({ doc, tr }, dispatch) => {
    const open: OpenField[] = []
    doc.descendants((node, position) => {
      if (node.type.name === 'section') return node.attrs.id === 'findings'
      if (node.type.name !== 'field') return true
      const { label } = fieldAttrs(node.attrs)
      const first = normalOf(node)
      if (first === null || node.textContent.trim() !== '') return false
      const lacks = unmetNeed({ label, normal: first }, acquired)
      if (lacks !== null) open.push({ label, lacks })
      else
        tr.replaceWith(tr.mapping.map(position + 1), tr.mapping.map(position + 1 + node.content.size), reportSchema.text(first))
      return false
    })
    if (open.length > 0 && dispatch) onOpen(open)
    if (!tr.docChanged) return false
    dispatch?.(tr)
    return true
  }

/** Replaces the whole report, as one step to undo, and puts the cursor at its start. */
export const replaceReport =
  (report: Node, prepare: Prepare): Command =>
  ({ tr, doc }, dispatch) => {
    tr.replaceWith(0, doc.content.size, report.content)
    dispatch?.(prepare(tr.setSelection(Selection.atStart(tr.doc)).scrollIntoView()))
    return true
  }
