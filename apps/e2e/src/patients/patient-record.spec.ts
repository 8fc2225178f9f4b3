import type { Page } from '@playwright/test'
import { studyEndpoints } from '@readroom/contracts/studies/studies'
import type { Db } from '@readroom/db/core/client'
import { findPatientById, insertPatient } from '@readroom/db/patients/patients'
import { createStudy } from '@readroom/db/testing/factories'
import { expectAccessibleInThemes } from '../core/accessibility.ts'
import type { Stage } from '../core/people.ts'
import { assignTo } from '../core/studies.ts'
import { expect, test } from '../core/test.ts'
import { rowOf, wholeList } from '../core/worklist.ts'

/** Returns a row behind an open dialog. */
const rowBehind = (page: Page, name: string) => page.getByRole('row', { name, exact: true, includeHidden: true })

/** Creates a pending study of the stage's laboratory, of a patient that no other test uses. */
async function seedStudy(db: Db, { tag, labId }: Stage, fields: object = {}) {
  const patientId = `R-${tag}`
  const patientName = `Recorded ${tag}`
  const key = { labId, patientId }
  const patientRowId = (await insertPatient(db, key)) ?? (await findPatientById(db, key))
  if (patientRowId === null) throw new Error('the patient is gone again')
  const said = { patientId, patientName, patientSex: 'F' as const, patientAge: '44Y', accessionNumber: `A-${tag}` }
  const study = {
    description: 'CT Chest',
    modalities: ['CT'],
    studyDate: '2026-11-20',
    settledAt: new Date(),
    readyAt: new Date(),
  }
  const { id } = await createStudy(db, { ...said, ...study, labId, patientRowId, status: 'pending_assignment', ...fields })
  return { id, patientId, name: patientName }
}

const labList = '/lab/dashboard?tab=all&date=all'
const recordOf = (page: Page) => page.getByRole('dialog', { name: 'Patient details' })
const history = (page: Page) => recordOf(page).getByRole('textbox', { name: 'Clinical History' })
const fieldOf = (page: Page, name: string) => recordOf(page).getByRole('textbox', { name, exact: true })
const saveOf = (page: Page) => recordOf(page).getByRole('button', { name: 'Save Changes' })

async function openRecord(page: Page, patientName: string): Promise<void> {
  await rowOf(page, patientName).getByRole('button', { name: 'More downloads and viewers' }).click()
  await page.getByRole('menuitem', { name: 'Patient details' }).click()
  await expect(recordOf(page).getByLabel('Family name', { exact: true }).first()).toBeVisible()
}

test('a technician marks a case urgent and writes its history by keyboard, and another open page shows it', async ({
  db,
  stage,
  enter,
}) => {
  const { id, name } = await seedStudy(db, stage)
  const admin = await enter(stage.admin, { path: wholeList(stage) })
  const lab = await enter(stage.staff, { path: labList })
  await expect(rowOf(admin, name)).not.toContainText('Emergency')

  await rowOf(lab, name).getByRole('checkbox').focus()
  await lab.keyboard.press('j')
  await lab.keyboard.press('p')
  await expect(history(lab)).toBeFocused()
  await expect(lab).toHaveURL(new RegExp(`dialog=patient&study=${id}`))
  await lab.keyboard.type('Fall from a ladder')
  await expect(history(lab)).toHaveValue('Fall from a ladder')
  await recordOf(lab).getByLabel('Study status change').selectOption('Emergency Case')
  await expect(recordOf(lab).getByText('2 unsaved changes')).toBeVisible()
  await lab.keyboard.press('Control+s')

  await expect(lab.getByText('Patient information updated successfully (including priority settings)')).toBeVisible()
  await expect(rowOf(admin, name)).toContainText('Emergency')
  await expect(rowOf(admin, name)).toContainText('Clinical history: Fall from a ladder')
  await lab.keyboard.press('Escape')
  await expect(recordOf(lab)).toBeHidden()
  await expect(rowOf(lab, name)).toContainText('Emergency')
})

