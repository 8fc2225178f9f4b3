import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { signInEachTest } from '../../../../lib/session/session.fixture.ts'
import { makeSignedVersion } from '../../session/machine/signed-version.fixture.ts'
import { makeOpening } from '../../session/opening.fixture.ts'
import { SignedPanel } from './signed-panel.tsx'

signInEachTest()

test('a signed report says which images were displayed, and names the critical result of its study', async () => {
  const result = {
    id: '01890000-0000-7000-8000-000000000001',
    studyId: '01890000-0000-7000-8000-000000000002',
    category: 1,
    finding: 'Tension pneumothorax',
    markedBy: 'Dr Quist',
    foundAt: '2026-11-22T12:00:00.000Z',
    dueAt: '2026-11-22T13:00:00.000Z',
    told: [],
    acknowledged: null,
    notified: { times: 1, lastAt: null },
  }
  vi.stubGlobal('fetch', async () => Response.json({ success: true, results: [result] }))
  const others = [{ number: 2, modality: 'DX', description: 'Lateral', images: 1, of: 1, said: 'series' } as const]
  const versions = [makeSignedVersion({ displayed: { shown: 27, of: 28, others } })]
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SignedPanel opening={{ ...makeOpening(), versions }} />
    </QueryClientProvider>,
  )
  expect((await screen.findByRole('region', { name: 'Critical results' })).textContent).toContain('Tension pneumothorax')
  const { textContent } = screen.getByRole('article')
  expect(textContent).toContain('Displayed before signing: 27 of 28 images.')
  expect(textContent).toContain('Signed without displaying: series 2 “Lateral”, 1 image.')
})
