import type { Locator, Page } from '@playwright/test'
import { commentsPerPage } from '@readroom/contracts/studies/discussions'
import { studyEndpoints } from '@readroom/contracts/studies/studies'
import type { Db } from '@readroom/db/core/client'
import { findUserByEmail } from '@readroom/db/people/users'
import { studyDiscussions } from '@readroom/db/studies/discussions/discussions.schema'
import { createStudy } from '@readroom/db/testing/factories'
import { expectAccessible } from '../core/accessibility.ts'
import { type Stage, setStage } from '../core/people.ts'
import { assignTo } from '../core/studies.ts'
import { expect, test } from '../core/test.ts'
import { rowOf, rowsOf, wholeList } from '../core/worklist.ts'

/** Creates a pending study of the stage's laboratory, of a patient that no other test uses. */
async function seedStudy(db: Db, { tag, labId }: Stage) {
  const patientName = `Talked About ${tag}`
  const fields = { patientName, patientId: `T-${tag}`, description: 'Seeded', modalities: ['CT'], settledAt: new Date() }
  const { id } = await createStudy(db, { ...fields, labId, status: 'pending_assignment' })
  return { id, name: patientName }
}

const buttonOf = (page: Page, patientName: string) => rowOf(page, patientName).getByRole('button', { name: /^Discussion/ })
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Study Discussion' })
const boxOf = (dialog: Locator) => dialog.getByLabel('New comment')
const saveOf = (dialog: Locator) => dialog.getByRole('button', { name: 'Save Comment' })

async function openDiscussion(page: Page, patientName: string): Promise<Locator> {
  await buttonOf(page, patientName).click()
  return dialogOf(page)
}

async function say(dialog: Locator, comment: string): Promise<void> {
  await boxOf(dialog).fill(comment)
  await saveOf(dialog).click()
  await expect(dialog.getByRole('row').last()).toContainText(comment)
  await expect(boxOf(dialog)).toHaveValue('')
}

test("administrator and doctor discuss a study, and another laboratory can't see it", { tag: '@slow-network' }, async ({
  db,
  stage,
  adminApi,
  enter,
}) => {
  const { id, name } = await seedStudy(db, stage)
  const { study } = await adminApi.call(studyEndpoints.one, { params: { studyId: id } })
  await assignTo(adminApi, study, stage.doctor)
  const [admin, doctor] = [await enter(stage.admin, { path: wholeList(stage) }), await enter(stage.doctor)]
  const question = `Is the <b>left</b> side marked? ${stage.tag}`

  await test.step('the administrator writes', async () => {
    await expect(buttonOf(admin, name)).toHaveAccessibleName('Discussion, no comments')
    const dialog = await openDiscussion(admin, name)
    await expect(admin).toHaveURL(new RegExp(`dialog=discussion&study=${id}`))
    await expect(dialog).toContainText(`T-${stage.tag}`)
    await expect(dialog.getByRole('heading', { name: 'No comments yet' })).toBeVisible()
    await expect(saveOf(dialog)).toBeDisabled()
    await boxOf(dialog).fill(' \n ')
    await expect(saveOf(dialog)).toBeDisabled()
    await say(dialog, question)
    for (const heading of ['DateTime', 'From', 'Role', 'Comment']) {
      await expect(dialog.getByRole('columnheader', { name: heading, exact: true })).toBeVisible()
    }
    const written = dialog.getByRole('row').last().getByRole('cell')
    await expect(written).toContainText([/\d\d:\d\d/, stage.admin.fullName, 'Administrator', question])
    await expectAccessible(admin, 'discussion', { include: '[role=dialog]' })
  })

  await test.step('the doctor sees the badge at once, reads and answers', async () => {
    await expect(buttonOf(doctor, name)).toHaveAccessibleName('Discussion, 1 comment')
    await expect(buttonOf(doctor, name)).toHaveText('1')
    const dialog = await openDiscussion(doctor, name)
    await expect(dialog.getByRole('row', { name: question })).toContainText(stage.admin.fullName)
    await say(dialog, 'Yes, by its marker.')
    await doctor.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(buttonOf(doctor, name)).toHaveText('2')
  })

  await test.step("the administrator's open dialog shows the answer, and the list its count", async () => {
    const dialog = dialogOf(admin)
    const answer = dialog.getByRole('row').last().getByRole('cell')
    await expect(answer).toContainText([/\d\d:\d\d/, stage.doctor.fullName, 'Doctor', 'Yes, by its marker.'])
    await dialog.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(buttonOf(admin, name)).toHaveText('2')
  })

  await test.step('the laboratory of another study finds neither row nor comment', async () => {
    const other = await setStage(db)
    const stranger = await enter(other.staff)
    const link = `/lab/dashboard?date=all&dialog=discussion&study=${id}`
    await stranger.goto(link)
    await expect(stranger.getByText('Selected study not found')).toBeVisible()
    await expect(dialogOf(stranger)).toHaveCount(0)
    await expect(rowsOf(stranger)).toHaveCount(0)
    const staff = await enter(stage.staff, { path: link })
    await expect(dialogOf(staff).getByRole('row', { name: question })).toBeVisible()
  })
})

test('a long discussion shows its newest comments, and the earlier ones on request', async ({ db, stage, enter }) => {
  const { id, name } = await seedStudy(db, stage)
  const author = await findUserByEmail(db, stage.admin.email)
  const comments = Array.from({ length: commentsPerPage + 2 }, (_, number) => ({
    studyId: id,
    authorId: author?.id ?? '',
    comment: `Comment ${number}.`,
    createdAt: new Date(Date.UTC(2026, 0, 1, 0, number)),
  }))
  await db.insert(studyDiscussions).values(comments)
  const dialog = await openDiscussion(await enter(stage.staff), name)
  const shown = dialog.getByRole('row').filter({ hasText: 'Comment ' })
  await expect(shown.last()).toBeInViewport()
  await expect(shown.last()).toContainText(`Comment ${commentsPerPage + 1}.`)
  await expect(shown.nth(1)).toContainText('Comment 2.')
  await dialog.getByRole('button', { name: 'Show earlier comments' }).click()
  await expect(shown.nth(1)).toContainText('Comment 0.')
  await expect(dialog.getByRole('button', { name: 'Show earlier comments' })).toHaveCount(0)
  await say(dialog, 'One more.')
  await expect(shown.nth(1)).toContainText('Comment 0.')
})
