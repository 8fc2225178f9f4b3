import type { KeyImage } from '@readroom/contracts/reading/key-images'
import { eventually } from '@readroom/local/core/eventually'
import { emptyReport } from '@readroom/report/content'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { ApiError, networkError } from '../../../lib/api/api-error.ts'
import type { ReadingCalls } from '../requests/reading.queries.ts'
import type { Picture } from './machine/events.ts'
import { orderOf } from './machine/parts.ts'
import { firstSession } from './machine/state.ts'
import { makeOpening } from './opening.fixture.ts'
import { runDraft } from './run.ts'

const keyImage = (id: string, caption = ''): KeyImage => ({
  id,
  caption,
  sopInstanceUid: '1.2',
  series: 1,
  image: 1,
  frame: null,
  contentType: 'image/png',
  width: 4,
  height: 3,
})
const place = { studyInstanceUid: '1.1', sopInstanceUid: '1.2', series: 1, image: 1, frame: null }
const newPicture = (): Picture => ({ ...place, picture: new File([], 'x') })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
})

type Sent = { keyImages: { id: string; caption: string }[]; removed?: string[] | undefined }

/** Opens a window that writes a report with key images. `next` holds the errors of the server's next answers about them. */
async function open(stored: KeyImage[] = []) {
  const server = { stored, sent: [] as Sent[], next: [] as Error[], added: 0, revision: 0 }
  const refused: unknown[] = []
  const success = true as const
  const answer = <T>(work: () => T) =>
    Promise.resolve().then(() => {
      const error = server.next.shift()
      if (error) throw error
      return work()
    })
  const never = () => Promise.reject(new Error('not asked'))
  const calls: ReadingCalls = {
    open: () => answer(() => makeOpening({ keyImages: server.stored })),
    ask: never,
    hold: async () => ({ success, fence: 1, leaseUntil: '', savedAt: null, keyImages: [], annotations: [] }),
    release: async () => ({ success }),
    async save() {
      server.revision += 1
      return { success, revision: server.revision, savedAt: '2026-11-22T12:03:07.000Z', isSole: true }
    },
    addKeyImage: () =>
      answer(() => {
        server.added += 1
        server.stored = [...server.stored, keyImage(`new ${server.added}`)]
        return { success, keyImages: server.stored }
      }),
    arrangeKeyImages: ({ keyImages, removed }) =>
      answer(() => {
        server.sent.push({ keyImages, removed })
        return { success, keyImages: server.stored }
      }),
    keepAnnotations: async () => ({ success }),
    putAway: async () => ({ success }),
    discard: never,
    sign: never,
  }
  const session = runDraft({
    first: firstSession('report'),
    onChange: () => undefined,
    edge: {
      calls,
      copy: { keep: async () => undefined, find: async () => null, forget: async () => undefined },
      annotations: { tell: () => undefined, adopt: () => undefined, noteStored: () => undefined },
      onReplaced: () => undefined,
      onRefused: (_part, error) => void refused.push(error),
      onSigned: () => undefined,
      settle: async () => undefined,
    },
    start: {
      draft: null,
      kind: 'original',
      reason: '',
      hold: { is: 'free' },
      document: emptyReport('original'),
      template: null,
      isForeign: false,
      keyImages: stored,
      signed: 0,
    },
  })
  await session.take(false)
  const list = () => session.state().keyImages.list
  return { session, server, refused, list, ids: () => list().map(({ id }) => id) }
}

test('a picture is listed only after it is stored, and a caption being typed is kept', async () => {
  const { session, server, list, ids } = await open([keyImage('a')])
  session.arrangeKeyImages([keyImage('a', 'The lesion')])
  server.next = [networkError()]
  await expect(session.addKeyImage(newPicture())).rejects.toThrow()
  expect(ids()).toEqual(['a'])
  expect(await session.addKeyImage(newPicture())).toBe(2)
  expect([ids(), orderOf(list())[0]]).toEqual([['a', 'new 1'], { id: 'a', caption: 'The lesion' }])
})

test('several pictures are stored one after the other, in their order', async () => {
  const { session, server, ids } = await open()
  expect(await Promise.all([session.addKeyImage(newPicture()), session.addKeyImage(newPicture())])).toEqual([1, 2])
  expect([ids(), server.revision]).toEqual([['new 1', 'new 2'], 1])
})

test('sends order, captions and removals together, and again after an outage', async () => {
  const { session, server } = await open([keyImage('a'), keyImage('b'), keyImage('c')])
  session.arrangeKeyImages([keyImage('c'), keyImage('a')])
  session.arrangeKeyImages([keyImage('c', 'Left '), keyImage('a')])
  server.next = [networkError()]
  expect(await session.saveNow()).toBe(false)
  await vi.advanceTimersByTimeAsync(1_100)
  const keyImages = [
    { id: 'c', caption: 'Left' },
    { id: 'a', caption: '' },
  ]
  expect(server.sent).toEqual([{ keyImages, removed: ['b'] }])
  expect(await session.saveNow()).toBe(true)
})

test("shows the server's list if it differs, and overwrites nothing", async () => {
  const { session, server, refused, ids } = await open([keyImage('a')])
  server.stored = [keyImage('a'), keyImage('b', 'By another')]
  await session.saveNow()
  server.next = [new ApiError('CONFLICT', 409, 'changed')]
  session.arrangeKeyImages([keyImage('a', 'Mine')])
  await session.saveNow()
  await eventually(() => expect(ids()).toEqual(['a', 'b']))
  expect([refused.length, server.sent]).toEqual([1, []])
})

test('unsaved key images hold a signature up', async () => {
  const { session, server } = await open([keyImage('a')])
  session.arrangeKeyImages([keyImage('a', 'Mine')])
  server.next = [networkError()]
  await expect(session.end({ what: 'putAway' })).rejects.toThrow('The key images are not saved yet.')
})
