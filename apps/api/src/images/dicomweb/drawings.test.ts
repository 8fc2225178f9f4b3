import { randomUUID } from 'node:crypto'
import { createOrthanc } from '@readroom/orthanc/client'
import { OrthancDown } from '@readroom/orthanc/errors'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { archiveLimits } from '../../core/context.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'
import { createDrawings } from './drawings.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.stop())

/** Creates the drawings of one API process for an archive that is down: nothing listens on port 1. */
function drawingsOfEndedArchive() {
  const orthanc = createOrthanc({ url: 'http://127.0.0.1:1', username: '', password: '' }, archiveLimits)
  onTestFinished(() => orthanc.close())
  return createDrawings({ db: api.db, orthanc })
}
const images = () => Array.from({ length: 3 }, () => randomUUID())

const fail = async (): Promise<string> => {
  throw new OrthancDown('/rendered', null)
}

const outcome = (drawing: Promise<string>) =>
  drawing.catch((error: unknown) => (error instanceof Error ? error.message : String(error)))

it('an image is not drawn again after it crashed the archive twice', async () => {
  const drawings = drawingsOfEndedArchive()
  const [a = '', b = ''] = images()
  const asked: string[] = []
  const draw = (image: string) =>
    outcome(
      drawings.draw(image, () => {
        asked.push(image)
        return fail()
      }),
    )
  expect([await draw(a), await draw(a)]).toEqual(['/rendered: no answer', '/rendered: no answer'])
  expect(await draw(a)).toBe('An image of this series cannot be shown because the archive failed twice while it drew it.')
  expect(await draw(b)).toBe('/rendered: no answer')
  expect(asked).toEqual([a, a, b])
})

it('an image that crashed the archive is known to other processes, and after a restart', async () => {
  const [a = ''] = images()
  for (let times = 0; times < 2; times++)
    expect(await outcome(drawingsOfEndedArchive().draw(a, fail))).toBe('/rendered: no answer')
  const drawn = outcome(drawingsOfEndedArchive().draw(a, async () => 'drawn'))
  expect(await drawn).toBe('An image of this series cannot be shown because the archive failed twice while it drew it.')
})

it('an image that is drawn after a failure is no longer suspect', async () => {
  const drawings = drawingsOfEndedArchive()
  const [a = ''] = images()
  const results = []
  for (const draw of [fail, async () => 'drawn', fail, async () => 'drawn']) {
    results.push(await outcome(drawings.draw(a, draw)))
  }
  expect(results).toEqual(['/rendered: no answer', 'drawn', '/rendered: no answer', 'drawn'])
})

it('suspect images are drawn one at a time', async () => {
  const drawings = drawingsOfEndedArchive()
  const all = images()
  await Promise.all(all.map((image) => outcome(drawings.draw(image, fail))))
  let running = 0
  const most: number[] = []
  const draw = async () => {
    running += 1
    most.push(running)
    await Promise.resolve()
    running -= 1
    return 'drawn'
  }
  await Promise.all(all.map((image) => drawings.draw(image, draw)))
  expect(most).toEqual([1, 1, 1])
})
