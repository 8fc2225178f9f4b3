import { eventually } from '@readroom/local/core/eventually'
import 'fake-indexeddb/auto'
import { randomUUID } from 'node:crypto'
import type { ReportDraft } from '@readroom/contracts/reading/report-drafts'
import type { ReportVersion } from '@readroom/contracts/reading/report-versions'
import type { ReportKind } from '@readroom/contracts/studies/report-kinds'
import { emptyReport, readContent, toContent } from '@readroom/report/content'
import { plainText } from '@readroom/report/plain-text'
import { reportSchema } from '@readroom/report/schema'
import type { Node } from 'prosemirror-model'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, networkError } from '../../../lib/api/api-error.ts'
import type { Opening, ReadingCalls } from '../requests/reading.queries.ts'
import { openLocalCopy } from './local-copy.ts'
import { templateNamed } from './machine/beginning.ts'
import type { DraftText, Signature } from './machine/events.ts'
import { makeSignedVersion } from './machine/signed-version.fixture.ts'
import { firstSession, type HoldState, isTakingOver } from './machine/state.ts'
import { makeOpening } from './opening.fixture.ts'
import { type DraftSession, runDraft } from './run.ts'

const { doc, section, paragraph } = reportSchema.nodes
const report = (findings: string): Node =>
  doc.create(null, section.create({ id: 'findings' }, paragraph.create(null, reportSchema.text(findings))))
const key = btoa('k'.repeat(32))
/** Returns a report as this browser keeps it. */
const textOfReport = (findings: string): DraftText => ({
  content: toContent(report(findings)),
  kind: 'original',
  reason: '',
  templateName: null,
})

/** Simulates the server of one report and its answers to several windows. */
function serve() {
  let draft: ReportDraft | null = null
  let holder: { windowId: string; name: string; askedBy: string | null } | null = null
  let fence = 0
  const server = {
    isDown: false,
    /** The server processes requests, but its answers are lost. */
    losesAnswers: false,
    /** The server signs, but its answer is lost. */
    losesSignature: false,
    versions: [] as ReportVersion[],
    /** Delays the arrival of saves. */
    arrives: Promise.resolve(),
    saves: 0,
    /** Refuses every save. */
    refusal: null as ApiError | null,
    text: () => (draft ? plainText(readContent(draft.content)) : null),
    draft: () => draft,
    /** Makes the draft a correction, whose report has been withdrawn. */
    becomeCorrection() {
      if (draft) draft = { ...draft, kind: 'correction', reason: 'The side was wrong.' }
    },
    /** Discards the draft as another user would. */
    discard() {
      draft = null
    },
    /** The writer has signed in again. */
    forgetWriter() {
      soleWindow = null
    },
    /** Another doctor takes the report over and signs it. */
    signElsewhere(signedBy: string) {
      draft = null
      server.versions.push(makeSignedVersion({ signedBy }))
      server.endLease()
    },
    endLease() {
      holder = null
      fence += 1
    },
  }
  /** The only window that has saved the draft. */
  let soleWindow: string | null = null
  const store = ({ content, kind, templateName }: DraftText, revision: number) => {
    draft = {
      revision,
      kind,
      reason: '',
      content,
      templateName,
      isDrafted: false,
      savedAt: new Date(Date.UTC(2026, 10, 22, 12, 3, 7 + server.saves)).toISOString(),
      savedBy: 'V',
    }
    server.saves += 1
  }
  const callsOf = (windowId: string, name: string): ReadingCalls => {
    const answer = <T>(make: () => T): Promise<T> =>
      server.isDown ? Promise.reject(networkError()) : new Promise((resolve) => resolve(make()))
    const demand = (known: { fence: number; revision: number }) => {
      if (holder?.windowId !== windowId || known.fence !== fence) throw new ApiError('HOLD_LOST', 423, 'lost')
      if (known.revision !== (draft?.revision ?? 0)) throw new ApiError('DRAFT_STALE', 409, 'stale')
    }
    const success = true as const
    return {
      open: () =>
        answer(() => ({
          ...openingOf(draft, holder && { ...holder, isThisWindow: holder.windowId === windowId }),
          versions: server.versions,
          ...(server.versions.length > 0 && { kinds: ['addendum', 'correction'] }),
        })),
      hold: (takeOver) =>
        answer(() => {
          if (holder && holder.windowId !== windowId && !takeOver)
            throw new ApiError('REPORT_HELD', 423, `${holder.name} is writing`)
          if (holder?.windowId !== windowId) fence += 1
          if (holder?.windowId !== windowId) holder = { windowId, name, askedBy: null }
          const savedAt = draft?.savedAt ?? null
          return { success, fence, leaseUntil: '2026-11-22T12:04:07.000Z', savedAt, keyImages: [], annotations: [] }
        }),
      ask: () =>
        answer(() => {
          if (holder) holder.askedBy = name
          return { success }
        }),
      release: () =>
        answer(() => {
          if (holder?.windowId === windowId) server.endLease()
          return { success }
        }),
      save: async (body) => {
        await server.arrives
        return answer(() => {
          if (server.refusal) throw server.refusal
          demand(body)
          const { content, kind, reason = '', templateName = null } = body
          store({ content: toContent(readContent(content)), kind, reason, templateName }, body.revision + 1)
          if (server.losesAnswers) throw networkError()
          const isSole = body.revision === 0 || soleWindow === windowId
          soleWindow = isSole ? windowId : null
          return { success, revision: body.revision + 1, savedAt: draft?.savedAt ?? '', isSole }
        })
      },
      addKeyImage: () => answer(() => ({ success, keyImages: [] })),
      arrangeKeyImages: () => answer(() => ({ success, keyImages: [] })),
      keepAnnotations: () => answer(() => ({ success })),
      putAway: () => answer(() => ({ success })),
      discard: (body) =>
        answer(() => {
          demand(body)
          draft = null
          return { success }
        }),
      async sign() {
        if (!server.losesSignature) throw new ApiError('SIGNATURE_PASSWORD_INCORRECT', 403, 'no')
        draft = null
        server.versions.push(makeSignedVersion())
        server.endLease()
        throw networkError()
      },
    }
  }
  return { server, callsOf }
}

