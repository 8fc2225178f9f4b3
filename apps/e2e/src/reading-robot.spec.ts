import { setInterval } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Page } from '@playwright/test'
import { type ReportContent, readingEndpoints } from '@readroom/contracts/reading'
import type { ReportKind } from '@readroom/contracts/report-kinds'
import { reportEndpoints } from '@readroom/contracts/reports'
import type { WorklistRow } from '@readroom/contracts/studies'
import { userEndpoints } from '@readroom/contracts/users'
import type { Db } from '@readroom/db/client'
import { findDraft } from '@readroom/db/queries/report-drafts'
import { listChain } from '@readroom/db/queries/report-versions'
import { findUserByEmail } from '@readroom/db/queries/users'
import { demoAdmin } from '@readroom/demo/accounts'
import { type ApiSession, signIn as openApi } from '@readroom/demo/api-client'
import { readContent } from '@readroom/report/content'
import { sectionsOf } from '@readroom/report/sections'
import { config } from './config.ts'
import { type Person, password } from './people.ts'
import { openReading, reportOf, savedAt, seedReading } from './reading.ts'
import { type Step, stepsOf } from './robot-steps.ts'
import { killApi, type System, startOwnSystem } from './system.ts'
import { expect, test as shared } from './test.ts'

/** A system of its own: its API is killed. */
const test = shared.extend<object, { system: System }>({
  system: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are wanted from the pattern
    async ({}, use) => {
      const { stop, ...system } = await startOwnSystem('off', demoAdmin.email)
      await use(system)
      await stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

/** What can be lost at the most by a reload: what was typed in so many milliseconds before. */
const lossMs = 2_000

/** What was typed, by section, and what it was at each key since it was last seen to be saved. */
function createTyped(count: number) {
  let texts = Array.from({ length: count }, () => '')
  let keys: { at: number; texts: string[] }[] = []
  const set = (section: number, text: string) => {
    texts = texts.with(section, text)
    keys.push({ at: Date.now(), texts })
  }
  return {
    now: () => texts,
    add: (section: number, sign: string) => set(section, texts[section] + sign),
    has: (section: number) => texts[section] !== '',
    drop: (section: number) => set(section, [...(texts[section] ?? '')].slice(0, -1).join('')),
    /** Goes on from what was kept, where only the last moment before `at` may be missing. Null where more is, or something else. */
    kept(at: number, found: string[]): string[] | null {
      const old = keys.findLast((key) => key.at <= at - lossMs)
      const allowed = [...(old ? [old] : []), ...keys.filter((key) => key.at > at - lossMs)]
      const same = allowed.findLast((key) => isDeepStrictEqual(key.texts, found))
      texts = same?.texts ?? texts
      return same ? texts : null
    },
    saved() {
      keys = [{ at: Date.now(), texts }]
    },
  }
}
type Typed = ReturnType<typeof createTyped>

type Robot = {
  page: Page
  study: WorklistRow
  doctor: Person
  system: System
  db: Db
  adminApi: ApiSession
  kind: ReportKind
  typed: Typed
}

/** The text of each section to the last sign, a line for each paragraph. */
const textsOf = (content: ReportContent): string[] =>
  readContent(content).children.map((section) => section.children.map(({ textContent }) => textContent).join('\n'))

async function savedTexts({ db, study }: Robot): Promise<string[] | null> {
  const found = await findDraft(db, study._id)
  return found && textsOf(found.draft.content)
}

const useMine = (page: Page) => page.getByRole('button', { name: /^(Take over and use|Use) mine$/ })

/** Writes in the window, and everything is saved; of two texts its own is taken. */
async function settle(page: Page): Promise<void> {
  await expect(async () => {
    if (await useMine(page).isVisible()) await useMine(page).click({ timeout: 1_000 })
    await expect(reportOf(page)).toHaveAttribute('contenteditable', 'true', { timeout: 1_000 })
    // Behind it: until one of two texts has been chosen, it is the other that is saved.
    await expect(savedAt(page)).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 60_000 })
}

/** Saved as it was typed, to the last sign. */
async function expectSaved(robot: Robot): Promise<void> {
  await settle(robot.page)
  await expect.poll(() => savedTexts(robot)).toEqual(robot.typed.now())
  robot.typed.saved()
}

/** Saved as it was typed, but for the last moment before `at`. */
async function expectKept(robot: Robot, at: number): Promise<void> {
  await settle(robot.page)
  const found = (await savedTexts(robot)) ?? []
  expect(robot.typed.kept(at, found) ?? robot.typed.now()).toEqual(found)
  robot.typed.saved()
}

async function goTo({ page, kind }: Robot, section: number): Promise<number> {
  const place = section % sectionsOf[kind].begins.length
  await expect(reportOf(page)).toHaveAttribute('contenteditable', 'true')
  await page.keyboard.press(`Alt+Digit${place + 1}`)
  await expect(reportOf(page)).toBeFocused()
  return place
}

async function write(robot: Robot, section: number, text: string): Promise<void> {
  const place = await goTo(robot, section)
  for (const sign of text) {
    if (sign === '\n') await robot.page.keyboard.press('Enter')
    else await robot.page.keyboard.type(sign)
    robot.typed.add(place, sign)
  }
}

async function takeOver(robot: Robot, beforehand = async () => {}): Promise<Page> {
  const second = await robot.page.context().newPage()
  await openReading(second, robot.study)
  const button = second.getByRole('button', { name: 'Take over' })
  await expect(button).toBeVisible()
  await beforehand()
  await button.click()
  await expect(reportOf(second)).toHaveAttribute('contenteditable', 'true')
  return second
}

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
  async end(robot, { section, text }) {
    const { page, doctor } = robot
    const user = await findUserByEmail(robot.db, doctor.email)
    await write(robot, section, text)
    await robot.adminApi.call(userEndpoints.endSessions, { params: { userId: user?.id ?? '' } })
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
    await reportOf(robot.page).evaluate((report, pasted) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', pasted)
      report.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, html)
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
    await expectKept(robot, at)
  },
  async tab(robot, { section, text, rests }) {
    const first = robot.page
    if (rests) {
      await expectSaved(robot)
      robot.page = await takeOver(robot)
      await write(robot, section, text)
      await expectSaved(robot)
      await first.close()
      return
    }
    await write(robot, section, text)
    // It must not know that it writes no longer.
    const second = await takeOver(robot, async () => {
      await first.route('**/api/**', (route) => route.abort())
    })
    await first.bringToFront()
    await write(robot, section, 'x')
    await first.unroute('**/api/**')
    await expect(useMine(first)).toBeVisible()
    await expectSaved(robot)
    await second.close()
  },
}

/** The table's entry for a step; its type and the step's are one. */
const take = <Does extends Step['does']>(robot: Robot, step: Extract<Step, { does: Does }>, does: Does) =>
  doing[does](robot, step)

/** Half of what comes first at least: a short run has every fault once, in one of the two reports. */
const leastSteps = 5

async function writeFor(robot: Robot, seconds: number, steps: Iterator<Step>): Promise<void> {
  const end = Date.now() + seconds * 1_000
  for (let taken = 0; taken < leastSteps || Date.now() < end; taken += 1) {
    const { value: step, done } = steps.next()
    if (done) break
    await test.step(`${step.does} ${JSON.stringify(step)}`, () => take(robot, step, step.does))
  }
  for (const section of sectionsOf[robot.kind].begins.keys()) await write(robot, section, 'end')
  await expectSaved(robot)
}

/** Signs by the key, however often it takes: a lost answer signs nothing twice. */
async function sign({ page }: Robot): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Sign report' })
  await expect(async () => {
    if (page.url().includes('/reading/')) {
      if (!(await dialog.isVisible())) await page.keyboard.press('Alt+Enter')
      const field = dialog.getByLabel('Your password')
      await field
        .or(page.getByRole('table', { name: 'Worklist' }))
        .or(dialog)
        .first()
        .waitFor({ timeout: 5_000 })
      if (await field.isVisible()) await field.fill(password)
      if (await dialog.isVisible()) await page.keyboard.press('Enter')
    }
    await expect(page).toHaveURL(/doctor\/dashboard/, { timeout: 5_000 })
  }).toPass({ timeout: 60_000 })
}

/** Asks for the laboratory's list of reports again and again: the most that was ever there while so many were signed. */
async function watchLaboratory(api: ApiSession, { _id: studyId }: WorklistRow, signed: () => number, signal: AbortSignal) {
  const tally = { asked: 0, unsigned: 0 }
  try {
    for await (const _ of setInterval(500, undefined, { signal })) {
      // While the API is killed it answers nothing.
      const answer = await api.call(reportEndpoints.list, { params: { studyId } }).catch(() => null)
      if (!answer) continue
      tally.asked += 1
      tally.unsigned = Math.max(tally.unsigned, answer.reports.length - signed())
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
  return tally
}

const { seconds, seed } = config.robot

test(`a robot writes for ${seconds} s through every fault: what it typed is signed, and nothing before it is`, async ({
  system,
  stage,
  db,
  adminApi,
  enter,
}) => {
  test.setTimeout(seconds * 1_000 + 240_000)
  const study = await seedReading({ db, stage, adminApi }, [stage.doctor], {
    description: 'Robot',
    patientName: `Robot ${stage.tag}`,
  })
  let page = await enter(stage.doctor)
  // The images have their own tests, and fail loudly where the network goes while they load.
  await page.context().route('**/viewer-app/**', (route) => route.abort())
  const lab = await openApi(system.url, stage.staff.email, password)
  const watching = new AbortController()
  let signed = 0
  const laboratory = watchLaboratory(lab, study, () => signed, watching.signal)
  const steps = stepsOf(seed, seconds * 2).values()
  const versions: string[][] = []

  for (const kind of ['original', 'addendum'] as const) {
    const robot: Robot = {
      page,
      study,
      doctor: stage.doctor,
      system,
      db,
      adminApi,
      kind,
      typed: createTyped(sectionsOf[kind].begins.length),
    }
    await openReading(robot.page, study)
    if (kind === 'addendum') await robot.page.getByRole('button', { name: 'Write an addendum' }).click()
    await write(robot, 0, 'begin')
    await expectSaved(robot)
    await writeFor(robot, seconds / 2, steps)
    signed += 1
    const killed = kind === 'addendum' ? killApi(system) : Promise.resolve()
    await sign(robot)
    await killed
    versions.push(robot.typed.now())
    page = robot.page
  }

  watching.abort()
  const { asked, unsigned } = await laboratory
  expect(asked).toBeGreaterThan(seconds / 4)
  expect(unsigned).toBe(0)
  const chain = await listChain(db, study._id)
  expect(chain.map(({ number, kind, content }) => ({ number, kind, texts: textsOf(content) }))).toEqual([
    { number: 1, kind: 'original', texts: versions[0] },
    { number: 2, kind: 'addendum', texts: versions[1] },
  ])
  expect((await adminApi.call(readingEndpoints.versions, { params: { studyId: study._id } })).isIntact).toBe(true)
  expect((await lab.call(reportEndpoints.list, { params: { studyId: study._id } })).reports).toHaveLength(2)
})
