import type { TextBlock } from '@readroom/contracts/reading/text-blocks'
import { eventually } from '@readroom/local/core/eventually'
import { emptyReport, readContent } from '@readroom/report/content'
import { plainText } from '@readroom/report/plain-text'
import { reportOfParts } from '@readroom/report/template-parts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { Node } from 'prosemirror-model'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { someUser } from '../../../../lib/session/session.fixture.ts'
import { sessionStore } from '../../../../lib/session/session.ts'
import { createReadingStore, ReadingStoreProvider } from '../../session/reading-store.ts'
import { BlockListDialog } from './block-list-dialog.tsx'
import { TemplateChoice } from './template-choice.tsx'

const entry = (name: string) => ({
  _id: name,
  scope: 'system',
  labId: null,
  labName: null,
  name,
  modalities: ['CT'],
  words: [],
  sex: null,
  kind: 'original',
  isDefault: false,
  isEditable: false,
  version: 1,
  updatedAt: '2026-01-01T00:00:00.000Z',
})
const contentOf = (name: string) => reportOfParts({ findings: [{ text: `${name} is normal.` }] }, 'original')
const names = [
  '01a20329-6f27-7793-82e1-c67472fc6bd1',
  '01a20329-6f27-7793-82e1-c67472fc6bd2',
  '01a20329-6f27-7793-82e1-c67472fc6bd3',
] as const
const titles: Record<string, string> = { [names[0]]: 'Brain', [names[1]]: 'Chest', [names[2]]: 'Résumé' }
const listed = (id: string) => ({ ...entry(titles[id] ?? ''), _id: id })

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname } = new URL(address, 'http://readroom.test')
    const id = pathname.split('/').at(-1) ?? ''
    const body = pathname.endsWith('/reading-templates')
      ? { templates: names.map((name) => ({ ...listed(name), fits: true, why: ['CT'] })), chosen: null }
      : { template: { ...listed(id), content: contentOf(titles[id] ?? '') } }
    return new Response(JSON.stringify({ success: true, ...body }), { status: 200 })
  })
  sessionStore.start(someUser, 'token', '1h')
})
afterEach(() => {
  cleanup()
  sessionStore.clear()
  vi.unstubAllGlobals()
})

type Shown = Partial<Pick<Parameters<typeof TemplateChoice>[0], 'former' | 'hasSeveral' | 'isEditable'>>

function show(report: Node, { former = null, hasSeveral = false, isEditable = true }: Shown = {}) {
  const onApply = vi.fn<Parameters<typeof TemplateChoice>[0]['onApply']>()
  const props = { studyId: names[0], kind: 'original' as const, report: () => report, former, hasSeveral, isEditable, onApply }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ReadingStoreProvider value={createReadingStore(names[0], 'window')}>
        <TemplateChoice {...props} />
      </ReadingStoreProvider>
    </QueryClientProvider>,
  )
  return onApply
}
const open = () => fireEvent.click(screen.getByRole('button', { name: /^Template/ }))

async function choose(search: string) {
  open()
  const box = await screen.findByRole('combobox')
  await screen.findByRole('option', { name: /Chest/ })
  fireEvent.change(box, { target: { value: search } })
  fireEvent.keyDown(box, { key: 'Enter' })
}

test('a word and Enter apply a template to an empty report', async () => {
  const onApply = show(emptyReport('original'))
  await choose('che')
  await eventually(() => expect(onApply).toHaveBeenCalledOnce())
  const [report] = onApply.mock.calls[0] ?? []
  expect(report && plainText(report)).toBe('Findings\nChest is normal.')
})

test('a template is found without its accents', async () => {
  const onApply = show(emptyReport('original'))
  open()
  const box = await screen.findByRole('combobox', { name: 'Search templates' })
  await screen.findByRole('option', { name: /Brain/ })
  fireEvent.change(box, { target: { value: 'resume' } })
  expect(screen.getByRole('status').textContent).toBe('1 found')
  fireEvent.keyDown(box, { key: 'Enter' })
  await vi.waitFor(() => expect(onApply).toHaveBeenCalledOnce())
  expect(onApply.mock.calls[0]?.[1].name).toBe('Résumé')
})

test("names the report's template; if several fit, applies none and tells the writer", async () => {
  show(emptyReport('original'), { former: { name: 'CT chest', report: emptyReport('original') } })
  expect(screen.getByRole('button').textContent).toContain('CT chest')
  cleanup()
  show(emptyReport('original'), { hasSeveral: true })
  expect(screen.getByRole('status').textContent).toBe('Several templates match this study. Choose one.')
})

test('keeps typed text, and asks first with a list of what changes', async () => {
  const typed = JSON.parse(JSON.stringify(contentOf('Mine')).replaceAll('"origin":"template"', '"origin":""'))
  const onApply = show(readContent(typed))
  await choose('brain')
  expect((await screen.findByRole('alertdialog')).textContent).toContain('left out where you have written: Findings.')
  expect(onApply).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Change template' }))
  const [report] = onApply.mock.calls[0] ?? []
  expect(report && plainText(report)).toBe('Findings\nMine is normal.')
})

test('applies only the template that was picked last', async () => {
  const answers: (() => void)[] = []
  const answered = window.fetch
  vi.stubGlobal('fetch', async (address: string, { signal }: RequestInit) => {
    const mayAnswer = new URL(address, 'http://readroom.test').pathname.includes('/reading-templates/')
    if (mayAnswer) await new Promise<void>((resolve) => answers.push(resolve))
    signal?.throwIfAborted()
    return answered(address)
  })
  const onApply = show(emptyReport('original'))
  const answerAll = () => act(async () => answers.splice(0).forEach((answer) => void answer()))
  open()
  fireEvent.click(await screen.findByRole('option', { name: /Brain/ }))
  fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Escape' })
  await eventually(() => expect(screen.queryByRole('combobox')).toBeNull())

  open()
  fireEvent.click(await screen.findByRole('option', { name: /Brain/ }))
  fireEvent.click(await screen.findByRole('option', { name: /Chest/ }))
  await eventually(async () => {
    await answerAll()
    expect(onApply).toHaveBeenCalled()
  })
  expect(onApply.mock.calls.map(([report]) => plainText(report))).toEqual(['Findings\nChest is normal.'])
})

test('a read-only report offers no templates', () => {
  show(emptyReport('original'), { isEditable: false })
  open()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('text blocks are searched, previewed and picked with the keyboard', () => {
  const block = (shortcut: string): TextBlock => ({
    _id: shortcut,
    scope: 'doctor',
    labId: null,
    labName: null,
    shortcut,
    sections: [],
    isEditable: true,
    version: 1,
    content: reportOfParts({ addendum: [{ text: `Text of ${shortcut}.` }] }, 'addendum'),
  })
  const onPick = vi.fn()
  const onSaveSelection = vi.fn()
  const choice = { blocks: [block('aorta'), block('bones')], section: 'findings', onPick, onSaveSelection } as const
  render(<BlockListDialog {...choice} onClose={() => {}} />)
  const box = screen.getByRole('combobox')
  expect(screen.getByRole('region', { name: 'Preview' }).textContent).toBe('Text of aorta.')
  fireEvent.keyDown(box, { key: 'ArrowDown' })
  expect(screen.getByRole('option', { selected: true }).textContent).toContain('.bones')
  fireEvent.keyDown(box, { key: 'Enter' })
  expect(onPick).toHaveBeenCalledWith(expect.objectContaining({ shortcut: 'bones' }))
  fireEvent.click(screen.getByRole('button', { name: 'Save selection as text block' }))
  expect(onSaveSelection).toHaveBeenCalled()
})
