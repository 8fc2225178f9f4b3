import { mkdir, writeFile } from 'node:fs/promises'
import { chromium, type Download, type Page } from '@playwright/test'
import { studyEndpoints } from '@readroom/contracts/studies/studies'
import type { StudyStatus } from '@readroom/contracts/studies/study-workflow'
import type { Db } from '@readroom/db/core/client'
import { createDoctor, createReport, createStudy } from '@readroom/db/testing/factories'
import { signIn } from '@readroom/demo/api-client'
import unzipper from 'unzipper'
import { waitForMail } from '../core/mail.ts'
import { password, type Stage } from '../core/people.ts'
import { makePhantom, sendFiles, untilSettled } from '../core/studies.ts'
import { expect, test } from '../core/test.ts'
import { rowOf, signIn as signInByHand, wholeList } from '../core/worklist.ts'

const bar = (page: Page) => page.locator('main footer')
const actionOf = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true })
const select = (page: Page, patientName: string) =>
  rowOf(page, patientName)
    .getByRole('checkbox', { name: `Select ${patientName}` })
    .check()
const toast = (page: Page, text: string | RegExp) => page.locator('[data-sonner-toast]').filter({ hasText: text })

const nameOf = (stage: Stage, number: number) => `Bar ${number} ${stage.tag}`

async function addStudy(db: Db, stage: Stage, number: number, status: StudyStatus = 'pending_assignment') {
  const receivedAt = new Date(Date.now() - number * 60_000)
  const fields = { patientName: nameOf(stage, number), patientId: `=B-${number}`, labId: stage.labId, status }
  return createStudy(db, { ...fields, receivedAt, settledAt: receivedAt, referringPhysician: 'Dr Rhea Ferring' })
}

async function addReported(db: Db, stage: Stage, number: number) {
  const study = await addStudy(db, stage, number, 'report_finalized')
  const { doctor, user } = await createDoctor(db)
  await createReport(db, { studyId: study.id, doctorId: doctor.id, uploadedBy: user.id, status: 'finalized' })
}

async function entriesOf(download: Download): Promise<Map<string, Buffer>> {
  const entries = new Map<string, Buffer>()
  const { files } = await unzipper.Open.file(await download.path())
  for (const file of files) entries.set(file.path, await file.buffer())
  return entries
}

const sheetOf = async (download: Download) => String((await entriesOf(download)).get('xl/worksheets/sheet1.xml'))

test('each role has its own actions, and actions on studies need a selection', async ({ db, enter, stage }) => {
  for (const number of [1, 2]) await addStudy(db, stage, number)
  const all = ['Assign Study', 'Unauthorized', 'Export Worklist', 'Dispatch Report', 'Bulk Zip Download', 'Download Reports']
  const admin = await enter(stage.admin, { path: wholeList(stage) })
  for (const name of all) await expect(actionOf(admin, name)).toBeVisible()
  await expect(bar(admin)).toContainText(/2 of 2 studies \(filtered from [\d,]+\)/)
  for (const [name, verb] of [
    ['Assign Study', 'assign'],
    ['Unauthorized', 'unauthorize'],
    ['Dispatch Report', 'dispatch'],
    ['Bulk Zip Download', 'download'],
    ['Download Reports', 'download reports of'],
  ] as const) {
    // Forced, because a normal click would wait for the disabled button.
    await actionOf(admin, name).click({ force: true })
    await expect(toast(admin, `Please select at least one study to ${verb}`)).toBeVisible()
  }
  await select(admin, nameOf(stage, 1))
  await expect(bar(admin)).toContainText('1 selected')

  const staff = await enter(stage.staff, { path: '/lab/dashboard?date=all' })
  await expect(rowOf(staff, nameOf(stage, 1))).toBeVisible()
  for (const name of all) {
    await expect(actionOf(staff, name)).toHaveCount(name === 'Export Worklist' || name.includes('Download') ? 1 : 0)
  }
})