const openingOf = (
  draft: ReportDraft | null,
  holder: { name: string; isThisWindow: boolean; askedBy: string | null } | null,
): Opening =>
  makeOpening({
    draft,
    localKey: key,
    hold: holder && {
      userName: holder.name,
      isOwn: false,
      isThisWindow: holder.isThisWindow,
      since: '2026-11-22T12:00:00.000Z',
      leaseUntil: '2026-11-22T12:05:00.000Z',
      askedBy: holder.askedBy,
    },
  })

/** A new id for each test, so that a copy stored late belongs to another study. */
let studyId = ''
/** The windows that are open. */
const open = new Set<string>()
const copyOf = (userId = 'me', localKey = key, windowId = '') =>
  openLocalCopy({ userId, studyId, windowId, localKey, openWindows: async () => (windowId === '' ? new Set() : open) })
const running: { stop: () => Promise<void> }[] = []

/** Opens a window of a writer. */
async function openWindow(
  { server, callsOf }: ReturnType<typeof serve>,
  name = 'Dr Quist',
  draft = server.draft(),
  windowId: string = randomUUID(),
  copy = copyOf(name, key, windowId),
  kind: ReportKind = 'original',
) {
  const replaced: string[] = []
  const signed: string[] = []
  open.add(windowId)
  const session = runDraft({
    first: firstSession('report'),
    onChange: () => undefined,
    edge: {
      calls: callsOf(windowId, name),
      copy,
      onReplaced: (document) => void replaced.push(plainText(document)),
      annotations: { tell: () => undefined, adopt: () => undefined, noteStored: () => undefined },
      onRefused: () => undefined,
      onSigned: (by, isKept) => void signed.push(`${by ?? 'unheard'} ${isKept ? 'kept' : ''}`.trim()),
      settle: async () => undefined,
    },
    start: {
      draft,
      kind,
      reason: '',
      hold: { is: 'free' },
      document: draft ? readContent(draft.content) : emptyReport('original'),
      template: draft && templateNamed(draft.templateName),
      isForeign: draft !== null,
      keyImages: [],
      signed: server.versions.length,
    },
  })
  running.push(session)
  await session.findCopy()
  await session.take(false)
  return { session, replaced, signed, say: () => session.state() }
}
/** Ends the windows without any of their pending work. */
function kill() {
  running.length = 0
  open.clear()
  vi.clearAllTimers()
}
const rest = (ms = 1_600) => vi.advanceTimersByTimeAsync(ms)
/** Takes over the report. The writer is asked first, but nobody answers here. */
async function takeOver(session: DraftSession) {
  const taken = session.take(true)
  await rest(4_000)
  await taken
}

