import type { Page } from '@playwright/test'
import type { Db, OpenDb } from '@readroom/db/core/client'
import { addToReview, insertReview } from '@readroom/db/patients/identity-reviews'
import { insertNextPerson, lockPatientId, lockPatients } from '@readroom/db/patients/patients'
import { createStudy } from '@readroom/db/testing/factories'
import { expectAccessibleAtBothWidths } from '../core/accessibility.ts'
import type { Stage } from '../core/people.ts'
import { expect, test } from '../core/test.ts'
import { rowOf } from '../core/worklist.ts'

type Identity = { patientName: string; patientBirthDate: string; patientSex: 'M' | 'F' }
const patientIdOf = ({ tag }: Stage) => `S-${tag}`

const newPerson = (db: OpenDb, stage: Stage) =>
  db.transaction(async (begun) => {
    const key = { labId: stage.labId, patientId: patientIdOf(stage) }
    const [tx] = await lockPatientId(begun, key)
    return insertNextPerson(tx, key)
  })

/** Creates a study of a person under the ID that all the test's studies share. */
async function seedStudy(db: Db, stage: Stage, patientRowId: string, fields: Identity & { description: string }) {
  const said = { patientId: patientIdOf(stage), studyDate: '2026-11-20', modalities: ['CT'], ...fields }
  const place = { labId: stage.labId, patientRowId, settledAt: new Date(), readyAt: new Date() }
  const { id } = await createStudy(db, { ...said, ...place, status: 'pending_assignment' })
  return { id, name: fields.patientName, patientId: patientIdOf(stage) }
}

const thomas = ({ tag }: Stage): Identity => ({
  patientName: `Lindqvist Thomas ${tag}`,
  patientBirthDate: '1950-03-04',
  patientSex: 'M',
})
const amara = ({ tag }: Stage): Identity => ({
  patientName: `Okonkwo Amara ${tag}`,
  patientBirthDate: '1988-11-30',
  patientSex: 'F',
})

/** Creates two people with one ID, a study of each, and their review. */
async function seedReview(db: OpenDb, stage: Stage) {
  const people = [await newPerson(db, stage), await newPerson(db, stage)] as const
  const his = await seedStudy(db, stage, people[0], { ...thomas(stage), description: 'CT Chest' })
  const hers = await seedStudy(db, stage, people[1], { ...amara(stage), description: 'CT Head' })
  await db.transaction(async (begun) => {
    const [tx] = await lockPatients(begun, people)
    const reason = 'The names differ. The birth dates differ. The sex differs.'
    await addToReview(tx, await insertReview(tx, { labId: stage.labId, reason }), people)
  })
  return [his, hers] as const
}

const reviewOf = (page: Page, patientId: string) => page.getByRole('article', { name: `Patient ID ${patientId}` })

test('an administrator joins two people, undoes it and keeps them apart', async ({ enter, stage, db }) => {
  const [his, hers] = await seedReview(db, stage)
  const lab = await enter(stage.staff, { path: '/lab/dashboard?tab=all&date=all' })
  await expect(rowOf(lab, hers.name)).toContainText('Identity under review')

  const page = await enter(stage.admin, { path: `/reading/${his.id}` })
  await expect(page.getByText('Identity under review')).toBeVisible()
  await page.goto('/admin/identity-reviews')
  await expect(page.getByRole('navigation', { name: 'Main' }).getByText('identity questions open')).toBeAttached()
  const review = reviewOf(page, his.patientId)
  await expect(review).toContainText('The names differ. The birth dates differ. The sex differs.')
  await expect(review.getByRole('group', { name: 'Person 1' })).toContainText(his.name)
  await expect(review.getByRole('group', { name: 'Person 2' }).getByText('Differs', { exact: true })).toHaveCount(3)
  await expectAccessibleAtBothWidths(page, 'reviews')

  await review.getByRole('button', { name: 'Same person' }).click()
  const question = page.getByRole('alertdialog', { name: 'Same person?' })
  await expect(question).toContainText(hers.name)
  await expectAccessibleAtBothWidths(page, 'question')
  await question.getByRole('button', { name: 'Join the studies' }).click()
  await expect(review).toHaveCount(0)
  await expect(rowOf(lab, hers.name)).not.toContainText('Identity under review')

  await page.getByRole('button', { name: 'Decided' }).click()
  await expect(review).toContainText(`${stage.admin.fullName} decided that all studies belong to one person`)
  await review.getByRole('button', { name: 'Undo decision' }).click()
  await expect(review).toHaveCount(0)

  await page.getByRole('button', { name: /^Open\b/ }).click()
  await expect(review).toContainText(`${stage.admin.fullName} undid it`)
  await review.getByRole('button', { name: 'Different people' }).click()
  await page.getByRole('button', { name: 'Keep separate' }).click()
  await expect(review).toHaveCount(0)
})

test('a correction lists every affected name, birth date and study before it is saved', async ({ enter, stage, db }) => {
  const person = await newPerson(db, stage)
  const first = await seedStudy(db, stage, person, { ...thomas(stage), description: 'CT Chest' })
  await seedStudy(db, stage, person, { ...thomas(stage), description: 'CT Abdomen' })
  const page = await enter(stage.admin, { path: `/patients/${first.patientId}?studyId=${first.id}` })
  await page.getByRole('textbox', { name: 'Family name', exact: true }).fill(`Lindqvist Tomas ${stage.tag}`)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  const question = page.getByRole('alertdialog', { name: 'Correct 2 studies?' })
  for (const study of ['CT Chest', 'CT Abdomen']) {
    const row = question.getByRole('row').filter({ hasText: study })
    await expect(row).toContainText(first.name)
    await expect(row).toContainText('04/03/1950')
  }
  await question.getByRole('button', { name: 'Save correction' }).click()
  await expect(page.getByText('Patient information updated successfully')).toBeVisible()
})
