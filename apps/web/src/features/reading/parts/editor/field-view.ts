import { fieldAttrs } from '@readroom/report/schema'
import type { Node } from 'prosemirror-model'
import type { EditorView, NodeView } from 'prosemirror-view'
import { hasOrdinals, pick } from './pick-list.ts'

function part(className: string, text: string): HTMLElement {
  const made = document.createElement('span')
  made.className = className
  made.contentEditable = 'false'
  made.textContent = text
  return made
}

/** Lists the options of a choice, with numbers if digits pick by number. */
function optionList(view: EditorView, options: readonly string[]): HTMLElement {
  const list = part('report-options', '')
  const isNumbered = hasOrdinals(options)
  options.forEach((option, index) => {
    const entry = document.createElement('button')
    entry.type = 'button'
    entry.tabIndex = -1
    const key = document.createElement('kbd')
    key.textContent = isNumbered && index < 9 ? `${index + 1}` : ''
    const words = document.createElement('bdi')
    words.textContent = option
    entry.append(key, words)
    // Keeps the focus in the field.
    entry.onmousedown = (event) => event.preventDefault()
    entry.onclick = () => pick(view, option)
    list.append(entry)
  })
  return list
}

/** Renders a field as a row: label, value, unit and, while focused, its options. */
export function fieldView(node: Node, view: EditorView): NodeView {
  const { label, unit, kind, options, completion } = fieldAttrs(node.attrs)
  const dom = document.createElement('div')
  dom.className = `report-field is-${kind}`
  dom.classList.toggle('is-required', completion === 'prohibit')
  const contentDOM = document.createElement('span')
  contentDOM.className = 'report-value'
  contentDOM.dir = 'auto'
  const box = document.createElement('span')
  box.className = 'report-box'
  box.append(contentDOM)
  if (unit !== '') box.append(part('report-unit', unit))
  dom.append(part('report-label', label), box)
  if (options.length > 0) dom.append(optionList(view, options))

  const show = (field: Node) => {
    contentDOM.classList.toggle('is-empty', field.content.size === 0)
  }
  show(node)
  return {
    dom,
    contentDOM,
    update(next) {
      if (next.type !== node.type || !next.hasMarkup(node.type, node.attrs, node.marks)) return false
      show(next)
      return true
    },
    ignoreMutation: (mutation) => mutation.type !== 'selection' && !contentDOM.contains(mutation.target),
  }
}
