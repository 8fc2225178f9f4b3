import type { SystemState } from '@readroom/contracts/operations/system'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { signInEachTest } from '../../../lib/session/session.fixture.ts'
import { Programs } from './programs.tsx'

function show(programs: Pick<SystemState, 'programs' | 'endedPrograms'>) {
  const answer: SystemState = {
    checkedAt: '2026-03-04T01:15:00.000Z',
    attention: [],
    certificate: null,
    dependencies: [],
    intakeLag: 0,
    outbox: { rows: 0, oldestSeconds: 0 },
    unreleased: { reports: 0, since: null },
    refusedConnections: [],
    databaseBytes: 70_000_000,
    folders: [],
    ...programs,
  }
  vi.stubGlobal('fetch', async () => Response.json({ success: true, state: answer }))
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Programs />
    </QueryClientProvider>,
  )
}

signInEachTest()

const one = { _id: '0198a000-0000-7000-8000-000000000001', version: '0.2.0', host: 'here' }

test('a program that ended without stopping in order is named, below those that run', async () => {
  const running = { ...one, name: 'worker' as const, startedAt: '2026-03-04T01:00:00.000Z', environment: {} }
  show({ programs: [running], endedPrograms: [{ ...one, name: 'dicom-front', seenAt: '2026-03-04T00:10:00.000Z' }] })
  const ended = await screen.findByRole('list', { name: 'Programs that ended unexpectedly' })
  expect(ended.textContent).toMatch(
    /^DICOM front on here ended without stopping in order\. Last seen .+\. It has not started again$/,
  )
  expect(screen.getByRole('list', { name: 'Programs' }).textContent).toContain('Worker 0.2.0')
})

test('a program that was started again says when', async () => {
  const again = { ...one, name: 'worker' as const, startedAt: '2026-03-04T01:00:00.000Z', environment: {} }
  show({ programs: [again], endedPrograms: [{ ...one, name: 'worker', seenAt: '2026-03-04T00:10:00.000Z' }] })
  const ended = await screen.findByRole('list', { name: 'Programs that ended unexpectedly' })
  expect(ended.textContent).toMatch(/ It was started again .*2026/)
})

test('nothing is said of programs that stopped in order', async () => {
  show({ programs: [], endedPrograms: [] })
  await screen.findByRole('list', { name: 'Programs' })
  expect(screen.queryByRole('list', { name: 'Programs that ended unexpectedly' })).toBeNull()
})
