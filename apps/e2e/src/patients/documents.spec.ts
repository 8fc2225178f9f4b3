import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { studyEndpoints } from '@readroom/contracts/studies/studies'
import type { Db } from '@readroom/db/core/client'
import { documents } from '@readroom/db/patients/documents.schema'
import { insertPatient } from '@readroom/db/patients/patients'
import { findUserByEmail } from '@readroom/db/people/users'
import { createStudy } from '@readroom/db/testing/factories'
import { expectAccessible } from '../core/accessibility.ts'
import type { Stage } from '../core/people.ts'
import { assignTo } from '../core/studies.ts'
import { expect, test } from '../core/test.ts'

/** Creates a study of a patient that no other test uses. */
async function seedStudy(db: Db, { tag, labId }: Stage) {
  const patientId = `D/${tag}`
  const patientRowId = await insertPatient(db, { labId, patientId })
  if (patientRowId === null) throw new Error('the patient is there already')
  const said = { patientId, patientName: `Documented ${tag}`, description: 'Seeded', modalities: ['CT'] }
  const study = await createStudy(db, { ...said, labId, patientRowId, settledAt: new Date(), status: 'pending_assignment' })
  return { ...study, name: said.patientName }
}

const file = (name: string, mimeType: string, buffer: Buffer | string) => ({ name, mimeType, buffer: Buffer.from(buffer) })

/** Creates a PDF with text in a font it doesn't embed, and a scan that needs a separate decoder: 64 by 64 black points, as sent by fax machines. */
function scannedPdf(): Buffer {
  const fax = Buffer.from('ffffffffffffffff001001', 'hex')
  const content = 'q 400 0 0 400 100 200 cm /Im Do Q BT /F1 40 Tf 100 700 Td (Referral) Tj ET'
  const image = `/Width 64 /Height 64 /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /CCITTFaxDecode`
  const resources = '/Resources << /XObject << /Im 5 0 R >> /Font << /F1 6 0 R >> >>'
  const page = Buffer.from(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R ${resources} >>`)
  const objects = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >> >>'),
    Buffer.from('<< /Type /Pages /Kids [3 0 R 7 0 R 8 0 R] /Count 3 >>'),
    page,
    Buffer.from(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`),
    Buffer.concat([
      Buffer.from(
        `<< /Type /XObject /Subtype /Image ${image} /DecodeParms << /K -1 /Columns 64 /Rows 64 /BlackIs1 true >> /Length ${fax.length} >>\nstream\n`,
      ),
      fax,
      Buffer.from('\nendstream'),
    ]),
    Buffer.from('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'),
    page,
    page,
  ]
  const numbered = objects.flatMap((object, index) => [Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')])
  return Buffer.concat([Buffer.from('%PDF-1.4\n'), ...numbered, Buffer.from('trailer\n<< /Root 1 0 R >>\n%%EOF\n')])
}

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const word = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(504)])

const pathOf = (role: 'lab' | 'doctor' | 'admin', studyId: string) =>
  `/${role}/dashboard?tab=all&date=all&dialog=patient&study=${studyId}`
/** Opens the record on a signed-in page. Nothing of the dashboard is visible behind it. */
async function openRecord(page: Page, path: string): Promise<Page> {
  await page.goto(path)
  return page
}
const sectionOf = (page: Page) => page.getByRole('region', { name: /^Documents/ })
const rowOf = (page: Page, name: string) => sectionOf(page).getByRole('row').filter({ hasText: name })
const previewOf = (page: Page) => page.getByRole('dialog', { name: 'Preview' })

async function choose(page: Page, ...files: ReturnType<typeof file>[]): Promise<Locator> {
  await page.getByLabel('Attach Documents').setInputFiles(files)
  return sectionOf(page).getByRole('list', { name: 'Selected files' })
}

/** Returns the dark share of the middle of a canvas. */
const darkness = (canvas: Locator) =>
  canvas.evaluate((element) => {
    if (!(element instanceof HTMLCanvasElement)) throw new Error('not a canvas')
    const { width, height } = element
    const middle = element.getContext('2d')?.getImageData(width / 2 - 10, height / 2 - 10, 20, 20).data ?? []
    return [...middle].filter((value, index) => index % 4 === 0 && value < 50).length / 400
  })

