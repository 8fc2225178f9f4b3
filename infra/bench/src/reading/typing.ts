import { hash } from '@node-rs/argon2'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { readingEndpoints } from '@readroom/contracts/reading/reading'
import type { ReportContent } from '@readroom/contracts/reading/report-drafts'
import { storeOwnPassword } from '@readroom/db/access/passwords'
import { openDatabase } from '@readroom/db/core/client'
import { createAssignment, createDoctor, createLab, createStudy, createUser } from '@readroom/db/testing/factories'
import { signIn } from '@readroom/demo/api-client'
import { password } from '../core/api-process.ts'
import { launchBrowser } from '../core/browser.ts'
import type { Figure } from '../core/figure.ts'
import { quantile } from '../core/statistics.ts'
import { type WholeSystem, withWholeSystem } from '../core/whole-system.ts'
import { enterAsDoctor } from '../worklist/doctor-page.ts'

const characters = 20_000
const paragraphs = 50
const keys = 300
/** A fast typist's; whatever a key leaves to be done later comes to light in the keys after it. */
const betweenKeysMs = 40

const sentence = 'The knee shows no fracture and no effusion, the menisci are of normal signal and form. '
const paragraph = sentence.repeat(10).slice(0, characters / paragraphs)
const textblock = { type: 'paragraph', content: [{ type: 'text', text: paragraph }] }
const sectionOf = (id: string, count: number) => ({
  type: 'section',
  attrs: { id, origin: '' },
  content: Array.from({ length: count }, () => textblock),
})
const content: ReportContent = { type: 'doc', content: [sectionOf('findings', paragraphs - 5), sectionOf('impression', 5)] }

/** Runs in a page: the time from each key to when its frame has been painted (the first task behind the frame's own). */
const watchKeys = `
  globalThis.painted = []
  addEventListener('keydown', ({ timeStamp }) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => painted.push(performance.now() - timeStamp)
    port2.postMessage(null)
  }), true)`

/** The 95th percentile of key to paint, in milliseconds, where the caret stands. */
async function timeKeys(page: Page): Promise<number> {
  await page.evaluate('painted.length = 0')
  await page.keyboard.type('normal '.repeat(keys / 7), { delay: betweenKeysMs })
  return quantile(await page.evaluate<number[]>('painted'), 0.95)
}

/** The least that a browser needs: the same text in an editable element of its own. */
async function timeBare(context: BrowserContext): Promise<number> {
  const page = await context.newPage()
  const blocks = Array.from({ length: paragraphs }, () => `<p>${paragraph}</p>`).join('')
  await page.setContent(`<div contenteditable="true">${blocks}</div>`)
  await page.evaluate(watchKeys)
  await page.locator('p').nth(10).click()
  const time = await timeKeys(page)
  await page.close()
  return time
}

async function bring({ databaseUrl, origin }: WholeSystem) {
  const { db, close } = openDatabase(databaseUrl, { onError: () => {} })
  const { user, doctor } = await createDoctor(db)
  const lab = await createLab(db)
  const admin = await createUser(db, 'admin')
  const fields = { labId: lab.id, status: 'assigned_to_doctor', settledAt: new Date(), description: 'MR right knee' } as const
  const { id: studyId } = await createStudy(db, fields)
  await createAssignment(db, { studyId, doctorId: doctor.id, assignedBy: admin.id })
  await storeOwnPassword(db, user.id, await hash(password))
  await close()
  const api = await signIn(origin, user.email, password)
  const windowId = crypto.randomUUID()
  const params = { studyId }
  const { fence } = await api.call(readingEndpoints.hold, { params, body: { windowId } })
  await api.call(readingEndpoints.save, { params, body: { windowId, fence, revision: 0, kind: 'original', content } })
  await api.call(readingEndpoints.release, { params, body: { windowId, fence } })
  return { studyId, email: user.email }
}

async function timeEditor(context: BrowserContext, system: WholeSystem): Promise<number> {
  const { studyId, email } = await bring(system)
  // Images would be drawn by the same processor.
  await context.route('**/viewer-app/**', (route) => route.abort())
  const page = await enterAsDoctor(context, system.origin, email)
  await page.goto(`${system.origin}/reading/${studyId}?list=${encodeURIComponent('tab=all&date=all')}`)
  const text = page.locator('[role=textbox][contenteditable=true]')
  await text.locator('p').nth(10).click()
  await page.evaluate(watchKeys)
  return timeKeys(page)
}

async function measure(browser: Browser): Promise<Figure[]> {
  return withWholeSystem({}, async (system) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const bare = await timeBare(context)
    const editor = await timeEditor(context, system)
    const of = `at ${characters} characters, 95th percentile of ${keys} keys`
    return [
      { name: `key to paint ${of}`, value: editor, unit: ' ms', limit: 16 },
      { name: `the same over a bare editable element (${bare.toFixed(1)} ms)`, value: editor / bare, unit: '', limit: 4 },
    ]
  })
}

/** Writing in a long report. No key waits for the screen's next frame: what is measured is the work for it. */
export async function benchTyping(): Promise<Figure[]> {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-frame-rate-limit', '--disable-gpu-vsync']
  const browser = await launchBrowser({ args })
  try {
    return await measure(browser)
  } finally {
    await browser.close()
  }
}
