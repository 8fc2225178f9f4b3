import { signIn as signIntoApi } from '@readroom/demo/api-client'
import { password } from '../core/people.ts'
import { openReading, savedAt, sectionOf, seedReading, signByApi, writeIn, written } from '../core/reading.ts'
import { assignTo, unassign } from '../core/studies.ts'
import { expect, test } from '../core/test.ts'
import { signIn } from '../core/worklist.ts'

test('a doctor whose study is taken away while writing sees who has it, and finds the text after closing the window', async ({
  stage,
  db,
  adminApi,
  enter,
}) => {
  const study = await seedReading({ db, stage, adminApi }, [stage.doctor])
  const page = await enter(stage.doctor)
  await openReading(page, study)
  await writeIn(page, 4, 'Saved. ')
  await expect(savedAt(page)).toBeVisible()
  // The page hears at once of what was decided, so that text is left unsaved only by a lost connection.
  await page.route('**/api/**', (route) => route.abort())
  await writeIn(page, 4, 'Never saved.')
  await assignTo(adminApi, study, stage.secondDoctor)
  await unassign(adminApi, study, stage.doctor)
  await page.unroute('**/api/**')
  await expect(page.getByText(`${stage.secondDoctor.fullName} has this study now.`)).toBeVisible()
  await expect(page.getByText('Held by')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Next study' })).toBeVisible()
  await expect(sectionOf(page, 'Findings')).toContainText('Never saved.')

  const next = await page.context().newPage()
  await page.close()
  await next.goto('/login')
  await signIn(next, stage.doctor)
  await next.getByRole('button', { name: 'Show text' }).click()
  const text = next.getByRole('region', { name: 'Your unsaved text' })
  await expect(text).toContainText('Saved. Never saved.')
  await text.getByRole('button', { name: 'Delete text' }).click()
  await expect(text).toBeHidden()
  await next.reload()
  await expect(next.getByText('This study is not on your worklist.')).toBeVisible()
  await expect(text).toBeHidden()
})

test('a doctor whose report somebody else signs during an outage is asked nothing, sees who signed, and writes the text as an addendum', async ({
  stage,
  db,
  adminApi,
  system,
  enter,
}) => {
  const study = await seedReading({ db, stage, adminApi }, [stage.doctor, stage.secondDoctor])
  const page = await enter(stage.doctor)
  await openReading(page, study)
  await writeIn(page, 4, 'Saved. ')
  await expect(savedAt(page)).toBeVisible()
  await page.context().setOffline(true)
  await writeIn(page, 4, 'Small effusion.')
  const other = await signIntoApi(system.url, stage.secondDoctor.email, password)
  await signByApi(other, study._id, written({ findings: 'No fracture.', impression: 'Normal.' }), { takeOver: true, revision: 1 })
  await page.context().setOffline(false)
  await expect(page.getByText(`${stage.secondDoctor.fullName} has signed this report`)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const text = page.getByRole('region', { name: 'Your unsaved text' })
  await expect(text).toContainText('Saved. Small effusion.')
  await expect(page.getByRole('region', { name: 'Report', exact: true })).toContainText('No fracture.')

  await page.getByRole('button', { name: 'Write addendum' }).click()
  const dialog = page.getByRole('dialog', { name: 'Unsaved text on this computer' })
  await expect(dialog.getByRole('region', { name: 'Mine' })).toContainText('Small effusion.')
  await dialog.getByRole('button', { name: 'Use mine' }).click()
  await expect(sectionOf(page, 'Addendum')).toContainText('Small effusion.')
  await expect(savedAt(page)).toBeVisible()
})

test('a second tab that takes over a report from a tab without a network leaves the last word of the first', async ({
  stage,
  db,
  adminApi,
  enter,
}) => {
  const study = await seedReading({ db, stage, adminApi }, [stage.doctor])
  const first = await enter(stage.doctor)
  await openReading(first, study)
  await writeIn(first, 4, 'Saved. ')
  await expect(savedAt(first)).toBeVisible()
  await first.route('**/api/**', (route) => route.abort())
  await writeIn(first, 4, 'Last word.')
  await expect(first.getByRole('alert')).toContainText('Not saved, retrying')

  const second = await first.context().newPage()
  await openReading(second, study)
  await second.getByRole('button', { name: 'Take over' }).click()
  await writeIn(second, 5, 'Second tab.')
  await expect(savedAt(second)).toBeVisible()
  await first.close()
  await second.reload()
  const dialog = second.getByRole('dialog', { name: 'Unsaved text on this computer' })
  await expect(dialog.getByRole('region', { name: 'Mine' })).toContainText('Saved. Last word.')
  await expect(dialog.getByRole('region', { name: 'On the server' })).toContainText('Second tab.')
})
