import type { TextBlock } from '@readroom/contracts/reading/text-blocks'
import { readContent } from '@readroom/report/content'
import { plainText } from '@readroom/report/plain-text'
import { reportOfParts, type TemplatePart } from '@readroom/report/template-parts'
import { EditorState, TextSelection, type Transaction } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { allNormal, blocksOfStudy, findBlocks, insertBlock, replaceReport, sectionAt, textBlockPlugin } from './text-blocks.ts'

const field = (label: string, more: object = {}): TemplatePart => ({
  label,
  kind: 'choice',
  unit: '',
  options: ['normal', 'odd'],
  completion: 'none',
  value: '',
  ...more,
})
const block = (shortcut: string, parts: TemplatePart[], more: Partial<TextBlock> = {}): TextBlock => ({
  _id: shortcut,
  scope: 'system',
  labId: null,
  labName: null,
  shortcut,
  sections: [],
  isEditable: true,
  version: 1,
  content: reportOfParts({ addendum: parts }, 'addendum'),
  ...more,
})
const text = (words: string): TemplatePart => ({ text: words })

let view: EditorView | null = null
afterEach(() => view?.destroy())

/** Creates an editor with the cursor at the end of the findings. */
function edit(findings: TemplatePart[], blocks: TextBlock[] = [], onList = () => {}) {
  const doc = readContent(reportOfParts({ findings }, 'original'))
  let end = 0
  doc.forEach((section, at) => {
    if (section.attrs.id === 'findings') end = at + section.nodeSize - 1
  })
  const state = EditorState.create({ doc, plugins: [textBlockPlugin({ blocks: () => blocks, onList })] })
  const made = new EditorView(document.createElement('div'), {
    state: state.apply(state.tr.setSelection(TextSelection.near(doc.resolve(end), -1))),
  })
  view = made
  return made
}
/** Types as a browser does. */
function type(editor: EditorView, words: string) {
  for (const letter of words) {
    const { from, to } = editor.state.selection
    const deflt = () => editor.state.tr.insertText(letter, from, to)
    if (!editor.someProp('handleTextInput', (take) => take(editor, from, to, letter, deflt))) editor.dispatch(deflt())
  }
}
const said = (editor: EditorView) => plainText(editor.state.doc).replace('Findings\n', '')