test('a technician attaches files, everybody who sees the patient views them, and one is deleted', async ({
  db,
  stage,
  adminApi,
  enter,
}) => {
  const { id } = await seedStudy(db, stage)
  const { study } = await adminApi.call(studyEndpoints.one, { params: { studyId: id } })
  await assignTo(adminApi, study, stage.doctor)
  const [lab, doctor] = [
    await openRecord(await enter(stage.staff), pathOf('lab', id)),
    await openRecord(await enter(stage.doctor, { theme: 'dark' }), pathOf('doctor', id)),
  ]
  const blocked: string[] = []
  for (const page of [lab, doctor]) {
    page.on('console', (message) => void (message.text().includes('Content Security Policy') && blocked.push(message.text())))
  }

  await test.step('files are chosen with their categories and uploaded', async () => {
    await expect(sectionOf(lab)).toContainText('No Documents Found')
    const upload = sectionOf(lab).getByRole('button', { name: 'Upload File' })
    await expect(upload).toBeDisabled()
    await sectionOf(lab).getByLabel('Category', { exact: true }).selectOption('Radiology')
    const chosen = await choose(
      lab,
      file('request.pdf', 'application/pdf', scannedPdf()),
      file('photo.png', 'image/png', Buffer.from(pixel, 'base64')),
      file('notes.txt', 'text/plain', '<script>alert(1)</script>\nGröße: 1,80 m'),
      file('letter.doc', 'application/msword', word),
      file('virus.exe', 'application/octet-stream', 'MZ'),
      file('lie.png', 'image/png', '<svg xmlns="http://www.w3.org/2000/svg"/>'),
      file('lie.pdf', 'application/pdf', 'MZ'),
    )
    for (const refused of ['virus.exe', 'lie.png']) await expect(lab.getByText(`"${refused}" is not accepted`)).toBeVisible()
    await expect(chosen.getByRole('listitem')).toHaveCount(5)
    await chosen.getByLabel('Category of notes.txt').selectOption('Lab')
    await chosen.getByRole('button', { name: 'Remove letter.doc' }).click()
    await choose(lab, file('letter.doc', 'application/msword', word))
    await upload.click()
    await expect(lab.getByText('Document(s) uploaded successfully')).toBeVisible()
    await expect(chosen).toContainText('"lie.pdf" is not accepted')
    await expect(sectionOf(lab).getByRole('heading')).toHaveText('Documents 4')
    await expect(rowOf(lab, 'notes.txt')).toContainText('Lab')
    await expect(rowOf(lab, 'request.pdf')).toContainText(/Radiology\d\d\/\d\d\/\d{4} \d\d:\d\d\s*Lena Stave/)
    await chosen.getByRole('button', { name: 'Remove lie.pdf' }).click()
    await expect(chosen).toBeHidden()
  })

  await test.step('the doctor previews each file on a page that was already open', async () => {
    await expect(sectionOf(doctor).getByRole('heading')).toHaveText('Documents 4')
    await expect(sectionOf(doctor).getByRole('button', { name: /Upload|Choose|Delete/ })).toHaveCount(0)
    const look = async (name: string) => {
      await doctor.getByRole('button', { name: `Preview ${name}` }).click()
      return previewOf(doctor)
    }
    const pdf = await look('request.pdf')
    await expect(pdf.getByRole('img', { name: 'Page 1 of 3' })).toBeVisible()
    await expect.poll(() => darkness(pdf.getByRole('img', { name: 'Page 1 of 3' }))).toBe(1)
    await expectAccessible(doctor, 'documents', { include: '[role=dialog]' })
    await doctor.keyboard.press('Escape')
    await expect(pdf).toBeHidden()
    await expect(doctor.getByRole('button', { name: 'Preview request.pdf' })).toBeFocused()

    const image = (await look('photo.png')).getByRole('img', { name: 'photo.png' })
    await expect.poll(() => image.evaluate((element) => element instanceof HTMLImageElement && element.naturalWidth)).toBe(1)
    await doctor.keyboard.press('Escape')
    await expect(await look('notes.txt')).toContainText('<script>alert(1)</script> Größe: 1,80 m')
    await doctor.keyboard.press('Escape')
    await expect(await look('letter.doc')).toContainText('No preview for this file type. Download the file to open it.')
    const downloading = doctor.waitForEvent('download')
    await previewOf(doctor).getByRole('button', { name: 'Download' }).click()
    const path = await (await downloading).path()
    expect((await readFile(path)).equals(word)).toBe(true)
    await expect(doctor.getByText('Downloaded letter.doc')).toBeVisible()
    await expect(doctor.getByText('512 bytes, application/msword')).toBeVisible()
    await doctor.keyboard.press('Escape')
    await expect(previewOf(doctor)).toBeHidden()
    expect(blocked).toEqual([])
  })

  await test.step('one is deleted after a question, and a page that still shows it says so', async () => {
    await doctor.route(/\/api\/labEdit\/patients\/[^/]+\?/, (route) => route.abort())
    await rowOf(lab, 'notes.txt').getByRole('button', { name: 'Delete notes.txt' }).click()
    const question = lab.getByRole('alertdialog', { name: 'Delete document' })
    await expect(question).toContainText('Are you sure you want to delete "notes.txt"? This action cannot be undone.')
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(lab.getByText('Document deleted successfully')).toBeVisible()
    await expect(rowOf(lab, 'notes.txt')).toBeHidden()
    await rowOf(doctor, 'notes.txt').getByRole('button', { name: 'Download notes.txt' }).click()
    await expect(doctor.getByText('Document not found')).toBeVisible()
    await expect(doctor.getByText('It may have been moved or deleted. Please refresh')).toBeVisible()
  })
})

