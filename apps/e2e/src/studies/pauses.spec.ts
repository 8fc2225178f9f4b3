import { expectAccessibleInThemes } from '../core/accessibility.ts'
import { openReading, seedReading } from '../core/reading.ts'
import { expect, test } from '../core/test.ts'
import { rowOf, wholeList } from '../core/worklist.ts'

test('a doctor asks the laboratory while reading, and its answer lets the clock run again', async ({
  db,
  stage,
  adminApi,
  enter,
}) => {
  const dueAt = new Date(Date.now() + 90 * 60_000)
  const study = await seedReading({ db, stage, adminApi }, [stage.doctor], { dueAt, warnAt: dueAt })
  const [doctor, staff] = [await enter(stage.doctor), await enter(stage.staff, { path: wholeList(stage) })]
  const name = study.patientName ?? ''

  await test.step('the doctor asks, and sees no countdown any more', async () => {
    await openReading(doctor, study)
    const facts = doctor.locator('header')
    await expect(facts).toContainText(/1 h (29|30)|\d\d min/)
    await doctor.keyboard.press('Alt+e')
    const form = doctor.getByRole('form', { name: 'Ask the laboratory' })
    await expect(form.getByLabel('Question')).toBeFocused()
    await form.getByLabel('Question').fill('Is there a history of malignancy?')
    await expectAccessibleInThemes(doctor, 'ask-the-laboratory', { include: 'aside' })
    await form.getByRole('button', { name: 'Ask and pause' }).click()
    await expect(facts).toContainText('paused: clinical information')
    await expect(doctor.getByRole('region', { name: 'Question to the laboratory' })).toContainText(
      'Paused for clinical information',
    )
  })

  await test.step('the laboratory sees that a question waits, and answers it', async () => {
    const row = rowOf(staff, name)
    await expect(row).toContainText('Question waits')
    await row.getByRole('button', { name: /^Discussion/ }).click()
    const dialog = staff.getByRole('dialog', { name: 'Study Discussion' })
    await expect(dialog.getByRole('row', { name: 'Is there a history of malignancy?' })).toContainText('Question')
    await expect(dialog.getByRole('button', { name: 'Resume without answer' })).toHaveCount(0)
    await expectAccessibleInThemes(staff, 'answer-the-question', { include: '[role=dialog]' })
    await dialog.getByRole('textbox', { name: 'Answer' }).fill('Breast cancer, 2019.')
    await dialog.getByRole('button', { name: 'Send answer' }).click()
    await expect(dialog.getByRole('row').last()).toContainText('Breast cancer, 2019.')
    await staff.keyboard.press('Escape')
    await expect(row).not.toContainText('Question waits')
  })

  await test.step('the doctor sees the answer, and the clock runs', async () => {
    await expect(doctor.locator('header')).toContainText(/1 h (29|30)|\d\d min/)
    await expect(doctor.getByRole('complementary', { name: 'Discussion' })).toContainText('Breast cancer, 2019.')
  })

  await test.step('the history has both', async () => {
    await staff.goto(`/lab/dashboard?date=all&dialog=summary&study=${study._id}`)
    const history = staff.getByRole('list', { name: 'Study history' })
    await expect(history).toContainText('For clinical information: Is there a history of malignancy?')
    await expect(history).toContainText('for clinical information: Breast cancer, 2019.')
  })
})
