import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { hash } from '@node-rs/argon2'
import type { Browser, Page } from '@playwright/test'
import { readingEndpoints } from '@readroom/contracts/reading/reading'
import { assignmentEndpoints } from '@readroom/contracts/studies/assignments'
import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { storeOwnPassword } from '@readroom/db/access/passwords'
import { openDatabase } from '@readroom/db/core/client'
import { createDoctor } from '@readroom/db/testing/factories'
import { signIn } from '@readroom/demo/api-client'
import { makeCtStudy, studyUidOf } from '@readroom/demo/dicom/make-study'
import { sendStudies } from '@readroom/demo/studies/send-studies'
import { password } from '../core/api-process.ts'
import { launchBrowser } from '../core/browser.ts'
import type { Figure } from '../core/figure.ts'
import { quantile, time } from '../core/statistics.ts'
import { untilSettled, type WholeSystem, withWholeSystem } from '../core/whole-system.ts'
import { enterAsDoctor } from '../worklist/doctor-page.ts'

const studies = 5
const images = 300
const side = 256
const rounds = 50
const compared = 6
/** Whatever is compiled and kept once is kept by then. */
const warmUp = 8

/** Ways to the next study, as a window's own frames see themselves. */
const ways = {
  buffer: '',
  navigation: `Object.defineProperty(navigator, 'deviceMemory', { value: 2 })`,
  reload: `
    Object.defineProperty(navigator, 'deviceMemory', { value: 2 })
    let viewer
    Object.defineProperty(window, 'readroomFrame', { get: () => viewer, set: (made) => { viewer = { ...made, navigate: () => false } } })`,
}
type Way = keyof typeof ways

/** Runs in the page: what is seen of the images in front, and whether the next study waits behind. */
const helpers = `
  const frame = () => new Promise((done) => requestAnimationFrame(done))
  const look = (selector) => {
    try { return document.querySelector(selector)?.contentWindow?.readroomFrame?.look() } catch { return undefined }
  }
  const isSeen = () => getComputedStyle(document.querySelector('iframe[data-images]')).opacity === '1'
  globalThis.isDrawn = (uid) => {
    const seen = look('iframe[data-images]')
    return seen?.asked === uid && seen.shown.includes(uid) && seen.isDrawn && isSeen()
  }
  globalThis.isReady = () => look('iframe[data-images]')?.awaited === 0
  globalThis.isWaiting = (uid) => {
    const seen = look('iframe[data-images-ahead]')
    return seen?.asked === uid && seen.shown.includes(uid) && seen.isDrawn && seen.awaited === 0
  }
  const confirm = () => [...document.querySelectorAll('[role=dialog] button')].find((one) => one.textContent === 'Confirm and sign')?.click()
  globalThis.next = async (uid, key) => {
    const start = performance.now()
    if (key) window.dispatchEvent(new KeyboardEvent('keydown', { ...key, bubbles: true, cancelable: true }))
    else confirm()
    const before = document.querySelector('h1')?.textContent
    const written = () => document.querySelector('h1') && document.querySelector('h1').textContent !== before
      && document.querySelector('[role=textbox][aria-readonly=false]')
    let text = 0
    let drawn = 0
    while (text === 0 || drawn === 0) {
      await frame()
      if (performance.now() - start > 60_000) throw new Error('the next study did not come')
      if (text === 0 && written()) text = performance.now() - start
      if (drawn === 0 && globalThis.isDrawn(uid)) drawn = performance.now() - start
    }
    return { text, drawn }
  }`

async function bring({ dicomPort, admin, databaseUrl, origin }: WholeSystem) {
  const { db, close } = openDatabase(databaseUrl, { onError: () => {} })
  const { user, doctor } = await createDoctor(db)
  await storeOwnPassword(db, user.id, await hash(password))
  await close()
  const archive = { host: '127.0.0.1', port: dicomPort, callingAeTitle: 'BENCH', calledAeTitle: 'READROOM' }
  const rows: WorklistRow[] = []
  for (let number = 0; number < studies; number++) {
    const key = `reading ${number}`
    const patient = { id: `BENCH-${number}`, name: `Bench^${number}`, birthDate: '1970-01-01', sex: 'O' as const }
    await sendStudies({ ...archive, files: makeCtStudy({ key, patient, images, rows: side, columns: side }) })
    rows.push(await untilSettled(admin, studyUidOf({ key })))
  }
  for (const { _id: studyId } of rows)
    await admin.call(assignmentEndpoints.assign, { params: { studyId }, body: { doctorId: doctor.id } })
  return { email: user.email, rows, api: await signIn(origin, user.email, password) }
}

type Brought = Awaited<ReturnType<typeof bring>>

