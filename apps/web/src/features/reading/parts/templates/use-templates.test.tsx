import { randomUUID } from 'node:crypto'
import type { TextBlock } from '@readroom/contracts/reading/text-blocks'
import { emptyReport } from '@readroom/report/content'
import { reportOfParts } from '@readroom/report/template-parts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { signInEachTest } from '../../../../lib/session/session.fixture.ts'
import { makeRow } from '../../../../lib/studies/study.fixture.ts'
import { useTemplates } from './use-templates.tsx'

signInEachTest()
afterEach(() => void vi.unstubAllGlobals())

const block: TextBlock = {
  _id: randomUUID(),
  scope: 'doctor',
  labId: null,
  labName: null,
  shortcut: 'nofrac',
  sections: [],
  isEditable: true,
  version: 1,
  content: reportOfParts({ addendum: [{ text: 'No fracture.' }] }, 'addendum'),
}

test('a text block that was made in another tab works as soon as the writer is back', async () => {
  const blocks: TextBlock[] = []
  const fetch = vi.fn(async () => Response.json({ success: true, blocks }))
  vi.stubGlobal('fetch', fetch)
  const editor = { run: () => true, report: () => emptyReport('original'), section: () => null, selectedText: () => '' }
  const options = {
    editor,
    study: makeRow(1),
    series: () => [],
    kind: 'original',
    template: null,
    onTemplate: () => {},
    hasSeveral: false,
    isEditable: true,
  } as const
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>
  const { result } = renderHook(() => useTemplates(options), { wrapper })
  await waitFor(() => expect(fetch).toHaveBeenCalledOnce())
  expect(result.current.expansion.blocks()).toEqual([])
  blocks.push(block)
  act(() => void window.dispatchEvent(new Event('focus')))
  await waitFor(() => expect(result.current.expansion.blocks()).toEqual([block]))
})
