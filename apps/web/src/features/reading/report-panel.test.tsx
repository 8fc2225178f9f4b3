import 'fake-indexeddb/auto'
import { randomUUID } from 'node:crypto'
import { emptyReport } from '@readroom/report/content'
import { reportSchema } from '@readroom/report/schema'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { RefObject } from 'react'
import { toast } from 'sonner'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { someUser } from '../../lib/session/session.fixture.ts'
import { sessionStore } from '../../lib/session/session.ts'
import { makeRow } from '../../lib/studies/study.fixture.ts'
import type { Opening } from './reading.queries.ts'
import { ReportPanel, type Writer } from './report-panel.tsx'
import { doublePressMs } from './signing/double-press.ts'
import { makeSignedVersion } from './signing/signed-version.fixture.ts'

const at = '2026-11-22T12:00:00.000Z'
const opening = (passwordNeeded: boolean): Opening => ({
  ...{ success: true, study: makeRow(1), clinicalHistory: '', draft: null, versions: [], kinds: ['original'], hold: null },
  ...{ keyImages: [], localKey: btoa('k'.repeat(32)), passwordNeeded, isAside: false, imagesChanged: false },
})
const version = makeSignedVersion()
const signed = () => Response.json({ success: true, version })

type Body = Record<string, unknown>
/** What the server answers to a call, by the end of its address. */
let answers: Record<string, (body: Body) => Promise<Response> | Response> = {}
let asked: { call: string; body: Body }[] = []
const callsOf = (call: string) => asked.filter((one) => one.call === call)

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  // jsdom draws nothing.
  Range.prototype.getBoundingClientRect = () => new DOMRect()
  Range.prototype.getClientRects = () => Object.assign([], { item: () => null })
  let revision = 0
  asked = []
  answers = {
    hold: () => Response.json({ success: true, fence: 1, leaseUntil: at, savedAt: null, keyImages: [] }),
    draft: () => {
      revision += 1
      return Response.json({ success: true, revision, savedAt: at })
    },
    release: () => Response.json({ success: true }),
  }
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit) => {
    const call = new URL(address, 'http://readroom.test').pathname.split('/').at(-1) ?? ''
    const sent: Body = typeof body === 'string' ? JSON.parse(body) : {}
    asked.push({ call, body: sent })
    return answers[call]?.(sent) ?? Response.json({ success: false, code: 'NOT_FOUND', message: 'Not here' }, { status: 404 })
  })
  sessionStore.start(someUser, 'token', '1h')
})
afterEach(() => {
  cleanup()
  toast.getToasts().forEach(({ id }) => void toast.dismiss(id))
  sessionStore.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A second press of the key that opened the study, or the dialog, would be over by now. */
const passDoublePress = () => act(() => vi.advanceTimersByTimeAsync(doublePressMs))

const said = () => toast.getToasts().flatMap((each) => ('title' in each ? [each.title] : []))
const text = () => screen.getByRole('textbox', { name: /^Report of/ }).textContent

const button = (name: RegExp) => screen.getByRole('button', { name })

/** Shows the report of a study in this window; it begins with this text. */
async function show(report = emptyReport('original'), passwordNeeded = false) {
  const writer: RefObject<Writer | null> = { current: null }
  const heard = { onSigned: vi.fn(), onClose: vi.fn() }
  const beginning = {
    draft: null,
    document: report,
    kind: 'original',
    reason: '',
    keyImages: [],
    template: null,
  } as const
  const nothing = () => {}
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ReportPanel
        opening={opening(passwordNeeded)}
        {...{
          windowId: randomUUID(),
          beginning,
          hasSeveralTemplates: false,
          obstacle: null,
          writer,
          foot: document.body,
          ...heard,
        }}
        {...{ onHold: nothing, onShowKeys: nothing, onSkip: nothing, onPutAside: nothing, onStale: nothing }}
        keepsFocus={() => false}
        beforeNext={async () => {}}
      />
    </QueryClientProvider>,
  )
  await screen.findByRole('button', { name: /Sign and close/ })
  const insert = (...words: Parameters<Writer['insert']>) => act(() => void writer.current?.insert(...words))
  const command = (name: 'signNext' | 'signClose' | 'signPreliminary') => act(() => writer.current?.[name]())
  return { ...heard, insert, command, sign: () => fireEvent.click(button(/Sign and close/)) }
}

/** A report that its reader has written and can sign, in this window. */
async function open(passwordNeeded = false) {
  const shown = await show(undefined, passwordNeeded)
  await passDoublePress()
  shown.insert('findings', 'No fracture.', 'test')
  shown.insert('impression', 'Normal.', 'test')
  return shown
}

/** A complete report that somebody wrote before this reader opened it. */
const written = () => {
  const { section, paragraph } = reportSchema.nodes
  const of = (id: string, text: string) => section.create({ id }, paragraph.create(null, reportSchema.text(text)))
  return reportSchema.nodes.doc.create(null, [of('findings', 'A mass of 12 mm.'), of('impression', 'Suspicious.')])
}

test('signs nothing by a second press right after the study came on screen', async () => {
  const { insert, command, sign } = await show()
  answers.sign = signed
  insert('findings', 'No fracture.', 'test')
  insert('impression', 'Normal.', 'test')
  command('signNext')
  sign()
  expect(button(/Sign and next/)).toHaveProperty('disabled', true)
  await passDoublePress()
  expect(callsOf('sign')).toHaveLength(0)
  command('signNext')
  await vi.waitFor(() => expect(callsOf('sign')).toHaveLength(1))
})

test('signs as preliminary by its own key', async () => {
  const { command } = await open()
  answers.sign = signed
  command('signPreliminary')
  await vi.waitFor(() => expect(callsOf('sign')).toMatchObject([{ body: { meaning: 'preliminary' } }]))
})

test('shows an unchanged report to be read before it is signed, and takes no Enter for a signature', async () => {
  const { command, onSigned } = await show(written())
  answers.sign = signed
  await passDoublePress()
  command('signNext')
  const dialog = await screen.findByRole('dialog', { name: 'Sign report' })
  expect(dialog.textContent).toContain('A mass of 12 mm.')
  expect(document.activeElement).toBe(dialog)
  fireEvent.click(button(/^Sign$/))
  await passDoublePress()
  expect(callsOf('sign')).toHaveLength(0)
  fireEvent.click(button(/^Sign$/))
  await vi.waitFor(() => expect(onSigned).toHaveBeenCalledOnce())
})

test('confirms nothing by a key that is held down', async () => {
  const { insert, command, onSigned } = await open()
  answers.sign = signed
  insert('findings', '[side]', 'test')
  command('signNext')
  await screen.findByRole('dialog', { name: 'Sign report' })
  await passDoublePress()
  const confirm = button(/Confirm and sign/)
  expect(fireEvent.keyDown(confirm, { key: 'Enter', repeat: true })).toBe(false)
  expect(fireEvent.keyDown(confirm, { key: 'Enter' })).toBe(true)
  fireEvent.click(confirm)
  await vi.waitFor(() => expect(onSigned).toHaveBeenCalledOnce())
})

/** A call that is under way until it is answered. */
function keepWaiting(call: string) {
  let answer: (response: Response) => void = () => {}
  answers[call] = () =>
    new Promise((resolve) => {
      answer = resolve
    })
  return (response: Response) => act(async () => answer(response))
}

test('while a report is being signed nothing is written that would be neither signed nor saved', async () => {
  const { insert, sign } = await open()
  const answer = keepWaiting('sign')
  sign()
  await vi.waitFor(() => expect(callsOf('sign')).toHaveLength(1))
  insert('findings', 'Written too late.', 'test')
  expect(text()).not.toContain('Written too late.')
  await answer(Response.json({ success: false, code: 'REPORT_INCOMPLETE', message: 'Not yet.' }, { status: 422 }))
  insert('findings', 'Written in time.', 'test')
  expect(text()).toContain('Written in time.')
})

test('a key that is pressed once more signs once, and is told nothing else', async () => {
  const { sign, onSigned } = await open()
  answers.sign = signed
  sign()
  await vi.waitFor(() => expect(onSigned).toHaveBeenCalledOnce())
  await act(async () => sign())
  expect([callsOf('sign').length, said()]).toEqual([1, []])
})

test('a draft that is put away twice at once was put away, and its page is left once', async () => {
  const { onClose } = await open()
  const held: string[] = ['held']
  answers['put-away'] = () =>
    held.pop()
      ? Response.json({ success: true })
      : Response.json({ success: false, code: 'HOLD_LOST', message: 'Somebody else writes this report.' }, { status: 423 })
  const saveClose = button(/Save draft and close/)
  fireEvent.click(saveClose)
  fireEvent.click(saveClose)
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
  await act(async () => fireEvent.click(saveClose))
  expect([onClose.mock.calls.length, callsOf('put-away').length, said()]).toEqual([1, 1, []])
})

test('a signature that is under way cannot be cancelled, and is not said to be', async () => {
  const { sign, onSigned } = await open(true)
  sign()
  fireEvent.change(await screen.findByLabelText('Your password'), { target: { value: 'secret' } })
  const answer = keepWaiting('sign')
  fireEvent.submit(screen.getByLabelText('Your password'))
  await vi.waitFor(() => expect(callsOf('sign')).toHaveLength(1))
  fireEvent.keyDown(screen.getByLabelText('Your password'), { key: 'Escape' })
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('dialog', { name: 'Sign report' })).not.toBeNull()
  await answer(signed())
  expect(onSigned).toHaveBeenCalledOnce()
})

test('where nobody knows whether it was signed, that is said; the same signature again is the same request, another is another', async () => {
  const { sign, insert } = await open()
  answers.sign = () => Promise.reject(new TypeError('Failed to fetch'))
  const signAgain = async (times: number) => {
    sign()
    await vi.waitFor(() => expect([callsOf('sign').length, said().length]).toEqual([times, times]))
  }
  await signAgain(1)
  expect(said()).toEqual(['It is not known whether the report was signed'])
  await signAgain(2)
  insert('findings', 'No effusion.', 'test')
  await signAgain(3)
  const [first, again, other] = callsOf('sign').map(({ body }) => body.requestId)
  expect(again).toBe(first)
  expect(other).not.toBe(first)
})
