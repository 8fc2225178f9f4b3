import { setInterval, setTimeout } from 'node:timers/promises'
import type { Locator, Page } from '@playwright/test'
import { userEndpoints } from '@readroom/contracts/people/users'
import { readingEndpoints } from '@readroom/contracts/reading/reading'
import type { ReportContent } from '@readroom/contracts/reading/report-drafts'
import { reportEndpoints } from '@readroom/contracts/reports/reports'
import type { ReportKind } from '@readroom/contracts/studies/report-kinds'
import type { Db } from '@readroom/db/core/client'
import { findUserByEmail } from '@readroom/db/people/users'
import { findDraft } from '@readroom/db/reading/report-drafts'
import { listChain } from '@readroom/db/reports/report-versions'
import { demoAdmin } from '@readroom/demo/accounts'
import { type ApiSession, signIn as openApi } from '@readroom/demo/api-client'
import { readContent } from '@readroom/report/content'
import { sectionsOf } from '@readroom/report/sections'
import { config } from '../core/config.ts'
import { password, type Stage } from '../core/people.ts'
import {
  front,
  giveReportKeyboard,
  openReading,
  readWhole,
  reportOf,
  savedAt,
  untilSignable,
  untilWriting,
} from '../core/reading.ts'
import { killApi, type System, startOwnSystem, systemStartMs } from '../core/system.ts'
import { type Enter, test as shared, expect as soon } from '../core/test.ts'
import { categoryField, isCategory, robotFields } from './robot-fields.ts'
import { heardByImages, standInForViewer, workInImages } from './robot-images.ts'
import { type Step, stepsOf } from './robot-steps.ts'
import { addRobotTemplate, bringStudy, leaveUnread, type RobotStudy, sendLate } from './robot-studies.ts'
import { createTyped, emptyAddendum, fieldSection, firstOriginal, type Typed } from './robot-typed.ts'

/** Faults come one upon the other, and the second reader opens the page without a warning. */
const expect = soon.configure({ timeout: 180_000 })

/** A separate system, because its API is killed. */
const test = shared.extend<object, { system: System }>({
  system: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the requested fixtures from the pattern
    async ({}, use) => {
      const { stop, ...system } = await startOwnSystem('off', demoAdmin.email)
      await use(system)
      await stop()
    },
    { scope: 'worker', timeout: systemStartMs },
  ],
})

/** A report that was meant to be signed. */
type Meant = { studyId: string; kind: ReportKind; texts: string[] }

type Robot = {
  page: Page
  study: RobotStudy
  stage: Stage
  system: System
  db: Db
  adminApi: ApiSession
  kind: ReportKind
  typed: Typed
  /** The page of the other doctor, and their calls without a browser. */
  otherPage: Page
  otherApi: ApiSession
  meant: Meant[]
  /** The text was not begun on the present screen, so that it must be read before it is signed. */
  isForeign: boolean
}

/** Returns the complete text of each section, one line per paragraph. */
const textsOf = (content: ReportContent): string[] =>
  readContent(content).children.map((section) => section.children.map(({ textContent }) => textContent).join('\n'))

async function savedTexts({ db, study }: Robot): Promise<string[] | null> {
  const found = await findDraft(db, study.row._id)
  return found && textsOf(found.draft.content)
}

const useMine = (page: Page) => page.getByRole('button', { name: /^(Take over and use|Use) mine$/ })

/** Waits until the window writes and everything is saved. If there are two texts, chooses its own. */
async function settle(page: Page): Promise<void> {
  await expect(async () => {
    if (await useMine(page).isVisible()) await useMine(page).click({ timeout: 1_000 })
    await untilWriting(page, 1_000)
    // Checked last, because until one of two texts is chosen, the saved one is the other.
    await expect(savedAt(page)).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 180_000 })
}

/** Checks that the saved text equals the typed text exactly. */
async function expectSaved(robot: Robot): Promise<void> {
  await settle(robot.page)
  await expect.poll(() => savedTexts(robot)).toEqual(robot.typed.now())
  robot.typed.saved()
}

/** Checks that the saved text equals the typed text, except for keys typed just before `at`. */
async function expectKept(robot: Robot, at: number): Promise<void> {
  await settle(robot.page)
  const found = (await savedTexts(robot)) ?? []
  expect(robot.typed.kept(at, found) ?? robot.typed.now()).toEqual(found)
  robot.typed.saved()
}

async function goToSection(page: Page, place: number): Promise<void> {
  await untilWriting(page)
  await page.keyboard.press(`Alt+Digit${place + 1}`)
  await expect(reportOf(page)).toBeFocused()
}

