import type { SystemState } from '@readroom/contracts/operations/system'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { formatInstant } from '../../../lib/format.ts'
import { signInEachTest } from '../../../lib/session/session.fixture.ts'
import { Unreleased } from './unreleased.tsx'

signInEachTest()

function show(unreleased: SystemState['unreleased']) {
  const state: SystemState = {
    checkedAt: '2026-03-04T01:15:00.000Z',
    attention: [],
    certificate: null,
    dependencies: [],
    intakeLag: 0,
    outbox: { rows: 0, oldestSeconds: 0 },
    unreleased,
    refusedConnections: [],
    databaseBytes: 1,
    folders: [],
    programs: [],
    endedPrograms: [],
  }
  vi.stubGlobal('fetch', async () => Response.json({ success: true, state }))
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Unreleased />
    </QueryClientProvider>,
  )
}

test('counts the reports that could not be released, and says since when the oldest waits', async () => {
  const since = '2026-03-04T00:10:00.000Z'
  show({ reports: 2, since })
  const line = (await screen.findByText('2 reports.')).parentElement
  expect(line?.textContent).toBe(`2 reports. The oldest has waited since ${formatInstant(since).text}.`)
})

test('says if all reports were released', async () => {
  show({ reports: 0, since: null })
  expect(await screen.findByText('No unreleased reports.')).toBeDefined()
})
