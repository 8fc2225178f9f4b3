import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import unzipper from 'unzipper'
import { demo } from '../core/people.ts'
import { needSamples, readSample, sendFiles } from '../core/studies.ts'
import { expect, test } from '../core/test.ts'
import { expectPixels, fetchStatus, openViewer, viewerPixels } from '../core/viewer.ts'
import {
  openAssignment,
  openReports,
  type ReportFile,
  readCount,
  restPointer,
  rowOf,
  rowsOf,
  tabOf,
  uploadReport,
} from '../core/worklist.ts'

const patient = 'REMOVED'
const studyUid = '1.2.826.0.1.3680043.9.4245.1760717064491086528325869788156915668'
const images = 28

const draft: ReportFile = {
  name: 'draft.txt',
  mimeType: 'text/plain',
  buffer: Buffer.from('Draft: no haemorrhage seen so far.\n'),
}
const final: ReportFile = {
  name: 'final.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'),
}

/** Records all messages of a page's live connection from now on. */
function recordLive(page: Page): string[] {
  const frames: string[] = []
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(String(payload))))
  return frames
}

async function checkZip(download: Download): Promise<void> {
  const { files } = await unzipper.Open.file(await download.path())
  const sums = new Map<string, string>()
  for (const file of files.filter(({ path }) => path.endsWith('.dcm'))) {
    const bytes = await file.buffer()
    expect(bytes.subarray(128, 132).toString()).toBe('DICM')
    sums.set(file.path, createHash('sha256').update(bytes).digest('hex'))
  }
  const manifest = await files.find(({ path }) => path === 'manifest.txt')?.buffer()
  const listed = (manifest?.toString() ?? '')
    .split('\r\n')
    .map((line) => line.split('\t'))
    .filter(([path]) => path?.endsWith('.dcm'))
  expect(sums.size).toBe(images)
  expect(Object.fromEntries(sums)).toEqual(Object.fromEntries(listed.map(([path, , , sum]) => [path, sum])))
}

test('from the scanner to the delivered report', async ({ system, enter }) => {
  needSamples()
  const [admin, doctor, stranger] = [await enter(demo.admin), await enter(demo.doctor), await enter(demo.doctor2)]
  const strangerHears = recordLive(stranger)
  await stranger.reload()
  await tabOf(admin, 'All').click()
  await restPointer(admin)
  const before = await readCount(admin, 'All')

  await test.step('a sent study appears on the open worklist, and settles', async () => {
    await sendFiles(system, 'CITYLAB', await readSample('ct-head-ge'))
    await expect(rowOf(admin, patient)).toBeVisible()
    await expect(rowOf(admin, patient)).toContainText('City Imaging Laboratory')
    await expect.poll(() => readCount(admin, 'All')).toBeGreaterThan(before)
    await expect(rowOf(admin, patient)).toContainText(`1/${images}`)
    await expect(rowOf(admin, patient).getByRole('button', { name: 'Assign', exact: true })).toBeVisible()
    await expect(rowOf(admin, patient).getByText('Pending', { exact: true })).toBeAttached()
  })

  await test.step('the administrator assigns it, and the doctor sees it at once', async () => {
    const dialog = await openAssignment(admin, patient)
    await dialog.getByRole('checkbox', { name: new RegExp(demo.doctor.fullName) }).check()
    await dialog.getByRole('button', { name: 'Assign Selected (1)' }).click()
    await expect(dialog).toBeHidden()
    await expect(rowOf(doctor, patient)).toContainText('Assigned to Doctor')
  })

  const viewer = await test.step('the doctor opens the images', async () => {
    const opened = await openViewer(doctor, patient)
    await expectPixels(opened)
    await expect(rowOf(admin, patient)).toContainText('In Review')
    return opened
  })

  await test.step('the doctor uploads a draft, then the finalised report', async () => {
    const dialog = await openReports(doctor, patient)
    await uploadReport(dialog, 'Draft', draft)
    await expect(rowOf(admin, patient)).toContainText('Drafted')
    await uploadReport(dialog, 'Finalized', final)
    await expect(rowOf(admin, patient)).toContainText('Report Finalized')
    await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  })

  await test.step('the laboratory gets only the finalised report', async () => {
    const lab = await enter(demo.lab)
    const dialog = await openReports(lab, patient)
    await expect(dialog.getByRole('row', { name: final.name })).toContainText('Finalized')
    await expect(dialog.getByText(draft.name)).toHaveCount(0)
    const [download] = await Promise.all([
      lab.waitForEvent('download'),
      dialog.getByRole('button', { name: `Download ${final.name}` }).click(),
    ])
    expect(download.suggestedFilename()).toBe(final.name)
    expect(await readFile(await download.path())).toEqual(final.buffer)
    await expect(rowOf(admin, patient)).toContainText('Final Report Downloaded')
    await tabOf(admin, 'Completed').click()
    await expect(rowOf(admin, patient)).toBeVisible()
  })

  await test.step('the images download as one ZIP', async () => {
    const [download] = await Promise.all([
      admin.waitForEvent('download'),
      rowOf(admin, patient).getByRole('button', { name: 'Download ZIP' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^REMOVED_[\w-]+_CT\.zip$/)
    await checkZip(download)
  })

  await test.step('they also download straight from the archive, by the browser and without the token', async () => {
    const addresses: string[] = []
    admin.on('request', (request) => addresses.push(request.url()))
    await rowOf(admin, patient)
      .getByRole('button', { name: /^More downloads/ })
      .click()
    const [download] = await Promise.all([
      admin.waitForEvent('download'),
      admin.getByRole('menuitem', { name: /Download from archive/ }).click(),
    ])
    await checkZip(download)
    expect(new URL(download.url()).pathname).toMatch(/^\/api\/files\/[\w-]+$/)
    const token = await admin.evaluate(() => sessionStorage.getItem('auth_token'))
    expect(addresses.some((address) => address.includes(token ?? 'no token'))).toBe(false)
  })

  await test.step('another doctor sees no trace of it and gets no image', async () => {
    await expect(rowsOf(stranger).first()).toBeVisible()
    await expect(rowOf(stranger, patient)).toHaveCount(0)
    expect(strangerHears.join()).toContain('connection_established')
    expect(strangerHears.join()).not.toContain(patient)
    const token = await stranger.evaluate(() => sessionStorage.getItem('auth_token'))
    const metadata = `/dicom-web/studies/${studyUid}/metadata`
    expect(await fetchStatus(viewer, metadata)).toBe(200)
    expect(await fetchStatus(stranger, metadata)).toBe(401)
    expect(await fetchStatus(stranger, metadata, { authorization: `Bearer ${token}` })).toBe(404)
    await stranger.goto(viewer.url())
    await expect(stranger.getByRole('alert')).toContainText('Your viewing session has ended.')
    expect(await viewerPixels(stranger)).toEqual({ spread: 0, coloured: 0 })
  })
})
