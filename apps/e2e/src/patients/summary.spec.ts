import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../core/accessibility.ts'
import { makePhantom, sendFiles, untilSettled } from '../core/studies.ts'
import { expect, test } from '../core/test.ts'
import { openViewer } from '../core/viewer.ts'
import { openAssignment, openReports, type ReportFile, rowOf, uploadReport, wholeList } from '../core/worklist.ts'

const empty = [
  'No Study Download Status Found...!',
  'No Report Download Status Found...!',
  'No Dispatch Status Found',
  'No Records Found...!',
]

const report = (name: string): ReportFile => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`${name}\n`) })

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Patient Information' })
const courseOf = (dialog: Locator) => dialog.getByRole('list', { name: 'Study history' }).getByRole('listitem')
const tableOf = (dialog: Locator, name: string) => dialog.getByRole('table', { name, exact: true })

/** Opens the summary of the only study in the list with the keyboard. */
async function openSummary(page: Page, patientName: string): Promise<Locator> {
  await expect(rowOf(page, patientName)).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('i')
  await expect(page).toHaveURL(/dialog=summary/)
  return dialogOf(page)
}

test('everybody who sees a study can read its history', async ({ db, system, stage, adminApi, enter }) => {
  test.slow()
  const phantom = makePhantom('Summary', 3, undefined)
  await sendFiles(system, stage.aeTitle, phantom.files())
  const { _id: studyId } = await untilSettled({ db, adminApi }, phantom.uid)
  const admin = await enter(stage.admin, { path: wholeList(stage), theme: 'light' })
  const doctor = await enter(stage.doctor, { theme: 'dark' })

  const dialog = await test.step('at first the summary shows what is still missing', async () => {
    const opened = await openSummary(admin, phantom.name)
    await expect(courseOf(opened)).toHaveText([/Uploaded.*so far/])
    for (const sentence of empty) await expect(opened.getByText(sentence, { exact: true }).first()).toBeVisible()
    await expect(opened.getByText('Not assigned')).toBeVisible()
    await expect(tableOf(opened, 'Series').getByRole('row')).toHaveCount(2)
    await expectAccessible(admin, 'summary', { include: '[role=dialog]' })
    await admin.keyboard.press('Escape')
    return opened
  })

  await test.step('the administrator assigns it, the doctor opens and reports it', async () => {
    const assignment = await openAssignment(admin, phantom.name)
    await assignment.getByRole('checkbox', { name: new RegExp(stage.doctor.fullName) }).check()
    await assignment.getByRole('button', { name: 'Assign Selected (1)' }).click()
    await expect(assignment).toBeHidden()
    const viewer = await openViewer(doctor, phantom.name)
    await expect(rowOf(admin, phantom.name)).toContainText('In Review')
    await viewer.close()
    // The open summary is updated live.
    await openSummary(admin, phantom.name)
    const reports = await openReports(doctor, phantom.name)
    await uploadReport(reports, 'Draft', report('draft.txt'))
    await uploadReport(reports, 'Finalized', report('final.txt'))
    await doctor.keyboard.press('Escape')
    await expect(courseOf(dialog)).toHaveText([/Uploaded/, /Assigned/, /Report opened/, /Drafted/, /Finalized/])
  })

  const lab = await enter(stage.staff)
  await test.step('the laboratory downloads the report', async () => {
    const reports = await openReports(lab, phantom.name)
    await Promise.all([lab.waitForEvent('download'), reports.getByRole('button', { name: 'Download final.txt' }).click()])
    await lab.keyboard.press('Escape')
  })

  await test.step('the administrator sees who did what', async () => {
    await expect(courseOf(dialog).last()).toContainText(`Report downloaded`)
    await expect(courseOf(dialog).last()).toContainText(stage.staff.fullName)
    for (const [table, cells] of [
      ['Assignment Information', ['1', stage.doctor.fullName, 'Neuroradiology', /\d\d:\d\d/, 'Active']],
      ['Assignment Chain History', ['1', stage.doctor.fullName, /\d\d:\d\d/, 'Active']],
      ['Reported Information', [stage.doctor.fullName, /\d\d:\d\d/, /\d+m/, /\d+m/, 'Yes']],
      ['Report Download Information', [stage.staff.fullName, /\d\d:\d\d/]],
    ] as const)
      await expect(tableOf(dialog, table).getByRole('cell')).toContainText([...cells])
    await dialog.getByRole('tab', { name: 'Changes' }).click()
    await expect(dialog.getByText('No Records Found...!')).toBeVisible()
    await dialog.getByRole('tab', { name: 'Series' }).click()
    await expect(tableOf(dialog, 'Series').getByRole('row')).toHaveCount(2)
    await dialog.getByRole('tab', { name: 'Clinical information' }).click()
    for (const text of ['Clinical History', 'Previous Injury', 'Previous Surgery'])
      await expect(dialog.getByRole('region', { name: text })).toContainText('N/A')
  })

  await test.step('the doctor and the laboratory see the history too, the laboratory without the draft', async () => {
    const steps = [/Uploaded/, /Assigned/, /Report opened/, /Drafted/, /Finalized/, /Report downloaded/]
    const seen = await openSummary(doctor, phantom.name)
    await expect(courseOf(seen)).toHaveText(steps)
    await expectAccessible(doctor, 'summary', { include: '[role=dialog]' })
    const delivered = await openSummary(lab, phantom.name)
    await expect(courseOf(delivered)).toHaveText(steps.filter((step) => step.source !== 'Drafted'))
    for (const page of [doctor, lab]) await expect(dialogOf(page).getByRole('tab', { name: 'Changes' })).toHaveCount(0)
  })

  await test.step("the name at the top of each dialog opens the patient's details", async () => {
    await lab.keyboard.press('Escape')
    for (const name of ['summary', 'share', 'discussion', 'reports']) {
      await lab.goto(`/lab/dashboard?date=all&dialog=${name}&study=${studyId}`)
      await lab
        .getByRole('dialog')
        .getByRole('button', { name: `Patient details of ${phantom.name}` })
        .click()
      await expect(lab.getByRole('dialog', { name: 'Patient details' })).toBeVisible()
    }
    await lab.goBack()
    await expect(lab.getByRole('dialog', { name: 'Medical Reports' })).toBeVisible()
    await lab.goto(`/lab/dashboard?date=all&dialog=discussion&study=${studyId}`)
    const discussion = lab.getByRole('dialog', { name: 'Study Discussion' })
    await discussion.getByLabel('New comment').fill('Not sent yet')
    await expect(discussion.getByRole('button', { name: /^Patient details/ })).toHaveCount(0)
  })
})