/** Tells a window what the page has read: who asks for the report it writes, or for null that another window writes it. */
async function tell({ server }: ReturnType<typeof serve>, session: DraftSession, askedBy: string | null) {
  const holder = { name: 'Dr Lind', isThisWindow: askedBy !== null, askedBy }
  session.dispatch({ is: 'told', opening: openingOf(server.draft(), holder) })
  await rest(20)
}

beforeEach(() => {
  studyId = randomUUID()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((session) => session.stop()))
  vi.useRealTimers()
})

test('saves automatically after a pause in typing, and not before', async () => {
  const room = serve()
  const { session, say } = await openWindow(room)
  for (const words of ['N', 'No', 'No fracture.']) {
    session.write(report(words))
    await rest(1_000)
  }
  expect([room.server.saves, say().save.is]).toEqual([0, 'saving'])
  await rest()
  expect([room.server.saves, room.server.text()]).toEqual([1, 'Findings\nNo fracture.'])
  expect(say().save).toEqual({ is: 'saved', at: '2026-11-22T12:03:07.000Z' })
})

test('a text is foreign if it was there before, if somebody else saved it, or if another text replaced it', async () => {
  const room = serve()
  const first = await openWindow(room)
  first.session.write(report('Mine.'))
  await rest()
  expect(first.say().isForeign).toBe(false)

  const second = await openWindow(room, 'Dr Lind')
  expect(second.say().isForeign).toBe(true)
  await takeOver(second.session)
  second.session.dispatch({ is: 'wasRead', document: second.say().document })
  second.session.write(report('Mine, and changed.'))
  await rest()
  expect(second.say()).toMatchObject({ isForeign: true, hasRead: true })

  await tell(room, first.session, null)
  await takeOver(first.session)
  expect(first.say()).toMatchObject({ isForeign: true, hasRead: false })
})

test('a save that the server counts to several writers makes the text foreign', async () => {
  const room = serve()
  const { session, say } = await openWindow(room)
  session.write(report('Begun.'))
  await rest()
  room.server.forgetWriter()
  session.write(report('Begun, and more.'))
  await rest()
  expect(say().isForeign).toBe(true)
})

test('saves during continuous typing too', async () => {
  const room = serve()
  const { session } = await openWindow(room)
  for (let count = 1; count <= 10; count += 1) {
    session.write(report('x'.repeat(count)))
    await rest(1_000)
  }
  expect(room.server.saves).toBeGreaterThan(0)
})

test('keeps the text encrypted in this browser while nothing can be sent, and sends it afterwards', async () => {
  const room = serve()
  const { session, say } = await openWindow(room)
  room.server.isDown = true
  session.write(report('Typed offline.'))
  await rest(2_000)
  await session.saveNow()
  expect(say().save.is).toBe('failing')
  await eventually(async () => expect((await copyOf('Dr Quist').find())?.content).toEqual(toContent(report('Typed offline.'))))
  expect(await copyOf('Dr Quist', btoa('o'.repeat(32))).find()).toBeNull()
  expect(await copyOf('Dr Lind').find()).toBeNull()
  room.server.isDown = false
  await rest(20_000)
  expect(room.server.text()).toContain('Typed offline.')
  expect(await copyOf('Dr Quist').find()).toBeNull()
})

test('a window that crashes offline loses nothing: the next one compares and continues with the typed text', async () => {
  const room = serve()
  const first = await openWindow(room)
  first.session.write(report('Saved.'))
  await rest()
  room.server.isDown = true
  first.session.write(report('Saved, and more.'))
  await rest(800)
  const more = toContent(report('Saved, and more.'))
  await eventually(async () => expect((await copyOf('Dr Quist').find())?.content).toEqual(more))
  kill()
  room.server.isDown = false
  room.server.endLease()

  const second = await openWindow(room)
  const { conflict } = second.say()
  expect(conflict).toMatchObject({ from: 'copy', mine: { content: toContent(report('Saved, and more.')) } })
  expect(room.server.text()).toBe('Findings\nSaved.')
  await second.session.choose('mine')
  expect(room.server.text()).toBe('Findings\nSaved, and more.')
  expect([second.replaced, second.say().conflict]).toEqual([['Findings\nSaved, and more.'], null])
})

