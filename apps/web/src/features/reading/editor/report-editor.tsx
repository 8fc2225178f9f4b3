import type { Subject } from '@readroom/report/checks'
import type { Node } from 'prosemirror-model'
import type { EditorState } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { useEffect, useEffectEvent, useRef } from 'react'
import { createEditorState, type Expansion } from './editor-state.ts'
import { fieldView } from './field-view.ts'
import { paragraphView, sectionView } from './section-view.ts'
import { setSubject } from './warnings.ts'
import './report-editor.css'

type Props = {
  /** What it begins with. */
  report: Node
  subject: Subject
  expansion: Expansion
  isEditable: boolean
  /** What a screen reader calls it. */
  label: string
  onReady: (view: EditorView | null) => void
  /** `isChanged`: the text is another. */
  onState: (state: EditorState, isChanged: boolean) => void
  onBlur: () => void
}

/** The report as it is written: sections with fixed titles, fields as rows. */
export function ReportEditor({ report, subject, expansion, isEditable, label, onReady, onState, onBlur }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const mayEdit = useRef(isEditable)
  mayEdit.current = isEditable
  const changed = useEffectEvent(onState)
  const left = useEffectEvent(onBlur)
  const ready = useEffectEvent(onReady)
  const begin = useEffectEvent(() => createEditorState(report, subject, expansion))
  const attributesOf = useEffectEvent(() => ({
    ...{ role: 'textbox', 'aria-multiline': 'true', 'aria-label': label, 'aria-readonly': `${!mayEdit.current}` },
    ...{ class: 'report-text', spellcheck: 'true', lang: navigator.language, tabindex: '0' },
  }))

  useEffect(() => {
    if (!place.current) return
    const made = new EditorView(place.current, {
      state: begin(),
      editable: () => mayEdit.current,
      attributes: () => attributesOf(),
      nodeViews: { section: sectionView, field: fieldView, paragraph: paragraphView },
      handleDOMEvents: { blur: () => void left() },
      dispatchTransaction(tr) {
        const state = made.state.apply(tr)
        const isChanged = state.doc !== made.state.doc
        made.updateState(state)
        changed(state, isChanged)
      },
    })
    view.current = made
    ready(made)
    changed(made.state, false)
    return () => {
      ready(null)
      view.current = null
      made.destroy()
    }
  }, [])

  // Editable is asked for anew whenever the view is updated.
  useEffect(() => void view.current?.setProps({}), [isEditable])
  const { kind, description, sex, imagesChanged, record, captions } = subject
  useEffect(() => {
    const { current } = view
    if (current) current.dispatch(setSubject(current.state.tr, { kind, description, sex, imagesChanged, record, captions }))
  }, [kind, description, sex, imagesChanged, record, captions])

  return <div ref={place} className="report-editor" />
}