const list = encodeURIComponent('tab=all&date=all&sort=patientId')
/** Asked again and again from here: the page's security policy refuses a function that waits in it. */
async function until(page: Page, what: string): Promise<void> {
  const end = performance.now() + 120_000
  // A viewer that is being loaded throws.
  while (!(await page.evaluate(what).catch(() => false))) if (performance.now() > end) throw new Error(`never: ${what}`)
}

/** Everything is there again to be gone through, and nobody holds it: a window that was closed does so for a minute. */
async function takeAllUp({ rows, api }: Brought): Promise<void> {
  const windowId = randomUUID()
  for (const { _id: studyId } of rows) {
    const params = { studyId }
    await api.call(readingEndpoints.takeUp, { params, body: {} })
    const { fence } = await api.call(readingEndpoints.hold, { params, body: { windowId, takeOver: true } })
    await api.call(readingEndpoints.release, { params, body: { windowId, fence } })
  }
}

const keys = {
  putAside: { key: 'h', code: 'KeyH', altKey: true },
}

/** `key` null: the question before the signature is answered. */
async function goOn(page: Page, way: Way, uid: string, key: object | null = keys.putAside) {
  const study = JSON.stringify(uid)
  // Without its study the frame behind still has the one before, drawn and idle.
  await until(page, way === 'buffer' ? `isReady() && isWaiting(${study})` : 'isReady()')
  if (key) await untilHeard(page)
  return page.evaluate<Times>(`next(${study}, ${JSON.stringify(key)})`)
}

type Times = { text: number; drawn: number }
const medianOf = (times: readonly Times[], of: keyof Times) =>
  quantile(
    times.map((one) => one[of]),
    0.5,
  )
const medians = (times: readonly Times[]): Times => ({ text: medianOf(times, 'text'), drawn: medianOf(times, 'drawn') })

/** From the key to the next study's text, and to its image, through all studies. */
async function timeWay(browser: Browser, origin: string, brought: Brought, way: Way) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addInitScript({ content: ways[way] + helpers })
  const page = await enterAsDoctor(context, origin, brought.email)
  await takeAllUp(brought)
  const [first, ...others] = brought.rows
  await page.goto(`${origin}/reading/${first?._id}?list=${list}`)
  const times = []
  for (const { studyInstanceUID } of others) times.push(await goOn(page, way, studyInstanceUID))
  await context.close()
  return medians(times)
}

/** Waits until the study can be signed. Keys count before. */
const untilHeard = (page: Page) => page.locator('button:enabled', { hasText: 'Sign and next' }).waitFor()

async function write(page: Page): Promise<void> {
  await untilHeard(page)
  for (const section of ['Alt+Digit4', 'Alt+Digit5']) {
    await page.keyboard.press(section)
    await page.keyboard.type('Normal.')
  }
}

/**
 * Returns the median times to the next study if the report is signed first; its studies are then finished. One image of each was displayed, so that the
 * signature is a confirmed one. The first asks for the password and is not counted.
 */
async function timeSigning(browser: Browser, origin: string, brought: Brought) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addInitScript({ content: helpers })
  const page = await enterAsDoctor(context, origin, brought.email)
  await takeAllUp(brought)
  const [first, second, ...others] = brought.rows
  await page.goto(`${origin}/reading/${first?._id}?list=${list}`)
  await write(page)
  await page.keyboard.press('Control+Enter')
  await page.getByRole('dialog').getByLabel('Your password').fill(password)
  await page.keyboard.press('Enter')
  await until(page, `isDrawn(${JSON.stringify(second?.studyInstanceUID)})`)
  const times = []
  for (const { studyInstanceUID } of others) {
    await write(page)
    await page.keyboard.press('Control+Enter')
    await page.getByRole('dialog').locator('button:enabled', { hasText: 'Confirm and sign' }).waitFor()
    times.push(await goOn(page, 'buffer', studyInstanceUID, null))
  }
  await context.close()
  return medians(times)
}

/** MB of the processes that draw pages. */
async function rendererMemory(browser: Browser): Promise<number> {
  const devtools = await browser.newBrowserCDPSession()
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo')
  await devtools.detach()
  let sum = 0
  for (const { type, id } of processInfo) {
    if (type !== 'renderer') continue
    const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '')
    sum += Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024
  }
  return sum
}

