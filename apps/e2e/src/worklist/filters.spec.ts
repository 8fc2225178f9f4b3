import type { Page } from '@playwright/test'
import type { Db } from '@readroom/db/core/client'
import { findDraft } from '@readroom/db/reading/report-drafts'
import { createStudy } from '@readroom/db/testing/factories'
import type { Stage } from '../core/people.ts'
import { openReading, sectionOf, writeIn } from '../core/reading.ts'
import { assignTo, makePhantom, sendFiles, untilSettled } from '../core/studies.ts'
import { expect, test } from '../core/test.ts'
import { readCount, rowOf, rowsOf, tabOf } from '../core/worklist.ts'

type Fields = NonNullable<Parameters<typeof createStudy>[1]>

/** Creates a study of the stage's laboratory directly in the database, uploaded now and pending assignment. */
const seed = (db: Db, { labId }: Stage, fields: Fields) =>
  createStudy(db, { labId, status: 'pending_assignment', settledAt: new Date(), modalities: ['CT'], ...fields })

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
const dayOf = (date: Date) => date.toISOString().slice(0, 10)

const searchOf = (page: Page) => page.getByRole('searchbox', { name: 'Search studies' })
const dates = (page: Page) => page.getByRole('group', { name: 'Dates' })
const openFilters = async (page: Page) => {
  await page.getByRole('button', { name: /^Filters/ }).click()
  return page.getByRole('dialog', { name: 'Filters' })
}

/** Checks that the counts of the tabs add up. */
async function expectCounts(page: Page, { pending = 0, inprogress = 0, completed = 0 }): Promise<void> {
  await expect.poll(() => readCount(page, 'All')).toBe(pending + inprogress + completed)
  expect(await readCount(page, 'Pending')).toBe(pending)
  expect(await readCount(page, 'In Progress')).toBe(inprogress)
  expect(await readCount(page, 'Completed')).toBe(completed)
}

