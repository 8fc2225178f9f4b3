import type { Page } from '@playwright/test'
import type { Db } from '@readroom/db/core/client'
import { listDoctors } from '@readroom/db/people/doctors'
import { findUserByEmail } from '@readroom/db/people/users'
import { createAssignment, createStudy } from '@readroom/db/testing/factories'
import { expectAccessibleAtBothWidths } from '../core/accessibility.ts'
import type { Person, Stage } from '../core/people.ts'
import { expect, test } from '../core/test.ts'
import { restPointer } from '../core/worklist.ts'

const minute = 60_000
const upload = (day: number) => new Date(Date.UTC(2025, 10, day, 6))
const range = 'from=2025-11-01&to=2025-11-30'

type Sample = { name: string; minutes: number | null; modalities?: string[]; doctor?: Person; day?: number; description?: string }

async function doctorIdOf(db: Db, { email }: Person): Promise<string> {
  const doctor = (await listDoctors(db)).find((one) => one.email === email)
  if (!doctor) throw new Error(`${email} is no doctor`)
  return doctor.id
}

/** Adds studies to the stage's laboratory, assigned after 15 minutes and reported after the given minutes. */
async function addStudies(db: Db, stage: Stage, samples: readonly Sample[]): Promise<void> {
  const admin = await findUserByEmail(db, stage.admin.email)
  if (!admin) throw new Error('the stage has no administrator')
  for (const [index, { name, minutes, modalities = ['CT'], doctor = stage.doctor, day = 10, description }] of samples.entries()) {
    const doctorId = await doctorIdOf(db, doctor)
    const receivedAt = new Date(upload(day).getTime() + index * minute)
    const after = (count: number) => new Date(receivedAt.getTime() + count * minute)
    const study = await createStudy(db, {
      patientName: name,
      patientId: `T-${index}-${stage.tag}`,
      labId: stage.labId,
      modalities,
      receivedAt,
      seriesCount: 2,
      description: description ?? 'Head without contrast',
      assignedAt: after(15),
      firstAssignedAt: after(15),
      imageCount: 40,
      ...(minutes === null
        ? { status: 'assigned_to_doctor' as const }
        : { status: 'report_finalized' as const, reportedAt: after(minutes), reportedByDoctorId: doctorId }),
    })
    await createAssignment(db, { studyId: study.id, doctorId, assignedBy: admin.id })
  }
}

/** One study of each band, and one that is not reported yet. */
const bands: readonly Sample[] = [
  { name: 'Green Grace', minutes: 41 },
  { name: 'Blue Bruno', minutes: 130, modalities: ['MR'] },
  { name: 'Yellow Yara', minutes: 425, modalities: ['CT', 'SR'] },
  { name: 'Orange Omar', minutes: 1300, modalities: ['US'] },
  { name: 'Red Rosa', minutes: 1690, modalities: ['CT', 'MR'], description: 'Whole body' },
  { name: 'Waiting Wanda', minutes: null },
]

const report = (page: Page) => page.getByRole('table', { name: 'Turnaround of studies' })
const names = (page: Page) => report(page).locator('tbody').getByRole('row')
const pick = async (page: Page, picker: 'Location' | 'Doctor', text: string, choice: string | RegExp) => {
  await page.getByRole('button', { name: new RegExp(`^${picker}:`) }).click()
  const options = page.getByRole('dialog', { name: picker })
  await options.getByRole('textbox').fill(text)
  await options.getByRole('button', { name: choice }).click()
}

