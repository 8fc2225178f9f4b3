import { fieldAttrs, reportSchema } from '@readroom/report/schema'
import type { Command } from 'prosemirror-state'

/** Each choice without a value takes its first option, in one step to undo. False where none is open. */
export const allNormal: Command = ({ doc, tr }, dispatch) => {
  doc.descendants((node, position) => {
    if (node.type.name !== 'field') return
    const { kind, options } = fieldAttrs(node.attrs)
    const [first] = options
    if (kind === 'choice' && first && node.textContent.trim() === '')
      tr.replaceWith(tr.mapping.map(position + 1), tr.mapping.map(position + 1 + node.content.size), reportSchema.text(first))
  })
  if (!tr.docChanged) return false
  dispatch?.(tr)
  return true
}