/** The window's memory after many studies over that after the first ones. */
async function memory(browser: Browser, origin: string, brought: Brought): Promise<Figure> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addInitScript({ content: helpers })
  const page = await enterAsDoctor(context, origin, brought.email)
  await takeAllUp(brought)
  await page.goto(`${origin}/reading/${brought.rows[0]?._id}?list=${list}`)
  const marks: number[] = []
  for (let round = 1; round <= rounds; round++) {
    const row = brought.rows[round % studies]
    // The one that was left last stays out until the next key.
    const back = brought.rows[(round + studies - 2) % studies]
    if (back) await brought.api.call(readingEndpoints.takeUp, { params: { studyId: back._id }, body: {} })
    await until(page, 'isReady()')
    await untilHeard(page)
    await page.evaluate(`next(${JSON.stringify(row?.studyInstanceUID)}, ${JSON.stringify(keys.putAside)})`)
    if (round >= warmUp) marks.push(await rendererMemory(browser))
  }
  await context.close()
  const [before, after] = [Math.max(...marks.slice(0, compared)), Math.max(...marks.slice(-compared))]
  const name = `memory of the reading window over ${rounds} studies, highest of the last ${compared} ${after.toFixed(0)} MB over that of the first ${compared} after ${warmUp}`
  return { name, value: after / before, unit: '', limit: 1.2 }
}

/** From Enter on a row to its first image, over the viewer alone, whose code is as warm. */
async function firstImage(browser: Browser, origin: string, brought: Brought): Promise<Figure> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addInitScript({ content: helpers })
  const page = await enterAsDoctor(context, origin, brought.email)
  await takeAllUp(brought)
  const times: [number[], number[]] = [[], []]
  const bare = await context.newPage()
  for (const [index, { _id, studyInstanceUID }] of brought.rows.entries()) {
    await page.goto(`${origin}/doctor/dashboard?tab=all&date=all`)
    await page.locator(`[data-study="${_id}"]`).click()
    const opened = await time(async () => {
      await page.keyboard.press('Enter')
      await until(page, `document.querySelector('iframe[data-images]') && isDrawn(${JSON.stringify(studyInstanceUID)})`)
    })
    await page.goto(`${origin}/doctor/dashboard?tab=all&date=all`)
    await bare.bringToFront()
    const alone = await time(async () => {
      await bare.goto(`${origin}/viewer-app/viewer?StudyInstanceUIDs=${studyInstanceUID}`, { waitUntil: 'commit' })
      await until(
        bare,
        `(() => { const one = window.services?.cornerstoneViewportService?.getCornerstoneViewport(window.services.viewportGridService.getActiveViewportId()); return one?.viewportStatus === 'rendered' })()`,
      )
    })
    await bare.goto('about:blank')
    await page.bringToFront()
    // The first fills the browser's cache of code.
    if (index > 0) times.forEach((all, which) => void all.push(which === 0 ? opened : alone))
  }
  await context.close()
  const [opened, alone] = [quantile(times[0], 0.5), quantile(times[1], 0.5)]
  const name = `from a row to its first image (${opened.toFixed(0)} ms) over OHIF alone in a window (${alone.toFixed(0)} ms)`
  return { name, value: opened / alone, unit: '', limit: 1.3 }
}

/** Going from study to study: by the two viewers, by one that is led on, and by loading it anew. */
export async function benchReading(): Promise<Figure[]> {
  const args = ['--no-sandbox', '--disable-gpu', '--enable-unsafe-swiftshader']
  const browser = await launchBrowser({ args })
  try {
    return await withWholeSystem({ SETTLE_SECONDS: '2' }, async (system) => {
      const brought = await bring(system)
      const { origin } = system
      const reload = await timeWay(browser, origin, brought, 'reload')
      const navigation = await timeWay(browser, origin, brought, 'navigation')
      const buffer = await timeWay(browser, origin, brought, 'buffer')
      const [opened, kept] = [await firstImage(browser, origin, brought), await memory(browser, origin, brought)]
      const signed = await timeSigning(browser, origin, brought)
      const of = `${images} CT images of ${side} x ${side}`
      const ms = (value: number) => `${value.toFixed(0)} ms`
      const past = ({ drawn, text }: Times) => Math.max(0, drawn - text)
      return [
        { name: `sign and next, confirmation to the next study's text, ${of}`, value: signed.text, unit: ' ms', limit: 500 },
        { name: 'from that text to drawn images, two viewers', value: past(signed), unit: ' ms', limit: 300 },
        { name: `put aside, key to the next study's text, ${of}`, value: buffer.text, unit: ' ms', limit: 500 },
        { name: 'from that text to drawn images, two viewers', value: past(buffer), unit: ' ms', limit: 300 },
        { name: 'the same, one viewer led on', value: past(navigation), unit: ' ms', limit: 1000 },
        {
          name: `key to drawn images, two viewers (${ms(buffer.drawn)}) over a reload (${ms(reload.drawn)})`,
          value: buffer.drawn / reload.drawn,
          unit: '',
          limit: 0.5,
        },
        {
          name: `the same, one viewer led on (${ms(navigation.drawn)}) over a reload`,
          value: navigation.drawn / reload.drawn,
          unit: '',
          limit: 1,
        },
        opened,
        kept,
      ]
    })
  } finally {
    await browser.close()
  }
}
