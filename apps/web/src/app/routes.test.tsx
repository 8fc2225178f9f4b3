import type { User } from '@readroom/contracts/access/auth'
import { dashboardPaths, type Role, roles } from '@readroom/contracts/core/permissions'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { paths } from '../lib/paths.ts'
import { someUser } from '../lib/session/session.fixture.ts'
import { sessionStore } from '../lib/session/session.ts'
import { AppRoutes } from './routes.tsx'

afterEach(() => {
  cleanup()
  sessionStore.clear()
  vi.unstubAllGlobals()
})

function Place() {
  return <output data-testid="place">{useLocation().pathname}</output>
}

/** Opens an address without a network. */
function open(path: string, user: Partial<User> | null): void {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  sessionStore.finishRestoring()
  if (user) sessionStore.start({ ...someUser, ...user }, 'token', '1h')
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[path]}>
        <Place />
        <AppRoutes />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const expectPlace = (path: string) => waitFor(() => expect(screen.getByTestId('place').textContent).toBe(path))

/** The pages that only some roles may open. Everybody else gets their own dashboard. */
const reserved: [path: string, roles: readonly Role[]][] = [
  [paths.adminDashboard, ['admin']],
  [paths.labDashboard, ['lab_staff']],
  [paths.lab, ['lab_staff']],
  [paths.doctorDashboard, ['doctor_account']],
  [paths.doctor, ['doctor_account']],
  [paths.ownProfile, ['doctor_account']],
  [paths.readingTemplates, ['admin', 'doctor_account']],
  ['/reading/01890000-0000-7000-8000-000000000001', ['admin', 'doctor_account']],
  [paths.adminLabs, ['admin']],
  [paths.adminDoctors, ['admin']],
  [paths.adminGroups, ['admin']],
  [paths.adminEligibility, ['admin']],
  [paths.adminUsers, ['admin']],
  [paths.adminOrders, ['admin']],
  [paths.labOrders, ['lab_staff']],
  [paths.importPeople, ['admin']],
  [paths.adminTemplates, ['admin']],
  [paths.adminSystem, ['admin']],
  [paths.adminAudit, ['admin']],
  [paths.adminSettings, ['admin']],
  [paths.adminPrivacy, ['admin']],
  [paths.adminIdentities, ['admin']],
  [paths.newLab, ['admin']],
  [paths.newDoctor, ['admin']],
  [paths.registerDoctor, ['admin']],
  [paths.newAdmin, ['admin']],
]
const foreign = reserved.flatMap(([path, allowed]) =>
  roles.filter((role) => !allowed.includes(role)).map((role) => ({ path, role })),
)
const nowhere = roles.flatMap((role) => ['/', '/login', '/nowhere', '/admin/dashboard/x'].map((path) => ({ path, role })))

test.each([...foreign, ...nowhere])('$path leads $role to their own dashboard', async ({ path, role }) => {
  open(path, { role })
  await expectPlace(dashboardPaths[role])
})

test.each([...reserved.map(([path]) => path), '/', '/nowhere', paths.sessions, paths.turnaroundReport])(
  '%s leads to the sign-in page if nobody is signed in',
  async (path) => {
    open(path, null)
    await screen.findByRole('heading', { name: 'Sign in' })
    await expectPlace(paths.login)
  },
)

test.each([paths.labDashboard, paths.sessions, paths.turnaroundReport])(
  '%s leads a user with a generated password to the password page',
  async (path) => {
    open(path, { role: 'lab_staff', mustChangePassword: true })
    await expectPlace(paths.changePassword)
  },
)
