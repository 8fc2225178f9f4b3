import type { Locator, Page } from '@playwright/test'
import { userEndpoints } from '@readroom/contracts/people/users'
import { textBlockEndpoints } from '@readroom/contracts/reading/text-blocks'
import { studyEndpoints } from '@readroom/contracts/studies/studies'
import type { Db } from '@readroom/db/core/client'
import { findUserByEmail } from '@readroom/db/people/users'
import { findDraft } from '@readroom/db/reading/report-drafts'
import { listChain } from '@readroom/db/reports/report-versions'
import { expectAccessibleInThemes } from '../core/accessibility.ts'
import { password } from '../core/people.ts'
import {
  confirmWithPassword,
  openReading,
  readWhole,
  reportOf,
  savedAt,
  sectionOf,
  seedReading,
  untilSignable,
  writeIn,
} from '../core/reading.ts'
import { assignTo, makePhantom, sendFiles, untilSettled } from '../core/studies.ts'
import { expect, test } from '../core/test.ts'
import { canvasPixels } from '../core/viewer.ts'
import { rowOf, signIn } from '../core/worklist.ts'

const draftOf = async (db: Db, studyId: string) => JSON.stringify((await findDraft(db, studyId))?.draft.content ?? null)
const signedOf = async (db: Db, studyId: string) => (await listChain(db, studyId)).map(({ content }) => JSON.stringify(content))
const button = (page: Page | Locator, name: string | RegExp) => page.getByRole('button', { name })

