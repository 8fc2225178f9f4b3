import { labEndpoints } from '@readroom/contracts/people/labs'
import { studyEndpoints } from '@readroom/contracts/studies/studies'
import type { Db } from '@readroom/db/core/client'
import { createStudy } from '@readroom/db/testing/factories'
import { type ApiSession, signIn as openApi } from '@readroom/demo/api-client'
import unzipper from 'unzipper'
import { expectAccessible } from '../core/accessibility.ts'
import { waitForMail } from '../core/mail.ts'
import { password, type Stage } from '../core/people.ts'
import { signByApi, written } from '../core/reading.ts'
import { assignTo, makePhantom, sendFiles, untilSettled } from '../core/studies.ts'
import { expect, test } from '../core/test.ts'
import { openReports, rowOf } from '../core/worklist.ts'

const fracture = written({ findings: 'Sagittal split of the plateau.', impression: 'Tibial plateau fracture.' })

/** Creates a study assigned to the stage's doctor. */
async function addStudy(db: Db, adminApi: ApiSession, stage: Stage, patientName: string) {
  const patient = { patientName, patientId: `S-${stage.tag}`, accessionNumber: `ACC-${stage.tag}`, modalities: ['CT'] }
  const said = { ...patient, studyDate: '2026-11-21', description: 'CT Knee', settledAt: new Date() }
  const { id } = await createStudy(db, { ...said, labId: stage.labId, status: 'pending_assignment' })
  const { study } = await adminApi.call(studyEndpoints.one, { params: { studyId: id } })
  await assignTo(adminApi, study, stage.doctor)
  return id
}

test('everybody reads a signed report in its versions, and the laboratory downloads it as PDF and Word', async ({
  db,
  stage,
  adminApi,
  enter,
  system,
}) => {
  const patientName = `Signed ${stage.tag}`
  const studyId = await addStudy(db, adminApi, stage, patientName)
  const doctor = await openApi(system.url, stage.doctor.email, password)
  await signByApi(doctor, studyId, fracture)
  const staff = await enter(stage.staff)
  const dialog = await openReports(staff, patientName)
  await expect(dialog.getByRole('row', { name: /_final\.pdf/ })).toContainText('Final report')
  await dialog.getByRole('link', { name: 'Signed report' }).click()
  await expect(staff).toHaveURL(`/studies/${studyId}/report`)
  const sheet = staff.getByRole('main')
  await expect(sheet.getByRole('region', { name: 'Impression' })).toContainText('Tibial plateau fracture.')
  await expect(staff.getByText('The version matches its signature.')).toBeVisible()

  const named = `Signed_${stage.tag}_S-${stage.tag}_CT_2026-11-21_final`
  for (const [button, extension] of [
    ['Download PDF', 'pdf'],
    ['Download Word', 'docx'],
  ] as const) {
    const downloading = staff.waitForEvent('download')
    await staff.getByRole('button', { name: button }).click()
    expect((await downloading).suggestedFilename()).toBe(`${named}.${extension}`)
  }
  await expect(staff.getByRole('region', { name: 'Downloaded' })).toContainText(stage.staff.fullName)

  // Signed while the laboratory has the page open: it appears without a reload, and counts as not downloaded.
  await signByApi(doctor, studyId, written({ addendum: 'The popliteal vessels are intact.' }), { kind: 'addendum' })
  await expect(sheet.getByRole('article', { name: 'Addendum' })).toContainText('popliteal')
  await expect(staff.getByRole('region', { name: 'Downloaded' })).toContainText('Version 2 has not been downloaded yet.')
  await staff.getByRole('button', { name: /^Final report/ }).click()
  await expect(sheet.getByRole('article', { name: 'Addendum' })).toHaveCount(0)
  await doctor.signOut()

  await expectAccessible(staff, 'report')
  await staff.setViewportSize({ width: 390, height: 844 })
  const overflow = await staff.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(overflow).toBe(0)
})

