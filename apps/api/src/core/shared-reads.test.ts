import { AppError } from '@readroom/contracts/core/errors'
import { expect, test } from 'vitest'
import { shareReads } from './shared-reads.ts'

/** A read that ends when the test says so. */
function readings() {
  const begun: { end: (value: string) => void; fail: (error: Error) => void }[] = []
  const read = () => new Promise<string>((end, fail) => begun.push({ end, fail }))
  return { begun, read }
}

test('callers during a read share the next read, which begins later', async () => {
  const { begun, read } = readings()
  const share = shareReads<string>()
  const first = share('all', read)
  const others = [share('all', read), share('all', read), share('all', read)]
  expect(begun).toHaveLength(1)

  begun[0]?.end('old')
  expect(await first).toBe('old')
  expect(begun).toHaveLength(2)
  begun[1]?.end('new')
  expect(await Promise.all(others)).toEqual(['new', 'new', 'new'])

  const later = share('all', read)
  begun[2]?.end('newest')
  expect(await later).toBe('newest')
})

test('other keys are read at once', () => {
  const { begun, read } = readings()
  const share = shareReads<string>()
  void share('all', read)
  void share('pending', read)
  expect(begun).toHaveLength(2)
})

test('a refusal reaches only the caller who was refused', async () => {
  const { begun, read } = readings()
  const share = shareReads<string>()
  const first = share('all', read)
  const second = share('all', read)
  begun[0]?.fail(new AppError('STUDY_NOT_FOUND'))
  await expect(first).rejects.toThrow()
  begun[1]?.end('there')
  expect(await second).toBe('there')
})

test('an outage reaches everyone who waits, and is not remembered', async () => {
  const { begun, read } = readings()
  const share = shareReads<string>()
  const all = [share('all', read), share('all', read)]
  begun[0]?.fail(new Error('gone'))
  expect(await Promise.allSettled(all)).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
  expect(begun).toHaveLength(1)
  const later = share('all', read)
  begun[1]?.end('there')
  expect(await later).toBe('there')
})
