import type { Subject } from '@readroom/report/checks'
import { emptyReport, readContent, toContent } from '@readroom/report/content'
import { plainText } from '@readroom/report/plain-text'
import { reportSchema } from '@readroom/report/schema'
import { redo, undo } from 'prosemirror-history'
import type { Node } from 'prosemirror-model'
import { AllSelection, type EditorState, TextSelection } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { bringStructure, createEditorState, withReport } from './editor-state.ts'
import { fieldView } from './field-view.ts'
import { fillSection, insertAtCursor, insertIntoSection, insertSentence, typeText } from './insert-text.ts'
import { renumberKeyImages } from './key-image-numbers.ts'
import { measuredAt, wordsAbout } from './measured.ts'
import { paragraphView, sectionView } from './section-view.ts'
import { goToSection } from './stops.ts'
import { replaceReport } from './text-blocks.ts'
import { findingsOf, isKept, keepFinding } from './warnings.ts'

const { doc, section, paragraph, field } = reportSchema.nodes
const subject: Subject = {
  kind: 'original',
  description: 'CT right knee',
  sex: 'F',
  imagesChanged: false,
  hasNewReport: false,
  record: [],
  captions: [],
  imageSide: null,
}
const text = (words: string) => paragraph.create(null, words === '' ? null : reportSchema.text(words))
const choice = (label: string, options: string[]) => field.create({ id: label, label, kind: 'choice', options })

const knee = () =>
  doc.create(null, [
    section.create({ id: 'clinicalInformation', origin: 'history' }, text('Fall.')),
    section.create({ id: 'findings' }, [
      choice('Fracture', ['none', 'present']),
      field.create({ id: 'step', label: 'Step', kind: 'number', unit: 'mm' }),
      text('Effusion.'),
    ]),
    section.create({ id: 'impression' }, text('')),
  ])

const withChoice = (options: string[]) =>
  doc.create(null, [section.create({ id: 'findings' }, [choice('Category', options), text('')])])
const fieldValue = (view: EditorView) => view.state.doc.child(0).child(0).textContent

/** Waits long enough that the next letter starts a new choice. */
const rest = () => vi.setSystemTime(Date.now() + 2_000)

const made: EditorView[] = []
function write(report: Node = knee()): EditorView {
  const place = document.body.appendChild(document.createElement('div'))
  const view = new EditorView(place, {
    state: createEditorState(report, subject, { blocks: () => [], onList: () => undefined }),
    nodeViews: { section: sectionView, field: fieldView, paragraph: paragraphView },
  })
  made.push(view)
  return view
}

// jsdom has no layout, so the geometry functions are stubbed.
beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.stubGlobal('ClipboardEvent', Event)
  Range.prototype.getClientRects = () => document.body.getClientRects()
  Range.prototype.getBoundingClientRect = () => document.body.getBoundingClientRect()
  Element.prototype.scrollIntoView = () => undefined
  document.elementFromPoint = () => null
})
afterAll(() => vi.useRealTimers())
afterEach(() => {
  for (const view of made.splice(0)) {
    view.destroy()
    view.dom.parentElement?.remove()
  }
})

const codes: Record<string, number> = { Tab: 9, Enter: 13, Escape: 27, Backspace: 8, Delete: 46 }
/** Presses a key. Returns true if the editor handled it. */
function press(view: EditorView, key: string, modifiers: KeyboardEventInit = {}): boolean {
  const event = new KeyboardEvent('keydown', { key, keyCode: codes[key] ?? 0, bubbles: true, cancelable: true, ...modifiers })
  view.dom.dispatchEvent(event)
  return event.defaultPrevented
}
/** Types as a browser does: text that no plugin handles is inserted at the selection. */
function type(view: EditorView, words: string) {
  for (const sign of words) {
    const { from, to } = view.state.selection
    const deflt = () => view.state.tr.insertText(sign, from, to)
    if (!view.someProp('handleTextInput', (heed) => heed(view, from, to, sign, deflt))) view.dispatch(deflt())
  }
}
const to = (view: EditorView, place: number) => goToSection(place)(view.state, view.dispatch)
const said = ({ state }: { state: EditorState }) => plainText(state.doc)
const idsOf = ({ state: { doc: report } }: EditorView) => report.children.map(({ attrs }) => attrs.id)

