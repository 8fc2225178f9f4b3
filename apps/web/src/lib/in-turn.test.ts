import { expect, test } from 'vitest'
import { createTurns } from './in-turn.ts'

test('later work waits for earlier work, even if that fails', async () => {
  const inTurn = createTurns()
  const said: string[] = []
  let endFirst = () => {}
  const firstEnds = new Promise<void>((resolve) => {
    endFirst = resolve
  })
  const failing = inTurn(async () => {
    said.push('first begins')
    await firstEnds
    said.push('first ends')
    throw new Error('refused')
  })
  const answered = inTurn(async () => {
    said.push('second')
    return 2
  })
  endFirst()
  await expect(failing).rejects.toThrow('refused')
  expect(await answered).toBe(2)
  expect(said).toEqual(['first begins', 'first ends', 'second'])
})
