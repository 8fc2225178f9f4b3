import { expect, test } from 'vitest'
import { isActive, navLinks } from './nav-links.ts'

const activeAt = (role: keyof typeof navLinks, pathname: string) =>
  navLinks[role].filter((link) => isActive(link, pathname)).map(({ label }) => label)

test.each([
  ['/admin/dashboard', ['Dashboard']],
  ['/admin/dashboard/x', []],
  ['/admin/orders', ['Orders']],
  ['/admin/labs', ['Labs']],
  ['/admin/labs/x', ['Labs']],
  ['/admin/labs-elsewhere', []],
  ['/admin/users', ['Accounts']],
  ['/admin/doctors', ['Doctors']],
  ['/admin/week', ['Doctors']],
  ['/admin/system', ['System']],
  ['/admin/audit', ['System']],
  ['/admin/settings', ['System']],
  ['/admin/deadlines', ['System']],
  ['/admin/connections', ['System']],
  ['/admin/privacy', ['System']],
  ['/admin/identity-reviews', ['System']],
  ['/reading-templates', ['Report templates']],
  ['/change-password', []],
])('for an administrator at %s the current links are %j', (pathname, labels) => {
  expect(activeAt('admin', pathname)).toEqual(labels)
})

test('laboratories and doctors see the dashboard and the TAT report, laboratories also orders, doctors also their workload and report templates', () => {
  expect(activeAt('lab_staff', '/lab/dashboard')).toEqual(['Dashboard'])
  expect(activeAt('doctor_account', '/doctor/dashboard')).toEqual(['Dashboard'])
  expect(activeAt('doctor_account', '/reading-templates')).toEqual(['Report templates'])
  expect(activeAt('lab_staff', '/lab/orders')).toEqual(['Orders'])
  expect([navLinks.lab_staff.length, navLinks.doctor_account.length]).toEqual([3, 4])
  for (const role of ['admin', 'lab_staff', 'doctor_account'] as const)
    expect(activeAt(role, '/reports/tat')).toEqual(['TAT Reports'])
})