test("a copy equal to the server's text raises no question", async () => {
  const room = serve()
  const first = await openWindow(room)
  first.session.write(report('Same.'))
  await rest()
  kill()
  room.server.endLease()
  await copyOf('Dr Quist').keep({ ...textOfReport('Same.'), revision: 0, at: '2026-11-22T12:00:00.000Z' })
  const second = await openWindow(room)
  expect(second.say().conflict).toBeNull()
  expect(await copyOf('Dr Quist').find()).toBeNull()
})

test('after a take-over the typed text is kept and compared, and overwrites nothing', async () => {
  const room = serve()
  const first = await openWindow(room)
  first.session.write(report('Mine.'))
  await rest()
  const second = await openWindow(room, 'Dr Lind')
  expect(second.say().hold).toMatchObject({ is: 'other', name: 'Dr Quist' })
  await takeOver(second.session)
  expect(second.say().hold.is).toBe('mine')
  second.session.write(report('Theirs.'))
  await rest()

  first.session.write(report('Mine, and more.'))
  await rest()
  expect(first.say().hold).toEqual({ is: 'lost', name: 'Dr Lind' })
  expect(first.say().conflict).toMatchObject({ from: 'window', mine: { content: toContent(report('Mine, and more.')) } })
  expect(room.server.text()).toBe('Findings\nTheirs.')
  await first.session.choose('theirs')
  expect(first.replaced.at(-1)).toBe('Findings\nTheirs.')
  expect(room.server.text()).toBe('Findings\nTheirs.')
})

test('the typed text of a window that takes the report back is not replaced by itself, so the cursor stays', async () => {
  const room = serve()
  const first = await openWindow(room)
  first.session.write(report('Typed.'))
  await rest()
  const second = await openWindow(room, 'Dr Lind')
  await takeOver(second.session)
  first.session.write(report('Typed, and more.'))
  await tell(room, first.session, null)
  await first.session.choose('mine')
  expect([first.replaced, room.server.text()]).toEqual([[], 'Findings\nTyped, and more.'])
})

test('a writer who is asked saves the last changes and hands over, and nothing is compared', async () => {
  const room = serve()
  const first = await openWindow(room)
  first.session.write(report('Extensive subarachnoid blood.'))
  const second = await openWindow(room, 'Dr Lind')
  expect(second.say().hold.is).toBe('other')
  const taken = second.session.take(true)
  await tell(room, first.session, 'Dr Lind')
  expect(isTakingOver(second.say())).toBe(true)
  expect(first.say()).toMatchObject({ hold: { is: 'lost', name: 'Dr Lind' }, conflict: null })
  await rest(1_000)
  await taken
  expect(second.say()).toMatchObject({ hold: { is: 'mine' }, task: null, conflict: null })
  expect(second.replaced.at(-1)).toBe('Findings\nExtensive subarachnoid blood.')
})

test('a report that becomes free during a take-over is taken once, so the cursor is placed once', async () => {
  const room = serve()
  const first = await openWindow(room, 'Dr Quist')
  first.session.write(report('First'))
  await rest()
  const second = await openWindow(room, 'Dr Amani')
  const holds = new Set<HoldState>()
  second.session.subscribe(() => holds.add(second.say().hold))
  const takenOver = second.session.take(true)
  await tell(room, first.session, 'Dr Amani')
  const freed = second.session.take(false)
  await rest(4_000)
  await Promise.all([takenOver, freed])
  second.session.write(report('First, and more'))
  await rest()
  expect([...holds].filter(({ is }) => is === 'mine')).toHaveLength(1)
  expect(second.replaced).toEqual([])
  expect(room.server.text()).toBe('Findings\nFirst, and more')
})

