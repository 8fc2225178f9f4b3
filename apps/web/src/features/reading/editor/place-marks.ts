import { Plugin } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'
import { fieldPlace } from './stops.ts'

/** What a section's head says of the field that is stepped through. */
export const placeOf = (marks: readonly Decoration[]): string =>
  marks.map(({ spec }) => (typeof spec.place === 'string' ? spec.place : '')).join('')

/** Marks the field that the selection is in, and its section with the field's place. */
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
