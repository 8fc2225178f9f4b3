import type { Finding } from '@readroom/report/checks'
import { emptyReport } from '@readroom/report/content'
import type { SectionId } from '@readroom/report/sections'
import type { Node } from 'prosemirror-model'
import { type Command, type EditorState, TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { useRef, useState } from 'react'
import { sectionAt as sectionOf } from '../reading-templates/text-blocks.ts'
import { withReport } from './editor/editor-state.ts'
import { insertAtCursor, insertIntoSection } from './editor/insert-text.ts'
import { goToSection } from './editor/stops.ts'
import { findingsOf, isKept, keepFinding } from './editor/warnings.ts'

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

type Heard = {
  onWrite: (report: Node) => void
  /** Another section is written in. */
  onSection: () => void
}

/** The editor of a report, as the rest of its page uses it. */
export function useEditor({ onWrite, onSection }: Heard) {
  const view = useRef<EditorView | null>(null)
  const section = useRef(0)
  const [shown, setShown] = useState(nothing)

  const notice = (state: EditorState) => {
    const next = warned(state)
    setShown((before) => (isSame(before, next) ? before : next))
  }
  /** Does something to the text, where it can be written in; the focus stays where it is. */
  const apply = (command: Command): boolean => {
    const { current } = view
    return current?.editable === true && command(current.state, current.dispatch, current)
  }
  /** The same; the focus is there afterwards. */
  const run = (command: Command): boolean => {
    const isDone = apply(command)
    if (view.current?.editable) view.current.focus()
    return isDone
  }
  return {
    apply,
    run,
    /** What is written now. */
    report: () => view.current?.state.doc ?? emptyReport('original'),
    /** What is selected, a line for each paragraph. */
    selectedText: () => {
      if (!view.current) return ''
      const { doc, selection } = view.current.state
      return doc.textBetween(selection.from, selection.to, '\n').trim()
    },
    /** The section that is written in. */
    section: () => (view.current ? sectionOf(view.current.state) : null),
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
    /** Another report in place of this one. */
    replace(report: Node) {
      if (!view.current) return
      view.current.updateState(withReport(view.current.state, report))
      notice(view.current.state)
    },
    insert: (section: SectionId, text: string, origin: string) => run(insertIntoSection(section, text, origin)),
    insertHere: (lines: readonly string[]) => run(insertAtCursor(lines)),
    goTo: (index: number) => run(goToSection(index)),
    /** Where most is written: what is typed first goes there. */
    goToBeginning() {
      const ids = view.current?.state.doc.children.map(({ attrs }) => attrs.id) ?? []
      run(goToSection(Math.max(0, ids.indexOf('findings'))))
    },
    focus: () => view.current?.focus(),
    /** Leads to the words that a finding is about. */
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