test('a window learns at once of a take-over and compares its own text with the other', async () => {
  const room = serve()
  const first = await openWindow(room)
  first.session.write(report('Typed.'))
  await rest()
  const second = await openWindow(room, 'Dr Lind')
  await takeOver(second.session)
  first.session.write(report('Typed, and more.'))
  await tell(room, first.session, null)
  expect(first.say()).toMatchObject({
    hold: { is: 'lost', name: 'Dr Lind' },
    conflict: { mine: { content: toContent(report('Typed, and more.')) } },
  })
  expect(room.server.text()).toBe('Findings\nTyped.')
})

test.each([
  ['STUDY_REASSIGNED', 'Dr Lind has this study now.'],
  ['STUDY_NOT_FOUND', 'You do not have this study any more.'],
])('a writer whose study was given to somebody else keeps the text, and sends nothing more (%s)', async (code, message) => {
  const room = serve()
  const { session, say, replaced } = await openWindow(room)
  session.write(report('Mass of 3 mm.'))
  room.server.refusal = new ApiError(code, 409, message)
  await rest()
  expect(say().hold).toEqual({ is: 'gone', why: expect.stringContaining(message) })
  expect(say().fence).toBeNull()
  room.server.refusal = null
  await rest(60_000)
  expect([room.server.saves, replaced]).toEqual([0, []])
})

test('silently takes an expired hold again', async () => {
  const room = serve()
  const { session, say } = await openWindow(room)
  session.write(report('One.'))
  await rest()
  room.server.endLease()
  session.write(report('One, two.'))
  await rest()
  expect([room.server.text(), say().conflict, say().save.is]).toEqual(['Findings\nOne, two.', null, 'saved'])
})

test("a save whose answer was lost is not mistaken for another writer's", async () => {
  const room = serve()
  const { session, say } = await openWindow(room)
  room.server.losesAnswers = true
  session.write(report('One.'))
  await rest()
  room.server.losesAnswers = false
  session.write(report('One, two.'))
  await rest(20_000)
  expect([room.server.text(), say().conflict, say().save.is]).toEqual(['Findings\nOne, two.', null, 'saved'])
})

test('a wrong password keeps the text and the hold', async () => {
  const room = serve()
  const { session, say } = await openWindow(room)
  session.write(report('No fracture.'))
  const signature: Signature = { meaning: 'final', password: 'wrong', confirmed: [], requestId: randomUUID() }
  await expect(session.end({ what: 'sign', signature })).rejects.toMatchObject({
    code: 'SIGNATURE_PASSWORD_INCORRECT',
  })
  expect([room.server.text(), say().hold.is]).toEqual(['Findings\nNo fracture.', 'mine'])
  session.write(report('No fracture. Effusion.'))
  await rest()
  expect(room.server.text()).toContain('Effusion.')
})

test('a correction that is continued as the report is saved as such before it is signed', async () => {
  const room = serve()
  const before = await openWindow(room)
  before.session.write(report('Fracture.'))
  await rest()
  await before.session.stop()
  room.server.becomeCorrection()
  const { session } = await openWindow(room)
  const signature: Signature = { meaning: 'final', password: 'wrong', confirmed: [], requestId: randomUUID() }
  await expect(session.end({ what: 'sign', signature })).rejects.toMatchObject({ code: 'REPORT_UNCONFIRMED' })
  session.dispatch({ is: 'wasRead', document: session.state().document })
  await expect(session.end({ what: 'sign', signature })).rejects.toMatchObject({
    code: 'SIGNATURE_PASSWORD_INCORRECT',
  })
  expect(room.server.draft()).toMatchObject({ kind: 'original', revision: 2 })
  expect(room.server.text()).toContain('Fracture.')
})

test('a signature whose answer was lost is noticed, and the words that were typed since are offered for a correction', async () => {
  const room = serve()
  const { session, say, signed } = await openWindow(room)
  session.write(report('Fracture.'))
  await session.saveNow()
  room.server.losesSignature = true
  const signature: Signature = { meaning: 'final', password: 'right', confirmed: [], requestId: randomUUID() }
  await expect(session.end({ what: 'sign', signature })).rejects.toThrow('Signing was not confirmed')
  session.write(report('Fracture of the tibia.'))
  await rest(4_000)
  await eventually(() => expect([signed, say().isOver, say().hold.is]).toEqual([['unheard kept'], true, 'free']))
  expect([room.server.versions.length, room.server.saves]).toEqual([1, 1])
  open.clear()
  await eventually(async () =>
    expect((await copyOf('Dr Quist').find())?.content).toEqual(toContent(report('Fracture of the tibia.'))),
  )
  const correction = await openWindow(room, 'Dr Quist', null, randomUUID(), undefined, 'correction')
  await eventually(() => expect(correction.say().conflict?.from).toBe('copy'))
  await correction.session.choose('mine')
  expect([correction.say().kind, plainText(correction.say().document)]).toEqual([
    'correction',
    'Findings\nFracture of the tibia.',
  ])
})

