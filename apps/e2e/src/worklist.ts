import { expect, type Locator, type Page } from '@playwright/test'
import { dashboardPaths } from '@readroom/contracts/permissions'
import { type Person, password, type Stage } from './people.ts'

/** Signs in by hand on the login page, and waits for the dashboard. */
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

/** Signs out by hand, by the menu of the account. */
export async function signOut(page: Page, { fullName }: Person): Promise<void> {
  await page.getByRole('button', { name: `User menu of ${fullName}` }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/login')
}

/**
 * The list of an administrator with the studies of the stage's laboratory alone: in the list that administrators share, the studies of
 * other tests push rows away and off the screen.
 */
export const wholeList = ({ labId }: Stage) => `/admin/dashboard?tab=all&date=all&location=${labId}`

/** Rows never move under the pointer: a person who waits for news has it elsewhere. */
export async function restPointer(page: Page): Promise<void> {
  await page.mouse.move(0, 0)
}

/** A study's row of the table, or its card, by the patient's name. */
export function rowOf(page: Page, patientName: string): Locator {
  return page
    .getByRole('row', { name: patientName, exact: true })
    .or(page.getByRole('listitem', { name: patientName, exact: true }))
}

/** All study rows that are on screen. */
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

/** Uploads a report in the open dialog; it shows on the list afterwards. */
export async function uploadReport(dialog: Locator, status: 'Draft' | 'Finalized', file: ReportFile): Promise<void> {
  await dialog.getByRole('tab', { name: 'Upload' }).click()
  await dialog.getByLabel(/Drop a report here/).setInputFiles(file)
  await dialog.getByRole('radio', { name: status }).check()
  await dialog.getByRole('button', { name: 'Upload report' }).click()
  await expect(dialog.getByRole('row', { name: file.name })).toContainText(status)
}

/** Whether the page hears of changes as they happen. */
export function liveBadge(page: Page): Locator {
  return page.getByRole('status').filter({ hasText: /^(Live|Offline)$/ })
}
