import { fieldAttrs } from '@readroom/report/schema'
import { type EditorState, Plugin, TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'

/** Letters that follow each other within this time are the beginning of one option. */
const spellingMs = 1_000

/** The field that the selection is in, with its place. */
export function fieldOf({ selection: { $from, $to } }: EditorState) {
  if ($from.parent !== $to.parent || $from.parent.type.name !== 'field') return null
  return { node: $from.parent, attrs: fieldAttrs($from.parent.attrs), start: $from.start(), end: $from.end() }
}

/** Puts a value into the field that the selection is in, and selects it. */
export function pick(view: EditorView, value: string): void {
  const field = fieldOf(view.state)
  if (!field) return
  const tr = view.state.tr.insertText(value, field.start, field.end)
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, field.start, field.start + value.length)))
}

/** Nothing is typed yet, or everything would be typed over. */
function isUntouched(state: EditorState, { start, end }: { start: number; end: number }): boolean {
  return state.selection.from === start && state.selection.to === end
}

/** Options of a choice by their number, or by their first letters. What no option begins with is typed. */
export function pickList(): Plugin {
  /** What the last letter left, and when: whoever has been elsewhere since begins anew. */
  let last: { letters: string; state: EditorState | null; at: number } = { letters: '', state: null, at: 0 }

  const spelling = (state: EditorState, key: string) =>
    last.state === state && Date.now() - last.at < spellingMs ? last.letters + key : key

  const optionBy = (letters: string, options: readonly string[]) =>
    (/^[1-9]$/.test(letters) ? options[Number(letters) - 1] : undefined) ??
    options.find((option) => option.toLowerCase().startsWith(letters.toLowerCase()))

  return new Plugin({
    props: {
      handleTextInput(view, _from, _to, text) {
        const field = fieldOf(view.state)
        if (field?.attrs.kind !== 'choice' || !isUntouched(view.state, field)) return false
        const letters = spelling(view.state, text)
        const option = optionBy(letters, field.attrs.options)
        if (option) pick(view, option)
        // What was spelled before was taken for an option: it belongs to the word that is typed.
        else view.dispatch(view.state.tr.insertText(letters, field.start, field.end))
        last = { letters, state: /^\d$/.test(letters) ? null : view.state, at: Date.now() }
        return true
      },
    },
  })
}