test('a search finds words in any order and without accents, in the chosen field', async ({ db, stage, enter }) => {
  const [jose, anna] = [`Müller José ${stage.tag}`, `Meyer Anna ${stage.tag}`]
  await seed(db, stage, { patientName: jose, patientId: 'ID-17' })
  await seed(db, stage, { patientName: anna, patientId: 'ID-18', accessionNumber: 'MULLER' })
  const page = await enter(stage.staff)
  await expect(rowsOf(page)).toHaveCount(2)
  await page.keyboard.press('/')
  await expect(searchOf(page)).toBeFocused()
  await page.keyboard.type('jose muller')
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(rowOf(page, jose)).toBeVisible()
  await expectCounts(page, { pending: 1 })
  await expect(page).toHaveURL('/lab/dashboard?search=jose+muller')

  await searchOf(page).fill('muller')
  await expect(rowsOf(page)).toHaveCount(2)
  await page.getByLabel('Search in').selectOption('Acc#')
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(rowOf(page, anna)).toBeVisible()
  await page.reload()
  await expect(searchOf(page)).toHaveValue('muller')
  await expect(rowsOf(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(searchOf(page)).toBeFocused()
  await expect(rowsOf(page)).toHaveCount(2)
})

test("a late answer doesn't replace a newer one", async ({ db, stage, enter }) => {
  for (const name of ['Slow', 'Quick']) await seed(db, stage, { patientName: `${name} ${stage.tag}` })
  const page = await enter(stage.staff)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/studies\/search\?.*searchTerm=slow/, async (route) => {
    await held
    await route.continue().catch(() => {})
  })
  const asked = page.waitForRequest(/searchTerm=slow/)
  await searchOf(page).fill('slow')
  await asked
  await searchOf(page).fill('quick')
  await expect(rowsOf(page)).toHaveCount(1)
  release()
  await expect(rowOf(page, `Quick ${stage.tag}`)).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(rowOf(page, `Quick ${stage.tag}`)).toBeVisible()
})

test('a search without matches on the chosen dates or tab says where there are some', async ({ db, stage, enter }) => {
  const names = [`Older Otto ${stage.tag}`, `Older Olga ${stage.tag}`]
  for (const patientName of names) await seed(db, stage, { patientName, receivedAt: daysAgo(40), status: 'report_finalized' })
  const page = await enter(stage.staff)
  await searchOf(page).fill(`older ${stage.tag}`)
  await page.getByRole('button', { name: '2 older: search all dates' }).click()
  await expect(rowsOf(page)).toHaveCount(2)
  await expect(page).toHaveURL(/date=all/)
  await expect(searchOf(page)).toHaveValue(`older ${stage.tag}`)
  await tabOf(page, 'Pending').click()
  await page.getByRole('button', { name: '2 in Completed' }).click()
  await expect(rowsOf(page)).toHaveCount(2)
})

test('dates filter rows and counts, and a custom range is in the address and left with Back', async ({ db, stage, enter }) => {
  const [today, old] = [`Today ${stage.tag}`, `Old ${stage.tag}`]
  await seed(db, stage, { patientName: today, studyDate: '2020-02-29' })
  await seed(db, stage, { patientName: old, receivedAt: daysAgo(40), status: 'report_finalized' })
  const page = await enter(stage.staff)
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(dates(page).getByRole('button', { name: 'Today' })).toHaveAttribute('aria-pressed', 'true')
  await expectCounts(page, { pending: 1 })
  await dates(page).getByRole('button', { name: 'All' }).click()
  await expectCounts(page, { pending: 1, completed: 1 })

  await dates(page).getByRole('button', { name: 'Custom range' }).click()
  const range = page.getByRole('group', { name: 'Upload date range' })
  const [from, to] = [dayOf(daysAgo(41)), dayOf(daysAgo(39))]
  await range.getByLabel('From').fill(from)
  await range.getByLabel('to').fill(to)
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(rowOf(page, old)).toBeVisible()
  await expectCounts(page, { completed: 1 })
  await expect(page).toHaveURL(`/lab/dashboard?date=custom&from=${from}&to=${to}`)
  await page.reload()
  await expect(range.getByLabel('From')).toHaveValue(from.split('-').reverse().join('/'))
  await expect(rowOf(page, old)).toBeVisible()

  await page.getByLabel('Date type').selectOption('Study date')
  await page.getByRole('group', { name: 'Study date range' }).getByLabel('From').fill('2020-02-29')
  await page.getByRole('group', { name: 'Study date range' }).getByLabel('to').fill('2020-02-29')
  await expect(rowOf(page, today)).toBeVisible()
  await page.goBack()
  await page.goBack()
  await expect(dates(page).getByRole('button', { name: 'All' })).toHaveAttribute('aria-pressed', 'true')
  await expectCounts(page, { pending: 1, completed: 1 })
})

test('an empty list names the filters that hide studies, and clears them', async ({ db, stage, enter }) => {
  await seed(db, stage, { patientName: `Hidden ${stage.tag}`, receivedAt: daysAgo(40) })
  const page = await enter(stage.staff, { path: '/lab/dashboard?search=nobody&modality=MR' })
  await expect(page.getByRole('heading', { name: 'No studies found' })).toBeVisible()
  await expect(page.getByText('No studies match Upload date Today, Search nobody, Modality MR.')).toBeVisible()
  await expect(page.getByText('1 study is hidden by these filters.')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).last().click()
  await expect(page.getByText('No studies match Search nobody.')).toBeVisible()
  await expect(searchOf(page)).toHaveValue('nobody')
  await page.getByRole('main').getByRole('button', { name: 'Clear search' }).last().click()
  await expect(rowOf(page, `Hidden ${stage.tag}`)).toBeVisible()
  await expect(page).toHaveURL('/lab/dashboard?date=all')
})

test("the panel's filters combine, show as chips, and are cleared", { tag: '@slow-network' }, async ({ db, stage, enter }) => {
  const name = (text: string) => `${text} ${stage.tag}`
  await seed(db, stage, { patientName: name('Urgent'), caseType: 'emergency', referringPhysician: 'Dr Görel Ångström' })
  await seed(db, stage, { patientName: name('Reported'), status: 'report_finalized', modalities: ['CT', 'SR'] })
  await seed(db, stage, { patientName: name('Read'), status: 'report_in_progress', modalities: ['MR'], mlcCase: true })
  const page = await enter(stage.staff)
  await expectCounts(page, { pending: 1, inprogress: 1, completed: 1 })

  const panel = await openFilters(page)
  await panel.getByRole('checkbox', { name: 'CT', exact: true }).check()
  await expectCounts(page, { pending: 1, completed: 1 })
  await panel.getByRole('checkbox', { name: 'Report Finalized' }).check()
  await expectCounts(page, { completed: 1 })
  await panel.getByLabel('Patient name').fill('reported')
  await page.keyboard.press('Escape')
  await expect(rowOf(page, name('Reported'))).toBeVisible()
  await expect(page).toHaveURL('/lab/dashboard?modality=CT&status=report_finalized&patientName=reported')

  const chips = page.getByRole('list', { name: 'Active filters' })
  await expect(chips.getByRole('listitem')).toHaveText(['Patient namereported', 'Workflow statusReport Finalized', 'ModalityCT'])
  await page.reload()
  await chips.getByRole('button', { name: 'Remove filter Workflow status' }).click()
  await chips.getByRole('button', { name: 'Remove filter Patient name' }).click()
  await expect(rowsOf(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(rowsOf(page)).toHaveCount(3)
  await expect(chips).toHaveCount(0)

  await openFilters(page)
  for (const [filter, found] of [
    ['Emergency', 'Urgent'],
    ['MLC', 'Read'],
    ['CT\\SR', 'Reported'],
  ] as const) {
    const box = panel.getByRole('checkbox', { name: filter, exact: true })
    await box.check()
    await expect(rowsOf(page)).toHaveCount(1)
    await expect(rowOf(page, name(found))).toBeVisible()
    await box.uncheck()
    await expect(rowsOf(page)).toHaveCount(3)
  }
  await panel.getByLabel('Referring physician').fill('angstrom gorel')
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(rowOf(page, name('Urgent'))).toBeVisible()
})

test('an administrator chooses a laboratory, or one from the worklist if the list fails to load', async ({
  db,
  stage,
  enter,
}) => {
  await seed(db, stage, { patientName: `Here ${stage.tag}` })
  const page = await enter(stage.admin)
  const location = page.getByRole('button', { name: /^Location/ })
  const panel = page.getByRole('dialog', { name: 'Location' })
  const choose = async () => {
    await location.click()
    await panel.getByLabel('Filter labs').fill('nowhere')
    await expect(panel.getByText('No labs found')).toBeVisible()
    await panel.getByLabel('Filter labs').fill(`laboratory ${stage.tag.toUpperCase()}`)
    await panel.getByRole('button', { name: `Laboratory ${stage.tag}` }).click()
    await expect(rowsOf(page)).toHaveCount(1)
    await expect(rowOf(page, `Here ${stage.tag}`)).toBeVisible()
    await expectCounts(page, { pending: 1 })
    await expect(page).toHaveURL(`/admin/dashboard?location=${stage.labId}`)
  }
  await choose()
  await location.click()
  await panel.getByRole('button', { name: 'All locations' }).click()
  await expect(page).toHaveURL('/admin/dashboard')

  await page.route('**/api/tat/locations', (route) => route.fulfill({ status: 500, json: {} }))
  await page.reload()
  await choose()
})

test('column heads sort in both directions, and the address keeps the order', async ({ db, stage, enter }) => {
  for (const patientName of ['Ber', 'Ärz', 'Cal']) await seed(db, stage, { patientName: `${patientName} ${stage.tag}` })
  const page = await enter(stage.staff)
  const head = page.getByRole('columnheader', { name: 'Patient name' })
  const names = () => rowsOf(page).evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label')?.slice(0, 3)))
  await head.getByRole('button').click()
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  await expect.poll(names).toEqual(['Ärz', 'Ber', 'Cal'])
  await head.getByRole('button').click()
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(names).toEqual(['Cal', 'Ber', 'Ärz'])
  await expect(page).toHaveURL('/lab/dashboard?sort=-patientName')
  await page.reload()
  await expect.poll(names).toEqual(['Cal', 'Ber', 'Ärz'])
  await page.goBack()
  await expect.poll(names).toEqual(['Ärz', 'Ber', 'Cal'])
})

test("a doctor's list starts with emergencies and unread studies, and new emergencies are announced while reading", async ({
  db,
  stage,
  adminApi,
  enter,
}) => {
  const [fresh, earlier, trauma, next] = [
    `Fresh ${stage.tag}`,
    `Earlier ${stage.tag}`,
    `Trauma ${stage.tag}`,
    `Next ${stage.tag}`,
  ]
  const assigned = async (patientName: string, fields: Parameters<typeof seed>[2]) => {
    const { id, studyInstanceUid } = await seed(db, stage, { ...fields, patientName })
    const study = await untilSettled({ db, adminApi }, studyInstanceUid)
    await assignTo(adminApi, study, stage.doctor)
    return { id, study }
  }
  const minutes = (count: number) => new Date(Date.now() + count * 60_000)
  const { study: read } = await assigned(fresh, { dueAt: minutes(120) })
  const { id } = await assigned(earlier, { dueAt: minutes(60) })
  await db.execute(`update assignments set assigned_at = assigned_at - interval '2 days' where study_id = '${id}'`)
  await assigned(trauma, { dueAt: minutes(300), caseType: 'emergency' })

  const page = await enter(stage.doctor)
  await expect(page).toHaveURL('/doctor/dashboard')
  await expect(rowsOf(page)).toHaveText([new RegExp(trauma), new RegExp(earlier), new RegExp(fresh)])
  await expect(rowOf(page, trauma)).toContainText('Emergency')
  await expect(rowOf(page, earlier)).toContainText(/due in \d+ minutes/)
  await dates(page).getByRole('button', { name: 'Assigned Today' }).click()
  await expectCounts(page, { pending: 2 })

  await openReading(page, read)
  await writeIn(page, 4, 'Half a sent')
  await assigned(next, { dueAt: minutes(30), caseType: 'emergency' })
  await expect(page.getByRole('alert').filter({ hasText: 'An emergency assigned to you' })).toContainText(next)
  await page.keyboard.type('ence.')
  await expect(sectionOf(page, 'Findings')).toContainText('Half a sentence.')
  await page.keyboard.press('Alt+KeyQ')
  await expect(page.getByRole('heading', { name: next })).toBeVisible()
  await expect.poll(async () => JSON.stringify(await findDraft(db, read._id))).toContain('Half a sentence.')
})

test('a new study is announced only if it matches the filters', async ({ db, system, stage, adminApi, enter }) => {
  const [other, wanted] = [makePhantom(stage.tag, 1), makePhantom(stage.tag, 1)]
  const page = await enter(stage.staff, { path: `/lab/dashboard?search=${encodeURIComponent(wanted.name)}` })
  await expect(page.getByRole('heading', { name: 'No studies found' })).toBeVisible()
  await sendFiles(system, stage.aeTitle, other.files())
  await untilSettled({ db, adminApi }, other.uid)
  await sendFiles(system, stage.aeTitle, wanted.files())
  await expect(rowOf(page, wanted.name)).toBeVisible()
  await expect(rowsOf(page)).toHaveCount(1)
  await expectCounts(page, { pending: 1 })
})

test('on a phone the statistics are at the top, and search and filters are reachable', async ({ db, stage, enter }) => {
  await seed(db, stage, { patientName: `One ${stage.tag}`, caseType: 'urgent' })
  await seed(db, stage, { patientName: `Two ${stage.tag}`, receivedAt: daysAgo(40), status: 'archived', modalities: ['MR'] })
  const page = await enter(stage.staff, { viewport: { width: 390, height: 844 } })
  const statistics = page.getByRole('region', { name: 'Statistics' })
  await expect(statistics).toHaveText('All1Pending1In Progress0Completed0Uploaded today1Urgent1')
  await page.getByLabel('Date', { exact: true }).selectOption('All')
  await expect(statistics).toHaveText('All2Pending1In Progress0Completed1Uploaded today1Urgent1')
  const cards = page.getByRole('list', { name: 'Worklist' }).getByRole('listitem')
  await expect(cards).toHaveCount(2)
  const panel = await openFilters(page)
  await panel.getByLabel('Order').selectOption('Patient name, Z to A')
  await panel.getByRole('checkbox', { name: 'MR', exact: true }).check()
  await page.keyboard.press('Escape')
  await expect(cards).toHaveCount(1)
  await expect(page).toHaveURL('/lab/dashboard?date=all&sort=-patientName&modality=MR')
  await tabOf(page, 'Completed').click()
  await expect(rowOf(page, `Two ${stage.tag}`)).toBeVisible()
})
