import { eventually } from '@readroom/local/core/eventually'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { createQueryClient } from '../api/query-client.ts'
import { useRefetchOnNews } from './use-refetch-on-news.ts'

const queryKey = ['record']

/** Shows a record. The test answers its requests by hand, in the order in which they were made. */
async function setUp() {
  const answers: ((documents: number) => void)[] = []
  const queryFn = () => new Promise<number>((resolve) => answers.push(resolve))
  const client = createQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>
  const { result, rerender } = renderHook(
    ({ news }) => {
      const { data, refetch } = useQuery({ queryKey, queryFn })
      useRefetchOnNews(news, queryKey, refetch)
      return data
    },
    { wrapper, initialProps: { news: 0 } },
  )
  return {
    shows: (documents: number) => eventually(() => expect(result.current).toBe(documents)),
    hear: (news: number) => rerender({ news }),
    asked: (times: number) => eventually(() => expect(answers).toHaveLength(times)),
    answer: (index: number, documents: number) => act(async () => answers[index]?.(documents)),
  }
}

test('reads once when it is opened, and once for each change', async () => {
  const { shows, hear, asked, answer } = await setUp()
  await answer(0, 1)
  await asked(1)
  hear(1)
  await asked(2)
  await answer(1, 2)
  await shows(2)
  await asked(2)
})

test('reads again behind a read that is older than the change', async () => {
  const { shows, hear, asked, answer } = await setUp()
  await answer(0, 1)
  hear(1)
  await asked(2)
  hear(2)
  hear(3)
  await answer(1, 3)
  await asked(3)
  await answer(2, 4)
  await shows(4)
  await asked(3)
})

test('a change during the first read is read too', async () => {
  const { shows, hear, asked, answer } = await setUp()
  hear(1)
  await answer(0, 1)
  await asked(2)
  await answer(1, 2)
  await shows(2)
})
