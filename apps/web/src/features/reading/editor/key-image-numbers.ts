import type { Command } from 'prosemirror-state'

const named = /\bkey image (\d+)(: )?/gi

/**
 * Follows key images that have other numbers in the text that names them; `numbers`: the new one of each, null for one that was removed. Not a step
 * to undo: the pictures stay where they were put.
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
