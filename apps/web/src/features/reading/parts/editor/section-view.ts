import { isSectionId, sections } from '@readroom/report/sections'
import type { Node } from 'prosemirror-model'
import type { Decoration, NodeView } from 'prosemirror-view'
import { originWords } from './origin.ts'
import { placeOf } from './place-marks.ts'

function element<K extends keyof HTMLElementTagNameMap>(name: K, className: string, text = ''): HTMLElementTagNameMap[K] {
  const made = document.createElement(name)
  made.className = className
  made.textContent = text
  return made
}

/** Renders a section with its fixed title and the origin of its text. */
export function sectionView(node: Node, _view: unknown, _position: unknown, marks: readonly Decoration[]): NodeView {
  const { id } = node.attrs
  const title = isSectionId(id) ? sections[id].title : ''
  const dom = element('section', 'report-section')
  dom.dataset.section = `${id}`
  dom.setAttribute('aria-label', title)
  const head = element('div', 'report-head')
  head.contentEditable = 'false'
  const origin = element('span', 'report-origin')
  const place = element('span', 'report-place num')
  head.append(element('h2', 'report-title', title), origin, place)
  const contentDOM = element('div', 'report-body')
  dom.append(head, contentDOM)

  function show(section: Node, shown: readonly Decoration[]) {
    origin.textContent = originWords(section)
    place.textContent = placeOf(shown)
  }
  show(node, marks)
  return {
    dom,
    contentDOM,
    update(next, decorations) {
      if (next.type !== node.type || next.attrs.id !== id) return false
      show(next, decorations)
      return true
    },
    ignoreMutation: (mutation) => mutation.type !== 'selection' && !contentDOM.contains(mutation.target),
  }
}

/** Renders a paragraph in the direction of its own script. */
export function paragraphView(): NodeView {
  const dom = document.createElement('p')
  dom.dir = 'auto'
  return { dom, contentDOM: dom }
}
