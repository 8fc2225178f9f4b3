import type { Subject } from '@readroom/report/checks'
import { reportSchema } from '@readroom/report/schema'
import { baseKeymap, chainCommands, toggleMark } from 'prosemirror-commands'
import { history, isHistoryTransaction, redo, undo } from 'prosemirror-history'
import { inputRules, wrappingInputRule } from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import type { Node } from 'prosemirror-model'
import { liftListItem, splitListItem } from 'prosemirror-schema-list'
import { type Command, EditorState, Plugin, PluginKey, type Transaction } from 'prosemirror-state'
import { deleteAcross } from './empty-range.ts'
import { measuredWords } from './measured.ts'
import { bring, forgetOrigins } from './origin.ts'
import { pasteAsText } from './paste.ts'
import { fieldOf, pickList } from './pick-list.ts'
import { placeMarks } from './place-marks.ts'
import { keepValues, selectMore } from './select-all.ts'
import { step } from './stops.ts'
import { textBlockPlugin } from './text-blocks.ts'
import { setSubject, subjectOf, warnings } from './warnings.ts'

/**
 * Puts the caret back at once when the editor gets the focus. Browsers put it at the start of the report, and ProseMirror corrects that after 20 ms: a
 * key pressed until then would write into another section.
 */
const keepCaret = new Plugin({
  props: {
    handleDOMEvents: {
      focus(view) {
        // The browser moves the caret after this event.
        queueMicrotask(() => {
          if (!view.isDestroyed && view.hasFocus()) view.focus()
        })
      },
    },
  },
})

/** Marks a transaction that may change the sections and fields, because it replaces the text. */
const allowed = new PluginKey('report-structure')
const allowStructure = (tr: Transaction) => tr.setMeta(allowed, true)

/** Returns the ids of the sections and their fields as one string. */
function structureOf(report: Node): string {
  const ids: string[] = []
  report.forEach((section) => {
    ids.push(`#${section.attrs.id}`)
    section.forEach((block) => {
      if (block.type.name === 'field') ids.push(`${block.attrs.id}`)
    })
  })
  return ids.join('\n')
}

/** Undo and redo restore only what was allowed before. */
const isAllowed = (tr: Transaction) => tr.getMeta(allowed) === true || isHistoryTransaction(tr)

/** Returns true if a step replaces from one text to another and one is a field: what is behind the range would become its value. */
function joinsField({ mapping: { maps }, docs }: Transaction): boolean {
  const isJoin = (doc: Node | undefined, from: number, to: number) => {
    const parents = doc ? [doc.resolve(from).parent, doc.resolve(to).parent] : []
    return (
      parents[0] !== parents[1] && parents.every((one) => one.isTextblock) && parents.some((one) => one.type.name === 'field')
    )
  }
  return maps.some((map, index) => {
    let isFound = false
    map.forEach((from, to) => {
      isFound ||= isJoin(docs[index], from, to)
    })
    return isFound
  })
}

/** Rejects transactions that would remove, add or join sections or fields. Those belong to the template. */
const keepStructure = new Plugin({
  filterTransaction: (tr, { doc }) =>
    !tr.docChanged || isAllowed(tr) || (structureOf(tr.doc) === structureOf(doc) && !joinsField(tr)),
})

const { bulletList, listItem } = reportSchema.nodes
const { strong } = reportSchema.marks

/** Enter in a field moves to the next one, because a field is a single line. */
const leaveField: Command = (state, dispatch) => fieldOf(state) !== null && (step(1)(state, dispatch) || true)

/** Backspace at the start of an item ends the list there. */
const leaveList: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  return empty && $from.parentOffset === 0 && liftListItem(listItem)(state, dispatch)
}

const keys: Record<string, Command> = {
  'Mod-z': undo,
  'Mod-y': redo,
  'Shift-Mod-z': redo,
  'Mod-a': selectMore,
  'Mod-b': toggleMark(strong),
  Tab: step(1),
  'Shift-Tab': step(-1),
  Enter: chainCommands(deleteAcross, leaveField, splitListItem(listItem)),
  Backspace: chainCommands(deleteAcross, leaveList),
  'Mod-Backspace': deleteAcross,
  Delete: deleteAcross,
  'Mod-Delete': deleteAcross,
}

/** Makes the next Tab after Esc leave the editor, as in any other control. */
function wayOut(): Plugin {
  let isOpen = false
  return new Plugin({
    props: {
      handleDOMEvents: {
        keydown(_view, { key }) {
          const leaves = isOpen && key === 'Tab'
          isOpen = key === 'Escape' || (isOpen && key === 'Shift')
          return leaves
        },
        cut(view, event) {
          if (!event.clipboardData || view.state.selection.empty) return false
          const { dom, text } = view.serializeForClipboard(view.state.selection.content())
          if (!deleteAcross(view.state)) return false
          event.preventDefault()
          event.clipboardData.setData('text/html', dom.innerHTML)
          event.clipboardData.setData('text/plain', text)
          return deleteAcross(view.state, view.dispatch)
        },
      },
    },
  })
}

const beginsList = inputRules({ rules: [wrappingInputRule(/^\s*[-*•]\s$/, bulletList)] })

/** Marks a transaction that may add sections and fields, as templates and text blocks do. */
export const bringStructure = (tr: Transaction): Transaction => bring(allowStructure(tr))

/** Expands `.word` plus a space, and lists the matching text blocks. */
export type Expansion = Pick<Parameters<typeof textBlockPlugin>[0], 'blocks' | 'onList'>

/** Creates the state of the report editor. `subject` is the study the text is checked against. */
export const createEditorState = (report: Node, subject: Subject, expansion: Expansion): EditorState =>
  EditorState.create({
    doc: report,
    plugins: [
      wayOut(),
      keepCaret,
      keepValues,
      textBlockPlugin({ ...expansion, prepare: bringStructure }),
      pasteAsText,
      pickList(),
      beginsList,
      keymap(keys),
      keymap(baseKeymap),
      history(),
      keepStructure,
      forgetOrigins,
      placeMarks,
      measuredWords,
      warnings(subject),
    ],
  })

/** Returns the state with another report. The undo history is dropped, because it belongs to the previous report. */
export const withReport = (state: EditorState, report: Node): EditorState => {
  const fresh = EditorState.create({ doc: state.doc, plugins: state.plugins })
  const whole = fresh.tr.replaceWith(0, fresh.doc.content.size, report.content).setMeta('addToHistory', false)
  return fresh.apply(setSubject(bringStructure(whole), subjectOf(state)))
}
