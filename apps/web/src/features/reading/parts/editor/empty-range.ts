import type { Node, ResolvedPos } from 'prosemirror-model'
import { type Command, TextSelection, type Transaction } from 'prosemirror-state'

/** Returns true if the range spans several sections, or a field and other text. Only its text may then be deleted. */
export function crosses($from: ResolvedPos, $to: ResolvedPos): boolean {
  if ($from.pos === $to.pos || ($from.parent === $to.parent && $from.parent.isTextblock)) return false
  if ($from.depth === 0 || $to.depth === 0 || $from.node(1) !== $to.node(1)) return true
  let hasField = false
  $from.doc.nodesBetween($from.pos, $to.pos, ({ type }) => {
    if (type.name === 'field') hasField = true
  })
  return hasField
}

type Place = { node: Node; at: number }

function childrenOf({ node, at }: Place): Place[] {
  const children: Place[] = []
  node.forEach((child, offset) => void children.push({ node: child, at: at + 1 + offset }))
  return children
}

/** Deletes the part of a range within a section's blocks, last first. Whole blocks are removed, except fields and the last remaining block. */
function emptyBlocks(tr: Transaction, section: Place, from: number, to: number) {
  let standing = section.node.childCount
  for (const { node, at } of childrenOf(section).reverse()) {
    const end = at + node.nodeSize
    if (end <= from || at >= to) continue
    const isWhole = from <= at + 1 && to >= end - 1
    if (isWhole && node.type.name !== 'field' && standing > 1) {
      tr.delete(at, end)
      standing -= 1
    } else if (isWhole && node.type.name === 'bulletList') {
      tr.replaceWith(at, end, node.type.schema.node('paragraph'))
    } else tr.delete(Math.max(from, at + 1), Math.min(to, end - 1))
  }
}

/** Deletes the text of a range but keeps sections and fields. */
function emptyRange(tr: Transaction, from: number, to: number): Transaction {
  const sections: Place[] = []
  tr.doc.forEach((node, at) => void sections.push({ node, at }))
  for (const section of sections.reverse()) {
    if (section.at + section.node.nodeSize > from && section.at < to) emptyBlocks(tr, section, from, to)
  }
  return tr
}

/** Deletes a selection that spans sections or fields as text only. */
export const deleteAcross: Command = (state, dispatch) => {
  const { $from, $to, from, to } = state.selection
  if (!crosses($from, $to)) return false
  const tr = emptyRange(state.tr, from, to)
  dispatch?.(tr.setSelection(TextSelection.near(tr.doc.resolve(from))).scrollIntoView())
  return true
}
