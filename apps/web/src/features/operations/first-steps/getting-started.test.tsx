import type { FirstSteps } from '@readroom/contracts/operations/first-steps'
import type { LabConnection } from '@readroom/contracts/people/labs'
import { eventually } from '@readroom/local/core/eventually'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { signInEachTest } from '../../../lib/session/session.fixture.ts'
import { firstStepsKey } from './first-steps.queries.ts'
import { FirstStepsLead } from './first-steps-lead.tsx'
import GettingStartedPage from './getting-started-page.tsx'

signInEachTest()

const laboratory = { _id: '01890000-0000-7000-8000-00000000000a', name: 'Northgate' }
const empty: FirstSteps = {
  done: [],
  isDismissed: false,
  clinicTimeZone: 'UTC',
  laboratory: null,
  email: { folder: null, testedAt: null, acceptedAt: null },
  backup: { last: null, failed: null, verifiedAt: null },
}
const connection: LabConnection = {
  host: 'portal.example.org',
  port: 4242,
  aeTitle: 'READROOM',
  callingAeTitles: ['NORTHGATE', 'CT2'],
  lastStudy: null,
  refusedConnections: [],
  unknownAeTitles: ['CT3'],
}

function Place() {
  const { pathname } = useLocation()
  return <output aria-label="Address">{pathname}</output>
}

/** Shows the page, or the lead of the dashboard at an address. Returns a function that waits for the answer. */
function show(steps: FirstSteps, dashboard?: string) {
  const client = new QueryClient()
  vi.stubGlobal('fetch', async (address: string) => {
    const isConnection = String(address).includes('/labs/connection/')
    return Response.json(isConnection ? { success: true, data: connection } : { success: true, steps })
  })
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[dashboard ?? '/admin/getting-started']}>
        <Place />
        {dashboard ? <FirstStepsLead /> : <GettingStartedPage />}
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return () => eventually(() => expect(client.getQueryData(firstStepsKey)).toEqual(steps))
}

const step = async (name: string) => within(await screen.findByRole('listitem', { name }))
const address = () => screen.getByLabelText('Address').textContent

test('every step of an empty system says what is missing and offers the work', async () => {
  show(empty)
  expect(await screen.findByText(/0 of 6 steps done/)).toBeTruthy()
  ;(await step('Set the time zone')).getByRole('button', { name: 'Save' })
  ;(await step('Register a laboratory')).getByRole('link', { name: 'Register laboratory' })
  ;(await step('Register a doctor')).getByRole('link', { name: 'Register doctor' })
  ;(await step('Receive a first study')).getByText('Register a laboratory first.')
  ;(await step('Check email delivery')).getByText(/No test email was sent yet/)
  ;(await step('Take a first backup')).getByText(/operator backup/)
  screen.getByRole('button', { name: 'Dismiss' })
})

test('a registered laboratory gets the values for its scanner, and a hint about unregistered AE titles', async () => {
  show({ ...empty, done: ['laboratory'], laboratory })
  const study = await step('Receive a first study')
  for (const value of ['portal.example.org', '4242', 'READROOM', 'NORTHGATE, CT2']) await study.findByText(value)
  study.getByText(/Waiting for the first image/)
  study.getByText('CT3')
  study.getByRole('button', { name: 'Copy' })
  ;(await step('Register a laboratory')).getByText('Northgate')
})

test('emails that stay on the server are named with their folder', async () => {
  show({ ...empty, email: { folder: '/srv/mail', testedAt: null, acceptedAt: null } })
  ;(await step('Check email delivery')).getByText(/Emails stay in the folder \/srv\/mail/)
})

test('a finished system offers no dismissal', async () => {
  show({ ...empty, done: ['timeZone', 'laboratory', 'doctor', 'study', 'email', 'backup'], laboratory })
  await screen.findByText('All steps are done. Readroom is ready.')
  expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull()
})

test('the dashboard of a system without studies opens the steps', async () => {
  show(empty, '/admin/dashboard')
  await eventually(() => expect(address()).toBe('/admin/getting-started'))
})

test('the dashboard stays open where a list was asked for, and names the missing steps', async () => {
  show({ ...empty, done: ['study'] }, '/admin/dashboard?tab=all')
  await screen.findByText('Setup is not finished: 2 steps missing.')
  expect(address()).toBe('/admin/dashboard')
})

test.each<[string, Partial<FirstSteps>]>([
  ['dismissed', { isDismissed: true }],
  ['done', { done: ['laboratory', 'doctor', 'study'] }],
])('the dashboard says nothing once the needed steps are %s', async (_, state) => {
  const answered = show({ ...empty, ...state }, '/admin/dashboard')
  await answered()
  expect(screen.queryByText(/Setup is not finished/)).toBeNull()
  expect(address()).toBe('/admin/dashboard')
})
