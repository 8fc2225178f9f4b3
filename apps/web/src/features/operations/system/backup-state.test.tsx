import type { BackupState } from '@readroom/contracts/operations/system'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { signInEachTest } from '../../../lib/session/session.fixture.ts'
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

test('shows the last backup with its time and size, and no alert', async () => {
  show({ last, failed: null, verifiedAt: '2026-03-04T05:15:00.000Z' })
  expect((await screen.findByText(/Last backup/)).textContent).toMatch(/2026.*5\.2 GB\.$/)
  screen.getByText(/^Last check 04\/03\/2026/)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('reports an incomplete backup, an old one, and a newer one that failed', async () => {
  show({
    last: { ...last, unreadable: 2, isOld: true },
    failed: { at: '2026-03-05T01:20:00.000Z', reason: 'no space left' },
    verifiedAt: null,
  })
  expect((await screen.findByText(/Last backup/)).textContent).toContain('2 files or images could not be read')
  screen.getByText(/No backup was checked yet/)
  const alarms = screen.getAllByRole('alert').map(({ textContent }) => textContent)
  expect(alarms).toEqual([expect.stringMatching(/failed: no space left/), expect.stringContaining('more than two days old')])
})

test('says so if there is no backup', async () => {
  show({ last: null, failed: null, verifiedAt: null })
  expect(await screen.findByText('No complete backup recorded.')).toBeTruthy()
})
