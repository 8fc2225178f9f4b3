import { isHistoryTransaction } from 'prosemirror-history'
import type { Node } from 'prosemirror-model'
import { Plugin, PluginKey, type Transaction } from 'prosemirror-state'

/** Marks a transaction that may change the sections and fields, because it replaces the text. */
const allowed = new PluginKey('report-structure')
export const allowStructure = (tr: Transaction) => tr.setMeta(allowed, true)

/** Returns the ids of the sections and their fields as one string. */
function structureOf(report: Node): string {
  const ids: string[] = []
  report.forEach((section) => {
    ids.push(`#${section.attrs.id}`)
    section.forEach((block) => {
      if (block.type.name === 'field') ids.push(`${block.attrs.id}`)
    })
  })
  return ids.join('\n')
}

/** Undo and redo restore only what was allowed before. */
const isAllowed = (tr: Transaction) => tr.getMeta(allowed) === true || isHistoryTransaction(tr)

/** Rejects transactions that would remove or add a section or field. Those belong to the template. */
export const keepStructure = new Plugin({
  filterTransaction: (tr, { doc }) => !tr.docChanged || isAllowed(tr) || structureOf(tr.doc) === structureOf(doc),
})