/** Goes to the end of a section's text, past its fields. */
async function goTo({ page, kind, typed }: Robot, section: number): Promise<number> {
  const place = section % sectionsOf[kind].begins.length
  await goToSection(page, place)
  if (place === fieldSection && typed.hasFields()) for (const _ of robotFields) await page.keyboard.press('Tab')
  return place
}

/** Goes into a field, whose value is selected then. */
async function goToField({ page }: Robot, field: number): Promise<void> {
  await goToSection(page, fieldSection)
  for (let tab = 0; tab < field; tab += 1) await page.keyboard.press('Tab')
}

async function press(page: Page, sign: string): Promise<void> {
  if (sign === '\n') await page.keyboard.press('Enter')
  else await page.keyboard.type(sign)
}

async function write(robot: Robot, section: number, text: string): Promise<void> {
  const place = await goTo(robot, section)
  for (const sign of text) {
    await press(robot.page, sign)
    robot.typed.add(place, sign)
  }
}

/** Pastes as a browser does. */
const paste = (page: Page, type: 'text/html' | 'text/plain', pasted: string) =>
  reportOf(page).evaluate(
    (report, clipboard) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData(clipboard.type, clipboard.pasted)
      report.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    { type, pasted },
  )

const compareDialog = (page: Page) => page.getByRole('dialog', { name: 'This report was changed elsewhere' })

/** Goes on typing into a dialog that has opened by itself. Nothing in it must be chosen. */
async function typeInto(dialog: Locator): Promise<void> {
  await expect(dialog).toBeVisible()
  for (const key of ['Space', 'Enter', '5', 'Space']) await dialog.page().keyboard.press(key)
  await expect(dialog).toBeVisible()
}

const takeOverButton = (page: Page) => page.getByRole('button', { name: 'Take over' })

/** Takes the report over, and asks again if the API was too busy. */
async function takeOver(page: Page): Promise<void> {
  await expect(async () => {
    if (await takeOverButton(page).isVisible()) await takeOverButton(page).click({ timeout: 1_000 })
    await untilWriting(page, 15_000)
  }).toPass({ timeout: 180_000 })
}

/** Opens the study in a second window, and takes the report over there. */
async function openSecond(robot: Robot, beforehand = async () => {}): Promise<Page> {
  const second = await robot.page.context().newPage()
  await openReading(second, robot.study.row)
  await expect(takeOverButton(second)).toBeVisible()
  await beforehand()
  await takeOver(second)
  return second
}

const signDialog = (page: Page) => page.getByRole('dialog', { name: 'Sign report' })

/** Writes in each section that must not be empty, and waits until everything is saved. */
async function finish(robot: Robot): Promise<void> {
  for (const section of sectionsOf[robot.kind].begins.keys()) await write(robot, section, 'end')
  await expectSaved(robot)
  await correctCategory(robot)
}

/** A category that does not exist is refused, whichever key is pressed. Its writer corrects it. */
async function correctCategory(robot: Robot): Promise<void> {
  const { page, typed, db, study } = robot
  const value = typed.valueOf(categoryField)
  if (value === '' || isCategory(value)) return
  const signed = (await listChain(db, study.row._id)).length
  await page.keyboard.press('Alt+Enter')
  await expect(page.getByRole('region', { name: 'Before signing' })).toContainText(
    `“${value}” is not one of the values of BI-RADS`,
  )
  expect(await listChain(db, study.row._id)).toHaveLength(signed)
  await goToField(robot, categoryField)
  await page.keyboard.type('3')
  typed.fill(categoryField, '3')
  await expectSaved(robot)
}

/** A tired hand: the key is pressed again within a moment, or held. */
async function pressRepeatedly(page: Page, key: string, { times, gap, isHeld }: { times: number; gap: number; isHeld: boolean }) {
  if (isHeld) {
    for (let time = 0; time < times; time += 1) {
      await page.keyboard.down('Control')
      await page.keyboard.down('Enter')
    }
    await page.keyboard.up('Enter')
    await page.keyboard.up('Control')
    return
  }
  for (let time = 0; time < times; time += 1) {
    await page.keyboard.press(key)
    await setTimeout(gap)
  }
}

