import { createStudy } from '@readroom/db/testing/factories'
import { type ApiSession, signIn as openApi } from '@readroom/demo/api-client'
import { type Person, password } from '../core/people.ts'
import { makePhantom, sendFiles, untilSettled } from '../core/studies.ts'
import { type System, startOwnSystem, systemStartMs, whileFrozen } from '../core/system.ts'
import { test as base, expect } from '../core/test.ts'
import { openAssignment, openReports, rowOf, rowsOf, tabOf, uploadReport } from '../core/worklist.ts'

const admin: Person = { email: 'admin@readroom.example', fullName: 'Administrator', role: 'admin' }

/** A separate system, because its services are stopped. */
const test = base.extend<object, { system: System; adminApi: ApiSession }>({
  system: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the requested fixtures from the pattern
    async ({}, use) => {
      const { stop, ...system } = await startOwnSystem('off', admin.email)
      await use(system)
      await stop()
    },
    { scope: 'worker', timeout: systemStartMs },
  ],
  adminApi: [async ({ system }, use) => use(await openApi(system.url, admin.email, password)), { scope: 'worker' }],
})

/** The API waits half a minute for a silent archive. */
const archivePatience = 45_000

test.describe.configure({ mode: 'serial' })

test('without Redis work continues, and its events arrive when Redis is back', async ({ db, system, stage, adminApi, enter }) => {
  const { uid, name, files } = makePhantom(stage.tag, 1)
  await sendFiles(system, stage.aeTitle, files())
  await untilSettled({ db, adminApi }, uid)
  const doctor = await enter(stage.doctor)
  await expect(doctor.getByRole('heading', { name: 'No studies found' })).toBeVisible()

  await whileFrozen(system, 'redis', async () => {
    const page = await enter(stage.admin)
    await rowOf(page, name).getByText(name).waitFor()
    const assignment = await openAssignment(page, name)
    await assignment.getByRole('checkbox', { name: new RegExp(stage.doctor.fullName) }).check()
    await assignment.getByRole('button', { name: 'Assign Selected (1)' }).click()
    await expect(assignment).toBeHidden()
    await tabOf(page, 'In Progress').click()
    const buffer = Buffer.from('Final report.\n')
    await uploadReport(await openReports(page, name), 'Finalized', { name: 'final.txt', mimeType: 'text/plain', buffer })
    await expect(rowOf(doctor, name)).toHaveCount(0)
  })
  await expect(rowOf(doctor, name)).toContainText('Uploaded')
})

test('without the archive the worklist works, and viewer and ZIP report the failure', async ({
  system,
  db,
  stage,
  adminApi,
  enter,
}) => {
  const { uid, name, files } = makePhantom(stage.tag, 1)
  await sendFiles(system, stage.aeTitle, files())
  await untilSettled({ db, adminApi }, uid)
  const unpacked = `Unpacked ${stage.tag}`
  await createStudy(db, { labId: stage.labId, patientName: unpacked, status: 'pending_assignment', settledAt: new Date() })
  const page = await enter(stage.staff)

  await whileFrozen(system, 'orthanc', async () => {
    await page.reload()
    await expect(rowsOf(page)).toHaveCount(2)
    await rowOf(page, unpacked).getByRole('button', { name: 'More downloads' }).click()
    await page.getByRole('menuitem', { name: /Download from archive/ }).click()
    const [viewer] = await Promise.all([page.waitForEvent('popup'), rowOf(page, name).getByText(name).dblclick()])
    const message = 'The image archive is not available at the moment.'
    await expect(page.getByText(`Download failed: ${message}`)).toBeVisible({ timeout: archivePatience })
    await expect(viewer.getByRole('alert')).toContainText(message, { timeout: archivePatience })
  })
})