test('select all and delete removes the text but keeps sections and fields', () => {
  for (const key of ['Delete', 'Backspace']) {
    const view = write()
    view.dispatch(view.state.tr.setSelection(new AllSelection(view.state.doc)))
    press(view, key)
    expect(said(view)).toBe('')
    expect(idsOf(view)).toEqual(['clinicalInformation', 'findings', 'impression'])
    expect(view.dom.textContent).toContain('Fracture')
    expect(view.dom.querySelectorAll('.report-field')).toHaveLength(2)
    press(view, 'z', { ctrlKey: true })
    expect(said(view)).toContain('Fall.')
  }
})

test('typing over several selected sections changes nothing', () => {
  const view = write()
  const before = view.state.doc
  view.dispatch(view.state.tr.setSelection(new AllSelection(view.state.doc)))
  type(view, 'x')
  expect(view.state.doc.eq(before)).toBe(true)
})

const annotationId = '0b5e53a6-3c5f-4b3c-8a6c-0e8a6d4f9a11'

const breasts = () =>
  doc.create(null, [
    section.create({ id: 'findings' }, [
      field.create({ id: 'right', label: 'Right BI-RADS' }, reportSchema.text('2')),
      field.create({ id: 'left', label: 'Left BI-RADS' }, reportSchema.text('4B')),
      text('Cyst on the left.'),
    ]),
    section.create({ id: 'impression' }, text('')),
  ])
/** Selects from right before the nth text block to the end of another. */
function selectBlocks(view: EditorView, first: number, last: number) {
  const starts: number[] = []
  view.state.doc.descendants((node, at) => void (node.isTextblock && starts.push(at + 1)))
  const end = (starts[last] ?? 0) + view.state.doc.resolve(starts[last] ?? 0).parent.content.size
  view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, starts[first] ?? 0, end)))
}
const valuesOf = ({ state }: EditorView) => state.doc.child(0).children.map(({ textContent }) => textContent)

test('select all in a field and typing replaces its value alone', () => {
  const view = write(breasts())
  to(view, 0)
  press(view, 'Tab')
  press(view, 'a', { ctrlKey: true })
  press(view, 'a', { ctrlKey: true })
  type(view, '3')
  expect(valuesOf(view)).toEqual(['2', '3', 'Cyst on the left.'])
})

const inserting: [string, (view: EditorView) => void][] = [
  ['typed', (view) => type(view, '4C')],
  ['pasted', (view) => void view.pasteText('4C')],
  ['dictated', (view) => void typeText('4C')(view.state, view.dispatch)],
  ['inserted', (view) => void insertAtCursor(['4C'])(view.state, view.dispatch)],
  ['measured', (view) => void insertSentence('4C', [annotationId])(view.state, view.dispatch)],
  ['dropped or composed', (view) => view.dispatch(view.state.tr.insertText('4C'))],
]
test.each(inserting)('text %s over several fields changes no value', (_how, insert) => {
  for (const [first, last] of [
    [0, 1],
    [0, 2],
    [1, 2],
    [1, 3],
  ] as const) {
    const view = write(breasts())
    selectBlocks(view, first, last)
    insert(view)
    expect(valuesOf(view).slice(0, 2)).toEqual(['2', '4B'])
    expect(said(view)).toContain('Cyst on the left.')
  }
})

test.each(['Delete', 'Backspace', 'Enter'])('%s over several fields empties the selected ones alone', (key) => {
  const view = write(breasts())
  selectBlocks(view, 1, 2)
  press(view, key)
  expect(valuesOf(view)[0]).toBe('2')
  expect(valuesOf(view)[1]).toBe('')
})

test('no transaction can remove or add a section or a field', () => {
  const view = write()
  const before = view.state.doc
  view.dispatch(view.state.tr.delete(0, before.child(0).nodeSize))
  view.dispatch(view.state.tr.insert(0, section.create({ id: 'addendum' }, text('x'))))
  to(view, 1)
  const { $from } = view.state.selection
  view.dispatch(view.state.tr.delete($from.before(), $from.after()))
  press(view, 'Enter')
  expect(view.state.doc.eq(before)).toBe(true)
})

test('pasted text keeps bold and lists, but no sections, links, styles or scripts', () => {
  const view = write(emptyReport('original'))
  to(view, 3)
  const html =
    '<section data-section="impression"><p style="color:red" onclick="x()">See <b>this</b> <a href="javascript:x()">link</a></p></section><ul><li>one</li></ul><script>x()</script><img src=x onerror=x()>'
  view.pasteHTML(html)
  expect(idsOf(view)).toHaveLength(5)
  expect(said(view)).toBe('Findings\nSee this link\n- one')
  expect(view.dom.querySelector('strong')?.textContent).toBe('this')
  expect(view.dom.querySelector('a,script,img,[onclick]')).toBeNull()
})

