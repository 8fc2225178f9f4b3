import { listDoctors } from '@readroom/db/people/doctors'
import { createPatient, createStudy } from '@readroom/db/testing/factories'
import { expectAccessibleAtBothWidths } from '../core/accessibility.ts'
import { expect, test } from '../core/test.ts'
import { rowOf, wholeList } from '../core/worklist.ts'

test('a laboratory is switched to automatic assignment, a study comes, its doctor has it, and its history says why', async ({
  db,
  enter,
  stage,
}) => {
  const lab = `Laboratory ${stage.tag}`
  const patientName = `Automatic ${stage.tag}`
  const admin = await enter(stage.admin, { path: '/admin/assignment' })
  await test.step('the administrator chooses the mode', async () => {
    await admin.getByLabel(`Mode of ${lab}`).selectOption('Assign')
    await expect(admin.getByText('Automatic assignment saved')).toBeVisible()
    await expectAccessibleAtBothWidths(admin, 'automatic-assignment')
  })

  const doctor = await enter(stage.doctor)
  // Doctors of other tests could read the study too, but this one knows the patient.
  const { id: doctorId } = (await listDoctors(db)).find(({ email }) => email === stage.doctor.email) ?? { id: null }
  const patientId = `AUTO-${stage.tag}`
  const patient = { labId: stage.labId, patientRowId: await createPatient(db, stage.labId, patientId), patientId, patientName }
  const now = new Date()
  await createStudy(db, { ...patient, status: 'report_finalized', reportedAt: now, reportedByDoctorId: doctorId })
  const waiting = { status: 'pending_assignment' as const, description: 'CT Head', modalities: ['CT'] }
  const dueAt = new Date(now.getTime() + 3_600_000)
  const study = await createStudy(db, { ...patient, ...waiting, settledAt: now, readyAt: now, dueAt })

  await test.step('the doctor has the study, and can decline it', async () => {
    await expect(rowOf(doctor, patientName)).toBeVisible({ timeout: 60_000 })
    await doctor.getByRole('button', { name: 'Assigned automatically: 1' }).click()
    const dialog = doctor.getByRole('dialog', { name: 'Assigned automatically' })
    await expect(dialog).toContainText('Reported the newest prior')
    await expectAccessibleAtBothWidths(doctor, 'dealt-studies', { include: '[role=dialog]' })
    await expect(dialog.getByRole('button', { name: `Decline ${patientName}` })).toBeVisible()
  })

  await test.step('the history says why', async () => {
    await admin.goto(`${wholeList(stage)}&dialog=summary&study=${study.id}`)
    const history = admin.getByRole('list', { name: 'Study history' })
    await expect(history).toContainText('Automatic: Reported the newest prior')
  })
})
