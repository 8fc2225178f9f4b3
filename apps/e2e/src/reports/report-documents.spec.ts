import { studyEndpoints } from '@readroom/contracts/studies/studies'
import { createStudy } from '@readroom/db/testing/factories'
import { fillSample } from '@readroom/word/check-template'
import { defaultTemplate } from '@readroom/word/default-template'
import JSZip from 'jszip'
import { expectAccessible } from '../core/accessibility.ts'
import { assignTo } from '../core/studies.ts'
import { expect, test } from '../core/test.ts'
import { openReports, uploadReport, wholeList } from '../core/worklist.ts'

test('a report document is generated, and downloaded under its name if no program opens it', async ({
  db,
  stage,
  adminApi,
  enter,
}) => {
  const patientName = `Généré ${stage.tag}`
  const said = { patientName, patientId: `G/${stage.tag}`, modalities: ['CT'], studyDate: '2026-11-21', settledAt: new Date() }
  const { id } = await createStudy(db, { ...said, labId: stage.labId, status: 'pending_assignment' })
  const { study } = await adminApi.call(studyEndpoints.one, { params: { studyId: id } })
  await assignTo(adminApi, study, stage.doctor)
  const [doctor, staff] = [await enter(stage.doctor), await enter(stage.staff, { path: wholeList(stage) })]
  const dialog = await openReports(doctor, patientName)
  const downloading = doctor.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Generate report' }).click()
  await expect(dialog.getByRole('button', { name: 'Generating...' })).toBeDisabled()
  const download = await downloading
  const clean = `G_${stage.tag}`.replaceAll(/[^\p{L}\p{N}-]+/gu, '_')
  expect(download.suggestedFilename()).toBe(
    `Report_Généré_${stage.tag.replaceAll(/[^\p{L}\p{N}-]+/gu, '_')}_${clean}_CT_2026-11-21.docx`,
  )
  await expect(doctor.getByText('Report downloaded successfully!')).toBeVisible()
  await expect(dialog).toBeVisible()
  await expect((await openReports(staff, patientName)).getByRole('button', { name: 'Generate report' })).toHaveCount(0)
})

test('reports are previewed in the dialog, which lists the downloads', async ({ db, stage, adminApi, enter }) => {
  const patientName = `Seen ${stage.tag}`
  const said = { patientName, patientId: `S/${stage.tag}`, modalities: ['CT'], settledAt: new Date() }
  const { id } = await createStudy(db, { ...said, labId: stage.labId, status: 'pending_assignment' })
  const { study } = await adminApi.call(studyEndpoints.one, { params: { studyId: id } })
  await assignTo(adminApi, study, stage.doctor)
  const doctor = await enter(stage.doctor)
  const dialog = await openReports(doctor, patientName)
  const word = { name: 'letter.doc', mimeType: 'application/msword', buffer: Buffer.alloc(520) }
  word.buffer.write('d0cf11e0a1b11ae1', 'hex')
  const text = { name: 'report.txt', mimeType: 'text/plain', buffer: Buffer.from('<b>No fracture</b>') }
  await uploadReport(dialog, 'Draft', word)
  await uploadReport(dialog, 'Finalized', text)
  const preview = doctor.getByRole('dialog', { name: 'Preview' })
  await dialog.getByRole('button', { name: 'Preview report.txt' }).click()
  await expect(preview.getByRole('region', { name: 'Contents of the file' })).toHaveText('<b>No fracture</b>')
  await expect(preview).toContainText('Version 2')
  await preview.getByRole('button', { name: 'Close', exact: true }).last().click()
  await dialog.getByText('Downloaded 1 time').click()
  await expect(dialog.getByRole('list', { name: 'Downloads' })).toContainText(stage.doctor.fullName)
  await dialog.getByRole('button', { name: 'Preview letter.doc' }).click()
  await expect(preview).toContainText('No preview for this file type. Download the file to open it.')
})

