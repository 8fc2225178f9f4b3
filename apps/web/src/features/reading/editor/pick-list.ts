import { fieldAttrs } from '@readroom/report/schema'
import { keydownHandler } from 'prosemirror-keymap'
import { type Command, type EditorState, Plugin, TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'

/** After a rest of this long, in milliseconds, a letter may begin another option. */
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

/** Whether options have ordinal numbers: not if their own words contain digits, as "BI-RADS 4A" does. */
export const hasOrdinals = (options: readonly string[]): boolean => !options.some((option) => /\d/.test(option))

/** Returns the option that the typed letters begin or number, or undefined. */
function optionBy(letters: string, options: readonly string[]): string | undefined {
  const spelled = options.find((option) => option.toLowerCase().startsWith(letters.toLowerCase()))
  const isOrdinal = /^[1-9]$/.test(letters) && hasOrdinals(options)
  return spelled ?? (isOrdinal ? options[Number(letters) - 1] : undefined)
}

/** Picks the option before or after the one that the field has. */
const stepOption =
  (by: 1 | -1): Command =>
  (state, _dispatch, view) => {
    const field = fieldOf(state)
    if (!view || field?.attrs.kind !== 'choice' || !isUntouched(state, field)) return false
    const { options } = field.attrs
    const at = options.indexOf(field.node.textContent)
    const next = at < 0 && by < 0 ? options.at(-1) : options[Math.min(Math.max(at + by, 0), options.length - 1)]
    if (next === undefined) return false
    pick(view, next)
    return true
  }

/**
 * Picks options of a choice by what they begin with, by their number, or with the arrow keys. What no option begins with is typed as free text, and
 * nothing of it is lost.
 */
export function pickList(): Plugin {
  /** The letters that picked the present value, and the time of the last one. */
  let last: { letters: string; state: EditorState | null; at: number } = { letters: '', state: null, at: 0 }

  return new Plugin({
    props: {
      handleKeyDown: keydownHandler({ ArrowDown: stepOption(1), ArrowUp: stepOption(-1) }),
      handleTextInput(view, _from, _to, text) {
        const field = fieldOf(view.state)
        if (field?.attrs.kind !== 'choice' || !isUntouched(view.state, field)) return false
        const { options } = field.attrs
        const isOngoing = last.state === view.state
        const spelled = isOngoing ? last.letters + text : text
        const afresh = isOngoing && Date.now() - last.at >= spellingMs ? optionBy(text, options) : undefined
        const option = optionBy(spelled, options) ?? afresh
        if (option) pick(view, option)
        else view.dispatch(view.state.tr.insertText(spelled, field.start, field.end))
        const letters = option !== undefined && option === afresh ? text : spelled
        last = { letters, state: option ? view.state : null, at: Date.now() }
        return true
      },
    },
  })
}
