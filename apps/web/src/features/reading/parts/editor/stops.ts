import type { Node } from 'prosemirror-model'
import { type Command, type EditorState, TextSelection } from 'prosemirror-state'

/** A place that Tab goes to: a field, whose value is then selected, or the end of a section's text. */
type Stop = { from: number; to: number; section: number }

/** Returns the tab stops of a report in order. */
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

/** Returns the index of the stop at or before the selection. */
function stopAt(stops: readonly Stop[], { selection: { $head } }: EditorState): number {
  const section = $head.depth > 0 ? $head.index(0) : 0
  const inField = stops.findIndex(({ from }) => $head.parent.type.name === 'field' && from === $head.start())
  if (inField >= 0) return inField
  return stops.findLastIndex((stop) => stop.section === section)
}

/** Goes to the next field or section, or back. Returns false at the last one, so that Tab leaves the editor. */
export const step =
  (by: 1 | -1): Command =>
  (state, dispatch) => {
    const stops = stopsOf(state.doc)
    const next = stops[stopAt(stops, state) + by]
    if (!next) return false
    dispatch?.(selectStop(state, next))
    return true
  }

/** Goes to a section by index, to its first field or the end of its text. */
export const goToSection =
  (index: number): Command =>
  (state, dispatch) => {
    const stop = stopsOf(state.doc).find(({ section }) => section === index)
    if (!stop) return false
    dispatch?.(selectStop(state, stop))
    return true
  }

/** Returns the number of the current field within its section, from 1. Null outside fields. */
export function fieldPlace({ doc, selection: { $head } }: EditorState): { field: number; of: number } | null {
  if ($head.parent.type.name !== 'field') return null
  const fields: number[] = []
  const section = $head.index(0)
  doc.child(section).forEach((node, offset) => {
    if (node.type.name === 'field') fields.push($head.start(1) + offset + 1)
  })
  return { field: fields.indexOf($head.start()) + 1, of: fields.length }
}