test('asks field by field about changes that two users made at once, and loses no text', { tag: '@slow-network' }, async ({
  db,
  stage,
  enter,
}) => {
  const { name } = await seedStudy(db, stage)
  const [admin, lab] = [await enter(stage.admin, { path: wholeList(stage) }), await enter(stage.staff, { path: labList })]
  for (const page of [admin, lab]) await openRecord(page, name)

  await history(admin).fill('Theirs')
  await fieldOf(admin, 'Code').fill('CTCH')
  await history(lab).fill('Mine')
  await saveOf(admin).click()
  await expect(admin.getByText('Patient information updated successfully')).toBeVisible()

  const question = recordOf(lab).getByRole('alert', { name: 'Changed by someone else' })
  await expect(question).toContainText('Theirs')
  await expect(fieldOf(lab, 'Code')).toHaveValue('CTCH')
  await expect(saveOf(lab)).toBeDisabled()
  await question.getByRole('button', { name: 'Keep mine' }).click()
  await expect(question).toBeHidden()
  await saveOf(lab).click()
  await expect(history(admin)).toHaveValue('Mine')
})

test('asks about unsaved changes, and keeps them through a reload', async ({ db, stage, enter }) => {
  const { name } = await seedStudy(db, stage)
  const lab = await enter(stage.staff, { path: labList })
  await openRecord(lab, name)
  await fieldOf(lab, 'Exam description').fill('CT Chest with contrast')
  await lab.keyboard.press('Escape')
  await lab.getByRole('alertdialog', { name: 'Discard changes?' }).getByRole('button', { name: 'Continue editing' }).click()
  await expect(fieldOf(lab, 'Exam description')).toHaveValue('CT Chest with contrast')

  await lab.reload()
  await expect(fieldOf(lab, 'Exam description')).toHaveValue('CT Chest with contrast')
  await expect(recordOf(lab).getByText('Your unsaved changes were restored.')).toBeVisible()
  await lab.keyboard.press('Escape')
  await lab.getByRole('button', { name: 'Discard changes' }).click()
  await expect(recordOf(lab)).toBeHidden()
  await openRecord(lab, name)
  await expect(fieldOf(lab, 'Exam description')).toHaveValue('CT Chest')
})

test("a corrected field is marked, and can be reset to the scanner's value", async ({ db, stage, enter }) => {
  const { name } = await seedStudy(db, stage)
  const lab = await enter(stage.staff, { path: labList })
  await openRecord(lab, name)
  for (const tab of ['CLINICAL HISTORY', /ALL STUDIES/, 'VISIT INFORMATION']) {
    await recordOf(lab).getByRole('tab', { name: tab }).click()
    await expectAccessibleInThemes(lab, `${tab}`, { include: '[role=dialog]' })
  }
  const field = fieldOf(lab, 'Exam description')
  await field.fill('MR Knee')
  await saveOf(lab).click()
  await expect(rowBehind(lab, name)).toContainText('MR Knee')
  await recordOf(lab)
    .getByRole('button', { name: /Restore the scanner value of Exam description/ })
    .click()
  await expect(field).toHaveValue('CT Chest')
  await saveOf(lab).click()
  await expect(rowBehind(lab, name)).toContainText('CT Chest')
})

test('marks appear in the row, can be filtered by, and can be removed', async ({ db, stage, enter }) => {
  const [marked, other] = [
    await seedStudy(db, stage),
    await createStudy(db, { labId: stage.labId, patientName: `Plain ${stage.tag}` }),
  ]
  const lab = await enter(stage.staff, { path: labList })
  await openRecord(lab, marked.name)
  await recordOf(lab).getByLabel('Study status change').selectOption('MLC Case')
  await saveOf(lab).click()
  await expect(recordOf(lab).getByRole('list', { name: 'Marked' })).toContainText('MLC Case')
  await recordOf(lab).getByLabel('Study status change').selectOption('Billed Study')
  await saveOf(lab).click()
  await expect(rowBehind(lab, marked.name)).toContainText('Billed Study')
  await recordOf(lab).getByRole('button', { name: 'Remove: MLC Case' }).click()
  await saveOf(lab).click()
  await expect(rowBehind(lab, marked.name)).not.toContainText('MLC Case')

  await lab.goto(`${labList}&caseFlag=billedStudy`)
  await expect(rowOf(lab, marked.name)).toBeVisible()
  await expect(rowOf(lab, other.patientName ?? '')).toBeHidden()
})

