import type { ReadSeries } from '@readroom/contracts/reading/reading'
import type { ReportDraft } from '@readroom/contracts/reading/report-drafts'
import type { UndisplayedSeries } from '@readroom/contracts/reading/report-versions'
import type { StudyStatus } from '@readroom/contracts/studies/study-workflow'
import { eventually } from '@readroom/local/core/eventually'
import 'fake-indexeddb/auto'
import { randomUUID } from 'node:crypto'
import { emptyReport, readContent, toContent } from '@readroom/report/content'
import { reportSchema } from '@readroom/report/schema'
import { reportOfParts } from '@readroom/report/template-parts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { toast } from 'sonner'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { someUser } from '../../../../lib/session/session.fixture.ts'
import { sessionStore } from '../../../../lib/session/session.ts'
import { makeRow } from '../../../../lib/studies/study.fixture.ts'
import type { Opening } from '../../requests/reading.queries.ts'
import { beginningOf } from '../../session/machine/beginning.ts'
import { makeSignedVersion } from '../../session/machine/signed-version.fixture.ts'
import { createReadingStore, type ReadingStore, ReadingStoreProvider } from '../../session/reading-store.ts'
import type { ReportCommands } from '../../session/report-commands.ts'
import { useReadingKeys } from '../keyboard/use-reading-keys.ts'
import { doublePressMs } from '../signing/double-press.ts'
import { ReportPanel } from './report-panel.tsx'

/** The place of the study in its test. Text that a panel could not save is kept in the browser, where the next test must not find it. */
let number = 0

const at = '2026-11-22T12:00:00.000Z'
const opening = (passwordNeeded: boolean, answered: UndisplayedSeries[] = []): Opening => ({
  success: true,
  study: makeRow(number),
  clinicalHistory: '',
  historySource: 'record',
  generation: 1,
  draft: null,
  versions: [],
  kinds: ['original'],
  hold: null,
  keyImages: [],
  annotations: [],
  series: [],
  localKey: btoa('k'.repeat(32)),
  passwordNeeded,
  isAside: false,
  answered,
  imagesChanged: false,
  hasNewReport: false,
  hasPriors: true,
})
const version = makeSignedVersion()
const signed = () => Response.json({ success: true, version })