test('an administrator opens the report of a laboratory, filters and sorts it, and finds it again', async ({
  enter,
  stage,
  db,
}) => {
  await addStudies(db, stage, bands)
  const page = await enter(stage.admin)
  await page.getByRole('link', { name: 'TAT Reports' }).click()
  await expect(page.getByRole('heading', { name: 'TAT Performance Report' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'This month' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByLabel('From date').fill('')
  await page.getByLabel('To date').fill('')
  await page.getByRole('button', { name: 'Go' }).click()
  await expect(page.getByRole('heading', { name: 'No TAT data available' })).toBeVisible()
  await expect(
    page.getByText('Select a date range to generate the report for all locations, or choose a specific location'),
  ).toBeVisible()

  await pick(page, 'Location', stage.tag, new RegExp(`Laboratory ${stage.tag}`))
  await expect(page.getByText('6 studies / 5 reported / 1 open')).toBeVisible()
  await expect(page.getByText('Showing 1-6 of 6')).toBeVisible()
  const figureOf = (name: string) => names(page).filter({ hasText: name }).getByRole('cell').last()
  await expect(figureOf('Green Grace')).toHaveText('41m')
  await expect(figureOf('Yellow Yara')).toHaveText('7h 05m')
  await expect(figureOf('Red Rosa')).toHaveText('1d 4h')
  await expect(figureOf('Waiting Wanda')).toHaveText('N/A')
  await expect(figureOf('Orange Omar').locator('[data-band=orange]')).toBeVisible()

  await page.getByRole('button', { name: 'Upload → report' }).click()
  await expect(names(page)).toContainText([
    'Red Rosa',
    'Orange Omar',
    'Yellow Yara',
    'Blue Bruno',
    'Green Grace',
    'Waiting Wanda',
  ])
  await page.getByRole('button', { name: 'CT/MR' }).click()
  await expect(names(page)).toContainText(['Red Rosa'])
  await page.getByRole('button', { name: 'CT/SR' }).click()
  await expect(names(page)).toContainText(['Red Rosa', 'Yellow Yara'])
  await page.reload()
  await expect(names(page)).toContainText(['Red Rosa', 'Yellow Yara'])
  await page.goBack()
  await expect(names(page)).toContainText(['Red Rosa'])
  await page.getByRole('button', { name: 'Clear', exact: true }).click()

  await page.getByLabel('Search the report').fill('whole BODY')
  await page.getByRole('button', { name: 'Go' }).click()
  await expect(names(page)).toContainText(['Red Rosa'])
  await page.getByLabel('Search the report').fill('nobody like that')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'No studies match your search criteria' })).toBeVisible()
  await expect(page.getByText('Try adjusting your search terms or filters')).toBeVisible()
  await page.getByRole('button', { name: 'MR', exact: true }).click()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page.getByLabel('Search the report')).toHaveValue('nobody like that')
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(names(page)).toHaveCount(6)
})

test('a range includes both its first and its last day', async ({ enter, stage, db }) => {
  await addStudies(db, stage, [
    { name: 'First Fay', minutes: 20, day: 9 },
    { name: 'Second Sol', minutes: 1440, day: 10 },
  ])
  const page = await enter(stage.staff, { path: '/reports/tat' })
  await page.getByLabel('From date').fill('2025-11-10')
  await page.getByLabel('To date').fill('2025-11-09')
  await page.getByRole('button', { name: 'Go' }).click()
  await expect(page.getByText('The range ends before it begins.')).toBeVisible()
  await page.getByLabel('To date').fill('2025-11-10')
  await page.getByRole('button', { name: 'Go' }).click()
  await expect(names(page)).toContainText(['Second Sol'])
  await page.getByLabel('Date type').selectOption('Report date')
  await expect(page.getByRole('heading', { name: 'No TAT data available' })).toBeVisible()
  await page.getByLabel('From date').fill('2025-11-11')
  await page.getByLabel('To date').fill('2025-11-11')
  await page.keyboard.press('Enter')
  await expect(names(page)).toContainText(['Second Sol'])
})

test('a mark in the charts filters the report through the address until it is removed', async ({ enter, stage, db }) => {
  await addStudies(db, stage, bands)
  const page = await enter(stage.staff, { path: `/reports/tat?${range}` })
  await page.getByRole('button', { name: 'Chart' }).click()
  const chart = (name: string) => page.getByRole('region', { name, exact: true })
  await expect(chart('Bands').getByRole('row', { name: 'up to 24h' })).toHaveText('up to 24h120%')
  await expect(chart('Bands')).toContainText('Median7h 05m')
  await expect(chart('By day')).toContainText('10/11/2025')

  await chart('Bands').getByRole('button', { name: 'up to 24h' }).click()
  await expect(page).toHaveURL(/band=upTo24h/)
  await expect(names(page)).toContainText(['Orange Omar'])
  const chosen = page.getByRole('list', { name: 'Selected in the charts' })
  await expect(chosen.getByRole('listitem')).toHaveText(['Upload to reportup to 24h'])
  await page.goBack()
  await expect(names(page)).toHaveCount(6)

  const arrived = chart('By hour of upload').getByRole('button', { name: /^Mon \d\d:00, median 7h 05m, 5 studies$/ })
  await arrived.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/weekday=1&hour=\d+/)
  await expect(names(page)).toHaveCount(6)
  await chart('By day').getByRole('button', { name: '10/11/2025, median 7h 05m, 90th 1d 4h, 5 studies' }).click()
  await expect(chosen.getByRole('listitem')).toHaveCount(2)
  await chosen.getByRole('button', { name: 'Remove filter Arrived' }).click()
  await expect(chosen.getByRole('listitem')).toHaveText(['Upload date10/11/2025'])

  await page.getByLabel('Within target of').selectOption('Modalities')
  await chart('Within target').getByRole('button', { name: 'MR' }).click()
  await expect(names(page)).toContainText(['Red Rosa', 'Blue Bruno'])
  await page.reload()
  await expect(names(page)).toContainText(['Red Rosa', 'Blue Bruno'])
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await expect(names(page)).toHaveCount(6)

  await test.step('the file is named after the chosen filters', async () => {
    await pick(page, 'Doctor', stage.doctor.fullName, new RegExp(stage.doctor.fullName))
    await expect(names(page)).toHaveCount(5)
    const started = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    const name = `TAT_Report_All_Locations_${stage.doctor.fullName.replaceAll(' ', '_')}_`
    expect((await started).suggestedFilename()).toMatch(new RegExp(`^${name}\\d{4}-\\d{2}-\\d{2}\\.xlsx$`))
    await expect(page.getByText('Excel report downloaded successfully!')).toBeVisible()
  })
})

