import { expect, test } from 'vitest'
import { groupOf, isActive, navLinks } from './nav-links.ts'

const activeAt = (role: keyof typeof navLinks, pathname: string) =>
  navLinks[role].filter((link) => isActive(link, pathname)).map(({ label }) => label)

test.each([
  ['/admin/dashboard', ['Dashboard']],
  ['/admin/dashboard/x', []],
  ['/admin/orders', ['Orders']],
  ['/admin/labs', ['People']],
  ['/admin/labs/x', ['People']],
  ['/admin/labs-elsewhere', []],
  ['/admin/users', ['People']],
  ['/admin/import-people', ['People']],
  ['/admin/doctors', ['People']],
  ['/admin/week', ['People']],
  ['/admin/system', ['System']],
  ['/admin/audit', ['System']],
  ['/admin/settings', ['System']],
  ['/admin/deadlines', ['Workload']],
  ['/admin/assignment/simulation', ['Workload']],
  ['/admin/connections', ['Orders']],
  ['/admin/privacy', ['System']],
  ['/admin/identity-reviews', ['System']],
  ['/reading-templates', ['Templates']],
  ['/admin/report-templates', ['Templates']],
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

test('a page of a group shows the tabs of that group, and one tab as current', () => {
  const group = groupOf('admin', '/admin/digests')
  expect(group?.tabs.map(({ label }) => label)).toEqual(['Workload', 'Assignment', 'Deadlines', 'Digests'])
  expect(group?.tabs.filter((tab) => isActive(tab, '/admin/digests')).map(({ label }) => label)).toEqual(['Digests'])
  expect(groupOf('admin', '/admin/dashboard')).toBeNull()
  expect(groupOf('doctor_account', '/reading-templates')).toBeNull()
})
