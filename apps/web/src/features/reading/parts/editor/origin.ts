import { isEmptySection } from '@readroom/report/plain-text'
import { isHistoryTransaction } from 'prosemirror-history'
import type { Node } from 'prosemirror-model'
import { Plugin, PluginKey, type Transaction } from 'prosemirror-state'
import { formatDate } from '../../../../lib/format.ts'

/** Marks a transaction that inserts text with an origin, or another report. */
const brought = new PluginKey('report-origin')
export const bring = (tr: Transaction) => tr.setMeta(brought, true)

/** Returns true if the transaction sets the origins by itself, as undo and redo do. */
const setsOrigins = (tr: Transaction) => tr.getMeta(brought) === true || isHistoryTransaction(tr)

/** Removes a section's origin when the user changes its text. */
export const forgetOrigins = new Plugin({
  appendTransaction(transactions, before, { doc, tr }) {
    if (!transactions.some(({ docChanged }) => docChanged) || transactions.some(setsOrigins)) return null
    doc.forEach((section, at, index) => {
      const former = before.doc.maybeChild(index)
      const isTouched =
        former !== section && former?.attrs.origin === section.attrs.origin && !former?.content.eq(section.content)
      if (section.attrs.origin !== '' && isTouched) tr.setNodeAttribute(at, 'origin', '')
    })
    return tr.docChanged ? tr : null
  },
})

/** Returns the origin of a section's text in words. Empty if it was typed or the section is empty. */
export function originWords(section: Node): string {
  const { origin } = section.attrs
  if (isEmptySection(section)) return ''
  const prior = /^prior:(.+)$/.exec(`${origin}`)?.[1]
  if (prior) return `inserted from ${formatDate(prior)}`
  if (origin === 'history') return 'from the laboratory'
  return origin === 'template' ? 'from the template' : ''
}