/** Presses the key and answers the dialog of this study, as often as needed. A lost answer must not sign twice. */
async function signBy(key: string, { page, study, isForeign }: Robot, isSigned: () => boolean): Promise<void> {
  let isRead = !isForeign
  const dialog = signDialog(page).filter({ hasText: study.row.patientName ?? '' })
  const field = dialog.getByLabel('Your password')
  await expect(async () => {
    if (!isSigned() && !(await dialog.isVisible())) await page.keyboard.press(key)
    await expect.poll(async () => isSigned() || (await dialog.isVisible()), { timeout: 5_000 }).toBe(true)
    if (isSigned()) {
      // An untrue signature: nobody has read what was signed.
      expect(isRead).toBe(true)
      return
    }
    isRead ||= await dialog.getByRole('region', { name: 'Report to sign' }).isVisible()
    await readWhole(dialog)
    if (await field.isVisible()) await field.fill(password, { timeout: 1_000 })
    await dialog.getByRole('button', { name: /sign$/i }).click({ timeout: 3_000 })
    await expect.poll(isSigned, { timeout: 5_000 }).toBe(true)
  }).toPass({ timeout: 180_000 })
}

const mean = ({ meant, study, kind, typed }: Robot) => meant.push({ studyId: study.row._id, kind, texts: typed.now() })

type Doing = { [Does in Step['does']]: (robot: Robot, step: Extract<Step, { does: Does }>) => Promise<void> }

