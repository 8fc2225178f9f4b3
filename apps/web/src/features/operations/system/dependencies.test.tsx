import type { Dependency, SystemState } from '@readroom/contracts/operations/system'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { signInEachTest } from '../../../lib/session/session.fixture.ts'
import { Dependencies } from './dependencies.tsx'

function show(state: Dependency['state']) {
  const answer: SystemState = {
    checkedAt: '2026-03-04T01:15:00.000Z',
    attention: [],
    certificate: null,
    dependencies: [{ name: 'database', state, milliseconds: 3, version: '18.1', down: [] }],
    intakeLag: 0,
    outbox: { rows: 0, oldestSeconds: 0 },
    unreleased: { reports: 0, since: null },
    refusedConnections: [],
    databaseBytes: 70_000_000,
    folders: [],
    programs: [],
    endedPrograms: [],
  }
  vi.stubGlobal('fetch', async () => Response.json({ success: true, state: answer }))
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Dependencies />
    </QueryClientProvider>,
  )
}

signInEachTest()

test('a full database disk is reported with its effects and what to do', async () => {
  show('full')
  const alarm = await screen.findByRole('alert')
  expect(alarm.textContent).toMatch(/database disk is full/)
  expect(screen.getByRole('row', { name: /Database/ }).textContent).toContain('Full')
})

test('a working database raises no alert', async () => {
  show('up')
  expect((await screen.findByRole('row', { name: /Database/ })).textContent).toContain('Up')
  expect(screen.queryByRole('alert')).toBeNull()
})
