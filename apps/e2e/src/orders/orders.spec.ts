import { expectAccessibleInThemes } from '../core/accessibility.ts'
import { sectionOf } from '../core/reading.ts'
import { assignTo, makePhantom, sendFiles, untilSettled } from '../core/studies.ts'
import { expect, test } from '../core/test.ts'
import { rowOf, wholeList } from '../core/worklist.ts'

test('laboratory staff enter an order, its images arrive, and the doctor reads the indication', async ({
  db,
  system,
  stage,
  adminApi,
  enter,
}) => {
  const indication = 'Cough for six weeks. Tumour?'
  const accessionNumber = `ACC-${stage.tag}`
  const { uid, name, patientId, files } = makePhantom(stage.tag, 3, undefined, accessionNumber)
  const lab = await enter(stage.staff, { path: '/lab/orders' })
  await expect(lab.getByRole('heading', { name: 'No orders yet' })).toBeVisible()
  await lab.getByRole('main').getByRole('button', { name: 'Enter order' }).first().click()
  const form = lab.getByRole('form', { name: 'Enter order' })
  await form.getByLabel('Order number').fill(`ORD-${stage.tag}`)
  await form.getByLabel('Family name', { exact: true }).fill(name)
  await form.getByLabel('Patient ID').fill(patientId)
  await form.getByLabel('Accession number').fill(accessionNumber)
  await form.getByLabel('Modality').selectOption('CT')
  await form.getByLabel('Priority').selectOption('Urgent')
  await form.getByLabel('Indication').fill(indication)
  await expectAccessibleInThemes(lab, 'order form')
  await lab.getByRole('button', { name: 'Save order' }).click()
  const row = lab.getByRole('row', { name: `Order ORD-${stage.tag}` })
  await expect(row).toContainText('Ordered')
  await expectAccessibleInThemes(lab, 'orders')

  await sendFiles(system, stage.aeTitle, files())
  const study = await untilSettled({ db, adminApi }, uid)
  await assignTo(adminApi, study, stage.doctor)
  const admin = await enter(stage.admin, { path: wholeList(stage) })
  await expect(rowOf(admin, name)).toContainText('Order')
  await expect(rowOf(admin, name)).toContainText('Urgent')
  await lab.reload()
  await expect(row).toContainText('Images arrived')

  const doctor = await enter(stage.doctor, { path: `/reading/${study._id}` })
  await expect(sectionOf(doctor, 'Clinical information')).toContainText(indication)
  await doctor.keyboard.press('Alt+KeyL')
  const pane = doctor.getByRole('complementary', { name: 'Clinical' })
  await expect(pane).toContainText('Clinical history (from the order)')
  await expect(pane).toContainText(indication)
})

test('orders fit a phone', async ({ stage, enter }) => {
  const lab = await enter(stage.staff, { path: '/lab/orders' })
  await lab.setViewportSize({ width: 390, height: 844 })
  const button = lab.getByRole('main').getByRole('button', { name: 'Enter order' }).first()
  await button.click()
  await lab
    .getByRole('form', { name: 'Enter order' })
    .getByLabel('Order number')
    .fill(`ORD-${'9'.repeat(150)}`)
  await lab.getByLabel('Family name', { exact: true }).fill('Wolfeschlegelsteinhausenbergerdorff^Hubert Blaine 山田')
  await lab.getByRole('button', { name: 'Save order' }).click()
  await lab.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(lab.getByRole('region', { name: 'History' })).toContainText('Order received')
  expect(await lab.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})
