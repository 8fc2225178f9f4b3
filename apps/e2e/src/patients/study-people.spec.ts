import { randomUUID } from 'node:crypto'
import { makeCtStudy, studyUidOf } from '@readroom/demo/dicom/make-study'
import { expectAccessibleAtBothWidths } from '../core/accessibility.ts'
import { sendFiles, untilSettled } from '../core/studies.ts'
import { expect, test } from '../core/test.ts'

const series = [1, 2].map(() => ({ kind: 'ct-head', size: { images: 2, rows: 96, columns: 96 } }) as const)

/** Returns the four images of a study, whose first series names one person and whose second series another. */
function mixedStudy() {
  const key = randomUUID()
  const tag = key.slice(0, 4)
  const filesOf = (name: string, birthDate: string, sex: 'F' | 'M') => [
    ...makeCtStudy({ key, patient: { id: key.slice(0, 13), name, birthDate, sex }, series }),
  ]
  const hers = filesOf(`Doe^Jane ${tag}`, '1970-01-02', 'F')
  const his = filesOf(`Roe^Richard ${tag}`, '1941-05-06', 'M')
  return {
    uid: studyUidOf({ key }),
    files: [...hers.slice(0, 2), ...his.slice(2)],
    her: `Doe Jane ${tag}`,
    him: `Roe Richard ${tag}`,
  }
}

test('an administrator sees who is on which images of a study, and decides that it is one person', async ({
  system,
  stage,
  db,
  adminApi,
  enter,
}) => {
  const { uid, files, her, him } = mixedStudy()
  await sendFiles(system, stage.aeTitle, files)
  const study = await untilSettled({ db, adminApi }, uid)
  expect(study.flags).toContain('severalPeople')

  const page = await enter(stage.admin, { path: `/reading/${study._id}` })
  const flag = page.getByRole('banner').getByText('Several people')
  await expect(flag).toBeVisible()

  await page.goto('/admin/identity-reviews?view=images')
  const card = page.getByRole('article', { name: `Study of ${study.patientName}` })
  const [one, two] = [card.getByRole('group', { name: 'Person 1' }), card.getByRole('group', { name: 'Person 2' })]
  await expect(one).toContainText(her)
  await expect(two).toContainText(him)
  for (const person of [one, two]) {
    await expect(person.getByText('2 images')).toBeVisible()
    await expect(person.getByRole('img')).toBeVisible()
  }
  await expectAccessibleAtBothWidths(page, 'people of a study')

  await card.getByRole('button', { name: 'Same person' }).click()
  await page.getByRole('alertdialog', { name: 'Same person?' }).getByRole('button', { name: 'Same person' }).click()
  await expect(card).toHaveCount(0)
  await page.goto(`/reading/${study._id}`)
  await expect(page.getByRole('heading', { name: study.patientName ?? '' })).toBeVisible()
  await expect(flag).toHaveCount(0)
})

test('an administrator splits a study of two people, and undoes it', async ({ system, stage, db, adminApi, enter }) => {
  const { uid, files, her, him } = mixedStudy()
  await sendFiles(system, stage.aeTitle, files)
  const study = await untilSettled({ db, adminApi }, uid)
  const page = await enter(stage.admin, { path: '/admin/identity-reviews?view=images' })
  const card = page.getByRole('article', { name: `Study of ${study.patientName}` })
  await card.getByRole('button', { name: 'Split study' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Split study' })
  const decide = dialog.getByRole('button', { name: 'Split study' })
  await expect(decide).toBeDisabled()
  await dialog.getByRole('checkbox', { name: him }).check()
  await expectAccessibleAtBothWidths(page, 'split of a study')
  await decide.click()
  await expect(card).toHaveCount(0)

  await page.goto('/admin/identity-reviews?view=moves')
  const move = page.getByRole('article', { name: `Split: study of ${her}` })
  await expect(move.getByRole('link', { name: him })).toBeVisible()
  await expect(move).toContainText('2 images')
  await expectAccessibleAtBothWidths(page, 'splits of studies')

  await move.getByRole('button', { name: 'Undo split' }).click()
  await page.getByRole('alertdialog', { name: 'Undo split?' }).getByRole('button', { name: 'Undo split' }).click()
  await expect(page.getByRole('article', { name: `Undone: study of ${her}` })).toBeVisible()
  await page.goto('/admin/identity-reviews?view=images')
  await expect(card.getByRole('group', { name: 'Person 2' })).toContainText('2 images')
})
