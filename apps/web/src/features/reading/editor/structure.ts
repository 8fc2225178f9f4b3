import type { Node } from 'prosemirror-model'
import { Plugin, PluginKey, type Transaction } from 'prosemirror-state'

/** Marks a transaction that may change which sections and fields a report has: another text in its place. */
const allowed = new PluginKey('report-structure')
export const allowStructure = (tr: Transaction) => tr.setMeta(allowed, true)

/** Which sections a report has, and which fields each. */
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

/** Refuses whatever would take a section or a field away, or make another: those are the template's. */
export const keepStructure = new Plugin({
  filterTransaction: (tr, { doc }) => !tr.docChanged || tr.getMeta(allowed) === true || structureOf(tr.doc) === structureOf(doc),
})
