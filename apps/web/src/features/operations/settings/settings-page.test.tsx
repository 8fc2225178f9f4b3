import { type SettingChanges, SettingName, type SettingState } from '@readroom/contracts/operations/settings'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { signInEachTest } from '../../../lib/session/session.fixture.ts'
import SettingsPage from './settings-page.tsx'

signInEachTest()
afterEach(cleanup)

const values: Partial<Record<SettingName, unknown>> = { imageRetentionDays: 0, zipExpiresDays: 7 }
const states: SettingState[] = SettingName.options.map((name) => ({
  name,
  value: values[name] ?? null,
  environmentValue: values[name] ?? null,
  changed: null,
}))

/** Shows the page over a server that answers every preview with these effects. Returns the changes that were made. */
function showPage(effects: { name: SettingName; count: number }[]) {
  const made: SettingChanges[] = []
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit) => {
    if (String(address).endsWith('/preview')) return Response.json({ success: true, data: effects })
    if (method === 'PUT') made.push(JSON.parse(String(body)))
    return Response.json({ success: true, data: states })
  })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <SettingsPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return made
}

async function change(setting: string, text: string) {
  const row = within(await screen.findByRole('form', { name: setting }))
  fireEvent.change(row.getByRole('textbox'), { target: { value: text } })
  fireEvent.click(row.getByRole('button', { name: 'Save' }))
}

test('a change that removes images says how many studies lose them, and is made only after a confirmation', async () => {
  const made = showPage([{ name: 'imageRetentionDays', count: 412 }])
  await change('Images', '30')
  const question = within(await screen.findByRole('alertdialog', { name: 'Change this setting?' }))
  question.getByText('Images: 30 days')
  question.getByText('The images of 412 studies will be permanently removed within a day.')
  fireEvent.click(question.getByRole('button', { name: 'Cancel' }))
  await change('Images', '60')
  fireEvent.click(await screen.findByRole('button', { name: 'Change' }))
  await waitFor(() => expect(made).toEqual([{ values: { imageRetentionDays: 60 }, reset: [] }]))
})

test('a change that affects nobody at once is made without a question', async () => {
  const made = showPage([])
  await change('ZIP files', '9')
  await waitFor(() => expect(made).toEqual([{ values: { zipExpiresDays: 9 }, reset: [] }]))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('a search shows the settings that have all its words', async () => {
  showPage([])
  await screen.findByRole('form', { name: 'ZIP files' })
  const search = screen.getByRole('searchbox', { name: 'Search settings' })
  fireEvent.change(search, { target: { value: 'password sign again' } })
  expect(screen.getAllByRole('form').map((form) => form.getAttribute('aria-label'))).toEqual(['Password confirmation'])
  fireEvent.change(search, { target: { value: 'kangaroo' } })
  screen.getByText('No settings match your search.')
})