describe('text blocks', () => {
  const nofrac = block('nofrac', [text('No fracture.')])

  it('replace their short word when a space is typed after it', () => {
    const editor = edit([], [nofrac])
    type(editor, 'Seen: .NoFrac Then more')
    expect(said(editor)).toBe('Seen: No fracture.Then more')
  })

  it.each([
    ['an unknown word', '.other x', '.other x'],
    ['a full stop within a word', 'a.nofrac x', 'a.nofrac x'],
    ['a word without a full stop', 'nofrac x', 'nofrac x'],
    ['a longer word', '.nofracture x', '.nofracture x'],
  ])('%s is not replaced', (_what, typed, kept) => {
    const editor = edit([], [nofrac])
    type(editor, typed)
    expect(said(editor)).toBe(kept)
  })

  it('insert several lines or fields, with the cursor in the first field', () => {
    const lines = edit([], [block('two', [text('One.\nTwo.')])])
    type(lines, 'A .two B')
    expect(said(lines)).toBe('A One.\nTwo.B')
    const fields = edit([text('Before.')], [block('org', [field('Liver'), field('Spleen')])])
    type(fields, ' .org odd')
    expect(said(fields)).toBe('Before. \nLiver: odd')
    type(fields, ' .org x')
    expect(fields.state.doc.textContent).toContain('odd')
    const ids: string[] = []
    fields.state.doc.descendants((node) => void (node.type.name === 'field' && ids.push(node.attrs.id)))
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('become one line in a field, and apply only in their own sections', () => {
    const editor = edit([field('Bones', { kind: 'text', options: [] })], [block('two', [text('One.\nTwo.')])])
    type(editor, '.two ')
    expect(said(editor)).toBe('Bones: One. Two.')
    const other = edit([], [block('imp', [text('Normal.')], { sections: ['impression'] })])
    type(other, '.imp ')
    expect([sectionAt(other.state), said(other)]).toEqual(['findings', '.imp'])
  })

  it('from the list are inserted at the selection', () => {
    const editor = edit([text('A')])
    expect(insertBlock(nofrac, (tr) => tr)(editor.state, editor.dispatch.bind(editor))).toBe(true)
    expect(said(editor)).toBe('ANo fracture.')
  })

  it('are listed by Ctrl+Space only', () => {
    const onList = vi.fn()
    const editor = edit([], [], onList)
    const press = (init: KeyboardEventInit) =>
      editor.someProp('handleKeyDown', (take) => take(editor, new KeyboardEvent('keydown', { code: 'Space', ...init })))
    press({})
    press({ ctrlKey: true, altKey: true })
    expect(onList).not.toHaveBeenCalled()
    press({ ctrlKey: true })
    expect(onList).toHaveBeenCalledOnce()
  })

  it("for a study prefer the doctor's own to the laboratory's to the system's, and exclude other laboratories", () => {
    const of = (scope: TextBlock['scope'], labId: string | null = null) =>
      block('NoFrac', [], { _id: `${scope}${labId ?? ''}`, scope, labId })
    const all = [of('lab', 'A'), of('doctor'), of('system'), block('b', [], { scope: 'lab', labId: 'B' })]
    expect(blocksOfStudy(all, 'A').map(({ _id }) => _id)).toEqual(['doctor'])
    expect(blocksOfStudy(all.slice(0, 1).concat(all.slice(2)), 'A').map(({ _id }) => _id)).toEqual(['labA'])
    expect(blocksOfStudy(all.slice(2), null).map(({ _id }) => _id)).toEqual(['system'])
  })

  it('are found by their short word first, then by their text', () => {
    const all = [block('eff', [text('Some effusion of note.')]), block('note', [text('x')]), nofrac]
    expect(findBlocks(all, 'note', 'findings').map(({ shortcut }) => shortcut)).toEqual(['note', 'eff'])
    const accented = [block('résumé', [text('y')]), block('skull', [text('Épanchement pleural droit')])]
    expect(findBlocks(accented, '.resu', null).map(({ shortcut }) => shortcut)).toEqual(['résumé'])
    expect(findBlocks(accented, 'droit epanchement', null).map(({ shortcut }) => shortcut)).toEqual(['skull'])
    expect(findBlocks(all, '.NOF', null).map(({ shortcut }) => shortcut)).toEqual(['nofrac'])
  })
})

const series = { modality: 'CR', description: 'PD', bodyPart: null, laterality: null, imageType: null, frames: 20, shown: 20 }
const images = { description: '', series: [series] }
const told = () => undefined

it('all normal leaves fields open that need images which the study does not have, and names them', () => {
  const editor = edit([field('Restricted diffusion'), field('Ventricles')])
  const acquired = { description: 'MR head', series: [{ ...series, modality: 'MR' }] }
  const open = vi.fn()
  expect(allNormal(acquired, open)(editor.state, editor.dispatch.bind(editor))).toBe(true)
  expect(said(editor)).toBe('Ventricles: normal')
  expect(open).toHaveBeenCalledExactlyOnceWith([{ label: 'Restricted diffusion', lacks: 'no diffusion series' }])
})

it('all normal fills nothing before an image was on screen', () => {
  const editor = edit([field('Liver'), field('Spleen')])
  const open = vi.fn()
  const unseen = { description: '', series: [{ ...series, shown: 0 }] }
  expect(allNormal(unseen, open)(editor.state, editor.dispatch.bind(editor))).toBe(false)
  const lacks = 'no image has been displayed'
  expect(open).toHaveBeenCalledExactlyOnceWith([
    { label: 'Liver', lacks },
    { label: 'Spleen', lacks },
  ])
})

it('all normal fills only open choices, with their first option', () => {
  const editor = edit([
    field('Liver'),
    field('Spleen', { value: 'odd' }),
    field('Size', { kind: 'number', unit: 'mm', options: [] }),
    field('Side', { completion: 'prohibit' }),
  ])
  expect(allNormal(images, told)(editor.state, editor.dispatch.bind(editor))).toBe(true)
  expect(said(editor)).toBe('Liver: normal\nSpleen: odd')
  expect(allNormal(images, told)(editor.state)).toBe(false)
})

it('all normal leaves the technique open, because contrast and views are not findings', () => {
  const parts = { technique: [field('Contrast', { options: ['none', 'intravenous'] })], findings: [field('Liver')] }
  const state = EditorState.create({ doc: readContent(reportOfParts(parts, 'original')) })
  const filled = vi.fn<(tr: Transaction) => void>()
  expect(allNormal(images, told)(state, filled)).toBe(true)
  expect(plainText(filled.mock.lastCall?.[0].doc ?? state.doc)).toBe('Findings\nLiver: normal')
})

it('replaces the whole report in one step, including its fields', () => {
  const editor = edit([text('Before.')])
  const steps: number[] = []
  const report = readContent(reportOfParts({ findings: [field('Liver')], recommendation: [text('None.')] }, 'original'))
  replaceReport(report, (tr) => {
    steps.push(tr.steps.length)
    return tr
  })(editor.state, editor.dispatch.bind(editor))
  expect(editor.state.doc.toJSON()).toEqual(report.toJSON())
  expect(steps).toEqual([1])
})
