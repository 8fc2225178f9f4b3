import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { makeRow } from '../../../lib/studies/study.fixture.ts'
import { useShowNew } from './use-show-new.ts'

test('showing waiting studies activates the first of them once, wherever it is', () => {
  const rows = [1, 2, 3, 4].map((number) => makeRow(number))
  const [, , third, fourth] = rows.map(({ _id }) => _id)
  const onActivate = vi.fn()
  const showWaiting = vi.fn()
  const waiting = new Set([fourth ?? '', third ?? ''])
  const { result, rerender } = renderHook((given) => useShowNew({ waiting, showWaiting, onActivate, rows: given }), {
    initialProps: rows.slice(0, 2),
  })
  expect(onActivate).not.toHaveBeenCalled()
  rerender(rows)
  act(() => result.current())
  expect(showWaiting).toHaveBeenCalledOnce()
  expect(onActivate).toHaveBeenCalledExactlyOnceWith(third)
  rerender([...rows])
  expect(onActivate).toHaveBeenCalledOnce()
})