test('a doctor reads images, writes beside them and signs, and the laboratory gets the report', async ({
  system,
  stage,
  db,
  adminApi,
  enter,
}) => {
  const phantom = makePhantom('Reading')
  await sendFiles(system, stage.aeTitle, phantom.files())
  const study = await untilSettled({ db, adminApi }, phantom.uid)
  await assignTo(adminApi, study, stage.doctor)
  const page = await enter(stage.doctor)
  await rowOf(page, phantom.name).click()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/reading/${study._id}`))
  await expect(page).toHaveTitle(new RegExp(phantom.name))
  await expect(page.getByRole('heading', { name: phantom.name })).toBeVisible()

  const frame = page.frameLocator('iframe[data-images]')
  const drawn = frame.locator('[data-cy="viewport-pane"] canvas.cornerstone-canvas').first()
  await expect.poll(async () => (await canvasPixels(drawn)).spread, { timeout: 40_000 }).toBeGreaterThan(5)
  await expect(page.getByText('In Review')).toBeVisible()

  await test.step('the splitter is moved with keys and keeps its position', async () => {
    const splitter = page.getByRole('separator', { name: 'Width of the images' })
    const before = Number(await splitter.getAttribute('aria-valuenow'))
    await splitter.focus()
    for (let times = 0; times < 3; times += 1) await page.keyboard.press('ArrowLeft')
    await expect.poll(async () => Number(await splitter.getAttribute('aria-valuenow'))).toBeLessThan(before)
    const after = await splitter.getAttribute('aria-valuenow')
    await page.reload()
    await expect(splitter).toHaveAttribute('aria-valuenow', after ?? '')
  })

  await writeIn(page, 4, 'No fracture.')
  await writeIn(page, 5, 'Normal.')
  await expect(savedAt(page)).toBeVisible()
  expect(await draftOf(db, study._id)).toContain('No fracture.')
  await expect(page.getByText('Report in Progress')).toBeVisible()
  await page.reload()
  await expect(sectionOf(page, 'Findings')).toContainText('No fracture.')

  await untilSignable(page)
  await page.keyboard.press('Alt+Enter')
  const dialog = await confirmWithPassword(page, 'wrong')
  await expect(dialog.getByRole('alert')).toContainText('Incorrect password')
  await confirmWithPassword(page)
  await expect(page).toHaveURL(/doctor\/dashboard/)
  await expect(rowOf(page, phantom.name)).toContainText('Report Finalized')
  expect(await signedOf(db, study._id)).toEqual([expect.stringContaining('No fracture.')])
  const { study: row } = await adminApi.call(studyEndpoints.one, { params: { studyId: study._id } })
  expect(row.ReportAvailable).toBe(true)
})

test('text typed offline is kept and sent, and after a crash the two texts are compared', async ({
  stage,
  db,
  adminApi,
  enter,
}) => {
  const study = await seedReading({ db, stage, adminApi }, [stage.doctor])
  const page = await enter(stage.doctor)
  await openReading(page, study)
  // OHIF fails if the network is lost while it loads, which takes long when other tests load it too.
  test.slow()
  await page.waitForLoadState('networkidle')
  await writeIn(page, 4, 'Online. ')
  await expect(savedAt(page)).toBeVisible()
  await page.context().setOffline(true)
  await writeIn(page, 4, 'Offline. ')
  await expect(page.getByRole('alert')).toContainText('Not saved, retrying')
  await page.context().setOffline(false)
  await expect(savedAt(page)).toBeVisible()
  expect(await draftOf(db, study._id)).toContain('Online. Offline. ')

  await page.context().setOffline(true)
  await writeIn(page, 4, 'Never sent.')
  await expect(page.getByRole('alert')).toContainText('Not saved, retrying')
  const devtools = await page.context().newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  // The crashed page no longer answers.
  void devtools.send('Page.crash').catch(() => undefined)
  await crashed
  await page.close()
  await page.context().setOffline(false)

  const next = await page.context().newPage()
  await next.goto('/login')
  await signIn(next, stage.doctor)
  await openReading(next, study)
  const dialog = next.getByRole('dialog', { name: 'Unsaved text on this computer' })
  await expect(dialog.getByRole('region', { name: 'Mine' })).toContainText('Online. Offline. Never sent.')
  await expect(dialog.getByRole('region', { name: 'On the server' })).not.toContainText('Never sent.')
  expect(await draftOf(db, study._id)).not.toContain('Never sent.')

  // Postponed: nothing counts as saved and nothing is signed until one of the two is chosen.
  await dialog.getByRole('button', { name: 'Close dialog' }).click()
  await expect(next.getByRole('status').filter({ hasText: 'There are two texts of this report' })).toBeVisible()
  await expect(savedAt(next)).toHaveCount(0)
  // The key does nothing until the double-press window has passed.
  await expect(async () => {
    await next.keyboard.press('Alt+Enter')
    await expect(next.getByText('First choose one of the two texts.')).toBeVisible({ timeout: 500 })
  }).toPass()
  expect(await signedOf(db, study._id)).toEqual([])
  await button(next, 'Compare').click()
  await dialog.getByRole('button', { name: 'Use mine' }).click()
  await expect(dialog).toBeHidden()
  await expect.poll(() => draftOf(db, study._id)).toContain('Never sent.')
  await next.reload()
  await expect(sectionOf(next, 'Findings')).toContainText('Never sent.')
  await expect(next.getByRole('dialog')).toHaveCount(0)
})

test('a report stays below the sign-in form when an administrator ends the session, and writing continues', async ({
  stage,
  db,
  adminApi,
  enter,
}) => {
  const study = await seedReading({ db, stage, adminApi }, [stage.doctor])
  const page = await enter(stage.doctor)
  await openReading(page, study)
  await writeIn(page, 4, 'Before. ')
  await expect(savedAt(page)).toBeVisible()
  const user = await findUserByEmail(db, stage.doctor.email)
  await page.keyboard.type('Typed to the end.')
  await adminApi.call(userEndpoints.endSessions, { params: { userId: user?.id ?? '' } })
  const cover = page.getByRole('dialog', { name: 'Sign in' })
  await expect(cover.getByText('An administrator ended your session.')).toBeVisible()
  await page.keyboard.type('nobody sees this')
  await expect(cover.getByLabel('Email')).toHaveValue('')
  await expect(cover.getByLabel('Password', { exact: true })).toHaveValue('')
  const onTop = await page.evaluate(
    () => document.elementFromPoint(window.innerWidth - 60, 200)?.closest('[role=dialog]') !== null,
  )
  expect(onTop).toBe(true)
  await cover.getByLabel('Email').click()
  await cover.getByLabel('Email').fill(stage.doctor.email)
  await cover.getByLabel('Password', { exact: true }).fill(password)
  await button(cover, 'Sign In to Dashboard').click()
  await expect(cover).toBeHidden()
  await expect(sectionOf(page, 'Findings')).toContainText('Before. Typed to the end.')
  // The cursor is where it was.
  await page.keyboard.type(' And on.')
  await expect.poll(() => draftOf(db, study._id)).toContain('Before. Typed to the end. And on.')
  // It is there for the very next key, also when the focus comes back from somewhere else.
  await reportOf(page).evaluate(async (editor) => {
    editor.blur()
    document.getSelection()?.removeAllRanges()
    editor.focus()
    await Promise.resolve()
    document.execCommand('insertText', false, ' At once.')
  })
  await expect.poll(() => draftOf(db, study._id)).toContain('Before. Typed to the end. And on. At once.')
  // A click decides where the cursor is.
  await reportOf(page).blur()
  await sectionOf(page, 'Impression').getByRole('paragraph').click()
  await page.keyboard.type('Clicked.')
  await expect(sectionOf(page, 'Impression')).toContainText('Clicked.')
})

test("a second doctor sees who is writing and takes over, and the first one's text is not lost", async ({
  stage,
  db,
  adminApi,
  enter,
}) => {
  const study = await seedReading({ db, stage, adminApi }, [stage.doctor, stage.secondDoctor])
  const first = await enter(stage.doctor)
  await openReading(first, study)
  await writeIn(first, 4, 'First. ')
  await expect(savedAt(first)).toBeVisible()
  const second = await enter(stage.secondDoctor)
  await openReading(second, study)
  await expect(second.getByText(`${stage.doctor.fullName} has been writing this report since`)).toBeVisible()
  await expect(reportOf(second)).toHaveAttribute('contenteditable', 'false')
  await expect(sectionOf(second, 'Findings')).toContainText('First.')
  await expect(button(second, /^Sign and/)).toHaveCount(0)

  // A writer who learns of the take-over at once would stop typing.
  await first.context().setOffline(true)
  await button(second, 'Take over').click()
  await writeIn(second, 5, 'Second.')
  await expect.poll(() => draftOf(db, study._id)).toContain('Second.')
  await first.bringToFront()
  await reportOf(first).focus()
  await first.keyboard.type('More. ')
  await expect(first.getByRole('alert')).toContainText('Not saved, retrying')
  await first.context().setOffline(false)
  const dialog = first.getByRole('dialog', { name: 'This report was changed elsewhere' })
  await expect(dialog.getByRole('region', { name: 'Mine' })).toContainText('More.')
  expect(await draftOf(db, study._id)).not.toContain('More.')
  await dialog.getByRole('button', { name: 'Use saved text' }).click()
  await expect(sectionOf(first, 'Impression')).toContainText('Second.')
  await expect(first.getByText(`${stage.secondDoctor.fullName} has taken over this report.`)).toBeVisible()
})

test('warnings are confirmed one by one, and then the next study opens in the same page', async ({
  stage,
  db,
  adminApi,
  enter,
}) => {
  const names = ['Alpha', 'Bravo', 'Charlie'].map((name) => `${name} ${stage.tag}`)
  const [alpha, bravo, charlie] = await Promise.all(
    names.map((patientName) => seedReading({ db, stage, adminApi }, [stage.doctor, stage.secondDoctor], { patientName })),
  )
  if (!alpha || !bravo || !charlie) throw new Error('the studies were not made')
  const other = await enter(stage.secondDoctor)
  await openReading(other, bravo)
  await writeIn(other, 4, 'Held.')

  const page = await enter(stage.doctor)
  await openReading(page, alpha, 'tab=all&date=all&sort=patientName')
  await page.evaluate(() => document.documentElement.setAttribute('data-same-page', ''))
  await writeIn(page, 4, 'The left knee.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('region', { name: 'Before signing' })).toContainText('Impression is empty.')
  await writeIn(page, 5, 'Normal.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('dialog', { name: 'Sign report' })).toContainText('“left” in a study of the right side.')
  await confirmWithPassword(page)
  await expect(page.getByRole('heading', { name: charlie.patientName ?? '' })).toBeVisible()
  await expect(page.locator('html[data-same-page]')).toHaveCount(1)
  expect(await signedOf(db, alpha._id)).toHaveLength(1)
  expect(await signedOf(db, bravo._id)).toHaveLength(0)
  await expect(page.frameLocator('iframe[data-images]').locator('html')).toBeAttached()

  await test.step('a confirmed password is not asked for again, and the end of the list leads back to it', async () => {
    await writeIn(page, 4, 'Fine.')
    await writeIn(page, 5, 'Fine.')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('No more studies to read in this list')).toBeVisible()
    await expect(page).toHaveURL(/doctor\/dashboard\?.*sort=patientName/)
  })
})

test('any script is kept as typed, keys open panes, and an addendum follows a finished report', async ({
  stage,
  db,
  adminApi,
  enter,
}) => {
  const study = await seedReading({ db, stage, adminApi }, [stage.doctor], { clinicalHistory: 'Fell from a ladder.' })
  const page = await enter(stage.doctor)
  await openReading(page, study)
  await expect(sectionOf(page, 'Clinical information')).toContainText('from the laboratory')
  const words = 'كسر في الركبة 膝関節の骨折 {x} \\ <b>#let</b> هناك'
  await writeIn(page, 4, words)
  await writeIn(page, 5, '正常')
  const direction = sectionOf(page, 'Findings').getByRole('paragraph')
  await expect(direction).toHaveCSS('direction', 'rtl')
  await page.keyboard.press('Control+s')
  await expect(savedAt(page)).toBeVisible()
  expect(JSON.parse(await draftOf(db, study._id)).content[3].content[0].content[0].text).toBe(words)

  for (const [key, name] of [
    ['P', 'Priors'],
    ['L', 'Clinical'],
    ['O', 'Documents'],
    ['T', 'Discussion'],
  ] as const) {
    await page.keyboard.press(`Alt+Key${key}`)
    await expect(page.getByRole('complementary', { name })).toBeVisible()
    await expectAccessibleInThemes(page, name, { exclude: ['iframe'] })
  }
  await page.keyboard.press('Alt+KeyK')
  await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('Sign and close')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Alt+Enter')
  await confirmWithPassword(page)
  await expect(page).toHaveURL(/dashboard/)

  await page.goto(`/reading/${study._id}`)
  await expect(page.getByRole('article', { name: 'Final report' })).toContainText('膝関節の骨折')
  await button(page, 'Write addendum').click()
  await writeIn(page, 1, 'Compared with 2023: new.')
  await page.keyboard.press('Alt+Enter')
  await expect(page).toHaveURL(/dashboard/)
  expect(await signedOf(db, study._id)).toHaveLength(2)
  await page.goto(`/reading/${study._id}`)
  await button(page, 'Correct report').click()
  const dialog = page.getByRole('dialog', { name: 'Correct report' })
  await dialog.getByRole('textbox').fill('The side was wrong.')
  await dialog.getByRole('button', { name: 'Write correction' }).click()
  await expect(sectionOf(page, 'Findings')).toContainText('膝関節の骨折')
  await writeIn(page, 5, ' Corrected.')
  await page.keyboard.press('Alt+Enter')
  const review = page.getByRole('dialog', { name: 'Sign report' })
  await expect(review.getByRole('region', { name: 'Report to sign' })).toContainText('正常 Corrected.')
  await readWhole(review)
  await review.getByRole('button', { name: /sign$/i }).click()
  await expect(page).toHaveURL(/dashboard/)
  expect((await signedOf(db, study._id)).at(-1)).toContain('Corrected.')
})

test('a report starts with the matching template, a short word expands, and another template keeps typed text', async ({
  stage,
  db,
  adminApi,
  enter,
}) => {
  const shortcut = `k${stage.tag}`
  const text = { type: 'text', text: 'No acute intracranial finding.' }
  const section = { type: 'section', attrs: { id: 'impression', origin: '' }, content: [{ type: 'paragraph', content: [text] }] }
  const block = { scope: 'system', labId: null, shortcut, sections: [], content: { type: 'doc', content: [section] } }
  await adminApi.call(textBlockEndpoints.create, { body: block })
  const study = await seedReading({ db, stage, adminApi }, [stage.doctor], { description: 'CT head', modalities: ['CT'] })
  const page = await enter(stage.doctor)
  await openReading(page, study)
  const findings = sectionOf(page, 'Findings')
  await expect(findings).toContainText('Midline shift')
  await writeIn(page, 4, '1')
  // The study has no images, so none has been displayed, and no field is filled.
  await page.keyboard.press('Alt+KeyN')
  await expect(page.getByText('no image has been displayed')).toBeVisible()
  for (const key of ['Tab', '1', 'Tab', '1']) await page.keyboard.press(key)
  await writeIn(page, 5, `.${shortcut} `)
  await expect(sectionOf(page, 'Impression')).toContainText('No acute intracranial finding.')
  await page.keyboard.press('Alt+KeyM')
  await page.keyboard.type('General')
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog', { name: 'Change template' }).getByRole('button', { name: 'Change template' }).click()
  await expect(findings).toContainText('Ventricles and sulci: normal for age')
  await expect(sectionOf(page, 'Impression')).toContainText('No acute intracranial finding.')
  await expect.poll(() => draftOf(db, study._id)).toContain('Ventricles and sulci: normal for age')
})

test('a draft is closed, resumed and discarded after a question, and a selection becomes a text block', {
  tag: '@slow-network',
}, async ({ stage, db, adminApi, enter }) => {
  const study = await seedReading({ db, stage, adminApi }, [stage.doctor])
  const page = await enter(stage.doctor)
  await openReading(page, study)
  await writeIn(page, 4, 'Half done.')
  await page.keyboard.press('Alt+KeyS')
  await expect(rowOf(page, study.patientName ?? '')).toContainText('Drafted')
  await openReading(page, study)
  await expect(sectionOf(page, 'Findings')).toContainText('Half done.')

  await writeIn(page, 4, '')
  // The editor learns of a selection slightly after the browser, so keys that follow at once may find none.
  await expect(async () => {
    await page.keyboard.press('Escape')
    await page.keyboard.press('Alt+Digit4')
    await page.keyboard.press('End')
    await page.keyboard.press('Shift+Home')
    await page.keyboard.press('Control+Space')
    await button(page, 'Save selection as text block').click({ timeout: 1_000 })
  }).toPass()
  const block = page.getByRole('dialog', { name: 'New text block' })
  await expect(block.getByLabel('Text', { exact: true })).toHaveValue('Half done.')
  await block.getByLabel('Shortcut').fill('half')
  await button(block, 'Save text block').click()
  await expect(block).toBeHidden()
  await writeIn(page, 5, '.half ')
  await expect(sectionOf(page, 'Impression')).toContainText('Half done.')

  await button(page, 'Discard draft').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard draft' }).click()
  await expect(page).toHaveURL(/dashboard/)
  expect(await draftOf(db, study._id)).toBe('null')
})

test('the second window names the patient, hides images of another study, and loads late ones', async ({
  db,
  system,
  stage,
  adminApi,
  enter,
}) => {
  test.slow()
  const phantoms = [makePhantom('Apart'), makePhantom('Beside')]
  const [late, ...early] = phantoms[0]?.files() ?? []
  if (!late) throw new Error('the phantom has no images')
  await sendFiles(system, stage.aeTitle, early)
  await sendFiles(system, stage.aeTitle, phantoms[1]?.files() ?? [])
  const [one, two] = await Promise.all(phantoms.map(({ uid }) => untilSettled({ db, adminApi }, uid)))
  if (!one || !two) throw new Error('the studies did not come')
  for (const study of [one, two]) await assignTo(adminApi, study, stage.doctor)
  await db.execute(`update studies set case_type = 'emergency' where id = '${one._id}'`)
  const page = await enter(stage.doctor)
  await openReading(page, one)
  // The window must look right even if the network is lost or a new version was deployed meanwhile.
  await page.context().route('**/assets/index-*.css', (route) => route.abort())
  const opening = page.waitForEvent('popup')
  await button(page, 'Second window').click()
  const images = await opening
  await expect(page.getByText('Same study in both windows')).toBeVisible({ timeout: 40_000 })
  await expect(page.locator('iframe')).toHaveCount(0)
  await expect(images.getByRole('main')).toHaveCSS('flex-direction', 'column')
  await expect(images.getByRole('main')).toContainText(one.description ?? '')
  await expect(images.getByRole('main').getByText('Emergency')).toBeVisible()
  await sendFiles(system, stage.aeTitle, [late])
  await expect(images.getByText('1 image arrived after you opened the study.')).toBeVisible()
  await images.getByRole('button', { name: 'Show new images' }).click({ timeout: 30_000 })
  await expect(images.getByText('arrived after you opened the study')).toBeHidden()
  const elsewhere = `/viewer-app/viewer?StudyInstanceUIDs=${two.studyInstanceUID}`
  const frame = images.locator('iframe[data-images]')
  await images.evaluate((address) => document.querySelector('iframe')?.contentWindow?.location.assign(address), elsewhere)
  await expect(page.getByRole('alert').filter({ hasText: 'The second window shows another study' })).toBeVisible()
  await expect(frame).toHaveCSS('opacity', '0')
  await page.bringToFront()
  await writeIn(page, 4, 'x')
  await page.keyboard.press('Alt+Enter')
  await expect(page.getByText('These images belong to another study.')).toBeVisible()
  await button(page, 'Bring images here').click()
  await expect(page.locator('iframe[data-images]')).toHaveCount(1)
})

test('on a narrow screen a report can be read but not written', async ({ stage, db, adminApi, enter }) => {
  const study = await seedReading({ db, stage, adminApi }, [stage.doctor])
  const page = await enter(stage.doctor, { viewport: { width: 390, height: 844 }, path: `/reading/${study._id}` })
  await expect(page.getByText('Use a larger screen to write reports.')).toBeVisible()
  await expect(page.getByRole('heading', { name: study.patientName ?? '' })).toBeInViewport()
  await expect(reportOf(page)).toHaveCount(0)
  await expectAccessibleInThemes(page, 'narrow')
})