test('a pasted table becomes a line per row, with its cells kept apart', () => {
  const view = write(emptyReport('original'))
  to(view, 3)
  view.pasteHTML('<table><tr><td>Nodule</td><td> 1 </td><td>2 mm</td></tr><tr><td>Cyst</td><td></td><td>7 mm</td></tr></table>')
  expect(said(view)).toBe('Findings\nNodule | 1 | 2 mm\nCyst | | 7 mm')
})

test('pasted lines and the paragraphs of a cell are kept apart', () => {
  const view = write(emptyReport('original'))
  to(view, 3)
  view.pasteHTML('<p>Nodules: 1<br>2 mm left<br></p><table><tr><td>Size<p>1</p></td><td>2<br>mm</td></tr></table>')
  expect(said(view)).toBe('Findings\nNodules: 1\n2 mm left\nSize 1 | 2 mm')
})

test('copied fields are pasted with label and unit, and a part of a value as it is', () => {
  const view = write()
  to(view, 1)
  type(view, 'none')
  press(view, 'Tab')
  type(view, '12')
  const { doc: written, selection } = view.state
  const copied = (from: number, until: number) => {
    view.dispatch(view.state.tr.setSelection(TextSelection.create(written, from, until)))
    return view.serializeForClipboard(view.state.selection.content())
  }
  expect(copied(selection.from - 2, selection.from).text).toBe('12')
  const end = written.child(0).nodeSize + written.child(1).nodeSize
  const { dom, text: plain } = copied(written.child(0).nodeSize + 2, end - 2)
  expect(plain).toBe('Fracture: none\n\nStep: 12 mm\n\nEffusion.')
  const other = write(emptyReport('original'))
  to(other, 4)
  other.pasteHTML(dom.innerHTML)
  expect(said(other)).toBe('Impression\nFracture: none\nStep: 12 mm\nEffusion.')
})

test('text pasted from a spreadsheet keeps its cells apart', () => {
  const view = write(emptyReport('original'))
  to(view, 3)
  view.pasteText('1\t2 mm\n\tindented')
  expect(said(view)).toContain('1 | 2 mm')
})

test('superscript and subscript in pasted text keep their meaning', () => {
  const view = write(emptyReport('original'))
  to(view, 3)
  view.pasteHTML('<p>PSA 10<sup>9</sup>/l, 3 mm<sup>2</sup>, CO<sub>2</sub>, T<sub>max</sub>, a ≥ 5 µg</p>')
  expect(said(view)).toBe('Findings\nPSA 10⁹/l, 3 mm², CO₂, T_(max), a ≥ 5 µg')
  expect(findingsOf(view.state).filter(({ message }) => message.includes('cannot be printed'))).toEqual([])
})

test('struck-out text is pasted with a mark that must be confirmed at signing', () => {
  const view = write(emptyReport('original'))
  to(view, 3)
  view.pasteHTML(
    '<p>Nodule of <s>3 <b>mm</b></s> 5 mm<del>, left</del>.<br><strike>Old<br>text</strike></p><p style="text-decoration: line-through">Gone</p>',
  )
  const lines =
    'Nodule of [struck out: 3 mm] 5 mm[struck out: , left].\n[struck out: Old]\n[struck out: text]\n[struck out: Gone]'
  expect(said(view)).toBe(`Findings\n${lines}`)
  expect(findingsOf(view.state).filter(({ code }) => code === 'leftover')).toHaveLength(5)
})

test('numbered lists are pasted with their numbers', () => {
  const view = write(emptyReport('original'))
  to(view, 3)
  view.pasteHTML(
    '<ol start="3"><li>Liver</li><li><p>Spleen</p><ul><li>normal</li></ul></li><li value="9"><b>Left</b> kidney<br>small</li></ol><ol type="a"><li>One</li></ol>',
  )
  expect(said(view)).toBe('Findings\n3. Liver\n4. Spleen\n- normal\n9. Left kidney\nsmall\na. One')
})

test('Tab steps through fields and sections and back, Enter leaves a field, and Tab after Esc leaves the editor', () => {
  const view = write()
  to(view, 0)
  const at = () => {
    const { $from, from, to: end } = view.state.selection
    return `${$from.parent.attrs.label ?? $from.node(1).attrs.id} ${end - from}`
  }
  press(view, 'Tab')
  type(view, 'present')
  press(view, 'Enter')
  expect(at()).toBe('Step 0')
  press(view, 'Tab', { shiftKey: true })
  expect(at()).toBe('Fracture 7')
  for (const expected of ['Step 0', 'findings 0', 'impression 0']) {
    expect(press(view, 'Tab')).toBe(true)
    expect(at()).toBe(expected)
  }
  expect(press(view, 'Tab')).toBe(false)
  to(view, 0)
  press(view, 'Escape')
  expect(press(view, 'Tab')).toBe(false)
  expect(press(view, 'Tab')).toBe(true)
})