type Body = Record<string, unknown>
/** The server's answers by the last part of the address. */
let answers: Record<string, (body: Body) => Promise<Response> | Response> = {}
let asked: { call: string; body: Body }[] = []
const callsOf = (call: string) => asked.filter((one) => one.call === call)

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  // jsdom has no layout.
  Range.prototype.getBoundingClientRect = () => new DOMRect()
  Range.prototype.getClientRects = () => Object.assign([], { item: () => null })
  let revision = 0
  number += 1
  asked = []
  answers = {
    hold: () => Response.json({ success: true, fence: 1, leaseUntil: at, savedAt: null, keyImages: [], annotations: [] }),
    draft: () => {
      revision += 1
      return Response.json({ success: true, revision, savedAt: at, isSole: true })
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

/** Waits until a second press of the key that opened the study or the dialog can no longer come. */
const passDoublePress = () => act(() => vi.advanceTimersByTimeAsync(doublePressMs))

const said = () => toast.getToasts().flatMap((each) => ('title' in each ? [each.title] : []))
const field = () => screen.getByRole('textbox', { name: /^Report of/ })
const text = () => field().textContent
/** Waits until the text can change: this window holds the report, and no signature is under way. */
const untilEditable = () => eventually(() => expect(field().getAttribute('contenteditable')).toBe('true'))

const button = (name: RegExp) => screen.getByRole('button', { name })

/** Hears the keys of the page, as the desk does. */
function Keys({ store }: { store: ReadingStore }) {
  heedOnImages = useReadingKeys(store, true, {})
  return null
}
let heedOnImages: (event: KeyboardEvent) => void = () => {}

/** Shows the report of a study in this window, with this initial text. */
async function show(
  report = emptyReport('original'),
  passwordNeeded = false,
  undisplayed: ReadSeries[] = [],
  draft: ReportDraft | null = null,
  answered: UndisplayedSeries[] = [],
  workflowStatus: StudyStatus = 'assigned_to_doctor',
) {
  const heard = { onSigned: vi.fn(), onFoundSigned: vi.fn(), onClose: vi.fn(), onGoOn: vi.fn() }
  const begun = opening(passwordNeeded, answered)
  const opened = { ...begun, study: { ...begun.study, workflowStatus }, draft, series: undisplayed }
  const store = createReadingStore(opened.study._id, randomUUID(), 'report')
  store.follow(opened)
  const beginning = {
    ...beginningOf(opened, { kind: 'original', reason: '' }, null),
    ...(!draft && { document: report }),
  }
  const nothing = () => {}
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const round = {
    prepare: async () => {},
    signed: heard.onSigned,
    foundSigned: heard.onFoundSigned,
    close: heard.onClose,
    putAside: nothing,
    goOn: heard.onGoOn,
  }
  const panelOf = (read: Opening) => (
    <QueryClientProvider client={client}>
      <ReadingStoreProvider value={store}>
        <Keys store={store} />
        <ReportPanel
          opening={read}
          beginning={beginning}
          hasSeveralTemplates={false}
          round={round}
          foot={document.body}
          onStale={nothing}
          onSigned={nothing}
        />
      </ReadingStoreProvider>
    </QueryClientProvider>
  )
  const { rerender } = render(panelOf(opened))
  await screen.findByRole('button', { name: /Sign and close/ })
  /** The page has read the study again. */
  const reread = (changes: Partial<Opening>) => rerender(panelOf({ ...opened, ...changes }))
  const insert = (...words: Parameters<ReportCommands['insert']>) => act(() => void store.report()?.insert(...words))
  const fill = (...words: Parameters<ReportCommands['fill']>) => act(() => void store.report()?.fill(...words))
  const insertSentence = (sentence: string) => act(() => void store.report()?.insertSentence(sentence, [randomUUID()]))
  const command = (name: 'signNext' | 'signClose' | 'signPreliminary' | 'save' | 'allNormal') =>
    act(() => store.report()?.[name]())
  return { ...heard, reread, store, insert, fill, insertSentence, command, sign: () => fireEvent.click(button(/Sign and close/)) }
}

/** Opens a report that its reader has written and can sign. */
async function open(passwordNeeded = false, undisplayed: ReadSeries[] = [], answered: UndisplayedSeries[] = []) {
  const shown = await show(undefined, passwordNeeded, undisplayed, null, answered)
  await passDoublePress()
  await untilEditable()
  shown.insert('findings', 'No fracture.', 'test')
  shown.insert('impression', 'Normal.', 'test')
  return shown
}

/** Creates a complete report, written before this reader opened it. */
const written = () => {
  const { section, paragraph } = reportSchema.nodes
  const of = (id: string, text: string) =>
    section.create({ id }, paragraph.create(null, text === '' ? null : reportSchema.text(text)))
  return reportSchema.nodes.doc.create(null, [
    of('comparison', ''),
    of('findings', 'A mass of 12 mm.'),
    of('impression', 'Suspicious.'),
  ])
}

test('a second press right after the study appears signs nothing', async () => {
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
  await eventually(() => expect(callsOf('sign')).toHaveLength(1))
})

test('keys for a report that this window cannot write yet do nothing, nor those that are typed on, and a message says so', async () => {
  const { hold } = answers
  let allow = () => {}
  const isAllowed = new Promise<void>((resolve) => {
    allow = resolve
  })
  answers.hold = async (body) => {
    await isAllowed
    return hold?.(body) ?? Response.error()
  }
  const shown = show()
  await screen.findByText('The report opens for writing…')
  /** Returns true if the page stopped the key, so that it types nothing. */
  const isStopped = (key: string, init: KeyboardEventInit = {}) => !fireEvent.keyDown(document.body, { key, ...init })
  expect(isStopped('5', { code: 'Digit5', altKey: true })).toBe(true)
  expect(isStopped('N')).toBe(true)
  expect(isStopped('ArrowDown')).toBe(true)
  expect(said()).toEqual(['Your last keys did nothing'])
  allow()
  await shown
  await untilEditable()
  expect(isStopped('o')).toBe(true)
  const later = Date.now() + doublePressMs
  const clock = vi.spyOn(Date, 'now').mockReturnValue(later)
  onTestFinished(() => clock.mockRestore())
  expect(isStopped('N')).toBe(false)
})

test('a draft that was uploaded as a file is named above an empty report', async () => {
  await show(undefined, false, [], null, [], 'report_drafted')
  expect(screen.getByText(/A draft of this report was uploaded as a file/)).toBeTruthy()
})

test('leaves the focus in a field in which somebody writes when the report opens', async () => {
  const question = document.body.appendChild(document.createElement('textarea'))
  onTestFinished(() => question.remove())
  question.focus()
  await show()
  await untilEditable()
  expect(document.activeElement).toBe(question)
})

test('letters typed after the report is signed, before its answer, are in no report, and a message says so', async () => {
  const { command, store } = await open()
  let answer = (_response: Response) => {}
  answers.sign = () =>
    new Promise<Response>((resolve) => {
      answer = resolve
    })
  command('signNext')
  await eventually(() => expect(store.state().draft?.ending?.request.what).toBe('sign'))
  expect(fireEvent.keyDown(field(), { key: 'h', code: 'KeyH' })).toBe(false)
  expect(toast.getToasts().at(-1)).toMatchObject({ title: 'Your last keys did nothing' })
  await eventually(() => expect(callsOf('sign')).toHaveLength(1))
  answer(signed())
  await eventually(() => expect(store.state().draft?.isOver).toBe(true))
})

test('signs as preliminary with its own key', async () => {
  const { command } = await open()
  answers.sign = signed
  command('signPreliminary')
  await eventually(() => expect(callsOf('sign')).toMatchObject([{ body: { meaning: 'preliminary' } }]))
})

/** A draft with this text that was there when the study came on screen. */
const draftOf = (): ReportDraft => ({
  revision: 1,
  kind: 'original',
  reason: '',
  content: toContent(written()),
  templateName: null,
  isDrafted: true,
  savedAt: at,
  savedBy: 'Dr Lind',
})

/** Shows a study that has this draft already. */
function showDraft() {
  answers.hold = () => Response.json({ success: true, fence: 1, leaseUntil: at, savedAt: at, keyImages: [], annotations: [] })
  return show(undefined, false, [], draftOf())
}

const undo = () => fireEvent.keyDown(field(), { key: 'z', code: 'KeyZ', ctrlKey: true })
const review = () => screen.queryByRole('region', { name: 'Report to sign' })

/** Gives the text to read a height in lines, of which ten are on screen. */
function layOut(lines: number) {
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(lines * 20)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(200)
  onTestFinished(() => void vi.restoreAllMocks())
}

test('typing that changes nothing in the end, or only spaces, is no work on the report', async () => {
  const { insertSentence, command } = await show(written())
  answers.sign = signed
  await passDoublePress()
  await untilEditable()
  insertSentence(' ')
  command('signNext')
  await screen.findByRole('dialog', { name: 'Sign report' })
  expect(review()?.textContent).toContain('You have not changed this report')
  fireEvent.click(button(/^Cancel$/))
  insertSentence('More.')
  undo()
  command('signNext')
  await screen.findByRole('dialog', { name: 'Sign report' })
  expect(review()?.textContent).toContain('You have not changed this report')
  fireEvent.click(button(/^Cancel$/))
  insertSentence('More.')
  command('signNext')
  await eventually(() => expect(callsOf('sign')).toMatchObject([{ body: { confirmed: [] } }]))
})

test('a draft that was there before is read once before it is signed, whatever was typed into it', async () => {
  layOut(40)
  const { insert, command, onSigned } = await showDraft()
  await passDoublePress()
  await untilEditable()
  insert('findings', 'My own sentence.', 'test')
  command('signNext')
  await screen.findByRole('dialog', { name: 'Sign report' })
  expect(review()?.textContent).toMatch(/A mass of 12 mm\..*My own sentence\./)
  await passDoublePress()
  fireEvent.click(button(/^Sign$/))
  fireEvent.submit(button(/^Sign$/))
  expect(callsOf('sign')).toHaveLength(0)
  const text = screen.getByRole('document', { name: 'Text of the report' })
  text.scrollTop = 300
  fireEvent.scroll(text)
  fireEvent.click(button(/^Sign$/))
  expect(callsOf('sign')).toHaveLength(0)
  text.scrollTop = 600
  fireEvent.scroll(text)
  answers.sign = () => Response.json({ success: false, code: 'REPORT_INCOMPLETE', message: 'Not yet.' }, { status: 422 })
  fireEvent.click(button(/^Sign$/))
  await eventually(() => expect(callsOf('sign')).toMatchObject([{ body: { confirmed: ['draft'] } }]))
  // Read once, so the next attempt asks no more.
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  answers.sign = signed
  insert('findings', 'Another one.', 'test')
  command('signNext')
  await eventually(() => expect(onSigned).toHaveBeenCalledOnce())
  expect(callsOf('sign').at(-1)).toMatchObject({ body: { confirmed: ['draft'] } })
})

test('a reader who does not scroll says that they have read the report', async () => {
  layOut(40)
  const { command, onSigned } = await showDraft()
  answers.sign = signed
  await passDoublePress()
  command('signNext')
  await screen.findByRole('dialog', { name: 'Sign report' })
  await passDoublePress()
  fireEvent.click(screen.getByRole('checkbox', { name: /^I have read the whole report/ }))
  fireEvent.click(button(/^Sign$/))
  await eventually(() => expect(onSigned).toHaveBeenCalledOnce())
})

test('a dialog that was only closed leaves the draft unread', async () => {
  const { command } = await showDraft()
  answers.sign = signed
  await passDoublePress()
  for (const _ of [1, 2]) {
    command('signNext')
    await screen.findByRole('dialog', { name: 'Sign report' })
    fireEvent.click(button(/^Cancel$/))
  }
  expect(callsOf('sign')).toHaveLength(0)
})

test('a report whose other writer only the server knows is read after its refusal', async () => {
  const { command, onSigned } = await open()
  answers.sign = () => Response.json({ success: false, code: 'REPORT_UNCONFIRMED', message: 'Read it.' }, { status: 422 })
  command('signNext')
  await eventually(() => expect(callsOf('sign')).toHaveLength(1))
  answers.sign = signed
  command('signNext')
  await screen.findByRole('dialog', { name: 'Sign report' })
  await passDoublePress()
  fireEvent.click(button(/^Sign$/))
  await eventually(() => expect(onSigned).toHaveBeenCalledOnce())
  expect(callsOf('sign').at(-1)).toMatchObject({ body: { confirmed: ['draft'] } })
})

test("shows an unchanged report before signing, and Enter doesn't sign it", async () => {
  const { command, onSigned } = await show(written())
  answers.sign = signed
  await passDoublePress()
  command('signNext')
  const dialog = await screen.findByRole('dialog', { name: 'Sign report' })
  expect(dialog.textContent).toContain('A mass of 12 mm.')
  expect(document.activeElement).toBe(screen.getByRole('document', { name: 'Text of the report' }))
  fireEvent.click(button(/^Sign$/))
  await passDoublePress()
  expect(callsOf('sign')).toHaveLength(0)
  fireEvent.click(button(/^Sign$/))
  await eventually(() => expect(onSigned).toHaveBeenCalledOnce())
})

test('a comparison that is filled in beside a prior does not make the report a read one', async () => {
  const { fill, command } = await show(written())
  answers.sign = signed
  await passDoublePress()
  fill('comparison', 'CT chest of 12/03/2025.', 'prior:2025-03-12')
  expect(text()).toContain('CT chest of 12/03/2025.')
  command('signNext')
  expect((await screen.findByRole('dialog', { name: 'Sign report' })).textContent).toContain('A mass of 12 mm.')
  expect(callsOf('sign')).toHaveLength(0)
})

const lateral: ReadSeries = {
  seriesInstanceUid: '1.2',
  number: 2,
  modality: 'DX',
  description: 'Lateral',
  bodyPart: null,
  laterality: null,
  imageType: null,
  scanningSequence: null,
  imageCount: 1,
  rule: null,
  isDisplayed: false,
  shown: 0,
  frames: 1,
  undrawn: 0,
}

test('lists series that were not or not wholly on screen, and signs by a deliberate choice, not by the next Enter', async () => {
  const stack = { ...lateral, seriesInstanceUid: '1.3', number: 3, description: 'Axial', imageCount: 140, shown: 1, frames: 140 }
  const { command } = await open(false, [lateral, stack])
  answers.sign = signed
  command('signNext')
  const dialog = await screen.findByRole('dialog', { name: 'Sign report' })
  expect(dialog.textContent).toContain('Not opened:2 Lateral (1 image)Opened in part:3 Axial (1 of 140 images)')
  expect(document.activeElement).toBe(dialog)
  expect(callsOf('sign')).toHaveLength(0)
  await passDoublePress()
  fireEvent.click(button(/Confirm and sign/))
  await eventually(() => expect(callsOf('sign')).toMatchObject([{ body: { confirmed: ['series'] } }]))
})

test('signs a study whose images could not be drawn when the reader has said how they were seen', async () => {
  const { command } = await open(false, [{ ...lateral, undrawn: 1 }])
  answers.sign = signed
  command('signNext')
  const dialog = await screen.findByRole('dialog', { name: 'Sign report' })
  expect(dialog.textContent).toContain('Not drawn by the viewer:2 Lateral (1 of 1 image)')
  await passDoublePress()
  fireEvent.click(button(/Confirm and sign/))
  expect(callsOf('sign')).toHaveLength(0)
  expect((await screen.findByRole('alert')).textContent).toContain('Say first how you saw what could not be drawn')
  fireEvent.click(screen.getByRole('radio', { name: 'On another workstation' }))
  fireEvent.click(button(/Confirm and sign/))
  await eventually(() => expect(callsOf('sign')).toMatchObject([{ body: { confirmed: ['undrawn-elsewhere'] } }]))
})

test('the archive viewer is an answer once it was opened for this study', async () => {
  answers.tickets = () => Response.json({ success: true, ticket: 't', url: '/viewer/open?ticket=t', expiresIn: '60s' })
  vi.stubGlobal('open', () => ({ location: { replace() {} }, sessionStorage: { clear() {} }, focus() {}, close() {} }))
  const { command } = await open(false, [{ ...lateral, undrawn: 1 }])
  answers.sign = signed
  command('signNext')
  await screen.findByRole('dialog', { name: 'Sign report' })
  const radio = screen.getByRole('radio', { name: 'In the archive viewer' })
  expect(radio).toHaveProperty('disabled', true)
  await passDoublePress()
  fireEvent.click(button(/Open archive viewer/))
  await eventually(() => expect(radio).toHaveProperty('disabled', false))
  fireEvent.click(radio)
  fireEvent.click(button(/Confirm and sign/))
  await eventually(() => expect(callsOf('sign')).toMatchObject([{ body: { confirmed: ['undrawn-archive'] } }]))
})

const curves: ReadSeries = { ...lateral, modality: 'ECG', description: 'ECG', shown: 1, frames: 3, undrawn: 2 }
const saidOf = (said: UndisplayedSeries['said'], images = 2): UndisplayedSeries[] => [
  { number: 2, modality: 'ECG', description: 'ECG', images, of: 3, said },
]

test('curves that the reader accounted for before are not asked about again', async () => {
  const { command } = await open(false, [curves], saidOf('undrawn-elsewhere'))
  answers.sign = signed
  command('signNext')
  await eventually(() => expect(callsOf('sign')).toMatchObject([{ body: { confirmed: ['undrawn-elsewhere'] } }]))
})

test.each([
  ['fewer of them', saidOf('undrawn-elsewhere', 1), false],
  ['not having seen them', saidOf('undrawn-unseen'), true],
])('curves are asked about again after an answer about %s', async (_what, answered, isKept) => {
  const { command } = await open(false, [curves], answered)
  command('signNext')
  const dialog = await screen.findByRole('dialog', { name: 'Sign report' })
  expect(dialog.textContent).toContain('2 ECG (2 of 3 groups of curves)')
  expect(screen.getByRole('radio', { name: 'I have not seen them' })).toHaveProperty('checked', isKept)
})

test('the sign dialog says no longer that the text is not saved once it is', async () => {
  const { command } = await open(true)
  const { draft } = answers
  answers.draft = () => Response.json({ success: false, code: 'UNAVAILABLE', message: 'Later' }, { status: 503 })
  answers.sign = signed
  command('signNext')
  const dialog = await screen.findByRole('dialog', { name: 'Sign report' })
  fireEvent.change(screen.getByLabelText('Your password'), { target: { value: 'secret' } })
  await passDoublePress()
  fireEvent.click(button(/^Sign$/))
  await eventually(() => expect(dialog.textContent).toContain('The text is not saved yet.'))
  if (draft) answers.draft = draft
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  await eventually(() => expect(dialog.textContent).not.toContain('The text is not saved yet.'))
})

test('images beside one that could not be drawn do not count as shown', async () => {
  const { command } = await open(false, [{ ...lateral, undrawn: 1, frames: 50, imageCount: 50, shown: 0 }])
  command('signNext')
  const dialog = await screen.findByRole('dialog', { name: 'Sign report' })
  expect(dialog.textContent).toContain('(1 of 50 images, the others were not shown)')
})

test('a report that somebody else has now offers the next study and the way back', async () => {
  const { store, onGoOn, onClose } = await show(written())
  await untilEditable()
  const message = 'Dr Quist has this study now.'
  answers.hold = () => Response.json({ success: false, code: 'STUDY_REASSIGNED', message }, { status: 409 })
  act(() => store.miss())
  fireEvent.click(await screen.findByRole('button', { name: 'Next study' }))
  fireEvent.click(button(/^Back to the list$/))
  expect([onGoOn.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 1])
})

test('"All normal" says why it fills nothing in', async () => {
  const { command } = await show(written())
  await untilEditable()
  command('allNormal')
  expect(said()).toContain('This report has no fields with a normal value')
})

test('the open sign dialog says at once that the study was given to somebody else, and signs nothing', async () => {
  const { store, command } = await show(written())
  await passDoublePress()
  await untilEditable()
  command('signNext')
  await screen.findByRole('dialog', { name: 'Sign report' })
  await passDoublePress()
  const message = 'This study was given to Dr Quist.'
  answers.hold = () => Response.json({ success: false, code: 'STUDY_REASSIGNED', message }, { status: 409 })
  act(() => store.miss())
  expect((await screen.findByRole('alert')).textContent).toContain(message)
  expect(button(/^Sign$/)).toHaveProperty('disabled', true)
  fireEvent.submit(button(/^Sign$/))
  expect(callsOf('sign')).toHaveLength(0)
})

test('the open sign dialog says that the images in front belong to another study', async () => {
  const { store, command } = await show(written())
  await passDoublePress()
  await untilEditable()
  command('signNext')
  await screen.findByRole('dialog', { name: 'Sign report' })
  act(() => store.setStanding('other'))
  expect(screen.getByRole('alert').textContent).toContain('These images belong to another study.')
  expect(button(/^Sign$/)).toHaveProperty('disabled', true)
})

test('required fields are marked, and those that are open are counted beside Sign, before an attempt', async () => {
  const field = { kind: 'choice' as const, unit: '', options: ['Right', 'Left'], completion: 'none' as const, value: '' }
  const findings = [
    { ...field, label: 'Side', completion: 'prohibit' as const },
    { ...field, label: 'Effusion', value: 'None' },
  ]
  await show(readContent(reportOfParts({ findings }, 'original')))
  await untilEditable()
  const required = [...document.querySelectorAll('.report-field.is-required .report-label')]
  expect(required.map(({ textContent }) => textContent)).toEqual(['Side'])
  fireEvent.click(button(/^2 to complete$/))
  expect(document.querySelector('.is-current .report-label')?.textContent).toBe('Side')
})

test('a held key confirms nothing', async () => {
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
  await eventually(() => expect(onSigned).toHaveBeenCalledOnce())
})

test('words that are typed right before the sign key are checked, also if a warning of their kind was kept', async () => {
  const { store, insert } = await open()
  answers.sign = signed
  insert('findings', 'See [side].', 'test')
  fireEvent.click(button(/^Keep$/))
  act(() => {
    // The key comes before the page has drawn the words.
    store.report()?.insert('findings', 'And [level].', 'test')
    store.report()?.signNext()
  })
  const dialog = await screen.findByRole('dialog', { name: 'Sign report' })
  expect(dialog.textContent).toContain('[level]')
  expect(callsOf('sign')).toHaveLength(0)
})

test('words and Enter that are typed on into the question before signing confirm nothing', async () => {
  const { insert, command } = await open()
  answers.sign = signed
  insert('findings', '[side]', 'test')
  command('signNext')
  const dialog = await screen.findByRole('dialog', { name: 'Sign report' })
  expect(document.activeElement).toBe(dialog)
  await passDoublePress()
  const confirm = button(/Confirm and sign/)
  fireEvent.keyDown(dialog, { key: 'x' })
  fireEvent.click(confirm)
  await act(() => vi.advanceTimersByTimeAsync(doublePressMs / 2))
  fireEvent.click(confirm)
  expect(callsOf('sign')).toHaveLength(0)
  await passDoublePress()
  fireEvent.click(confirm)
  await eventually(() => expect(callsOf('sign')).toHaveLength(1))
})

/** Keeps a call pending. Returns the function that answers it. */
function keepWaiting(call: string) {
  let answer: (response: Response) => void = () => {}
  answers[call] = () =>
    new Promise((resolve) => {
      answer = resolve
    })
  return (response: Response) => act(async () => answer(response))
}

test('blocks typing while a report is being signed, because the text would be neither signed nor saved', async () => {
  const { insert, sign } = await open()
  const answer = keepWaiting('sign')
  sign()
  await eventually(() => expect(callsOf('sign')).toHaveLength(1))
  insert('findings', 'Written too late.', 'test')
  expect(text()).not.toContain('Written too late.')
  await answer(Response.json({ success: false, code: 'REPORT_INCOMPLETE', message: 'Not yet.' }, { status: 422 }))
  insert('findings', 'Written in time.', 'test')
  expect(text()).toContain('Written in time.')
})

test('a writer who takes the report back continues where the cursor was', async () => {
  const { insertSentence, command } = await open()
  const { hold: holdIt, draft: save } = answers
  const hold = {
    userName: 'Dr Lind',
    isOwn: false,
    isThisWindow: false,
    since: at,
    leaseUntil: at,
    askedBy: null,
  }
  const refuse = (code: string) => Response.json({ success: false, code, message: 'Dr Lind is writing' }, { status: 423 })
  answers.reading = () => Response.json({ ...opening(false), hold })
  answers.draft = () => refuse('HOLD_LOST')
  answers.hold = () => refuse('REPORT_HELD')
  command('save')
  await screen.findByRole('dialog', { name: 'This report was changed elsewhere' })
  Object.assign(answers, { hold: holdIt, draft: save })
  fireEvent.click(button(/^Take over and use mine$/))
  await eventually(() => expect(screen.queryByRole('dialog')).toBeNull())
  insertSentence('Measured: 3 mm.')
  expect(text()).toContain('Normal. Measured: 3 mm.')
})

test('pressing the key again signs once and shows no error', async () => {
  const { sign, onSigned } = await open()
  answers.sign = signed
  sign()
  await eventually(() => expect(onSigned).toHaveBeenCalledOnce())
  await act(async () => sign())
  expect([callsOf('sign').length, said()]).toEqual([1, []])
})

test('closing a draft twice at once closes the page once', async () => {
  const { onClose } = await open()
  const held: string[] = ['held']
  answers['put-away'] = () =>
    held.pop()
      ? Response.json({ success: true })
      : Response.json({ success: false, code: 'HOLD_LOST', message: 'Somebody else is writing this report.' }, { status: 423 })
  const saveClose = button(/Save draft and close/)
  fireEvent.click(saveClose)
  fireEvent.click(saveClose)
  await eventually(() => expect(onClose).toHaveBeenCalled())
  await act(async () => fireEvent.click(saveClose))
  expect([onClose.mock.calls.length, callsOf('put-away').length, said()]).toEqual([1, 1, []])
})

test("a signature in progress can't be cancelled", async () => {
  const { sign, onSigned } = await open(true)
  sign()
  fireEvent.change(await screen.findByLabelText('Your password'), { target: { value: 'secret' } })
  const answer = keepWaiting('sign')
  fireEvent.submit(screen.getByLabelText('Your password'))
  await eventually(() => expect(callsOf('sign')).toHaveLength(1))
  fireEvent.keyDown(screen.getByLabelText('Your password'), { key: 'Escape' })
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('dialog', { name: 'Sign report' })).not.toBeNull()
  await answer(signed())
  expect(onSigned).toHaveBeenCalledOnce()
})

test('reports an unconfirmed signature; signing again repeats the request, and another text makes a new one', async () => {
  const { sign, insert } = await open()
  answers.sign = () => Promise.reject(new TypeError('Failed to fetch'))
  const signAgain = async (times: number) => {
    sign()
    await eventually(() => expect([callsOf('sign').length, said().length]).toEqual([times, times]))
  }
  await signAgain(1)
  expect(said()).toEqual(['Signing was not confirmed'])
  await signAgain(2)
  await untilEditable()
  insert('findings', 'No effusion.', 'test')
  await signAgain(3)
  const [first, again, other] = callsOf('sign').map(({ body }) => body.requestId)
  expect(again).toBe(first)
  expect(other).not.toBe(first)
})

test('a report that was signed although no answer came can be recalled, as after any signature', async () => {
  const { sign, reread, onFoundSigned } = await open()
  answers.sign = () => Promise.reject(new TypeError('Failed to fetch'))
  sign()
  await eventually(() => expect(said()).toEqual(['Signing was not confirmed']))
  reread({ versions: [version], kinds: ['addendum'] })
  await eventually(() => expect(onFoundSigned).toHaveBeenCalledOnce())
  expect(onFoundSigned.mock.lastCall?.[0]).toMatchObject({ version: { id: version.id } })
})

/** Resumes a draft with this template. */
async function resume(templateName: string | null) {
  answers.hold = () => Response.json({ success: true, fence: 1, leaseUntil: at, savedAt: at, keyImages: [], annotations: [] })
  const text = { content: toContent(written()), kind: 'original', reason: '', templateName } as const
  await show(undefined, false, [], { ...text, revision: 3, isDrafted: true, savedAt: at, savedBy: 'Dr Quist' })
}
const templateShown = () => button(/^Template/).textContent

test('shows the template of a resumed draft, and saves the name of another one that is chosen', async () => {
  const entry = {
    _id: randomUUID(),
    scope: 'system',
    labId: null,
    labName: null,
    name: 'CT chest',
    modalities: ['CT'],
    words: [],
    sex: null,
    kind: 'original',
    isDefault: false,
    isEditable: false,
    version: 1,
    updatedAt: at,
  }
  const content = reportOfParts({ findings: [{ text: 'Lungs clear.' }] }, 'original')
  answers['reading-templates'] = () =>
    Response.json({ success: true, templates: [{ ...entry, fits: true, why: ['CT'] }], chosen: null })
  answers[entry._id] = () => Response.json({ success: true, template: { ...entry, content } })
  await resume('CT abdomen')
  expect(templateShown()).toBe('TemplateCT abdomen')
  fireEvent.click(button(/^Template/))
  fireEvent.click(await screen.findByRole('option', { name: /CT chest/ }))
  fireEvent.click(await screen.findByRole('button', { name: 'Change template' }))
  expect(templateShown()).toBe('TemplateCT chest')
  expect(text()).toContain('A mass of 12 mm.')
  await eventually(() => expect(callsOf('draft')).toMatchObject([{ body: { revision: 3, templateName: 'CT chest' } }]))

  const pressed = (key: string) =>
    fireEvent.keyDown(screen.getByRole('textbox', { name: /^Report of/ }), {
      key,
      code: `Key${key.toUpperCase()}`,
      ctrlKey: true,
    })
  pressed('z')
  expect(templateShown()).toBe('TemplateCT abdomen')
  pressed('y')
  expect(templateShown()).toBe('TemplateCT chest')
})

test('shows no template above a draft whose template is not known', async () => {
  await resume(null)
  expect(templateShown()).toBe('Template')
})

test('a report that is no longer shown carries out no command', async () => {
  const { store } = await open()
  expect(store.report()).not.toBeNull()
  cleanup()
  expect(store.report()).toBeNull()
})

test('asks until it is answered whether a finding is a critical result, and signs then', async () => {
  const { insert, command, store } = await open()
  answers.sign = signed
  answers['critical-results'] = () => Response.json({ success: true, results: [] })
  insert('impression', 'Acute subarachnoid haemorrhage.', 'test')
  command('signNext')
  const dialog = await screen.findByRole('dialog', { name: 'Sign report' })
  expect(dialog.textContent).toContain('The report says “Acute subarachnoid haemorrhage”. No critical result is marked')
  fireEvent.click(button(/Cancel/))
  const line = await screen.findByRole('region', { name: 'Critical result' })
  expect(line.textContent).toContain('The report says “Acute subarachnoid haemorrhage”.')
  fireEvent.click(button(/^Mark critical result$/))
  expect(store.state()).toMatchObject({ dialog: 'critical', finding: 'Acute subarachnoid haemorrhage' })
  store.closeDialog()
  command('signNext')
  await screen.findByRole('dialog', { name: 'Sign report' })
  fireEvent.click(button(/^Not critical$/))
  fireEvent.click(button(/Cancel/))
  expect(screen.queryByRole('region', { name: 'Critical result' })).toBeNull()
  command('signNext')
  await eventually(() => expect(callsOf('sign')).toHaveLength(1))
})

test('a key of the notice of the signed report reaches it from the images', async () => {
  await open()
  const heard = vi.fn()
  window.addEventListener('keydown', heard)
  onTestFinished(() => window.removeEventListener('keydown', heard))
  heedOnImages(new KeyboardEvent('keydown', { key: 'r', code: 'KeyR', altKey: true }))
  expect(heard).toHaveBeenCalledWith(expect.objectContaining({ code: 'KeyR', altKey: true }))
  heedOnImages(new KeyboardEvent('keydown', { key: 'ArrowDown', code: 'ArrowDown' }))
  expect(heard).toHaveBeenCalledTimes(1)
})
