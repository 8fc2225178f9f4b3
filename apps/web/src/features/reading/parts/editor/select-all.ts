import { type Command, Plugin, TextSelection } from 'prosemirror-state'
import { notify } from '../../../../lib/notify.tsx'
import { crosses } from './empty-range.ts'
import { fieldOf } from './pick-list.ts'

/** Selects the value of the field at the cursor. Outside fields selects the paragraph, then its section, then the whole report. */
export const selectMore: Command = (state, dispatch) => {
  const { doc, selection, tr } = state
  const { $from, from, to } = selection
  const field = fieldOf(state)
  const depths = $from.parent.isTextblock ? [$from.depth, 1, 0] : [1, 0]
  const ranges = (field ? [$from.depth] : depths)
    .filter((depth) => depth <= $from.depth)
    .map((depth) => TextSelection.between(doc.resolve($from.start(depth)), doc.resolve($from.end(depth))))
  const next =
    ranges.find((range) => range.from <= from && range.to >= to && (range.from < from || range.to > to)) ?? ranges.at(-1)
  if (next) dispatch?.(tr.setSelection(next))
  return true
}

/** Says why nothing was written. */
function refuse(): true {
  const description = 'Several fields or sections are selected. Press Delete to empty them, or select within one.'
  notify.warning('Nothing was written', { id: 'several-selected', description })
  return true
}

/** Refuses typed and pasted text that would replace several fields or sections. Delete empties them, because it is meant. */
export const keepValues = new Plugin({
  props: {
    handleTextInput: ({ state: { doc } }, from, to) => crosses(doc.resolve(from), doc.resolve(to)) && refuse(),
    handlePaste: ({ state: { selection } }) => crosses(selection.$from, selection.$to) && refuse(),
  },
})
