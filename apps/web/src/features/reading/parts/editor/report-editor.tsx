import type { Subject } from '@readroom/report/checks'
import type { Node } from 'prosemirror-model'
import type { EditorState } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useReadingStore } from '../../session/reading-store.ts'
import { createEditorState, type Expansion } from './editor-state.ts'
import { fieldView } from './field-view.ts'
import { measuredAt } from './measured.ts'
import { paragraphView, sectionView } from './section-view.ts'
import { setSubject } from './warnings.ts'
import './report-editor.css'

type Props = {
  /** The initial report. */
  report: Node
  subject: Subject
  expansion: Expansion
  /** True if the text may change. Keys write only while the report has the keyboard. */
  isEditable: boolean
  /** The name for screen readers. */
  label: string
  onReady: (view: EditorView | null) => void
  /** `isChanged` is true if the text changed. */
  onState: (state: EditorState, isChanged: boolean) => void
  onBlur: () => void
  /** Called on Ctrl+click on words about a measurement. */
  onMeasured: (ids: readonly string[]) => void
}

/** Shows the report editor: sections with fixed titles, fields as rows. */
export function ReportEditor({ report, subject, expansion, isEditable, label, onReady, onState, onBlur, onMeasured }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const store = useReadingStore()
  const mayEdit = useEffectEvent(() => isEditable && store.state().keyboard === 'report')
  const changed = useEffectEvent(onState)
  const left = useEffectEvent(onBlur)
  const ready = useEffectEvent(onReady)
  const measured = useEffectEvent(onMeasured)
  const begin = useEffectEvent(() => createEditorState(report, subject, expansion))
  const attributesOf = useEffectEvent(() => ({
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-label': label,
    'aria-readonly': `${!isEditable}`,
    class: 'report-text',
    spellcheck: 'true',
    lang: navigator.language,
    tabindex: '0',
  }))

  useEffect(() => {
    if (!place.current) return
    const made = new EditorView(place.current, {
      state: begin(),
      editable: () => mayEdit(),
      attributes: () => attributesOf(),
      nodeViews: { section: sectionView, field: fieldView, paragraph: paragraphView },
      handleDOMEvents: { blur: () => void left() },
      handleClick(clicked, place, event) {
        const ids = event.ctrlKey || event.metaKey ? measuredAt(clicked.state.doc, place) : []
        if (ids.length > 0) measured(ids)
        return ids.length > 0
      },
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

  // The view reads `editable` again on every update.
  useEffect(() => void view.current?.setProps({}), [isEditable])
  useEffect(() => {
    let { keyboard } = store.state()
    return store.subscribe(() => {
      if (keyboard === store.state().keyboard) return
      keyboard = store.state().keyboard
      // At once, so that no key is written after the keyboard has gone to the images.
      view.current?.setProps({})
    })
  }, [store])
  const { kind, description, sex, imagesChanged, hasNewReport, record, captions, imageSide, hasPriors, misfit } = subject
  useEffect(() => {
    const { current } = view
    const changed = {
      kind,
      description,
      sex,
      imagesChanged,
      hasNewReport,
      record,
      captions,
      imageSide,
      hasPriors,
      misfit,
    }
    if (current) current.dispatch(setSubject(current.state.tr, changed))
  }, [kind, description, sex, imagesChanged, hasNewReport, record, captions, imageSide, hasPriors, misfit])

  return <div ref={place} className="report-editor" />
}
