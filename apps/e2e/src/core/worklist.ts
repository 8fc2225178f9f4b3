import { expect, type Locator, type Page } from '@playwright/test'
import { dashboardPaths } from '@readroom/contracts/core/permissions'
import { type Person, password, type Stage } from './people.ts'

/** Signs in through the login page, and waits for the dashboard. */
export async function signIn(page: Page, { email, role }: Person): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In to Dashboard' }).click()
  await page.waitForURL(`**${dashboardPaths[role]}*`)
  await expectCounts(page)
  await restPointer(page)
}

/** Waits until a dashboard shows its counts. */
export async function expectCounts(page: Page): Promise<void> {
  await expect(countOf(page, 'All')).toHaveText(/\d/)
}

/** Signs out through the account menu. */
export async function signOut(page: Page, { fullName }: Person): Promise<void> {
  await page.getByRole('button', { name: `User menu of ${fullName}` }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/login')
}

/**
 * Returns the address of an administrator's list with only the stage's laboratory. In the unfiltered list, studies of other tests push rows off the
 * screen.
 */
export const wholeList = ({ labId }: Stage) => `/admin/dashboard?tab=all&date=all&location=${labId}`

/** Moves the pointer off the rows, because rows never move under it. */
export async function restPointer(page: Page): Promise<void> {
  await page.mouse.move(0, 0)
}

/** Returns a study's table row or card by the patient's name. */
export function rowOf(page: Page, patientName: string): Locator {
  return page
    .getByRole('row', { name: patientName, exact: true })
    .or(page.getByRole('listitem', { name: patientName, exact: true }))
}

/** Returns all study rows on screen. */
export function rowsOf(page: Page): Locator {
  return page.getByRole('table', { name: 'Worklist' }).locator('tbody').getByRole('row')
}

export type TabName = 'All' | 'Pending' | 'In Progress' | 'Completed'

export function tabOf(page: Page, name: TabName): Locator {
  return page.getByRole('navigation', { name: 'Studies by progress' }).getByRole('button', { name: new RegExp(`^${name}`) })
}

const countOf = (page: Page, name: TabName) => tabOf(page, name).locator('.num')

export async function readCount(page: Page, name: TabName): Promise<number> {
  await expect(countOf(page, name)).toHaveText(/\d/)
  return Number((await countOf(page, name).textContent())?.replaceAll(',', ''))
}

/** Opens the reports dialog from the study's row. */
export async function openReports(page: Page, patientName: string): Promise<Locator> {
  await rowOf(page, patientName)
    .getByRole('button', { name: /^Reports/ })
    .click()
  return page.getByRole('dialog', { name: 'Medical Reports' })
}

/** Opens the assign dialog from the study's row. */
export async function openAssignment(page: Page, patientName: string): Promise<Locator> {
  await rowOf(page, patientName)
    .getByRole('button', { name: /^(Assign|Reassign)$/ })
    .click()
  return page.getByRole('dialog', { name: 'Assign Study' })
}

export interface ReportFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** Uploads a report in the open dialog, and checks that it is listed. */
export async function uploadReport(dialog: Locator, status: 'Draft' | 'Finalized', file: ReportFile): Promise<void> {
  await dialog.getByRole('tab', { name: 'Upload' }).click()
  await dialog.getByLabel(/Drop a report here/).setInputFiles(file)
  await dialog.getByRole('radio', { name: status }).check()
  await dialog.getByRole('button', { name: 'Upload report' }).click()
  await expect(dialog.getByRole('row', { name: file.name })).toContainText(status)
}

/** Returns the badge that shows the state of the live connection. */
export function liveBadge(page: Page): Locator {
  return page.getByRole('status').filter({ hasText: /^(Live|Offline)$/ })
}
