import { type Command, Plugin, TextSelection } from 'prosemirror-state'

/** Selects the field or paragraph at the cursor, then its section, then the whole report. */
export const selectMore: Command = ({ doc, selection, tr }, dispatch) => {
  const { $from, from, to } = selection
  const depths = $from.parent.isTextblock ? [$from.depth, 1, 0] : [1, 0]
  const ranges = depths
    .filter((depth) => depth <= $from.depth)
    .map((depth) => TextSelection.between(doc.resolve($from.start(depth)), doc.resolve($from.end(depth))))
  const next =
    ranges.find((range) => range.from <= from && range.to >= to && (range.from < from || range.to > to)) ?? ranges.at(-1)
  if (next) dispatch?.(tr.setSelection(next))
  return true
}

/** Refuses typed text that would replace more than one section. Delete empties them, because it is meant. */
export const keepSections = new Plugin({
  props: {
    handleTextInput({ state: { doc } }, from, to) {
      const [first, last] = [doc.resolve(from), doc.resolve(to)]
      return first.index(0) !== last.index(0)
    },
  },
})