const doing: Doing = {
  write: (robot, { section, text }) => write(robot, section, text),
  async delete(robot, { section, signs }) {
    const place = await goTo(robot, section)
    for (let sign = 0; sign < signs && robot.typed.has(place); sign += 1) {
      await robot.page.keyboard.press('Backspace')
      robot.typed.drop(place)
    }
  },
  async offline(robot, { section, text }) {
    await robot.page.context().setOffline(true)
    await write(robot, section, text)
    await robot.page.context().setOffline(false)
    await expectSaved(robot)
  },
  async kill(robot, { section, text }) {
    const half = Math.floor(text.length / 2)
    await write(robot, section, text.slice(0, half))
    await killApi(robot.system)
    await write(robot, section, text.slice(half))
    await expectSaved(robot)
  },
  async end(robot, { section, text, how }) {
    const {
      page,
      stage: { doctor },
    } = robot
    const { id: userId } = (await findUserByEmail(robot.db, doctor.email)) ?? { id: '' }
    await write(robot, section, text)
    if (how === 'ended') await robot.adminApi.call(userEndpoints.endSessions, { params: { userId } })
    else await robot.db.execute(`update sessions set last_active_at = now() - interval '1 day' where user_id = '${userId}'`)
    const cover = page.getByRole('dialog', { name: 'Sign in' })
    await expect(cover).toBeVisible()
    await page.keyboard.type('not for the report')
    await cover.getByLabel('Email').click()
    await cover.getByLabel('Email').fill(doctor.email)
    await cover.getByLabel('Password', { exact: true }).fill(password)
    await cover.getByRole('button', { name: 'Sign In to Dashboard' }).click()
    await expect(cover).toBeHidden()
    await expectSaved(robot)
  },
  async paste(robot, { section, rows }) {
    const place = await goTo(robot, section)
    const html = `<table>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`
    await paste(robot.page, 'text/html', html)
    robot.typed.add(place, rows.map((row) => row.join(' | ')).join('\n'))
  },
  async hold(robot, { section, sign, times }) {
    const place = await goTo(robot, section)
    for (let time = 0; time < times; time += 1) {
      await robot.page.keyboard.down(sign)
      robot.typed.add(place, sign)
    }
    await robot.page.keyboard.up(sign)
  },
  async reload(robot, { section, text }) {
    await write(robot, section, text)
    const at = Date.now()
    await robot.page.reload()
    robot.isForeign = true
    await expectKept(robot, at)
  },
  async tab(robot, { section, text, rests }) {
    const first = robot.page
    if (rests) {
      await expectSaved(robot)
      robot.page = await openSecond(robot)
      await write(robot, section, text)
      await expectSaved(robot)
      await first.close()
      return
    }
    await write(robot, section, text)
    // The first window must not learn that it no longer writes.
    const second = await openSecond(robot, async () => {
      await first.route('**/api/**', (route) => route.abort())
    })
    await first.bringToFront()
    await write(robot, section, 'x')
    await first.unroute('**/api/**')
    await typeInto(compareDialog(first))
    await expectSaved(robot)
    await second.close()
  },
  async other(robot, { section, text }) {
    const { page, otherPage, typed } = robot
    await expectSaved(robot)
    await openReading(otherPage, robot.study.row)
    await expect(takeOverButton(otherPage)).toBeVisible()
    const place = await goTo(robot, section)
    const at = Date.now()
    const asking = takeOver(otherPage)
    for (const sign of text) {
      await press(page, sign)
      typed.add(place, sign)
    }
    await asking
    // The text typed before the request is saved. Later keys are saved up to the hand-over.
    const found = (await savedTexts(robot)) ?? []
    expect(typed.kept(at, found, 0) ?? typed.now()).toEqual(found)
    typed.saved()
    const guest: Robot = { ...robot, page: otherPage }
    await write(guest, section, 'Omar ')
    await expectSaved(guest)
    if (await compareDialog(page).isVisible()) {
      await typeInto(compareDialog(page))
      await compareDialog(page).getByRole('button', { name: 'Use saved text' }).click()
    }
    await takeOver(page)
    robot.isForeign = true
    await expectSaved(robot)
    await otherPage.goto('about:blank')
  },
  async field(robot, { field, keys, value }) {
    if (!robot.typed.hasFields()) return
    await goToField(robot, field)
    await robot.page.keyboard.type(keys)
    robot.typed.fill(field, value)
  },
  async pasteField(robot, { field, value }) {
    if (!robot.typed.hasFields()) return
    await goToField(robot, field)
    await paste(robot.page, 'text/plain', value)
    robot.typed.fill(field, value)
  },
  async late(robot, { section, text }) {
    const half = Math.floor(text.length / 2)
    await write(robot, section, text.slice(0, half))
    const arriving = sendLate(robot.study, robot)
    await write(robot, section, text.slice(half))
    await arriving
    await expectSaved(robot)
  },
  async images(robot, { section, text, work, back }) {
    const { page, typed } = robot
    const place = await goTo(robot, section)
    await expect(page.locator(front)).toHaveCSS('opacity', '1')
    await heardByImages(page)
    for (const { press: how, keys } of work) {
      for (const sign of text) {
        await press(page, sign)
        typed.add(place, sign)
      }
      expect(await heardByImages(page)).toEqual([])
      await workInImages(page, how, keys)
      if (back === 'F9' && how !== 'wheel') await giveReportKeyboard(page)
      // The cursor is where it was, so that the next words follow those before.
      if (back === 'section') await goTo(robot, section)
    }
    await expectSaved(robot)
  },
  async next(robot, { times, gap, isHeld, hasImages }) {
    await finish(robot)
    const next = await bringStudy(robot, hasImages)
    const unread = await leaveUnread(robot.otherApi, next)
    const { page } = robot
    mean(robot)
    await pressRepeatedly(page, 'Control+Enter', { times, gap, isHeld })
    await signBy('Control+Enter', robot, () => page.url().includes(next.row._id))
    // The hand types on, and has not seen that the study is another one.
    await page.keyboard.type('No 5 Ahead')
    for (const key of ['Backspace', 'Alt+KeyN']) await page.keyboard.press(key)
    // It rests, and its owner looks.
    await setTimeout(1_100)
    // Once more, by somebody who has not seen that the study is another one, and whose keys change nothing in the end.
    if (isHeld) {
      await giveReportKeyboard(page)
      for (const key of ['End', 'Space', 'Backspace']) await page.keyboard.press(key)
      await untilSignable(page)
    }
    await page.keyboard.press('Control+Enter')
    await expect(async () => {
      if (await signDialog(page).isVisible()) await page.keyboard.press('Enter')
      if (await signDialog(page).isVisible()) await page.keyboard.press('Escape')
      await expect(signDialog(page)).toBeHidden({ timeout: 1_000 })
      // The dialog hides the page below it.
      await expect(page.getByRole('heading', { name: next.row.patientName ?? '' })).toBeVisible({ timeout: 1_000 })
    }).toPass()
    expect(await listChain(robot.db, next.row._id)).toEqual([])
    Object.assign(robot, { study: next, kind: 'original', typed: unread, isForeign: true })
    await untilSignable(page)
    await write(robot, 0, 'begin')
    await expectSaved(robot)
  },
}

/** Runs a step with its entry in the table. The type parameter ties the two together. */
const take = <Does extends Step['does']>(robot: Robot, step: Extract<Step, { does: Does }>, does: Does) =>
  doing[does](robot, step)

/** At least half of the initial steps, so that even a short run has every fault in one of its two reports. */
const leastSteps = 7

async function writeFor(robot: Robot, seconds: number, steps: Iterator<Step>): Promise<void> {
  const end = Date.now() + seconds * 1_000
  for (let taken = 0; taken < leastSteps || Date.now() < end; taken += 1) {
    const { value: step, done } = steps.next()
    if (done) break
    await test.step(`${step.does} ${JSON.stringify(step)}`, () => take(robot, step, step.does))
  }
  await finish(robot)
}

