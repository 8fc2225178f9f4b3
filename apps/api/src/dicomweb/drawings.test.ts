import { createOrthanc } from '@readroom/orthanc/client'
import { OrthancDown } from '@readroom/orthanc/errors'
import { expect, it, onTestFinished } from 'vitest'
import { archiveLimits } from '../context.ts'
import { createDrawings } from './drawings.ts'

/** Drawings of an archive that is gone: nothing listens on port 1. */
function drawingsOfEndedArchive() {
  const orthanc = createOrthanc({ url: 'http://127.0.0.1:1', username: '', password: '' }, archiveLimits)
  onTestFinished(() => orthanc.close())
  return createDrawings(orthanc)
}

const fail = async (): Promise<string> => {
  throw new OrthancDown('/rendered', null)
}

const outcome = (drawing: Promise<string>) =>
  drawing.catch((error: unknown) => (error instanceof Error ? error.message : String(error)))

it('an image is not drawn a third time after the archive ended twice by it', async () => {
  const drawings = drawingsOfEndedArchive()
  const asked: string[] = []
  const draw = (image: string) =>
    outcome(
      drawings.draw(image, () => {
        asked.push(image)
        return fail()
      }),
    )
  expect([await draw('a'), await draw('a')]).toEqual(['/rendered: no answer', '/rendered: no answer'])
  expect(await draw('a')).toBe('An image of this series cannot be drawn, because the archive failed twice while it drew it.')
  expect(await draw('b')).toBe('/rendered: no answer')
  expect(asked).toEqual(['a', 'a', 'b'])
})

it('an image that is drawn after a failure is under suspicion no more', async () => {
  const drawings = drawingsOfEndedArchive()
  const results = []
  for (const draw of [fail, async () => 'drawn', fail, async () => 'drawn']) {
    results.push(await outcome(drawings.draw('a', draw)))
  }
  expect(results).toEqual(['/rendered: no answer', 'drawn', '/rendered: no answer', 'drawn'])
})

it('images under suspicion are drawn one after the other', async () => {
  const drawings = drawingsOfEndedArchive()
  const images = ['a', 'b', 'c']
  await Promise.all(images.map((image) => outcome(drawings.draw(image, fail))))
  let running = 0
  const most: number[] = []
  const draw = async () => {
    running += 1
    most.push(running)
    await Promise.resolve()
    running -= 1
    return 'drawn'
  }
  await Promise.all(images.map((image) => drawings.draw(image, draw)))
  expect(most).toEqual([1, 1, 1])
})
