import type { Node } from 'prosemirror-model'
import { type Command, type EditorState, TextSelection } from 'prosemirror-state'

/** Where Tab leads: into a field, whose value is then selected, or to the end of a section's text. */
type Stop = { from: number; to: number; section: number }

/** The stops of a report in their order. */
function stopsOf(report: Node): Stop[] {
  const stops: Stop[] = []
  report.forEach((section, at, index) => {
    let end: number | null = null
    section.descendants((node, offset) => {
      if (!node.isTextblock) return true
      const from = at + 1 + offset + 1
      const to = from + node.content.size
      if (node.type.name === 'field') stops.push({ from, to, section: index })
      else end = to
      return false
    })
    if (end !== null) stops.push({ from: end, to: end, section: index })
  })
  return stops
}

const selectStop = ({ tr, doc }: EditorState, { from, to }: Stop) =>
  tr.setSelection(TextSelection.create(doc, from, to)).scrollIntoView()

/** The stop that the selection is in or behind. */
function stopAt(stops: readonly Stop[], { selection: { $head } }: EditorState): number {
  const section = $head.depth > 0 ? $head.index(0) : 0
  const inField = stops.findIndex(({ from }) => $head.parent.type.name === 'field' && from === $head.start())
  if (inField >= 0) return inField
  return stops.findLastIndex((stop) => stop.section === section)
}

/** To the next field or section, or back. False at the last one: then Tab leaves the editor. */
export const step =
  (by: 1 | -1): Command =>
  (state, dispatch) => {
    const stops = stopsOf(state.doc)
    const next = stops[stopAt(stops, state) + by]
    if (!next) return false
    dispatch?.(selectStop(state, next))
    return true
  }

/** To a section by its place, 0 for the first: to its first field, or to the end of its text. */
export const goToSection =
  (index: number): Command =>
  (state, dispatch) => {
    const stop = stopsOf(state.doc).find(({ section }) => section === index)
    if (!stop) return false
    dispatch?.(selectStop(state, stop))
    return true
  }

/** Where a field stands among those of its section, counted from 1; null outside fields. */
export function fieldPlace({ doc, selection: { $head } }: EditorState): { field: number; of: number } | null {
  if ($head.parent.type.name !== 'field') return null
  const fields: number[] = []
  const section = $head.index(0)
  doc.child(section).forEach((node, offset) => {
    if (node.type.name === 'field') fields.push($head.start(1) + offset + 1)
  })
  return { field: fields.indexOf($head.start()) + 1, of: fields.length }
}