/** Returns the default template with an external picture, a link that runs a script, and a style sheet that ends itself early. */
async function hostileLetter(): Promise<Buffer> {
  const zip = await JSZip.loadAsync(await defaultTemplate())
  const change = async (name: string, from: string, to: string) =>
    zip.file(name, ((await zip.file(name)?.async('string')) ?? '').replace(from, to))
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}" TargetMode="External"/>`
  const outside = 'http://elsewhere.example/seen'
  await change(
    'word/_rels/document.xml.rels',
    '</Relationships>',
    `${relation('rId91', 'image', outside)}${relation('rId92', 'hyperlink', 'javascript:top.document.title=1')}</Relationships>`,
  )
  const drawing = 'http://schemas.openxmlformats.org/drawingml/2006'
  const picture = `<w:p><w:r><w:drawing><wp:inline xmlns:wp="${drawing}/wordprocessingDrawing"><wp:extent cx="900000" cy="900000"/><a:graphic xmlns:a="${drawing}/main"><a:graphicData uri="${drawing}/picture"><pic:pic xmlns:pic="${drawing}/picture"><pic:blipFill><a:blip r:embed="rId91" r:link="rId91"/></pic:blipFill><pic:spPr/></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`
  const link = '<w:p><w:hyperlink r:id="rId92"><w:r><w:t>Press me</w:t></w:r></w:hyperlink></w:p>'
  const colour = `red;background:url(${outside})}&lt;/style&gt;&lt;script&gt;top.document.title=1&lt;/script&gt;`
  const styled = `<w:p><w:r><w:rPr><w:color w:val="${colour}"/></w:rPr><w:t>Coloured</w:t></w:r></w:p>`
  await change('word/document.xml', '<w:body>', `<w:body>${picture}${link}${styled}`)
  return zip.generateAsync({ type: 'nodebuffer' })
}

test('a Word document is shown without running, following or fetching anything in it', async ({ db, stage, adminApi, enter }) => {
  const patientName = `Word ${stage.tag}`
  const said = { patientName, patientId: `W/${stage.tag}`, modalities: ['CT'], settledAt: new Date() }
  const { id } = await createStudy(db, { ...said, labId: stage.labId, status: 'pending_assignment' })
  const { study } = await adminApi.call(studyEndpoints.one, { params: { studyId: id } })
  await assignTo(adminApi, study, stage.doctor)
  const doctor = await enter(stage.doctor)
  const fetched: string[] = []
  doctor.on('request', (request) => fetched.push(request.url()))
  const dialog = await openReports(doctor, patientName)
  const mimeType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  await uploadReport(dialog, 'Draft', { name: 'letter.docx', mimeType, buffer: await fillSample(await defaultTemplate()) })
  await uploadReport(dialog, 'Finalized', { name: 'hostile.docx', mimeType, buffer: await hostileLetter() })
  const preview = doctor.getByRole('dialog', { name: 'Preview' })
  const show = async (name: string) => {
    await dialog.getByRole('button', { name: `Preview ${name}` }).click()
    return preview.frameLocator('iframe')
  }
  await expect((await show('letter.docx')).locator('body')).toContainText('RADIOLOGY REPORT')
  await expectAccessible(doctor, 'report documents', { include: '[role=dialog]' })
  await preview.getByRole('button', { name: 'Close', exact: true }).last().click()

  const title = await doctor.title()
  const hostile = await show('hostile.docx')
  await expect(hostile.getByText('Coloured')).toBeVisible()
  await hostile.getByText('Press me').click()
  await expect(hostile.getByText('Press me')).toBeVisible()
  await expect(hostile.locator('a, script, iframe, [href]')).toHaveCount(0)
  expect(await doctor.title()).toBe(title)
  expect(fetched.filter((url) => url.includes('elsewhere'))).toEqual([])
})

test('an administrator uploads a template, sees its errors, and previews and deletes it', async ({ stage, enter }) => {
  const modality = `Z${stage.tag}`
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .slice(0, 12)
    .toUpperCase()
  const page = await enter(stage.admin)
  await page.getByRole('link', { name: 'Templates', exact: true }).click()
  await page.getByRole('link', { name: 'Word templates' }).click()
  await page.getByRole('textbox', { name: 'Modality' }).fill(modality)
  const upload = async (name: string, buffer: Buffer) => {
    await page.getByLabel('Template', { exact: true }).setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
    await page.getByRole('button', { name: 'Upload template' }).click()
  }
  await upload('letter.docx', Buffer.from('no document'))
  await expect(page.getByRole('alert')).toHaveText('This file is not a readable Word document (.docx).')
  await upload('letter.docx', await defaultTemplate())
  const place = `All laboratories, ${modality}`
  await expect(page.getByRole('list', { name: 'Templates' })).toContainText(place)
  await expect(page.getByRole('alert')).toHaveCount(0)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: `Preview ${place}` }).click()
  expect((await downloading).suggestedFilename()).toBe('Preview_letter.docx')
  await expectAccessible(page, 'report documents')
  await page.getByRole('button', { name: `Delete ${place}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(place)).toHaveCount(0)
})
