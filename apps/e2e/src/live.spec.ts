import { assignTo, makePhantom, sendFiles, untilSettled } from './studies.ts'
import { expect, test } from './test.ts'
import { expectPixels, fetchStatus, openViewer, viewerPixels } from './viewer.ts'
import { liveBadge, openAssignment, rowOf } from './worklist.ts'

test('unassigning ends the doctor’s access at once: list, images and viewer', async ({ system, stage, adminApi, enter }) => {
  const { uid, name, files } = makePhantom(stage.tag)
  await sendFiles(system, stage.aeTitle, files())
  await assignTo(adminApi, await untilSettled(adminApi, uid), stage.doctor)
  const [admin, doctor] = [await enter(stage.admin, { path: '/admin/dashboard?tab=all' }), await enter(stage.doctor)]
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

test('a study of two doctors is on both lists; one leaving does not take it from the other', async ({
  system,
  stage,
  adminApi,
  enter,
}) => {
  const { uid, name, files } = makePhantom(stage.tag, 1)
  await sendFiles(system, stage.aeTitle, files())
  await untilSettled(adminApi, uid)
  const admin = await enter(stage.admin, { path: '/admin/dashboard?tab=all' })
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

test('news waits while somebody is on the list, so that no row moves under the pointer', async ({
  system,
  stage,
  adminApi,
  enter,
}) => {
  const [old, fresh] = [makePhantom(stage.tag, 1), makePhantom(stage.tag, 1)]
  await sendFiles(system, stage.aeTitle, old.files())
  await untilSettled(adminApi, old.uid)
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

test('what happened while the live connection was away is there after it is back', async ({ system, stage, adminApi, enter }) => {
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
  await untilSettled(adminApi, uid)
  await expect(rowOf(staff, name)).toHaveCount(0)
  isDown = false
  await expect(rowOf(staff, name)).toBeVisible()
  await expect(liveBadge(staff)).toHaveText('Live')
})
