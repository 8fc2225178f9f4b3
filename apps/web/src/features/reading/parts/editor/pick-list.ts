import { fieldAttrs } from '@readroom/report/schema'
import { keydownHandler } from 'prosemirror-keymap'
import { type Command, type EditorState, Plugin, TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'

/** After a pause of this many ms a letter may begin another option. */
const spellingMs = 1_000

/** Returns the field at the selection with its position, or null. */
export function fieldOf({ selection: { $from, $to } }: EditorState) {
  if ($from.parent !== $to.parent || $from.parent.type.name !== 'field') return null
  return { node: $from.parent, attrs: fieldAttrs($from.parent.attrs), start: $from.start(), end: $from.end() }
}

type Field = NonNullable<ReturnType<typeof fieldOf>>

const separator = ', '

/** Returns the place and text of the last of several picked values. A text that is no list of options is one value. */
function lastValueOf({ node, attrs, start, end }: Field): { start: number; end: number; text: string } {
  const text = node.textContent
  const at = text.lastIndexOf(separator)
  const isList =
    at >= 0 &&
    text
      .slice(0, at)
      .split(separator)
      .every((one) => attrs.options.includes(one))
  const skipped = isList ? at + separator.length : 0
  return { start: start + skipped, end, text: text.slice(skipped) }
}

/** Sets the value of the field at the selection, or the last of several, and selects it. */
export function pick(view: EditorView, value: string): void {
  const found = fieldOf(view.state)
  if (!found) return
  const field = lastValueOf(found)
  const tr = view.state.tr.insertText(value, field.start, field.end)
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, field.start, field.start + value.length)))
}

/** Returns true if the field is empty or its whole value is selected. */
function isUntouched(state: EditorState, { start, end }: { start: number; end: number }): boolean {
  return state.selection.from === start && state.selection.to === end
}

/** Returns true if options are numbered. They are not if their own words contain digits, as "BI-RADS 4A" does. */
export const hasOrdinals = (options: readonly string[]): boolean => !options.some((option) => /\d/.test(option))

/** Returns the option that begins with the typed letters or has the typed number, or undefined. */
function optionBy(letters: string, options: readonly string[]): string | undefined {
  const spelled = options.find((option) => option.toLowerCase().startsWith(letters.toLowerCase()))
  const isOrdinal = /^[1-9]$/.test(letters) && hasOrdinals(options)
  return spelled ?? (isOrdinal ? options[Number(letters) - 1] : undefined)
}

/** Picks the option before or after the current one. */
const stepOption =
  (by: 1 | -1): Command =>
  (state, _dispatch, view) => {
    const field = fieldOf(state)
    if (!view || field?.attrs.kind !== 'choice' || !isUntouched(state, lastValueOf(field))) return false
    const { options } = field.attrs
    const at = options.indexOf(lastValueOf(field).text)
    const next = at < 0 && by < 0 ? options.at(-1) : options[Math.min(Math.max(at + by, 0), options.length - 1)]
    if (next === undefined) return false
    pick(view, next)
    return true
  }

/** Picks an option by its first letters, its number, or the arrow keys. A plus adds another one. Text that matches no option is kept as free text. */
export function pickList(): Plugin {
  /** The letters that picked the current value, and the time of the last one. */
  let last: { letters: string; state: EditorState | null; at: number } = { letters: '', state: null, at: 0 }

  return new Plugin({
    props: {
      handleKeyDown: keydownHandler({ ArrowDown: stepOption(1), ArrowUp: stepOption(-1) }),
      handleTextInput(view, _from, _to, text) {
        const field = fieldOf(view.state)
        const value = field && lastValueOf(field)
        if (!value || field.attrs.kind !== 'choice' || !isUntouched(view.state, value)) return false
        const { options } = field.attrs
        if (text === '+' && options.includes(value.text)) {
          view.dispatch(view.state.tr.insertText(separator, value.end))
          view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, value.end + separator.length)))
          return true
        }
        const isOngoing = last.state === view.state
        const spelled = isOngoing ? last.letters + text : text
        const afresh = isOngoing && Date.now() - last.at >= spellingMs ? optionBy(text, options) : undefined
        const option = optionBy(spelled, options) ?? afresh
        if (option) pick(view, option)
        else view.dispatch(view.state.tr.insertText(spelled, value.start, value.end))
        const letters = option !== undefined && option === afresh ? text : spelled
        last = { letters, state: option ? view.state : null, at: Date.now() }
        return true
      },
    },
  })
}
