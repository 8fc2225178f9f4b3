import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createReadingStore, useStoreOfStudy } from './reading-store.ts'

afterEach(cleanup)

const makeStore = () => createReadingStore('a study', 'a window')

test('a command before its part of the page is ready does nothing', () => {
  const store = makeStore()
  expect([store.report(), store.images()]).toEqual([null, null])
})

test('the end of a former part leaves the present one registered', () => {
  const store = makeStore()
  const carriedOut: string[] = []
  const commandsOf = (name: string) => () => ({
    focus: () => undefined,
    frame: () => null,
    nextSeries: () => void carriedOut.push(name),
  })
  const endFormer = store.registerImages(commandsOf('former'))
  const end = store.registerImages(commandsOf('present'))
  endFormer()
  store.images()?.nextSeries()
  expect(carriedOut).toEqual(['present'])
  end()
  expect(store.images()).toBeNull()
})

test('nothing that is shown of one study is shown of the next', () => {
  const of = (studyId: string) => useStoreOfStudy({ studyId, windowId: 'a window', opening: null, opensWith: () => 'images' })
  const { result, rerender } = renderHook(of, { initialProps: 'a study' })
  const left = result.current
  left.setStanding('same')
  left.showBeside('a prior')
  left.takeKeyboard('report')
  rerender('the next study')
  expect(result.current.state()).toMatchObject({ standing: 'opening', priorId: null, keyboard: 'images' })
  left.setStanding('other')
  expect(result.current.state().standing).toBe('opening')
})