test('a laboratory downloads a report with one click and several in one ZIP, and studies without a report are listed', async ({
  db,
  stage,
  adminApi,
  enter,
  system,
}) => {
  const [one, other, bare] = [`One ${stage.tag}`, `Other ${stage.tag}`, `Bare ${stage.tag}`]
  const doctor = await openApi(system.url, stage.doctor.email, password)
  for (const name of [one, other]) await signByApi(doctor, await addStudy(db, adminApi, stage, name), fracture)
  await doctor.signOut()
  await addStudy(db, adminApi, stage, bare)
  const staff = await enter(stage.staff)
  await expect(rowOf(staff, bare).getByRole('button', { name: 'Download report' })).toHaveCount(0)
  const single = staff.waitForEvent('download')
  await rowOf(staff, one).getByRole('button', { name: 'Download report' }).click()
  expect((await single).suggestedFilename()).toBe(`One_${stage.tag}_S-${stage.tag}_CT_2026-11-21_final.pdf`)

  for (const name of [one, other, bare]) await rowOf(staff, name).getByRole('checkbox').check()
  await staff.getByRole('button', { name: 'Download Reports' }).click()
  const question = staff.getByRole('dialog', { name: 'Download Reports' })
  await expect(question.getByRole('list')).toContainText(bare)
  const several = staff.waitForEvent('download')
  await question.getByRole('button', { name: 'Continue with 2 studies' }).click()
  const { files } = await unzipper.Open.file(await (await several).path())
  expect(files.map(({ path }) => path).sort()).toEqual(
    ['One', 'Other'].map((name) => `${name}_${stage.tag}_S-${stage.tag}_CT_2026-11-21_final.pdf`),
  )
  await expect(rowOf(staff, other)).toContainText('Final Report Downloaded')
})

test('a critical result reaches the laboratory at once, and stays until somebody acknowledges it by name', async ({
  db,
  stage,
  adminApi,
  enter,
}) => {
  const patientName = `Critical ${stage.tag}`
  await addStudy(db, adminApi, stage, patientName)
  const [staff, doctor] = [await enter(stage.staff), await enter(stage.doctor)]
  const told = staff.getByRole('alert', { name: 'Critical results' })
  await expect(rowOf(staff, patientName)).toBeVisible()
  await expect(told).toHaveCount(0)
  await rowOf(doctor, patientName).getByRole('button', { name: 'More downloads and viewers' }).click()
  await doctor.getByRole('menuitem', { name: 'Critical results' }).click()
  const dialog = doctor.getByRole('dialog', { name: 'Critical results' })
  await dialog.getByLabel('Finding').fill('Tension pneumothorax')
  await dialog.getByRole('button', { name: 'Mark and notify' }).click()
  await expect(dialog.getByRole('list', { name: 'Critical results' })).toContainText('Not acknowledged')
  await expect(told).toContainText('Tension pneumothorax')
  await expect(told.getByRole('link', { name: patientName })).toBeVisible()
  await expectAccessible(staff, 'report')
  await told.getByRole('textbox', { name: 'Name of the recipient' }).fill('Rosa Delgado')
  await told.getByRole('checkbox', { name: /^Read back/ }).check()
  await told.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(told).toHaveCount(0)
  await expect(dialog.getByRole('list', { name: 'Critical results' })).toContainText('Communicated to Rosa Delgado on')
})

test('users with an earlier report learn of a correction in the row, by email, and word by word on its page', async ({
  db,
  stage,
  adminApi,
  enter,
  system,
}) => {
  const patientName = `Corrected ${stage.tag}`
  const studyId = await addStudy(db, adminApi, stage, patientName)
  const doctor = await openApi(system.url, stage.doctor.email, password)
  await signByApi(doctor, studyId, written({ findings: 'Fracture of the left patella.', impression: 'Fracture.' }))
  const staff = await enter(stage.staff)
  const row = rowOf(staff, patientName)
  const downloading = staff.waitForEvent('download')
  await row.getByRole('button', { name: 'Download report' }).click()
  await downloading
  await expect(row.getByRole('button', { name: 'Reports', exact: true })).toBeVisible()

  const corrected = written({ findings: 'Fracture of the right patella.', impression: 'Fracture.' })
  await signByApi(doctor, studyId, corrected, { kind: 'correction', reason: 'The side was wrong.' })
  await expect(row.getByRole('button', { name: 'Reports: corrected since your download' })).toBeVisible()
  const mail = await waitForMail(system, { to: stage.staff.email, subject: 'A report that you have was corrected' })
  expect(mail.text).toContain('It was corrected. Your copy is out of date.')
  expect(mail.text).not.toContain(patientName)

  await staff.goto(`/studies/${studyId}/report`)
  const changed = staff.getByRole('region', { name: 'Changed since version 1' })
  await expect(changed.getByRole('deletion')).toHaveText('left')
  await expect(changed.getByRole('insertion')).toHaveText('right')
  await expect(changed).toContainText('Why: The side was wrong.')
  await expectAccessible(staff, 'report')
  await staff.goto(`/patients/S-${stage.tag}?studyId=${studyId}`)
  await staff.getByRole('tab', { name: /studies/i }).click()
  await staff.getByRole('link', { name: 'Corrected report' }).click()
  await expect(staff).toHaveURL(`/studies/${studyId}/report`)
  await doctor.signOut()
})

