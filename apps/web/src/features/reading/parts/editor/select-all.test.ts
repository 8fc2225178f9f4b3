import { reportSchema } from '@readroom/report/schema'
import { EditorState, TextSelection } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { expect, it } from 'vitest'
import { keepSections, selectMore } from './select-all.ts'

const { doc, section, paragraph, field } = reportSchema.nodes
const text = (words: string) => reportSchema.text(words)
const report = doc.create(null, [
  section.create({ id: 'findings' }, [
    field.create({ id: 'liver', label: 'Liver' }, text('normal')),
    field.create({ id: 'spleen', label: 'Spleen' }, text('large')),
  ]),
  section.create({ id: 'impression' }, [paragraph.create(null, text('Big spleen.'))]),
])

function edit() {
  const state = EditorState.create({ doc: report, plugins: [keepSections] })
  const view = new EditorView(null, { state })
  view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, 4)))
  const selected = () => {
    const { from, to } = view.state.selection
    return view.state.doc.textBetween(from, to, ' ')
  }
  return { view, selected, more: () => selectMore(view.state, view.dispatch.bind(view)) }
}

it('selects the field, then its section, then the report', () => {
  const { selected, more } = edit()
  const seen = [1, 2, 3, 4].map(() => {
    more()
    return selected()
  })
  expect(seen).toEqual(['normal', 'normal large', 'normal large Big spleen.', 'normal large Big spleen.'])
})

it('typed text replaces no more than one section', () => {
  const { view, more } = edit()
  const type = (words: string) => {
    const { from, to } = view.state.selection
    return view.someProp('handleTextInput', (handle) => handle(view, from, to, words, () => view.state.tr)) ?? false
  }
  more()
  more()
  expect(type('x')).toBe(false)
  more()
  expect(type('x')).toBe(true)
})