/** Signs with the key and closes. */
async function sign(robot: Robot): Promise<void> {
  mean(robot)
  await signBy('Alt+Enter', robot, () => robot.page.url().includes('/doctor/dashboard'))
}

/** Polls the laboratory's list of reports of the current study. Returns the greatest number of reports beyond those meant to be signed. */
async function watchLaboratory(api: ApiSession, robot: Robot, signal: AbortSignal) {
  const tally = { asked: 0, unsigned: 0 }
  try {
    for await (const _ of setInterval(500, undefined, { signal })) {
      const studyId = robot.study.row._id
      // While the API is killed it doesn't answer.
      const answer = await api.call(reportEndpoints.list, { params: { studyId } }).catch(() => null)
      if (!answer) continue
      tally.asked += 1
      const meant = robot.meant.filter((one) => one.studyId === studyId).length
      tally.unsigned = Math.max(tally.unsigned, answer.reports.length - meant)
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
  return tally
}

/** Compares what was signed with what was meant, in each study. */
async function compareSigned({ db, adminApi, meant }: Robot, lab: ApiSession): Promise<void> {
  for (const studyId of new Set(meant.map((one) => one.studyId))) {
    const its = meant.filter((one) => one.studyId === studyId)
    const chain = await listChain(db, studyId)
    expect(chain.map(({ number, kind, content }) => ({ number, kind, texts: textsOf(content) }))).toEqual(
      its.map(({ kind, texts }, index) => ({ number: index + 1, kind, texts })),
    )
    const params = { studyId }
    expect((await adminApi.call(readingEndpoints.versions, { params })).isIntact).toBe(true)
    expect((await lab.call(reportEndpoints.list, { params })).reports).toHaveLength(its.length)
  }
}

const { seconds, seeds } = config.robot

/** So many random steps have every kind of step, of which one each comes first. */
const stepsWithEveryKind = 60

type Fixtures = { system: System; stage: Stage; db: Db; adminApi: ApiSession; enter: Enter }

async function letRobotWrite(seed: number, { system, stage, db, adminApi, enter }: Fixtures): Promise<void> {
  test.setTimeout(seconds * 1_000 + 300_000)
  const doctor = await openApi(system.url, stage.doctor.email, password)
  await addRobotTemplate(doctor)
  await doctor.signOut()
  const study = await bringStudy({ system, stage, db, adminApi }, true)
  const [page, otherPage] = [await enter(stage.doctor), await enter(stage.secondDoctor, { path: '/sessions' })]
  for (const one of [page, otherPage]) await standInForViewer(one.context())
  const robot: Robot = {
    page,
    study,
    stage,
    system,
    db,
    adminApi,
    otherPage,
    kind: 'original',
    typed: createTyped(firstOriginal),
    otherApi: await openApi(system.url, stage.secondDoctor.email, password),
    meant: [],
    isForeign: false,
  }
  const lab = await openApi(system.url, stage.staff.email, password)
  const watching = new AbortController()
  const laboratory = watchLaboratory(lab, robot, watching.signal)
  const steps = stepsOf(seed, Math.max(seconds * 2, stepsWithEveryKind)).values()

  await test.step('a report', async () => {
    await openReading(robot.page, study.row)
    await write(robot, 0, 'begin')
    await expectSaved(robot)
    await writeFor(robot, seconds / 2, steps)
    await sign(robot)
  })
  await test.step('an addendum, and what comes behind it', async () => {
    Object.assign(robot, { kind: 'addendum', typed: createTyped(emptyAddendum), isForeign: false })
    await openReading(robot.page, robot.study.row)
    await robot.page.getByRole('button', { name: 'Write addendum' }).click()
    await write(robot, 0, 'begin')
    await expectSaved(robot)
    await writeFor(robot, seconds / 2, steps)
    const killed = killApi(system)
    await sign(robot)
    await killed
    // The signature may be answered just before the API is killed.
    const answers = () =>
      lab.call(reportEndpoints.list, { params: { studyId: study.row._id } }).then(
        () => true,
        () => false,
      )
    await expect.poll(answers).toBe(true)
  })

  watching.abort()
  const { asked, unsigned } = await laboratory
  expect(asked).toBeGreaterThan(seconds / 4)
  expect(unsigned).toBe(0)
  await compareSigned(robot, lab)
}

for (const seed of seeds) {
  test(`a robot writes for ${seconds} s through every fault, seed ${seed}: only what it typed is signed, and all of it`, async ({
    system,
    stage,
    db,
    adminApi,
    enter,
  }) => letRobotWrite(seed, { system, stage, db, adminApi, enter }))
}
