import type { TextBlock } from '@readroom/contracts/text-blocks'
import { readContent } from '@readroom/report/content'
import { fieldAttrs, reportSchema } from '@readroom/report/schema'
import type { SectionId } from '@readroom/report/sections'
import { Fragment, type Node, Slice } from 'prosemirror-model'
import { type Command, type EditorState, Plugin, Selection, TextSelection, type Transaction } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'

/** Whose go first where several have one short word. */
const places: readonly TextBlock['scope'][] = ['doctor', 'lab', 'system']

/** The blocks of a study's report, each short word once: a doctor's own before the laboratory's before the system's. By short word. */
export function blocksOfStudy(blocks: readonly TextBlock[], labId: string | null): TextBlock[] {
  const usable = blocks.filter(({ scope, labId: of }) => scope !== 'lab' || of === labId)
  const byWord = new Map<string, TextBlock>()
  for (const block of usable.toSorted((a, b) => places.indexOf(b.scope) - places.indexOf(a.scope)))
    byWord.set(block.shortcut.toLowerCase(), block)
  return [...byWord.values()].sort((a, b) => a.shortcut.localeCompare(b.shortcut))
}

const isOffered = ({ sections }: TextBlock, section: SectionId | null) =>
  sections.length === 0 || (section !== null && sections.includes(section))

/** The section that the selection is in. */
export const sectionAt = ({ selection: { $from } }: EditorState): SectionId | null =>
  $from.depth > 0 ? $from.node(1).attrs.id : null

/** Blocks whose short word, or text, has what was typed; those whose word begins with it first. */
export function findBlocks(blocks: readonly TextBlock[], search: string, section: SectionId | null): TextBlock[] {
  const sought = search.trim().toLowerCase().replace(/^\./, '')
  const offered = blocks.filter((block) => isOffered(block, section))
  const starts = offered.filter(({ shortcut }) => shortcut.toLowerCase().startsWith(sought))
  const others = offered.filter(
    (block) => !starts.includes(block) && readContent(block.content).textContent.toLowerCase().includes(sought),
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

/** Fields of a block get ids that the report does not have. */
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

/** Puts a block's text in place of a range of one paragraph. In a field it is one line. The cursor stands behind it, or in its first field. */
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
  // Behind the block of the section that the cursor is in, or in its place where that is empty.
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

/** Marks a transaction as one that may bring fields. */
export type Prepare = (tr: Transaction) => Transaction

/** Puts a block where the selection is. */
export const insertBlock =
  (block: TextBlock, prepare: Prepare): Command =>
  (state, dispatch) => {
    const { $from, $to, from, to } = state.selection
    if (!$from.sameParent($to) || !$from.parent.isTextblock) return false
    dispatch?.(prepare(put(state.tr, from, to, block)))
    return true
  }

/** A full stop at the beginning of a word, and a short word behind it, up to the cursor. */
const typedWord = /(?:^|[\s([{"'“])\.([\p{L}\p{N}][\p{L}\p{M}\p{N}-]+)$/u

/** What the space behind a short word does: a transaction, or null where there is no such block. */
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
  /** Asked for at each key, so that they may come later. */
  blocks: () => readonly TextBlock[]
  /** Ctrl+Space. */
  onList: (view: EditorView) => void
  prepare?: Prepare
}

/** `.word` and a space becomes its block, in one step to undo; Ctrl+Space asks for the list. Stands before plugins that take text or keys. */
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

/**
 * Gives each choice of the findings without a value its first option, in one step to undo. Technique and the other sections stay open, and so do
 * fields that must be filled in (a side, a breast density): their first option is no normal finding. Returns false if none is open.
 */
export const allNormal: Command = ({ doc, tr }, dispatch) => {
  doc.descendants((node, position) => {
    if (node.type.name === 'section') return node.attrs.id === 'findings'
    if (node.type.name !== 'field') return true
    const { kind, options, completion } = fieldAttrs(node.attrs)
    const [first] = options
    if (kind === 'choice' && first && completion !== 'prohibit' && node.textContent.trim() === '')
      tr.replaceWith(tr.mapping.map(position + 1), tr.mapping.map(position + 1 + node.content.size), reportSchema.text(first))
    return false
  })
  if (!tr.docChanged) return false
  dispatch?.(tr)
  return true
}

/** Another report in the place of this one, in one step to undo; the cursor at its beginning. */
export const replaceReport =
  (report: Node, prepare: Prepare): Command =>
  ({ tr, doc }, dispatch) => {
    tr.replaceWith(0, doc.content.size, report.content)
    dispatch?.(prepare(tr.setSelection(Selection.atStart(tr.doc)).scrollIntoView()))
    return true
  }
