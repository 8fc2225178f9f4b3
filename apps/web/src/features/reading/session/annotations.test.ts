import type { Annotation } from '@readroom/contracts/reading/annotations'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createAnnotations } from './annotations.ts'

const line = (digit: number, more: Partial<Annotation> = {}): Annotation => ({
  id: `00000000-0000-4000-8000-00000000000${digit}`,
  tool: 'Length',
  seriesInstanceUid: '1.2.3',
  sopInstanceUid: `1.2.3.${digit}`,
  frame: null,
  frameOfReferenceUid: null,
  points: [{ patient: [0, 0, digit], image: [0, 0] }],
  label: '',
  measured: [{ quantity: 'length', value: digit, unit: 'mm' }],
  ...more,
})

/** The drawings in the fake viewer's frame: restored ones and new ones. */
let drawn: Annotation[] | null
/** Images that the viewer doesn't have. */
let absent: string[]
const viewer = {
  annotations: () => drawn && { drawn, selected: null },
  restoreAnnotations(_study: string, all: readonly Annotation[], removed: readonly string[]) {
    const before = (drawn ?? []).filter(({ id }) => !removed.includes(id))
    const fresh = all.filter(({ id, sopInstanceUid }) => !absent.includes(sopInstanceUid) && !before.some((one) => one.id === id))
    drawn = [...before, ...fresh.map((one) => ({ ...one, measured: [] }))]
    return drawn.map(({ id }) => id)
  },
}
const frame = document.createElement('iframe')

/** The annotations that the server got. */
let kept: Annotation[][]

beforeEach(() => {
  vi.useFakeTimers()
  drawn = null
  absent = []
  kept = []
  Object.defineProperty(frame, 'contentWindow', { value: { readroomFrame: viewer }, configurable: true })
})
afterEach(() => {
  vi.useRealTimers()
})

type Server = { server: Annotation[]; isWriting?: boolean }

/** Opens a study whose images are in front. */
function open(first: Annotation[], isWriting = true) {
  let isMine = isWriting
  let stored = first
  const annotations = createAnnotations({
    frame: () => frame,
    report: () => ({ pointAt: () => {} }),
    isMine: () => isMine,
    isInFront: () => true,
    // The session sends what differs from what the server has.
    onDrawn(drawing) {
      if (JSON.stringify(drawing) === JSON.stringify(stored)) return
      stored = drawing
      kept.push(drawing)
      annotations.noteStored(drawing)
    },
  })
  /** The page has read the study again. */
  const reread = ({ server, isWriting: writes = true }: Server) => {
    isMine = writes
    annotations.setRead({ uid: '1.2', annotations: server })
  }
  reread({ server: first, isWriting })
  onTestFinished(annotations.watch())
  /** This window begins to write. */
  const adopt = (found: Annotation[]) => {
    stored = found
    annotations.adopt(found)
  }
  return { annotations, reread, adopt }
}
const looks = (times: number) => vi.advanceTimersByTimeAsync(times * 500)
const ids = (annotations: readonly Annotation[] | undefined) => (annotations ?? []).map(({ id }) => id.at(-1)).join('')

test('restores annotations, and sends nothing while nobody draws, in whatever order the viewer lists them', async () => {
  absent = ['1.2.3.1']
  open([line(1), line(2), line(3)])
  await looks(2)
  drawn?.reverse()
  await looks(4)
  expect(ids(drawn ?? [])).toBe('32')
  expect(kept).toEqual([])
})

test('sends a drawing once it is unchanged between two polls, with the values of the others', async () => {
  open([line(1)])
  await looks(2)
  drawn?.push(line(2, { label: 'half' }))
  await looks(1)
  drawn?.splice(1, 1, line(2))
  await looks(1)
  expect(kept).toEqual([])
  await looks(1)
  expect(kept).toEqual([[line(1), line(2)]])
})

test('a reloaded viewer removes nothing', async () => {
  open([line(1)])
  await looks(2)
  drawn?.push(line(2))
  await looks(3)
  drawn = null
  await looks(4)
  expect(ids(drawn ?? [])).toBe('12')
  expect(kept.map(ids)).toEqual(['12'])
})

test('removes what the reader deletes, and keeps annotations on images the viewer lacks', async () => {
  absent = ['1.2.3.3']
  open([line(1), line(2), line(3)])
  await looks(2)
  drawn?.shift()
  await looks(3)
  expect(kept.map(ids)).toEqual(['23'])
})

test('ignores an older answer while this window writes, and otherwise draws what another window saves', async () => {
  const { reread } = open([])
  await looks(2)
  drawn?.push(line(1))
  await looks(3)
  reread({ server: [line(2)], isWriting: true })
  await looks(3)
  expect(ids(drawn ?? [])).toBe('1')
  reread({ server: [line(2), line(3)], isWriting: false })
  await looks(2)
  expect(ids(drawn ?? [])).toBe('23')
  expect(kept.map(ids)).toEqual(['1'])
})

test("a writer who takes over continues from the server's annotations", async () => {
  const { adopt, reread } = open([line(1)], false)
  await looks(2)
  drawn?.push(line(4))
  adopt([line(2)])
  reread({ server: [line(1)], isWriting: true })
  await looks(4)
  expect(kept.map(ids)).toEqual(['24'])
})

test('a writer continues from the annotations of their hold, also if the images come later than it', async () => {
  const { adopt, reread } = open([line(1)])
  adopt([line(1), line(2)])
  await looks(2)
  drawn?.push(line(3))
  await looks(3)
  reread({ server: [line(1), line(2)] })
  await looks(2)
  expect(kept.map(ids)).toEqual(['123'])
})

test('what is drawn is told at once when it is asked for', async () => {
  const { annotations } = open([])
  await looks(2)
  drawn?.push(line(1))
  annotations.tell()
  expect(kept.map(ids)).toEqual(['1'])
})
