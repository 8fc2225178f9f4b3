import { Plugin } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'
import { fieldPlace } from './stops.ts'

/** Returns the text in a section's head about the current field's position. */
export const placeOf = (marks: readonly Decoration[]): string =>
  marks.map(({ spec }) => (typeof spec.place === 'string' ? spec.place : '')).join('')

/** Marks the field at the selection, and its section with the field's position. */
export const placeMarks = new Plugin({
  props: {
    decorations(state) {
      const place = fieldPlace(state)
      if (!place) return null
      const { $head } = state.selection
      const words = `Field ${place.field} of ${place.of}`
      return DecorationSet.create(state.doc, [
        Decoration.node($head.before(1), $head.after(1), {}, { place: words }),
        Decoration.node($head.before(), $head.after(), { class: 'is-current' }),
      ])
    },
  },
})
