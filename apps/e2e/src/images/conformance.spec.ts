import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { newUid } from '@readroom/orthanc/testing/make-image'
import { config } from '../core/config.ts'
import { expectDrawn, front, openReading } from '../core/reading.ts'
import { assignTo, makePhantom, sendFiles, untilSettled } from '../core/studies.ts'
import { expect, test } from '../core/test.ts'
import { type Kind, kindsOf } from './kinds/all-kinds.ts'
import { coloursOf, differenceOf, linesOf, overlaysOn } from './kinds/looks.ts'
import { printStatement, type Row } from './kinds/statement.ts'

const file = join(config.root, 'docs/conformance/images.md')
/** Pictures differ a little: colours are rounded, and some compression loses. */
const tolerance = 0.04
/** An image that has not come is announced after 5 seconds. Until then, the note may be about the image before. */
const lateMs = 5_000
const patienceMs = 20_000

const paneOf = (page: Page) => page.frameLocator(front).locator('[data-cy="viewport-pane"]').first()
const canvasOf = (pane: Locator) => pane.locator('canvas.cornerstone-canvas')

type Opened = { pane: Locator; kind: Kind; since: number }

/** Returns what the viewer says of an image that it shows in part. */
async function notesOn(pane: Locator): Promise<string> {
  const [note] = await pane.getByTitle('The viewer does not show all of this image').allInnerTexts()
  return note?.trim() ?? ''
}

const announced = (drawn: string, note: string) => (note === '' ? drawn : `${drawn}. Announced: “${note}”`)

/** A look at the viewport. `isFinal`: false if it may still change. */
type Look = { isFinal: boolean; seen: string }
const notYet = (...found: unknown[]): Look => ({ isFinal: false, seen: JSON.stringify(found) })
const final = (seen: string): Look => ({ isFinal: true, seen })

async function lookAtImage({ pane, kind, since }: Opened, picture: NonNullable<Kind['picture']>): Promise<Look> {
  const text = (await pane.textContent()) ?? ''
  const late = await pane.locator('.late-image').allInnerTexts()
  if (late.length > 0 && performance.now() - since > lateMs)
    return final(announced('not drawn', (late[0] ?? '').split('.')[0] ?? ''))
  if (!text.includes(kind.name)) return notYet(text)
  const note = await notesOn(pane)
  if (/^Image .* not shown/.test(note)) return final(announced('not drawn', note))
  const colours = await coloursOf(canvasOf(pane))
  if (differenceOf(colours, picture) > tolerance) return notYet(colours, text)
  const overlays = await overlaysOn(pane)
  if (JSON.stringify(overlays) !== JSON.stringify(kind.overlays)) return notYet(overlays)
  return final(announced(overlays.length > 0 ? 'drawn, with its overlays' : 'drawn', note))
}

async function lookAtOther({ pane, kind: { content, name } }: Opened): Promise<Look> {
  const text = (await pane.textContent()) ?? ''
  if (!content?.isCurve) return content && text.includes(content.text) ? final(content.seen) : notYet(text)
  const { left, right } = await linesOf(canvasOf(pane))
  const isStep = text.includes(name) && left !== null && right !== null && left > right + 0.05
  return isStep ? final(announced(content.seen, await notesOn(pane))) : notYet(left, right, text)
}

/** Opens a kind from the list of series, and returns what is seen of it. */
async function see(page: Page, kind: Kind): Promise<string> {
  const list = page.getByRole('navigation', { name: 'Series of the study' })
  const item = list.getByRole('button').filter({ has: page.getByText(kind.name, { exact: true }) })
  await expect(item, `${kind.name} is listed`).toHaveCount(1)
  if (await item.isDisabled()) return `listed: “${await item.getByText('not shown').textContent()}”`
  await item.click()
  const opened = { pane: paneOf(page), kind, since: performance.now() }
  const look = async () => (kind.picture ? lookAtImage(opened, kind.picture) : lookAtOther(opened))
  let last = await look()
  while (!last.isFinal && performance.now() - opened.since < patienceMs) last = await look()
  expect(last, `${kind.name} is drawn as the standard says, or announced`).toMatchObject({ isFinal: true })
  await expect(item, `${kind.name} counts as displayed, or as not drawn`).not.toContainText('Not opened')
  return last.seen
}

test('one sample of each kind is drawn, listed or announced as the table says', async ({
  system,
  stage,
  db,
  adminApi,
  enter,
}) => {
  // It draws each kind of image, which takes a slow machine minutes.
  test.slow()
  const { patientId, name } = makePhantom('Kinds')
  const uid = newUid()
  const { sent, refused } = kindsOf({ studyInstanceUid: uid, patientId, patientName: name })
  const filesOf = async (kinds: typeof sent) =>
    Promise.all(kinds.map(async ({ common, tags, encode }, at) => ({ fileName: `${at}.dcm`, bytes: await encode(common, tags) })))
  await sendFiles(system, stage.aeTitle, await filesOf(sent))
  const rows: Row[] = []
  for (const file of await filesOf(refused))
    await expect(sendFiles(system, stage.aeTitle, [file])).rejects.toThrow('stored 0 of 1')
  const study = await untilSettled({ db, adminApi }, uid)
  await assignTo(adminApi, study, stage.doctor)
  const page = await enter(stage.doctor)
  await openReading(page, study)
  await expectDrawn(page)
  for (const kind of sent) rows.push({ group: kind.group, name: kind.name, seen: await see(page, kind) })
  rows.push(...refused.map((kind) => ({ group: kind.group, name: kind.name, seen: 'refused' })))
  const statement = printStatement(rows)
  if (config.updateConformance) await writeFile(file, statement)
  expect(statement, 'the table says what was seen; UPDATE_CONFORMANCE=1 writes it again').toBe(await readFile(file, 'utf8'))
})