test('pages have the chosen length and three buttons, and columns can be hidden', async ({ enter, stage, db }) => {
  const many = Array.from({ length: 80 }, (_, index) => ({ name: `Row ${index}`, minutes: 30 }))
  await addStudies(db, stage, many)
  const page = await enter(stage.staff, { path: `/reports/tat?${range}` })
  await page.getByLabel('Page size').selectOption('25')
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expect(pages.getByRole('button')).toHaveText(['Previous', '1', '2', '3', 'Next'])
  await pages.getByRole('button', { name: 'Page 3' }).click()
  await expect(page.getByText('Showing 51-75 of 80')).toBeVisible()
  await pages.getByRole('button', { name: 'Next' }).click()
  await expect(pages.getByRole('button')).toHaveText(['Previous', '2', '3', '4', 'Next'])
  await expect(page.getByText('Showing 76-80 of 80')).toBeVisible()
  await page.goto(`/reports/tat?${range}&limit=25&page=40`)
  await expect(page.getByText('Showing 76-80 of 80')).toBeVisible()
  await expect(report(page).getByRole('columnheader')).toHaveCount(20)
  await page.getByRole('button', { name: /^Columns/ }).click()
  await page.getByLabel('Referred by').uncheck()
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(report(page).getByRole('columnheader')).toHaveCount(19)
})

test('a failure is reported and clears the rows', async ({ enter, stage, db }) => {
  await addStudies(db, stage, bands)
  const page = await enter(stage.staff, { path: `/reports/tat?${range}` })
  await expect(names(page)).toHaveCount(6)
  await page.route('**/api/tat/**', (route) => route.abort())
  await page.getByRole('button', { name: 'Export' }).click()
  await expect(page.getByText('Failed to export Excel report')).toBeVisible()
  await page.reload()
  for (const text of ['Failed to load locations', 'Failed to load doctors'])
    await expect(page.getByText(text), text).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Failed to load TAT data' })).toBeVisible()
  await expect(names(page)).toHaveCount(0)
  await page.unroute('**/api/tat/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(names(page)).toHaveCount(6)
})

test('is accessible, fits and is printed', async ({ enter, stage, db }) => {
  await addStudies(db, stage, [...bands, ...bands, ...bands])
  const page = await enter(stage.staff, { path: '/reports/tat?view=table' })
  const check = async (name: string) => {
    await restPointer(page)
    await expectAccessibleAtBothWidths(page, name)
  }
  await expect(page.getByRole('heading', { name: 'No TAT data available' })).toBeVisible()
  await check('empty')
  await page.goto(`/reports/tat?${range}&modality=CT,MR,US`)
  await expect(page.getByText('Showing 1-18 of 18')).toBeVisible()
  await check('report')
  await page.getByRole('button', { name: 'Chart' }).click()
  await expect(page.getByRole('button', { name: /^10\/11\/2025, median/ })).toBeVisible()
  await check('charts')
  await page.getByRole('button', { name: /^Doctor:/ }).click()
  await expect(page.getByRole('dialog', { name: 'Doctor' })).toBeVisible()
  await check('picker')
  await page.keyboard.press('Escape')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  await expect(page.getByLabel('Search the report')).toBeHidden()
  await expect(names(page)).toHaveCount(18)
})