test('a finished study is withdrawn with a reason, and an unfinished one is left out first', async ({ db, enter, stage }) => {
  await addReported(db, stage, 1)
  await addStudy(db, stage, 2)
  const [page, staff] = [
    await enter(stage.admin, { path: wholeList(stage) }),
    await enter(stage.staff, { path: '/lab/dashboard?date=all' }),
  ]
  for (const number of [1, 2]) await select(page, nameOf(stage, number))
  await actionOf(page, 'Unauthorized').click()
  const dialog = page.getByRole('dialog', { name: 'Unauthorized' })
  await expect(dialog.getByRole('listitem')).toHaveText([
    `${nameOf(stage, 2)} (ID =B-2). Not finished: the study is in status "Pending".`,
  ])
  await dialog.getByRole('button', { name: 'Continue with 1 study' }).click()
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await dialog.getByRole('button', { name: 'Withdraw (1)' }).click()
  await expect(dialog.getByText('Required')).toBeVisible()
  await dialog.getByLabel('Reason').fill('The wrong side is named')
  await page.keyboard.press('Control+Enter')
  await expect(toast(page, '1 study back in progress')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(bar(page)).toContainText('1 selected')
  for (const list of [page, staff]) await expect(rowOf(list, nameOf(stage, 1))).toContainText('Report in Progress')
})

test('several studies are assigned by keyboard, and undone except for those already opened', { tag: '@slow-network' }, async ({
  db,
  enter,
  stage,
  system,
}) => {
  const studies = [await addStudy(db, stage, 1), await addStudy(db, stage, 2)]
  const page = await enter(stage.admin, { path: wholeList(stage) })
  await expect(rowOf(page, nameOf(stage, 1))).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('Control+a')
  await expect(bar(page)).toContainText('2 selected')
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog', { name: 'Assign Study' })
  await expect(dialog.getByLabel('Filter doctors')).toBeFocused()
  await page.keyboard.type(stage.doctor.email)
  await expect(dialog.getByRole('checkbox')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Priority').selectOption('EMERGENCY')
  await dialog.getByLabel('Filter doctors').press('Enter')
  await expect(toast(page, `2 studies assigned to ${stage.doctor.fullName}`)).toBeVisible()
  await expect(bar(page)).not.toContainText('selected')
  await expect(rowOf(page, nameOf(stage, 1))).toContainText('Emergency')

  const doctor = await signIn(system.url, stage.doctor.email, password)
  const params = { studyInstanceUID: studies[0]?.studyInstanceUid ?? '' }
  await doctor.call(studyEndpoints.interaction, { params, body: { action: 'ohif_opened' } })
  await doctor.signOut()
  await toast(page, '2 studies assigned').getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, `1 study unassigned from ${stage.doctor.fullName}`)).toBeVisible()
  await expect(toast(page, '1 study not unassigned')).toContainText('The doctor has already started this study and keeps it.')
  await expect(rowOf(page, nameOf(stage, 1))).toContainText('In Review')
  await expect(rowOf(page, nameOf(stage, 2))).toContainText('Pending')
})

