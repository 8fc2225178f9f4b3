import { reportSchema } from '@readroom/report/schema'
import { EditorState, TextSelection } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { expect, it } from 'vitest'
import { keepValues, selectMore } from './select-all.ts'

const { doc, section, paragraph, field } = reportSchema.nodes
const text = (words: string) => reportSchema.text(words)
const report = doc.create(null, [
  section.create({ id: 'findings' }, [
    field.create({ id: 'liver', label: 'Liver' }, text('normal')),
    field.create({ id: 'spleen', label: 'Spleen' }, text('large')),
    paragraph.create(null, text('No mass.')),
  ]),
  section.create({ id: 'impression' }, [paragraph.create(null, text('Big spleen.'))]),
])

function edit(place: number) {
  const state = EditorState.create({ doc: report, plugins: [keepValues] })
  const view = new EditorView(null, { state })
  view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, place)))
  const selected = () => {
    const { from, to } = view.state.selection
    return view.state.doc.textBetween(from, to, ' ')
  }
  return { view, selected, more: () => selectMore(view.state, view.dispatch.bind(view)) }
}

const whole = 'normal large No mass. Big spleen.'
it.each([
  ['the value of a field, again and again', 4, ['normal', 'normal', 'normal', 'normal']],
  ['a paragraph, then its section, then the report', 20, ['No mass.', 'normal large No mass.', whole, whole]],
])('selects %s', (_what, place, expected) => {
  const { selected, more } = edit(place)
  const seen = [1, 2, 3, 4].map(() => {
    more()
    return selected()
  })
  expect(seen).toEqual(expected)
})

it('typed text replaces a paragraph, and no more than one field or section', () => {
  const { view, more } = edit(20)
  const type = (words: string) => {
    const { from, to } = view.state.selection
    return view.someProp('handleTextInput', (handle) => handle(view, from, to, words, () => view.state.tr)) ?? false
  }
  more()
  expect(type('x')).toBe(false)
  more()
  expect(type('x')).toBe(true)
  more()
  expect(type('x')).toBe(true)
})
