import type { Locator, Page } from '@playwright/test'
import { dashboardPaths } from '@readroom/contracts/core/permissions'
import { expectAccessibleAtBothWidths, expectAccessibleInThemes } from '../core/accessibility.ts'
import { demo } from '../core/people.ts'
import { expect, test } from '../core/test.ts'
import { rowsOf } from '../core/worklist.ts'

const firstStudy = (page: Page) =>
  rowsOf(page)
    .or(page.getByRole('list', { name: 'Worklist' }).getByRole('listitem'))
    .first()

/** Checks the page's accessibility once `shown` is visible. */
async function checkLook(page: Page, name: string, shown: Locator, part = 'body'): Promise<void> {
  await expect(shown, name).toBeVisible()
  await expectAccessibleAtBothWidths(page, name, { include: part })
}

const dialog = '[role=dialog]'

async function checkDialogs(page: Page): Promise<void> {
  await firstStudy(page)
    .getByRole('button', { name: /^Reports/ })
    .click()
  const reports = page.getByRole('dialog', { name: 'Medical Reports' })
  await checkLook(page, 'reports', reports.getByText(/No Reports Available|Uploaded by/).first(), dialog)
  const upload = reports.getByRole('tab', { name: 'Upload' })
  await upload.click()
  await checkLook(page, 'reports-upload', reports.getByLabel(/Drop a report here/), dialog)
  await page.keyboard.press('Escape')
  await firstStudy(page)
    .getByRole('button', { name: /^Discussion/ })
    .click()
  const discussion = page.getByRole('dialog', { name: 'Study Discussion' })
  await checkLook(page, 'discussion', discussion.getByLabel('New comment'), dialog)
  await page.keyboard.press('Escape')
  await firstStudy(page).getByRole('button', { name: 'Share', exact: true }).click()
  const sharing = page.getByRole('dialog', { name: 'Share Study' })
  await checkLook(page, 'share', sharing.getByRole('button', { name: 'Generate Link' }), dialog)
  await page.keyboard.press('Escape')
  await firstStudy(page)
    .getByRole('button', { name: /^More (downloads|viewers)/ })
    .click()
  await page.getByRole('menuitem', { name: /^Patient information/ }).click()
  const summary = page.getByRole('dialog', { name: 'Patient Information' })
  await checkLook(page, 'summary', summary.getByRole('heading', { name: 'Study Information' }), dialog)
  for (const tab of ['Series', 'Clinical information', 'Changes']) {
    await summary.getByRole('tab', { name: tab }).click()
    await checkLook(page, `summary-${tab}`, summary.getByRole('tabpanel', { name: tab }), dialog)
  }
  await page.keyboard.press('Escape')
  await firstStudy(page)
    .getByRole('button', { name: /^(Assign|Reassign)$/ })
    .click()
  const assignment = page.getByRole('dialog', { name: 'Assign Study' })
  await checkLook(page, 'assign', assignment.getByRole('checkbox').first(), dialog)
  await page.keyboard.press('Escape')
  await expect(assignment).toBeHidden()
}

/** Panels over the worklist that a narrow screen doesn't have. */
const widePanels = [
  [/^Columns/, 'Columns'],
  ['Status legend', 'Status legend'],
  ['Keys', 'Keys'],
  [/^Location/, 'Location'],
] as const

async function checkPanels(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Filters/ }).click()
  await checkLook(page, 'Filters', page.getByRole('dialog', { name: 'Filters' }), dialog)
  await page.keyboard.press('Escape')
  for (const [button, panel] of widePanels) {
    await page.getByRole('button', { name: button, exact: true }).first().click()
    await expect(page.getByRole('dialog', { name: panel })).toBeVisible()
    await expectAccessibleInThemes(page, panel, { include: dialog })
    await page.keyboard.press('Escape')
  }
}

/** Checks the dialogs that ask before an action on the selected studies. */
async function checkBulkDialogs(page: Page): Promise<void> {
  for (const [tab, shown] of [
    ['pending', 'listitem'],
    ['completed', 'textbox'],
  ] as const) {
    await page.goto(`/admin/dashboard?tab=${tab}&date=all&limit=10`)
    await firstStudy(page).getByRole('checkbox').check()
    for (const name of ['Unauthorized', 'Dispatch Report']) {
      await page.getByRole('button', { name, exact: true }).click()
      const question = page.getByRole('dialog', { name })
      await checkLook(page, `${name}-${tab}`, question.getByRole(shown).first(), dialog)
      await page.keyboard.press('Escape')
      await expect(question).toBeHidden()
    }
  }
}

/** Checks the pages that are open to everybody, and their dialogs. */
async function checkSignedOut(page: Page): Promise<void> {
  await page.goto('/login')
  await checkLook(page, 'login', page.getByRole('heading', { name: 'Sign in' }))
  for (const button of ['Learn More', 'Contact support']) {
    await page.getByRole('button', { name: button }).click()
    await checkLook(page, button, page.getByRole('dialog').getByRole('paragraph').first(), dialog)
    await page.keyboard.press('Escape')
  }
  await page.goto('/forgot-password')
  await checkLook(page, 'forgot-password', page.getByRole('heading', { name: 'Enter your email' }))
  await page.getByLabel('Email').fill('nobody@readroom.example')
  await page.getByRole('button', { name: 'I have a code' }).click()
  await checkLook(page, 'forgot-password-code', page.getByLabel('Verification code'))
  await page.goto(`/share/${'x'.repeat(43)}`)
  await checkLook(page, 'share-refused', page.getByText('Share link not found or has expired.'))
}

