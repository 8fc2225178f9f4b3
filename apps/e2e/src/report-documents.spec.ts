import { studyEndpoints } from '@readroom/contracts/studies'
import { createStudy } from '@readroom/db/testing/factories'
import { assignTo } from './studies.ts'
import { expect, test } from './test.ts'
import { openReports, wholeList } from './worklist.ts'

test('a report is generated: without a program for it, as a download under its name', async ({ db, stage, adminApi, enter }) => {
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
