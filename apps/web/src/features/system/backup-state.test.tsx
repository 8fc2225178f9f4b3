import type { BackupState } from '@readroom/contracts/system'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { signInEachTest } from '../../lib/session/session.fixture.ts'
import { BackupSection } from './backup-state.tsx'

function show(backup: BackupState) {
  vi.stubGlobal('fetch', async () => Response.json({ success: true, backup }))
  render(
    <QueryClientProvider client={new QueryClient()}>
      <BackupSection />
    </QueryClientProvider>,
  )
}

signInEachTest()

const last = { startedAt: '2026-03-04T01:15:00.000Z', size: 5_200_000_000, unreadable: 0, isOld: false }

test('the last backup is said with its time and its size, and nothing alarms', async () => {
  show({ last, failed: null })
  expect((await screen.findByText(/Last backup/)).textContent).toMatch(/2026.*5\.2 GB\.$/)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('what a backup lacks, that it is old, and that a newer one failed', async () => {
  show({ last: { ...last, unreadable: 2, isOld: true }, failed: { at: '2026-03-05T01:20:00.000Z', reason: 'no space left' } })
  expect((await screen.findByText(/Last backup/)).textContent).toContain('2 files or images could not be read')
  const alarms = screen.getAllByRole('alert').map(({ textContent }) => textContent)
  expect(alarms).toEqual([expect.stringMatching(/failed: no space left/), expect.stringContaining('more than two days old')])
})

test('a system without any says so', async () => {
  show({ last: null, failed: null })
  expect(await screen.findByText('No whole backup is on record.')).toBeTruthy()
})