test('a choice is picked by its number or first letters, and other text can be typed', () => {
  const view = write()
  const value = () => view.state.doc.child(1).child(0).textContent
  to(view, 1)
  type(view, '2')
  expect(value()).toBe('present')
  rest()
  type(view, 'no')
  expect(value()).toBe('none')
  to(view, 0)
  to(view, 1)
  type(view, 'not seen')
  expect(value()).toBe('not seen')
})

test.each([
  ['5', '5'],
  ['8', '8'],
  ['4B', '4B'],
  ['4', '4A'],
])('typing %s into options that contain numbers gives %s', (typed, expected) => {
  const view = write(withChoice(['0', '1', '2', '3', '4A', '4B', '4C', '5', '6']))
  to(view, 0)
  for (const sign of typed) {
    type(view, sign)
    rest()
  }
  expect(fieldValue(view)).toBe(expected)
  expect(view.dom.querySelector('.report-options kbd')?.textContent).toBe('')
})

test('free text that begins like an option or with a number keeps every character', () => {
  for (const text of ['2 mm left subdural haematoma', 'nodule of 5 mm', 'p', '1/2 of the disc']) {
    const view = write(withChoice(['none', 'left', 'right']))
    to(view, 0)
    type(view, text)
    expect(fieldValue(view)).toBe(text)
  }
})

test('a letter after a pause picks another option, and arrow keys step through the options', () => {
  const view = write(withChoice(['none', 'left', 'right']))
  to(view, 0)
  type(view, 'n')
  rest()
  type(view, 'r')
  expect(fieldValue(view)).toBe('right')
  press(view, 'ArrowUp')
  expect(fieldValue(view)).toBe('left')
  press(view, 'ArrowDown')
  press(view, 'ArrowDown')
  expect(fieldValue(view)).toBe('right')
})

test('a plus adds another value, which is picked like the first', () => {
  const view = write(withChoice(['none', 'subdural', 'epidural', 'intracerebral']))
  to(view, 0)
  type(view, 's')
  type(view, '+')
  rest()
  type(view, 'e')
  expect(fieldValue(view)).toBe('subdural, epidural')
  press(view, 'ArrowDown')
  expect(fieldValue(view)).toBe('subdural, intracerebral')
})

test('a plus in free text stays a plus', () => {
  const view = write(withChoice(['none', 'left', 'right']))
  to(view, 0)
  type(view, 'low+high')
  expect(fieldValue(view)).toBe('low+high')
})

test('shows the origin of inserted text until it is changed, and again after undo', () => {
  const view = write()
  const origin = () => view.dom.querySelector('.report-origin')?.textContent
  expect(origin()).toBe('from the laboratory')
  to(view, 2)
  type(view, 'Normal.')
  expect(origin()).toBe('from the laboratory')
  to(view, 0)
  type(view, ' Today')
  expect(origin()).toBe('')
  press(view, 'z', { ctrlKey: true })
  expect(origin()).toBe('from the laboratory')
})

test('an inserted section follows the existing text, and shows its date if it is the only text', () => {
  const view = write()
  insertIntoSection('impression', 'Old tear.\n- small', 'prior:2024-06-09')(view.state, view.dispatch)
  expect(view.dom.textContent).toContain('inserted from 09/06/2024')
  insertIntoSection('findings', 'Cyst.', 'prior:2024-06-09')(view.state, view.dispatch)
  expect(said(view)).toContain('Effusion.\nCyst.')
  expect(said(view)).toContain('Impression\nOld tear.\n- small')
  expect(insertIntoSection('technique', 'x', '')(view.state, view.dispatch)).toBe(false)
})

test('marks words about the other side until they are confirmed', () => {
  const view = write()
  to(view, 2)
  type(view, 'The left knee.')
  const words = () => view.dom.querySelector('.report-warning')?.textContent
  expect(words()).toBe('left')
  const [finding] = findingsOf(view.state).filter(({ severity }) => severity === 'confirm')
  if (!finding) throw new Error('nothing was found')
  view.dispatch(keepFinding(view.state, finding))
  expect(words()).toBeUndefined()
  expect(isKept(view.state, finding)).toBe(true)
})

