import type { Page } from '@playwright/test'
import { userEndpoints } from '@readroom/contracts/people/users'
import { assignmentEndpoints } from '@readroom/contracts/studies/assignments'
import { studyEndpoints } from '@readroom/contracts/studies/studies'
import { findUserByEmail } from '@readroom/db/people/users'
import { createStudy } from '@readroom/db/testing/factories'
import { assignTo, makePhantom, sendFiles, untilSettled } from '../core/studies.ts'
import { expect, test } from '../core/test.ts'
import { expectPixels, fetchStatus, openViewer, viewerPixels } from '../core/viewer.ts'
import { liveBadge, openAssignment, rowOf, rowsOf, tabOf, wholeList } from '../core/worklist.ts'

test("unassigning ends the doctor's access at once, to the list, the images and the viewer", async ({
  db,
  system,
  stage,
  adminApi,
  enter,
}) => {
  const { uid, name, files } = makePhantom(stage.tag)
  await sendFiles(system, stage.aeTitle, files())
  await assignTo(adminApi, await untilSettled({ db, adminApi }, uid), stage.doctor)
  const [admin, doctor] = [await enter(stage.admin, { path: wholeList(stage) }), await enter(stage.doctor)]
  const viewer = await openViewer(doctor, name)
  await expectPixels(viewer)
  const metadata = `/dicom-web/studies/${uid}/metadata`
  expect(await fetchStatus(viewer, metadata)).toBe(200)

  const dialog = await openAssignment(admin, name)
  await expect(dialog.getByText('Currently assigned', { exact: true })).toBeVisible()
  await dialog.getByRole('checkbox', { name: new RegExp(stage.doctor.fullName) }).check()
  await dialog.getByRole('button', { name: 'Unassign Selected (1)' }).click()
  const question = admin.getByRole('alertdialog', { name: 'Unassign' })
  await expect(question).toContainText(`${stage.doctor.fullName} from ${name}`)
  await question.getByRole('button', { name: 'Unassign (1)' }).click()

  await expect(rowOf(doctor, name)).toHaveCount(0)
  await expect(rowOf(admin, name)).toContainText('Pending')
  expect(await fetchStatus(viewer, metadata)).toBe(404)
  await viewer.reload()
  await expect(viewer.getByRole('alert')).toContainText('The images of this study are not available.')
  expect((await viewerPixels(viewer)).spread).toBe(0)
})

test('a study of two doctors is on both lists, and stays on one when the other is unassigned', async ({ db, stage, enter }) => {
  const name = `Twice ${stage.tag}`
  await createStudy(db, { labId: stage.labId, patientName: name, settledAt: new Date(), status: 'pending_assignment' })
  const admin = await enter(stage.admin, { path: wholeList(stage) })
  const [first, second] = [await enter(stage.doctor), await enter(stage.secondDoctor)]

  const assignment = await openAssignment(admin, name)
  for (const { fullName } of [stage.doctor, stage.secondDoctor]) {
    await assignment.getByRole('checkbox', { name: new RegExp(fullName) }).check()
  }
  await assignment.getByRole('button', { name: 'Assign Selected (2)' }).click()
  await expect(rowOf(first, name)).toBeVisible()
  await expect(rowOf(second, name)).toBeVisible()

  const again = await openAssignment(admin, name)
  await again.getByRole('checkbox', { name: new RegExp(stage.doctor.fullName) }).check()
  await again.getByRole('button', { name: 'Unassign Selected (1)' }).click()
  await admin.getByRole('button', { name: 'Unassign (1)' }).click()
  await expect(rowOf(first, name)).toHaveCount(0)
  await expect(rowOf(second, name)).toContainText('Assigned to Doctor')
  await expect(rowOf(admin, name)).toContainText('Assigned to Doctor')
})

test('a notice about a report that is due soon does not interrupt a doctor who types', async ({ db, stage, adminApi, enter }) => {
  const name = `Soon ${stage.tag}`
  const inMinutes = (count: number) => new Date(Date.now() + count * 60_000)
  const { studyInstanceUid } = await createStudy(db, {
    labId: stage.labId,
    patientName: name,
    settledAt: new Date(),
    status: 'pending_assignment',
    readyAt: inMinutes(-120),
    warnAt: inMinutes(-1),
    dueAt: inMinutes(30),
  })
  const doctor = await enter(stage.doctor)
  // A notice that goes out before the page is connected does not reach it.
  await expect(liveBadge(doctor)).toHaveText('Live')
  const search = doctor.getByRole('searchbox')
  await search.focus()
  await assignTo(adminApi, await untilSettled({ db, adminApi }, studyInstanceUid), stage.doctor)
  const notice = doctor.getByRole('region', { name: /Notifications/ }).getByText('A report is due soon')
  await expect(notice).toBeVisible({ timeout: 40_000 })
  await expect(doctor.getByText(new RegExp(`${name}, .*Due `))).toBeVisible()
  await expect(search).toBeFocused()
})