test('files are dropped and pasted, a running upload is cancelled, and a failed one is repeated', async ({
  db,
  stage,
  enter,
}) => {
  const { id } = await seedStudy(db, stage)
  const lab = await openRecord(await enter(stage.staff), pathOf('lab', id))
  const chosen = sectionOf(lab).getByRole('list', { name: 'Selected files' })
  const upload = sectionOf(lab).getByRole('button', { name: 'Upload File' })
  await expect(sectionOf(lab)).toContainText('No Documents Found')

  const give = (event: 'drop' | 'paste', name: string) =>
    sectionOf(lab).evaluate(
      (section, given) => {
        const data = new DataTransfer()
        data.items.add(new File(['words'], given.name))
        if (given.event === 'drop') section.dispatchEvent(new DragEvent('drop', { bubbles: true, dataTransfer: data }))
        else section.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, clipboardData: data }))
      },
      { event, name },
    )
  await give('drop', 'dropped.txt')
  await give('paste', 'pasted.txt')
  await expect(chosen.getByRole('listitem')).toHaveCount(2)

  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await lab.route('**/documents', async (route) => {
    if (route.request().postData()?.includes('dropped.txt')) await held
    await route.abort().catch(() => {})
  })
  await upload.click()
  await chosen.getByRole('button', { name: 'Cancel the upload of dropped.txt' }).click()
  release()
  await expect(chosen.getByRole('listitem')).toHaveCount(1)
  await expect(chosen.getByRole('alert')).toHaveText('Failed to upload document(s)')
  await lab.unroute('**/documents')
  await upload.click()
  await expect(sectionOf(lab).getByRole('heading')).toHaveText('Documents 1')
  await expect(chosen).toBeHidden()
})

test('five hundred documents fit on a phone', async ({ db, stage, enter }) => {
  const { id, patientRowId } = await seedStudy(db, stage)
  const uploadedBy = (await findUserByEmail(db, stage.staff.email))?.id ?? ''
  const row = { patientRowId, studyId: id, uploadedBy, category: 'other' as const, sizeBytes: 1_208_000, sha256: 'x' }
  const fileName = 'consent-contrast-signed-scan-page-1-and-two-further-pages-of-the-same-form.pdf'
  await db.insert(documents).values(
    Array.from({ length: 500 }, (_, number) => ({
      ...row,
      number,
      fileName: `${number}-${fileName}`,
      contentType: 'application/pdf',
      objectKey: `documents/${stage.tag}-${number}`,
    })),
  )
  const lab = await openRecord(await enter(stage.staff, { viewport: { width: 390, height: 844 } }), pathOf('lab', id))
  await expect(sectionOf(lab).getByRole('heading')).toHaveText('Documents 500')
  await expect(sectionOf(lab).getByRole('row')).toHaveCount(101)
  await expectAccessible(lab, 'documents', { include: '[role=dialog]' })
  await sectionOf(lab).getByRole('button', { name: 'Show all 500' }).click()
  await expect(sectionOf(lab).getByRole('row')).toHaveCount(501)
  const overflow = await lab.getByRole('dialog').evaluate((dialog) => {
    const wide = [...dialog.querySelectorAll('section, table, td')].filter((each) => each.scrollWidth > each.clientWidth + 1)
    return wide.map((each) => each.className)
  })
  expect(overflow).toEqual([])
})