test("a doctor reads the record, finds the patient's earlier studies next to the current one, and compares", async ({
  db,
  stage,
  adminApi,
  enter,
}) => {
  const [current, prior] = [
    await seedStudy(db, stage, { clinicalHistory: 'Known asthma' }),
    await seedStudy(db, stage, { studyDate: '2025-01-02', description: 'CT Old' }),
  ]
  await seedStudy(db, stage, { studyDate: '2026-11-21', description: 'CT Later' })
  const { study } = await adminApi.call(studyEndpoints.one, { params: { studyId: current.id } })
  await assignTo(adminApi, study, stage.doctor)
  const doctor = await enter(stage.doctor)
  await openRecord(doctor, current.name)
  await test.step('the record can be read and not changed', async () => {
    const record = recordOf(doctor)
    await expect(record.getByText('View Only')).toBeVisible()
    await expect(history(doctor)).toHaveValue('Known asthma')
    await expect(history(doctor)).not.toBeEditable()
    await expect(record.getByLabel('Family name', { exact: true }).first()).not.toBeEditable()
    await expect(record.getByLabel('Priority level')).toBeDisabled()
    await expect(saveOf(doctor)).toBeHidden()
    await record.getByRole('tab', { name: 'VISIT INFORMATION' }).press('Control+s')
    await expect(doctor.getByText('You do not have permission to edit this record')).toBeVisible()
  })
  await recordOf(doctor).getByRole('tab', { name: 'ALL STUDIES 2' }).click()
  const row = recordOf(doctor).getByRole('row', { name: /CT Old/ })
  await expect(row).toContainText('Prior, read only')
  await expect(recordOf(doctor).getByText('CT Later')).toBeHidden()
  const opened = doctor.waitForEvent('popup')
  await row.getByRole('button', { name: /^Compare/ }).click()
  const { data } = await adminApi.call(studyEndpoints.adminAll, { query: { patientId: current.patientId } })
  const uidOf = (id: string) => data.find(({ _id }) => _id === id)?.studyInstanceUID ?? 'none'
  await expect(await opened).toHaveURL(new RegExp(`StudyInstanceUIDs=${uidOf(current.id)}(,|%2C)${uidOf(prior.id)}.*hpCompare`))
})

test('on a narrow screen the record is a page, whose address follows a changed patient ID', async ({ db, stage, enter }) => {
  const { name, patientId } = await seedStudy(db, stage)
  const lab = await enter(stage.staff, { path: labList, viewport: { width: 390, height: 844 } })
  await rowOf(lab, name).getByRole('button', { name: 'Patient details' }).click()
  await expect(lab).toHaveURL(new RegExp(`/patients/${patientId}\\?studyId=`))
  await lab.getByRole('heading', { name: 'Patient', exact: true }).click()
  await lab.getByRole('textbox', { name: 'Patient ID' }).fill(`${patientId}-B`)
  await lab.getByRole('button', { name: 'Save Changes' }).click()
  await expect(lab).toHaveURL(new RegExp(`/patients/${patientId}-B\\?studyId=`))
  await expect(lab.getByLabel('Patient ID', { exact: true })).toHaveValue(`${patientId}-B`)
  await lab.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(rowOf(lab, name)).toContainText(`${patientId}-B`)

  await lab.goto('/patients/NOBODY')
  await expect(lab.getByRole('alert')).toHaveText(
    'Patient with ID "NOBODY" not found. The patient ID may have been changed or the patient may not exist.',
  )
})

test('one save changes the other studies of the day too', async ({ db, stage, enter }) => {
  const [one, two] = [await seedStudy(db, stage), await seedStudy(db, stage, { description: 'XR Wrist' })]
  const lab = await enter(stage.staff, { path: `${labList}&dialog=patient&study=${one.id}` })
  await history(lab).fill('Fall')
  await recordOf(lab).getByRole('checkbox', { name: 'Also apply to 1 other study of this day' }).check()
  await saveOf(lab).click()
  await expect(lab.getByText('Patient information updated successfully')).toBeVisible()
  await lab.goto(`${labList}&dialog=patient&study=${two.id}`)
  await expect(history(lab)).toHaveValue('Fall')
  await expect(fieldOf(lab, 'Exam description')).toHaveValue('XR Wrist')
})