test('new studies wait while the list is in use, so that no row moves under the pointer', async ({
  db,
  system,
  stage,
  adminApi,
  enter,
}) => {
  const [old, fresh] = [makePhantom(stage.tag, 1), makePhantom(stage.tag, 1)]
  await sendFiles(system, stage.aeTitle, old.files())
  await untilSettled({ db, adminApi }, old.uid)
  const staff = await enter(stage.staff)
  await rowOf(staff, old.name).hover()
  await sendFiles(system, stage.aeTitle, fresh.files())
  const news = staff.getByRole('button', { name: /1 new study/ })
  await expect(news).toBeVisible()
  await expect(rowOf(staff, fresh.name)).toHaveCount(0)
  await news.click()
  await expect(rowOf(staff, fresh.name)).toBeVisible()
  await expect(news).toHaveCount(0)
})

test('changes during a break of the live connection appear after the reconnect', async ({
  db,
  system,
  stage,
  adminApi,
  enter,
}) => {
  const { uid, name, files } = makePhantom(stage.tag, 1)
  const staff = await enter(stage.staff)
  let isDown = false
  const breakOff: (() => Promise<void>)[] = []
  await staff.routeWebSocket('**/ws/lab*', async (socket) => {
    if (isDown) return socket.close({ code: 1013 })
    socket.connectToServer()
    breakOff.push(() => socket.close({ code: 1012 }))
  })
  await staff.reload()
  await expect(liveBadge(staff)).toHaveText('Live')

  isDown = true
  await Promise.all(breakOff.map((close) => close()))
  await expect(liveBadge(staff)).toHaveText('Offline')
  await sendFiles(system, stage.aeTitle, files())
  await untilSettled({ db, adminApi }, uid)
  await expect(rowOf(staff, name)).toHaveCount(0)
  isDown = false
  await expect(rowOf(staff, name)).toBeVisible()
  await expect(liveBadge(staff)).toHaveText('Live')
})

/** Simulates the network between a page and the server. `cut` makes it drop everything silently on both sides. */
async function putNetworkBetween(page: Page) {
  let cut: { heal: () => void; healed: Promise<void> } | null = null
  await page.route('**/api/**', async (route) => {
    await cut?.healed
    await route.continue().catch(() => undefined)
  })
  await page.routeWebSocket('**/ws/*', async (socket) => {
    await cut?.healed
    const server = socket.connectToServer()
    socket.onMessage(async (message) => {
      await cut?.healed
      server.send(message)
    })
    server.onMessage(async (message) => {
      await cut?.healed
      socket.send(message)
    })
  })
  await page.reload()
  await expect(liveBadge(page)).toHaveText('Live')
  return {
    cut() {
      let heal = () => {}
      const healed = new Promise<void>((done) => {
        heal = done
      })
      cut = { heal, healed }
    },
    heal: () => cut?.heal(),
  }
}

test('a silent network and outdated rows are reported within 5 seconds, and the page is live again within 3', async ({
  db,
  stage,
  enter,
}) => {
  const shared = { labId: stage.labId, settledAt: new Date(), modalities: ['CT'] }
  await createStudy(db, { ...shared, patientName: `Waiting ${stage.tag}`, status: 'pending_assignment' })
  const page = await enter(stage.staff, { path: '/lab/dashboard?tab=all&date=all' })
  const network = await putNetworkBetween(page)
  await expect(rowsOf(page)).toHaveCount(1)

  network.cut()
  await expect(liveBadge(page)).toHaveText('Offline', { timeout: 5_000 })
  await expect(page.getByText('The server does not answer. These studies are as of')).toBeVisible()
  await expect(rowsOf(page)).toHaveCount(1)
  await tabOf(page, 'Completed').click()
  await expect(rowsOf(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'The server does not answer' })).toBeVisible({ timeout: 5_000 })

  network.heal()
  await expect(liveBadge(page)).toHaveText('Live', { timeout: 3_000 })
  await expect(page.getByRole('heading', { name: 'No studies found' })).toBeVisible()
  await tabOf(page, 'All').click()
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(page.getByText('may be out of date')).toHaveCount(0)
})

