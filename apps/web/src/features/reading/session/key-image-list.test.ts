import type { KeyImage } from '@readroom/contracts/reading/key-images'
import { eventually } from '@readroom/local/core/eventually'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, networkError } from '../../../lib/api/api-error.ts'
import { createKeyImageList, type NewKeyImage } from './key-image-list.ts'

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
const taken: NewKeyImage = { ...place, picture: new File([], 'x') }

type Sent = { keyImages: { id: string; caption: string }[]; removed?: string[] | undefined }

/** Creates a list and its server. `next` holds the errors of the next requests. */
function open(stored: KeyImage[] = []) {
  const server = { stored, sent: [] as Sent[], next: [] as Error[], added: 0 }
  const refused: unknown[] = []
  const answer = <T>(work: () => T) =>
    Promise.resolve().then(() => {
      const error = server.next.shift()
      if (error) throw error
      return work()
    })
  const list = createKeyImageList({
    calls: {
      addKeyImage: () =>
        answer(() => {
          server.added += 1
          server.stored = [...server.stored, keyImage(`new ${server.added}`)]
          return { success: true as const, keyImages: server.stored }
        }),
      arrangeKeyImages: (body) =>
        answer(() => {
          server.sent.push({ keyImages: body.keyImages, removed: body.removed })
          return { success: true as const, keyImages: server.stored }
        }),
      stored: () => answer(() => server.stored),
    },
    held: async () => ({ fence: 1 }),
    onRefused: (error) => void refused.push(error),
  })
  list.adopt(stored)
  return { list, server, refused, ids: () => list.state().list.map(({ id }) => id) }
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => void vi.useRealTimers())

test('a picture is listed only after it is stored, and a caption being typed is kept', async () => {
  const { list, server, ids } = open([keyImage('a')])
  list.change([keyImage('a', 'The lesion')])
  server.next = [networkError()]
  await expect(list.add(taken)).rejects.toThrow()
  expect([ids(), list.state().isAdding]).toEqual([['a'], false])
  expect(await list.add(taken)).toBe(2)
  expect([ids(), list.order()[0]]).toEqual([['a', 'new 1'], { id: 'a', caption: 'The lesion' }])
})

test('sends order, captions and removals together, and again after an outage', async () => {
  const { list, server } = open([keyImage('a'), keyImage('b'), keyImage('c')])
  list.change([keyImage('c'), keyImage('a')])
  list.change([keyImage('c', 'Left '), keyImage('a')])
  server.next = [networkError()]
  expect(await list.settle()).toBe(false)
  expect(list.state().save).toBe('failing')
  await vi.advanceTimersByTimeAsync(1_100)
  const keyImages = [
    { id: 'c', caption: 'Left' },
    { id: 'a', caption: '' },
  ]
  expect(server.sent).toEqual([{ keyImages, removed: ['b'] }])
  expect(list.state().save).toBe('saved')
  expect(await list.settle()).toBe(true)
})

test("shows the server's list if it differs, and overwrites nothing", async () => {
  const { list, server, refused, ids } = open([keyImage('a')])
  server.stored = [keyImage('a'), keyImage('b', 'By another')]
  server.next = [new ApiError('CONFLICT', 409, 'changed')]
  list.change([keyImage('a', 'Mine')])
  await list.settle()
  await eventually(() => expect(ids()).toEqual(['a', 'b']))
  expect([refused.length, server.sent]).toEqual([1, []])
})