/** Checks the pages of the user's own account. */
async function checkAccount(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Change Password' }).click()
  await checkLook(page, 'change-password', page.getByText('Please enter a new password'))
  await page.goto('/sessions')
  await checkLook(page, 'sessions', page.getByText('This device'))
}

/** The administrators' lists with their dialogs, and the first step of each registration. */
const managed = [
  { list: 'labs?search=Imaging', name: 'labs', edit: 'Edit Lab', wizard: 'new-lab' },
  { list: `doctors?search=${demo.doctor.fullName}`, name: 'doctors', edit: 'Edit Doctor', wizard: 'new-doctor' },
] as const

/** Checks the pages for administrators of the installation. */
async function checkAdministration(page: Page): Promise<void> {
  await page.goto('/admin/system')
  await checkLook(page, 'system', page.getByRole('region', { name: 'Image archive' }).getByText(/Checked/))
  await page.goto('/admin/getting-started')
  await checkLook(page, 'getting-started', page.getByRole('listitem', { name: 'Take a first backup' }))
  await page.goto('/admin/audit')
  await page
    .getByRole('button', { name: /^Entry .*Audit log opened/ })
    .first()
    .click()
  await checkLook(page, 'audit', page.getByText('Hash', { exact: true }))
  await page.goto('/admin/deadlines')
  await checkLook(page, 'deadlines', page.getByText(/that is ready now is due/))
  await page.goto('/admin/digests')
  await checkLook(page, 'digests', page.getByRole('table', { name: 'Digests' }))
  await page.goto('/admin/workload')
  await checkLook(page, 'workload', page.getByRole('table', { name: 'Workload of doctors' }).getByText(demo.doctor.fullName))
  await page.goto('/admin/assignment/simulation')
  await page.getByRole('button', { name: 'Start simulation' }).click()
  const result = page.getByRole('region', { name: 'Result' })
  await checkLook(page, 'simulation', result.getByText(/^No study became ready|nobody could read/).first())
  await page.goto('/admin/week')
  await checkLook(page, 'week', page.getByRole('region').filter({ hasText: demo.doctor.fullName }).first())
  await page.goto('/admin/settings')
  await page.getByRole('textbox', { name: /^Idle time/ }).fill('none')
  await page.getByRole('button', { name: 'Save' }).click()
  await checkLook(page, 'settings', page.getByText('Please enter a whole number from 1 to 1440'))
}

async function checkManagement(page: Page): Promise<void> {
  for (const { list, name, edit, wizard } of managed) {
    await page.goto(`/admin/${list}`)
    const first = (button: string) => page.getByRole('button', { name: button }).first()
    await checkLook(page, name, first('Edit'))
    await first('Edit').click()
    await checkLook(page, `${name}-edit`, page.getByRole('dialog', { name: edit }).getByRole('textbox').first(), dialog)
    await page.keyboard.press('Escape')
    await first('Delete').click()
    const question = page.getByRole('alertdialog')
    await checkLook(page, `${name}-delete`, question.getByRole('button', { name: 'Delete' }), '[role=alertdialog]')
    await page.keyboard.press('Escape')
    await page.goto(`/admin/${wizard}`)
    await page.getByRole('button', { name: 'Continue' }).click()
    await checkLook(page, wizard, page.getByRole('alert').first())
  }
  await page.goto(`/admin/users?search=${demo.admin.email}`)
  await checkLook(page, 'users', page.getByText(demo.admin.email).first())
  await page.goto('/admin/new-admin')
  await checkLook(page, 'new-admin', page.getByLabel('Email'))
}

test('every page that is open to everybody is accessible', async ({ page }) => {
  await checkSignedOut(page)
})

test('every dashboard is accessible', async ({ enter }) => {
  test.slow()
  for (const person of [demo.lab2, demo.doctor2]) {
    const dashboard = await enter(person, { path: `${dashboardPaths[person.role]}?date=all&limit=10` })
    await checkLook(dashboard, person.role, firstStudy(dashboard))
  }
  const admin = await enter(demo.admin, { path: '/admin/dashboard?tab=all&date=all&limit=10' })
  await checkLook(admin, 'admin', firstStudy(admin))
  await checkDialogs(admin)
  await checkBulkDialogs(admin)
  await checkPanels(admin)
  await admin.goto('/admin/dashboard?tab=all&date=custom&from=2000-01-01&status=new,archived&modality=CT&search=nobody')
  await checkLook(admin, 'filtered', admin.getByText(/hidden by these filters/))
})

test('every page of administrators is accessible', async ({ enter }) => {
  test.slow()
  const admin = await enter(demo.admin, { path: '/change-password' })
  await checkAccount(admin)
  await checkManagement(admin)
  await checkAdministration(admin)
})