test('without a network the page is offline at once, and live again when it is back', async ({ db, stage, enter }) => {
  await createStudy(db, { labId: stage.labId, settledAt: new Date(), status: 'pending_assignment' })
  const page = await enter(stage.staff, { path: '/lab/dashboard?tab=all&date=all' })
  await expect(liveBadge(page)).toHaveText('Live')
  await page.context().setOffline(true)
  await expect(liveBadge(page)).toHaveText('Offline', { timeout: 2_000 })
  await expect(page.getByText('You are offline. These studies are as of')).toBeVisible()
  await tabOf(page, 'Completed').click()
  await expect(rowsOf(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible({ timeout: 5_000 })
  await page.context().setOffline(false)
  await expect(liveBadge(page)).toHaveText('Live', { timeout: 3_000 })
  await expect(page.getByRole('heading', { name: 'No studies found' })).toBeVisible()
})

test('each new study is announced once, including those that arrived during a break', async ({
  db,
  system,
  stage,
  adminApi,
  enter,
}) => {
  const [first, missed] = [makePhantom(stage.tag, 1), makePhantom(stage.tag, 1)]
  const page = await enter(stage.staff)
  await expect(liveBadge(page)).toHaveText('Live')
  const notices = page.getByRole('log', { name: 'New studies' }).getByRole('listitem')
  await sendFiles(system, stage.aeTitle, first.files())
  await expect(notices).toContainText([first.name])
  await page.context().setOffline(true)
  await expect(liveBadge(page)).toHaveText('Offline')
  await sendFiles(system, stage.aeTitle, missed.files())
  await untilSettled({ db, adminApi }, missed.uid)
  await page.context().setOffline(false)
  await expect(notices).toContainText([first.name, missed.name])
  await expect(rowOf(page, missed.name)).toBeVisible()
  await expect(notices).toHaveCount(2)
})

test('a dialog closes when its study is withdrawn, says why, and keeps the typed text', async ({
  db,
  stage,
  adminApi,
  enter,
}) => {
  const { id } = await createStudy(db, {
    labId: stage.labId,
    patientName: `Taken ${stage.tag}`,
    settledAt: new Date(),
    status: 'pending_assignment',
  })
  const { study } = await adminApi.call(studyEndpoints.one, { params: { studyId: id } })
  await assignTo(adminApi, study, stage.doctor)
  const doctor = await enter(stage.doctor)
  const [{ doctorId } = { doctorId: '' }] = (await adminApi.call(studyEndpoints.one, { params: { studyId: id } })).study
    .doctorAssignments
  await rowOf(doctor, `Taken ${stage.tag}`)
    .getByRole('button', { name: /^Discussion/ })
    .click()
  const dialog = doctor.getByRole('dialog', { name: 'Study Discussion' })
  await dialog.getByLabel('New comment').fill('The left lung is clear.')
  await adminApi.call(assignmentEndpoints.unassign, { params: { studyId: id }, body: { doctorId } })
  await expect(dialog).toBeHidden()
  await expect(doctor.getByText('This study is no longer on your worklist.')).toBeVisible()
  await expect(doctor.getByText('The left lung is clear.')).toBeVisible()
  await expect(rowsOf(doctor)).toHaveCount(0)
})

test('an inactive doctor can be unassigned in the dialog, but not assigned', async ({ db, stage, adminApi, enter }) => {
  const { id } = await createStudy(db, {
    labId: stage.labId,
    patientName: `Stuck ${stage.tag}`,
    settledAt: new Date(),
    status: 'pending_assignment',
  })
  const { study } = await adminApi.call(studyEndpoints.one, { params: { studyId: id } })
  await assignTo(adminApi, study, stage.doctor)
  const account = await findUserByEmail(db, stage.doctor.email)
  await adminApi.call(userEndpoints.setActive, { params: { userId: account?.id ?? '' }, body: { isActive: false } })
  const admin = await enter(stage.admin, { path: wholeList(stage) })
  const dialog = await openAssignment(admin, `Stuck ${stage.tag}`)
  const choice = dialog.getByRole('listitem').filter({ hasText: stage.doctor.fullName })
  await expect(choice).toContainText('Inactive')
  await choice.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Unassign Selected (1)' }).click()
  await admin.getByRole('button', { name: 'Unassign (1)' }).click()
  await expect(rowOf(admin, `Stuck ${stage.tag}`)).toContainText('Pending')
  await expect(dialog).toBeHidden()
  await openAssignment(admin, `Stuck ${stage.tag}`)
  await expect(choice).toHaveCount(0)
})
