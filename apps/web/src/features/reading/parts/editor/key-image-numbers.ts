import type { Command } from 'prosemirror-state'

const named = /\bkey image (\d+)(: )?/gi

/**
 * Updates references to key images in the text after their numbers changed. `numbers` maps each old number to the new one, or to null if it was removed.
 * Not part of the undo history, because undo doesn't bring the pictures back.
 */
export const renumberKeyImages =
  (numbers: ReadonlyMap<number, number | null>): Command =>
  (state, dispatch) => {
    const tr = state.tr.setMeta('addToHistory', false)
    state.doc.descendants((node, position) => {
      for (const match of node.text?.matchAll(named) ?? []) {
        const [whole, digits = '', colon = ''] = match
        const number = numbers.get(Number(digits))
        if (number === undefined || number === Number(digits)) continue
        const words = whole.slice(0, whole.length - colon.length - digits.length)
        const next = number === null ? (colon === '' ? 'removed key image' : '') : `${words}${number}${colon}`
        const from = tr.mapping.map(position + match.index)
        tr.insertText(next, from, tr.mapping.map(position + match.index + whole.length))
      }
      return true
    })
    if (!tr.docChanged) return false
    dispatch?.(tr)
    return true
  }
