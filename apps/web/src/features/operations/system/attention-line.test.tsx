import type { Attention, Dependency, SystemState } from '@readroom/contracts/operations/system'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { signInEachTest } from '../../../lib/session/session.fixture.ts'
import { AttentionLine } from './attention-line.tsx'

signInEachTest()

async function lineOf(attention: Attention[], dependencies: Dependency[] = []) {
  const state: SystemState = {
    checkedAt: '2026-03-04T01:15:00.000Z',
    attention,
    certificate: null,
    dependencies,
    intakeLag: 0,
    outbox: { rows: 0, oldestSeconds: 0 },
    unreleased: { reports: 0, since: null },
    refusedConnections: [],
    databaseBytes: 1,
    folders: [],
    programs: [],
    endedPrograms: [],
  }
  vi.stubGlobal('fetch', async () => Response.json({ success: true, state }))
  render(
    <QueryClientProvider client={new QueryClient()}>
      <AttentionLine />
    </QueryClientProvider>,
  )
  return (await screen.findByRole('status')).textContent
}

test('the line counts and names everything that needs attention', async () => {
  const line = await lineOf([
    { kind: 'setAside', count: 3 },
    { kind: 'unsentEmail', count: 2 },
    { kind: 'noBackup', count: 1 },
  ])
  expect(line).toBe('6 things need attention:3 studies set aside, 2 unsent emails, no backup')
})

test('the line names the services that are down or slow', async () => {
  const service = { milliseconds: null, version: null, down: [] }
  const line = await lineOf(
    [{ kind: 'service', count: 1 }],
    [
      { name: 'archive', state: 'down', ...service },
      { name: 'redis', state: 'up', ...service },
    ],
  )
  expect(line).toBe('1 thing needs attention:1 service down or slow (Image archive)')
})

test('the line says so if nothing needs attention', async () => {
  expect(await lineOf([])).toBe('Nothing needs attention.')
})