test('a report is dispatched by email with a link to the images, which names no patient', async ({
  db,
  enter,
  stage,
  system,
}) => {
  await addReported(db, stage, 1)
  const page = await enter(stage.admin, { path: wholeList(stage) })
  await select(page, nameOf(stage, 1))
  await actionOf(page, 'Dispatch Report').click()
  const dialog = page.getByRole('dialog', { name: 'Dispatch Report' })
  await expect(dialog).toContainText(nameOf(stage, 1))
  await expect(dialog.getByLabel('Recipient')).toHaveValue('Dr Rhea Ferring')
  await dialog.getByRole('textbox', { name: 'Email' }).fill('nobody')
  await dialog.getByRole('button', { name: 'Dispatch (1)' }).click()
  await expect(dialog.getByText('Please enter a valid email address')).toBeVisible()
  const to = `ferring.${stage.tag}@hospital.example`
  await dialog.getByRole('textbox', { name: 'Email' }).fill(to)
  await expect(dialog).toContainText('Anyone with the email can open the images without signing in.')
  const withImages = dialog.getByRole('checkbox', { name: /^Include a link to the images \(7 days\)/ })
  await expect(withImages).not.toBeChecked()
  await withImages.check()
  await dialog.getByRole('button', { name: 'Dispatch (1)' }).click()
  await expect(toast(page, `1 report recorded as sent to ${to}. No mail server is set.`)).toBeVisible()
  await expect(dialog).toBeHidden()
  const { text } = await waitForMail(system, { to, subject: 'A report is ready in Readroom' })
  expect(text).toContain('Hello Dr Rhea Ferring,')
  expect(text).toContain('/login')
  expect(text).not.toContain(stage.tag)
  await rowOf(page, nameOf(stage, 1)).getByRole('button', { name: 'Share', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Share Study' }).getByRole('listitem')).toContainText(stage.admin.fullName)
  await page.goto(new URL(/\/share\/[\w-]{43}/.exec(text)?.[0] ?? '/', system.url).href)
  await expect(page.getByRole('heading', { name: nameOf(stage, 1) })).toBeVisible()
})

test('the list or its selected studies are exported', async ({ db, enter, stage }) => {
  for (const number of [1, 2, 3]) await addStudy(db, stage, number)
  const page = await enter(stage.staff, { path: '/lab/dashboard?date=all&tab=pending' })
  await expect(rowOf(page, nameOf(stage, 3))).toBeVisible()
  const exported = async () => {
    const [download] = await Promise.all([page.waitForEvent('download'), actionOf(page, 'Export Worklist').click()])
    return download
  }
  const whole = await exported()
  expect(whole.suggestedFilename()).toMatch(/^Worklist_All_pending_\d{4}-\d\d-\d\d\.xlsx$/)
  const sheet = await sheetOf(whole)
  for (const number of [1, 2, 3]) expect(sheet).toContain(nameOf(stage, number))
  expect(sheet).toContain('=B-1')
  expect(sheet).not.toContain('<f>')
  await expect(toast(page, 'Worklist exported, 3 studies')).toBeVisible()

  await select(page, nameOf(stage, 2))
  const chosen = await exported()
  expect(chosen.suggestedFilename()).toMatch(/^Worklist_Selected_\d{4}-\d\d-\d\d\.xlsx$/)
  const ofChosen = await sheetOf(chosen)
  expect(ofChosen).toContain(nameOf(stage, 2))
  expect(ofChosen).not.toContain(nameOf(stage, 1))

  await page.goto('/lab/dashboard?date=all&search=nobodyhasthisname')
  await actionOf(page, 'Export Worklist').click()
  await expect(toast(page, 'Export returned empty file. No matching studies found.')).toBeVisible()
})

test('several studies are downloaded as one ZIP', async ({ db, adminApi, enter, stage, system }) => {
  const phantoms = [makePhantom('one', 2), makePhantom('two', 3)]
  for (const phantom of phantoms) await sendFiles(system, stage.aeTitle, phantom.files())
  const page = await enter(stage.staff)
  for (const phantom of phantoms) {
    await untilSettled({ db, adminApi }, phantom.uid)
    await expect(rowOf(page, phantom.name)).toBeVisible()
    await select(page, phantom.name)
  }
  await actionOf(page, 'Bulk Zip Download').click()
  const ready = toast(page, /ZIP of 2 studies is ready/)
  await expect(ready).toBeVisible({ timeout: 45_000 })
  const [download] = await Promise.all([page.waitForEvent('download'), ready.getByRole('link').click()])
  expect(download.suggestedFilename()).toMatch(/^Studies_2_\d{4}-\d\d-\d\d_\d{4}\.zip$/)
  const paths = [...(await entriesOf(download)).keys()]
  expect(paths.filter((path) => path.endsWith('.dcm'))).toHaveLength(5)
  expect(new Set(paths.map((path) => path.split('/')[0])).size).toBe(2)
})

test('a reload keeps the ZIP that is being built', async ({ db, adminApi, enter, stage, system }) => {
  const phantom = makePhantom('again', 2)
  await sendFiles(system, stage.aeTitle, phantom.files())
  const page = await enter(stage.staff)
  await untilSettled({ db, adminApi }, phantom.uid)
  const slow = { state: 'processing', imagesDone: 1, imagesTotal: 2, fileSizeMB: 0.5, fileName: 'studies.zip' }
  await page.route('**/api/downloads/bulk/*', (route) => {
    const id = new URL(route.request().url()).pathname.split('/').at(-1)
    return route.fulfill({ json: { success: true, bulkZip: { ...slow, id, error: null, downloadUrl: null } } })
  })
  await expect(rowOf(page, phantom.name)).toBeVisible()
  await select(page, phantom.name)
  await actionOf(page, 'Bulk Zip Download').click()
  await expect(toast(page, /Building ZIP of 1 study.*50 %, 0.5 MB/)).toBeVisible()
  await page.reload()
  await expect(toast(page, /Building ZIP of 1 study.*50 %, 0.5 MB/)).toBeVisible()
  await page.unrouteAll()
  const ready = toast(page, /ZIP of 1 study is ready/)
  await expect(ready).toBeVisible({ timeout: 45_000 })
  const [download] = await Promise.all([page.waitForEvent('download'), ready.getByRole('link').click()])
  expect([...(await entriesOf(download)).keys()].filter((path) => path.endsWith('.dcm'))).toHaveLength(2)

  await test.step('a completed or missing ZIP is not requested again', async () => {
    const asked: string[] = []
    page.on('request', (request) => request.url().includes('/api/downloads/bulk/') && asked.push(request.url()))
    await page.reload()
    await expect(rowOf(page, phantom.name)).toBeVisible()
    expect(asked).toEqual([])
    await page.route('**/api/downloads/bulk', (route) =>
      route.fulfill({
        json: { success: true, results: [], bulkZip: { ...slow, id: crypto.randomUUID(), error: null, downloadUrl: null } },
      }),
    )
    await select(page, phantom.name)
    await actionOf(page, 'Bulk Zip Download').click()
    await expect(
      toast(page, 'Download failed: ZIP not found. You may no longer have access to one of its studies.'),
    ).toBeVisible()
    expect(asked).toHaveLength(1)
    await page.reload()
    await expect(rowOf(page, phantom.name)).toBeVisible()
    expect(asked).toHaveLength(1)
  })
})

test('the desktop viewer is launched with a ticket that works once', async ({ db, adminApi, enter, stage, system }) => {
  const phantom = makePhantom('desk')
  await sendFiles(system, stage.aeTitle, phantom.files())
  await untilSettled({ db, adminApi }, phantom.uid)
  const page = await enter(stage.staff)
  const launch = async () => {
    await rowOf(page, phantom.name).getByRole('button', { name: 'More downloads' }).click()
    await page.getByRole('menuitem', { name: /Desktop viewer/ }).click()
  }
  const message = 'The service is not available at the moment. Please try again shortly.'
  await page.route('**/api/auth/tickets', (route) =>
    route.fulfill({ status: 503, json: { success: false, code: 'UNAVAILABLE', message } }),
  )
  await launch()
  await expect(toast(page, `Failed to initiate Radiant Viewer launch: ${message}`)).toBeVisible()
  await page.unrouteAll()

  const [response] = await Promise.all([page.waitForResponse('**/api/auth/tickets'), launch()])
  const { url } = await response.json()
  expect(url).toContain(`radiant://?n=pstv&v=0020000D&v=${phantom.uid}`)
  const zipUrl = new URLSearchParams(url.slice(url.indexOf('?'))).getAll('v').at(-1) ?? ''
  const { pathname } = new URL(zipUrl)
  expect([(await page.request.get(pathname)).status(), (await page.request.get(pathname)).status()]).toEqual([200, 404])
})

test('the ZIP of the same row downloads after the desktop viewer was opened', async ({ db, adminApi, stage, system }, info) => {
  const phantom = makePhantom('after')
  await sendFiles(system, stage.aeTitle, phantom.files())
  await untilSettled({ db, adminApi }, phantom.uid)
  // A browser whose user lets Readroom open the program. Until that question is answered, the tab receives no clicks.
  const allowed = { protocol_handler: { allowed_origin_protocol_pairs: { [system.url]: { radiant: true } } } }
  const profile = info.outputPath('profile')
  await mkdir(`${profile}/Default`, { recursive: true })
  await writeFile(`${profile}/Default/Preferences`, JSON.stringify(allowed))
  const context = await chromium.launchPersistentContext(profile, { ...info.project.use.launchOptions, baseURL: system.url })
  const page = await context.newPage()
  await page.goto('/login')
  await signInByHand(page, stage.staff)
  const choose = async (name: RegExp) => {
    await rowOf(page, phantom.name).getByRole('button', { name: 'More downloads' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  for (const entry of [/^Download ZIP/, /^Download from archive/, /^Download ZIP/]) {
    await choose(/^Desktop viewer/)
    await expect(toast(page, 'Opening the desktop viewer')).toContainText('If your browser asks for permission')
    const [download] = await Promise.all([page.waitForEvent('download'), choose(entry)])
    expect([...(await entriesOf(download)).keys()].some((path) => path.endsWith('.dcm'))).toBe(true)
  }
  await context.close()
})

test('on a phone the other actions are in a menu', async ({ db, enter, stage }) => {
  await addReported(db, stage, 1)
  const page = await enter(stage.admin, { path: wholeList(stage), viewport: { width: 390, height: 844 } })
  await select(page, nameOf(stage, 1))
  await bar(page).getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Unauthorized' }).click()
  const dialog = page.getByRole('dialog', { name: 'Unauthorized' })
  await expect(dialog.getByRole('button', { name: 'Withdraw (1)' })).toBeInViewport()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: 'Open menu' }).click()
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('link', { name: 'People' })).toBeVisible()
  let opened = 0
  page.on('popup', () => {
    opened += 1
  })
  // The position of a study's button below the menu.
  await page.mouse.click(330, 600)
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  expect(opened).toBe(0)
  await expect(page).not.toHaveURL(/dialog=/)

  await page.getByRole('checkbox', { name: 'Select all loaded studies' }).uncheck()
  await expect(page.getByText('1 of 1 study', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Status legend' }).click()
  await expect(page.getByRole('heading', { name: 'Status legend' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('menuitem', { name: 'Add doctor' })).toBeVisible()
  await page.keyboard.press('Escape')
  const figures = page.getByRole('region', { name: 'Statistics' })
  for (const name of ['All', 'Pending', 'In Progress', 'Completed', 'Active labs', 'Active doctors']) {
    await expect(figures).toContainText(new RegExp(`${name}\\d+`))
  }
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(await overflow()).toBeLessThanOrEqual(0)
})