test.each([
  ['is told', async ({ session }: { session: DraftSession }, opening: Opening) => session.dispatch({ is: 'told', opening })],
  ['saves', () => rest(40_000)],
] as const)(
  'a writer without a network, whose report somebody else signs, is asked nothing once it %s: it says who signed',
  async (_, hear) => {
    const room = serve()
    const { server } = room
    const window = await openWindow(room)
    const { session, say, signed } = window
    session.write(report('Fracture.'))
    await session.saveNow()
    server.isDown = true
    session.write(report('Fracture of the tibia.'))
    await rest()
    server.isDown = false
    server.signElsewhere('Dr Lind')
    await hear(window, { ...openingOf(null, null), versions: server.versions, kinds: ['addendum', 'correction'] })
    await eventually(() => expect(signed).toEqual(['Dr Lind kept']))
    expect([say().conflict, say().isOver, server.versions.length]).toEqual([null, true, 1])
    open.clear()
    expect((await copyOf('Dr Quist').find())?.content).toEqual(toContent(report('Fracture of the tibia.')))
  },
)

test("doesn't continue a preloaded draft that was discarded and started again meanwhile", async () => {
  const room = serve()
  const other = await openWindow(room, 'Dr Lind')
  other.session.write(report('Old.'))
  await rest()
  const readAhead = room.server.draft()
  room.server.discard()
  room.server.endLease()
  const anew = await openWindow(room, 'Dr Lind')
  anew.session.write(report('New.'))
  await rest()
  expect(room.server.draft()?.revision).toBe(readAhead?.revision)
  room.server.endLease()
  const { replaced, say } = await openWindow(room, 'Dr Quist', readAhead)
  expect([say().hold.is, replaced]).toEqual(['mine', ['Findings\nNew.']])
})

test('also discards a draft that is being saved for the first time', async () => {
  const room = serve()
  const { session } = await openWindow(room)
  let arrive = () => {}
  room.server.arrives = new Promise((resolve) => {
    arrive = resolve
  })
  session.write(report('Not to be kept.'))
  void session.saveNow()
  const discarded = session.end({ what: 'discard' })
  arrive()
  await discarded
  await rest()
  expect(room.server.text()).toBeNull()
})

test("doesn't report a draft as discarded if its state on the server is unknown", async () => {
  const room = serve()
  const { session } = await openWindow(room)
  room.server.losesAnswers = true
  session.write(report('One.'))
  await session.saveNow()
  room.server.isDown = true
  await expect(session.end({ what: 'discard' })).rejects.toThrow('The text is not saved yet.')
  Object.assign(room.server, { isDown: false, losesAnswers: false })
  await session.end({ what: 'discard' })
  expect(room.server.text()).toBeNull()
})

test("discards a draft and lets the user choose the saved text even if the browser can't delete its copy", async () => {
  const room = serve()
  const windowId = randomUUID()
  const copy = { ...copyOf('Dr Quist', key, windowId), forget: () => Promise.reject(new Error('The database is closed')) }
  const { session, say } = await openWindow(room, 'Dr Quist', null, windowId, copy)
  const other = await openWindow(room, 'Dr Lind')
  await takeOver(other.session)
  other.session.write(report('Theirs.'))
  await rest()
  session.write(report('Mine.'))
  await rest()
  await session.choose('theirs')
  expect(say().conflict).toBeNull()
  await takeOver(session)
  await session.end({ what: 'discard' })
  expect(room.server.text()).toBeNull()
})

const template = (name: string) => ({ name, report: emptyReport('original') })

