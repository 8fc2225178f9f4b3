import type { Finding } from '@readroom/report/checks'
import { emptyReport } from '@readroom/report/content'
import type { SectionId } from '@readroom/report/sections'
import type { Node } from 'prosemirror-model'
import { type Command, type EditorState, TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { useRef, useState } from 'react'
import { withReport } from './editor-state.ts'
import { fillSection, insertAtCursor, insertIntoSection, insertSentence, typeText } from './insert-text.ts'
import { measuredAt, pointAt, wordsAbout } from './measured.ts'
import { goToSection } from './stops.ts'
import { sectionAt as sectionOf } from './text-blocks.ts'
import { findingsOf, isKept, keepFinding } from './warnings.ts'

type Warned = { findings: readonly Finding[]; kept: readonly Finding[] }
const nothing: Warned = { findings: [], kept: [] }

const warned = (state: EditorState): Warned => {
  const findings = findingsOf(state)
  return { findings, kept: findings.filter((finding) => isKept(state, finding)) }
}

const isSame = (one: Warned, other: Warned) =>
  one.kept.length === other.kept.length &&
  one.findings.length === other.findings.length &&
  one.findings.every(({ message, from, to }, index) => {
    const its = other.findings[index]
    return its?.message === message && its.from === from && its.to === to
  })

const indexAt = ({ selection: { $head } }: EditorState) => ($head.depth > 0 ? $head.index(0) : 0)

type Options = {
  /** Returns true if the text may change now, whoever has the keyboard. */
  mayChange: () => boolean
  onWrite: (report: Node) => void
  /** Called when the cursor moves to another section. */
  onSection: () => void
}

/** Provides the report editor to the rest of the page. */
export function useEditor({ mayChange, onWrite, onSection }: Options) {
  const view = useRef<EditorView | null>(null)
  const section = useRef(0)
  const [shown, setShown] = useState(nothing)

  const notice = (state: EditorState) => {
    const next = warned(state)
    setShown((before) => (isSame(before, next) ? before : next))
  }
  /** Runs a command if the text may change. The focus stays where it is. */
  const apply = (command: Command): boolean => {
    const { current } = view
    return current !== null && mayChange() && command(current.state, current.dispatch, current)
  }
  /** Runs a command if the text may change. Focuses the editor if the report has the keyboard. */
  const run = (command: Command): boolean => {
    const isDone = apply(command)
    if (view.current?.editable) view.current.focus()
    return isDone
  }
  return {
    apply,
    run,
    /** Returns the current text. */
    report: () => view.current?.state.doc ?? emptyReport('original'),
    /** Returns the selected text, one line per paragraph. */
    selectedText: () => {
      if (!view.current) return ''
      const { doc, selection } = view.current.state
      return doc.textBetween(selection.from, selection.to, '\n').trim()
    },
    /** Returns the section of the cursor. */
    section: () => (view.current ? sectionOf(view.current.state) : null),
    /** Returns the findings about the current text, which the page may not have drawn yet. */
    warned: () => (view.current ? warned(view.current.state) : nothing),
    findings: shown.findings,
    kept: shown.kept,
    onReady: (made: EditorView | null) => {
      view.current = made
    },
    onState: (state: EditorState, isChanged: boolean) => {
      notice(state)
      if (isChanged) onWrite(state.doc)
      const former = section.current
      section.current = indexAt(state)
      if (section.current !== former) onSection()
    },
    /** Replaces the report. */
    replace(report: Node) {
      if (!view.current) return
      view.current.updateState(withReport(view.current.state, report))
      notice(view.current.state)
    },
    insert: (section: SectionId, text: string, origin: string) => run(insertIntoSection(section, text, origin)),
    /** Fills an empty section without moving the cursor. */
    fill: (section: SectionId, text: string, origin: string) => apply(fillSection(section, text, origin)),
    insertSentence: (text: string, ids: readonly string[]) => run(insertSentence(text, ids)),
    /** Highlights the words about an annotation and scrolls to them, or highlights none for null. The focus stays where it is. */
    pointAt(id: string | null) {
      if (!view.current) return
      view.current.dispatch(pointAt(view.current.state.tr, id))
      const words = id && wordsAbout(view.current.state.doc, id)
      const { node } = words ? view.current.domAtPos(words.from) : { node: null }
      node?.parentElement?.scrollIntoView({ block: 'nearest' })
    },
    /** Returns the ids of the annotations described by the words at the cursor. */
    measuredHere: () => (view.current ? measuredAt(view.current.state.doc, view.current.state.selection.head) : []),
    insertHere: (lines: readonly string[]) => run(insertAtCursor(lines)),
    goTo: (index: number) => run(goToSection(index)),
    /** Puts the cursor into the findings, where most text is written. The focus stays where it is. */
    goToBeginning() {
      const ids = view.current?.state.doc.children.map(({ attrs }) => attrs.id) ?? []
      apply(goToSection(Math.max(0, ids.indexOf('findings'))))
    },
    /** Ends the selection, so that the next letter replaces nothing. */
    deselect() {
      if (!view.current) return
      const { state } = view.current
      view.current.dispatch(state.tr.setSelection(TextSelection.near(state.selection.$head)))
    },
    /** Does nothing unless the report has the keyboard and the text may change. */
    focus: () => view.current?.focus(),
    /** Types text at the cursor. A field keeps its value: the text then goes behind the fields. */
    type: (text: string) => run(typeText(text)),
    /** Selects the words that a finding is about. */
    show({ from, to, section }: Finding) {
      if (section === null || !view.current) return
      const { state } = view.current
      const selection = TextSelection.between(state.doc.resolve(from), state.doc.resolve(to))
      view.current.dispatch(state.tr.setSelection(selection).scrollIntoView())
      view.current.focus()
    },
    keep(finding: Finding) {
      view.current?.dispatch(keepFinding(view.current.state, finding))
    },
  }
}

export type Editor = ReturnType<typeof useEditor>