test('one undo reverts a change of the template, with its fields and origins, and redo repeats it', () => {
  const of = (...blocks: Node[]) => doc.create(null, [section.create({ id: 'findings', origin: 'template' }, blocks)])
  const [hip, wrist] = [of(choice('Effusion', ['none', 'present']), text('Hip.')), of(text('Wrist.'))]
  const view = write(hip)
  replaceReport(wrist, bringStructure)(view.state, view.dispatch)
  undo(view.state, view.dispatch)
  expect(view.state.doc.toJSON()).toEqual(hip.toJSON())
  redo(view.state, view.dispatch)
  expect(view.state.doc.toJSON()).toEqual(wrist.toJSON())
})

test("undo doesn't bring back the previous report", () => {
  const view = write()
  view.updateState(withReport(view.state, doc.create(null, [section.create({ id: 'addendum' }, text('More.'))])))
  expect(said(view)).toBe('Addendum\nMore.')
  press(view, 'z', { ctrlKey: true })
  expect(said(view)).toBe('Addendum\nMore.')
})

test('a line that begins with - becomes a list', () => {
  const view = write()
  to(view, 2)
  type(view, '- one')
  press(view, 'Enter')
  type(view, 'two')
  expect(said(view)).toContain('- one\n- two')
})

test('each paragraph follows the direction of its own script, and every character is kept as typed', () => {
  const view = write()
  to(view, 2)
  type(view, 'كسر 左膝 {x} \\ <b>')
  expect(said(view)).toContain('كسر 左膝 {x} \\ <b>')
  expect(view.dom.querySelector('[data-section=impression] p')?.getAttribute('dir')).toBe('auto')
  expect(TextSelection.atEnd(view.state.doc).from).toBe(view.state.selection.from)
})

test("references to key images follow moves and removals, and undo of typing doesn't revert them", () => {
  const named =
    'Effusion (key image 1: series 1, image 3), cyst (key image 2: series 1, image 4), see Key image 3 and key image 12.'
  const view = write(doc.create(null, [section.create({ id: 'impression' }, text(named))]))
  to(view, 0)
  type(view, ' More')
  const numbers = new Map<number, number | null>([
    [1, 2],
    [2, null],
    [3, 1],
  ])
  expect(renumberKeyImages(numbers)(view.state, view.dispatch)).toBe(true)
  const after = 'Effusion (key image 2: series 1, image 3), cyst (series 1, image 4), see Key image 1 and key image 12.'
  expect(said(view)).toContain(`${after} More`)
  undo(view.state, view.dispatch)
  expect(said(view)).toMatch(/image 12\.$/)
  expect(said(view)).toContain(after)
  expect(renumberKeyImages(new Map([[7, 8]]))(view.state)).toBe(false)
})

test('inserts measurements after the findings if the cursor is in a field, otherwise at the cursor', () => {
  const view = write()
  goToSection(1)(view.state, view.dispatch)
  expect(view.state.selection.$from.parent.type.name).toBe('field')
  insertSentence('Measured: 3 mm.', [annotationId])(view.state, view.dispatch)
  expect(view.state.doc.child(1).lastChild?.textContent).toBe('Measured: 3 mm.')
  expect(view.state.selection.$from.parent.attrs.label).toBe('Fracture')
  goToSection(2)(view.state, view.dispatch)
  insertSentence('Measured: 5 mm.', [annotationId])(view.state, view.dispatch)
  expect(view.state.doc.child(2).textContent).toBe('Measured: 5 mm.')
  expect(measuredAt(view.state.doc, view.state.selection.head)).toEqual([annotationId])
  view.dispatch(view.state.tr.insertText(' More.'))
  expect(measuredAt(view.state.doc, view.state.selection.head)).toEqual([])
  const words = wordsAbout(view.state.doc, annotationId)
  expect(words).not.toBeNull()
  expect(readContent(toContent(view.state.doc)).eq(view.state.doc)).toBe(true)
})

test('fills an empty section without moving the cursor, and leaves one with text alone', () => {
  const view = write()
  goToSection(1)(view.state, view.dispatch)
  const { head } = view.state.selection
  expect(fillSection('impression', 'Normal.', 'prior:2025-03-12')(view.state, view.dispatch)).toBe(true)
  expect(view.state.selection.head).toBe(head)
  expect(view.state.doc.child(2)).toMatchObject({ textContent: 'Normal.', attrs: { origin: 'prior:2025-03-12' } })
  expect(fillSection('clinicalInformation', 'Other.', '')(view.state, view.dispatch)).toBe(false)
  expect(view.state.doc.child(0).textContent).toBe('Fall.')
})