test('saves the name of the template, and a later window of another reader shows it', async () => {
  const room = serve()
  const first = await openWindow(room)
  first.session.write(report('Lungs clear.'))
  first.session.setTemplate(template('CT abdomen'))
  await rest()
  expect(room.server.draft()?.templateName).toBe('CT abdomen')
  first.session.setTemplate(template('CT chest'))

  const second = await openWindow(room, 'Dr Lind')
  expect(second.say().template).toEqual(templateNamed('CT abdomen'))
  const taken = second.session.take(true)
  await tell(room, first.session, 'Dr Lind')
  await rest(1_000)
  await taken
  expect(second.say()).toMatchObject({ hold: { is: 'mine' }, template: templateNamed('CT chest') })
})

test('the template follows the text that is chosen after a take-over', async () => {
  const room = serve()
  const first = await openWindow(room)
  first.session.write(report('Mine.'))
  first.session.setTemplate(template('CT abdomen'))
  await rest()
  const second = await openWindow(room, 'Dr Lind')
  await takeOver(second.session)
  second.session.write(report('Theirs.'))
  second.session.setTemplate(template('CT chest'))
  await rest()

  first.session.write(report('Mine, and more.'))
  await rest()
  expect(first.say().conflict).toMatchObject({ mine: { templateName: 'CT abdomen' }, theirs: { templateName: 'CT chest' } })
  await first.session.choose('theirs')
  expect(first.say().template).toEqual(templateNamed('CT chest'))
  await takeOver(first.session)
  first.session.write(report('Back.'))
  await rest()
  expect(room.server.draft()?.templateName).toBe('CT chest')

  second.session.write(report('Theirs, and more.'))
  await rest()
  await second.session.choose('mine')
  expect(second.say().template?.report).not.toBeNull()
  expect(room.server.text()).toBe('Findings\nTheirs, and more.')
})

test("an unsaved text of this browser keeps its template's name when it is chosen", async () => {
  const room = serve()
  const first = await openWindow(room)
  first.session.write(report('Saved.'))
  first.session.setTemplate(template('CT abdomen'))
  await rest()
  room.server.isDown = true
  first.session.setTemplate(template('CT chest'))
  first.session.write(report('Saved, and more.'))
  await rest(800)
  await eventually(async () => expect((await copyOf('Dr Quist').find())?.templateName).toBe('CT chest'))
  kill()
  room.server.isDown = false
  room.server.endLease()

  const second = await openWindow(room)
  expect(second.say().template).toEqual(templateNamed('CT abdomen'))
  await second.session.choose('mine')
  expect(second.say().template).toEqual(templateNamed('CT chest'))
  expect(room.server.draft()?.templateName).toBe('CT chest')
})

test("a second tab that takes over and saves leaves the first tab's unsaved text in the browser", async () => {
  const room = serve()
  const tab = randomUUID()
  const first = await openWindow(room, 'Dr Quist', null, tab)
  first.session.write(report('Typed.'))
  await rest()
  room.server.isDown = true
  first.session.write(report('Typed, and the last word.'))
  await rest(800)
  const kept = toContent(report('Typed, and the last word.'))
  await eventually(async () => expect((await copyOf('Dr Quist').find())?.content).toEqual(kept))
  room.server.isDown = false
  // The first tab is suspended, and neither answers nor saves.
  running.length = 0
  vi.clearAllTimers()
  const second = await openWindow(room, 'Dr Quist')
  await takeOver(second.session)
  second.session.write(report('Typed. Second tab.'))
  await rest()
  expect(room.server.text()).toBe('Findings\nTyped. Second tab.')
  open.delete(tab)
  await second.session.stop()
  const third = await openWindow(room, 'Dr Quist')
  expect(third.say().conflict).toMatchObject({ from: 'copy', mine: { content: kept } })
})

test('a question about unsaved text stays when a newer draft is read, and shows that draft', async () => {
  const room = serve()
  await copyOf('Dr Quist').keep({ ...textOfReport('Unsaved.'), revision: 0, at: '2026-11-22T12:00:00.000Z' })
  const other = await openWindow(room, 'Dr Lind')
  other.session.write(report('Newer.'))
  await rest()
  room.server.endLease()
  const { session, say } = await openWindow(room, 'Dr Quist', null)
  expect(say()).toMatchObject({ hold: { is: 'mine' }, conflict: { from: 'copy', theirs: { revision: 1 } } })
  await session.choose('mine')
  expect([room.server.text(), say().conflict]).toEqual(['Findings\nUnsaved.', null])
})