test('a critical result marked while reading appears in the report, in the history and on its page', async ({
  db,
  stage,
  adminApi,
  enter,
  system,
}) => {
  const patientName = `Marked ${stage.tag}`
  const studyId = await addStudy(db, adminApi, stage, patientName)
  const page = await enter(stage.doctor, { path: `/reading/${studyId}` })
  await expect(page.getByRole('heading', { name: patientName })).toBeVisible()
  await page.keyboard.press('Alt+KeyC')
  const dialog = page.getByRole('dialog', { name: 'Critical results' })
  await dialog.getByLabel('Finding').fill('Popliteal artery torn')
  await dialog.getByLabel('Person notified').fill('Rosa Delgado')
  await dialog.getByLabel('Telephone').fill('030 4711')
  await dialog.getByRole('button', { name: 'Mark and notify' }).click()
  await expect(dialog.getByRole('list', { name: 'Critical results' })).toContainText('Rosa Delgado (030 4711) told by telephone')
  await expectAccessible(page, 'report', { include: '[role=dialog]' })
  const doctor = await openApi(system.url, stage.doctor.email, password)
  await signByApi(doctor, studyId, fracture, { takeOver: true })
  await doctor.signOut()

  const staff = await enter(stage.staff, { path: `/studies/${studyId}/report` })
  const communication = staff.getByRole('main').getByRole('region', { name: 'Communication' })
  await expect(communication).toContainText('Critical result, category 1: Popliteal artery torn')
  await expect(communication).toContainText('Rosa Delgado (030 4711) told by telephone')
  await expect(communication).toContainText('Not acknowledged at signing')
  await staff.goto('/lab/dashboard')
  const told = staff.getByRole('alert', { name: 'Critical results' })
  await told.getByRole('textbox', { name: 'Name of the recipient' }).fill(stage.staff.fullName)
  await told.getByRole('checkbox', { name: /^Read back/ }).check()
  await told.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(told).toHaveCount(0)
  await staff.goto(`/studies/${studyId}/report`)
  await expect(staff.getByRole('region', { name: 'Critical results' })).toContainText(`Communicated to ${stage.staff.fullName}`)
  await staff.goto(`/lab/dashboard?date=all&dialog=summary&study=${studyId}`)
  const course = staff.getByRole('list', { name: 'Study history' })
  for (const step of ['Critical result', 'Critical result notified', 'Critical result acknowledged'])
    await expect(course.getByText(step, { exact: true })).toBeVisible()
})

test("if a laboratory wants it, its signed report is listed in the viewer but doesn't count as images", async ({
  db,
  stage,
  adminApi,
  enter,
  system,
}) => {
  const params = { labId: stage.labId }
  const { data: lab } = await adminApi.call(labEndpoints.details, { params })
  const { name, identifier, address } = lab
  await adminApi.call(labEndpoints.update, { params, body: { name, identifier, address, archiveReports: true } })
  const phantom = makePhantom('Archived')
  await sendFiles(system, stage.aeTitle, phantom.files())
  const study = await untilSettled({ db, adminApi }, phantom.uid)
  await assignTo(adminApi, study, stage.doctor)
  const doctor = await openApi(system.url, stage.doctor.email, password)
  await signByApi(doctor, study._id, fracture)
  await doctor.signOut()

  const page = await enter(stage.doctor)
  await expect(async () => {
    await page.goto(`/reading/${study._id}`)
    const rail = page.getByRole('navigation', { name: 'Series of the study' })
    await expect(rail.getByRole('button', { name: /Radiology report/ })).toBeVisible({ timeout: 20_000 })
  }).toPass({ timeout: 60_000 })
  const { study: now } = await adminApi.call(studyEndpoints.one, { params: { studyId: study._id } })
  expect([now.series, now.modality, now.flags]).toEqual([study.series, study.modality, []])
})
