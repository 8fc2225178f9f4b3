import { commentsPerPage } from '@readroom/contracts/studies/discussions'
import { auditLog } from '@readroom/db/core/audit.schema'
import { outbox } from '@readroom/db/core/outbox.schema'
import { studyDiscussions } from '@readroom/db/studies/discussions/discussions.schema'
import { createAssignment, createCast, createStudy } from '@readroom/db/testing/factories'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

describe('discussion', () => {
  let api: TestApi
  let cast: Awaited<ReturnType<typeof createCast>>
  beforeAll(async () => {
    api = await startTestApi()
    cast = await createCast(api.db)
  })
  afterAll(() => api.stop())

  type Who = 'admin' | 'staffA' | 'staffB' | 'assignedDoctor' | 'otherDoctor'

  async function assignedStudy(): Promise<string> {
    const { id } = await createStudy(api.db, { labId: cast.labA.id, status: 'assigned_to_doctor' })
    await createAssignment(api.db, { studyId: id, doctorId: cast.assignedDoctor.doctorId, assignedBy: cast.admin.userId })
    return id
  }

  const url = (studyId: string) => `/api/studies/${studyId}/discussions`
  const say = (who: Who, studyId: string, payload: object) =>
    api.request({ method: 'POST', url: url(studyId), payload }, cast[who])
  const read = async (who: Who, studyId: string) => (await api.request({ method: 'GET', url: url(studyId) }, cast[who])).json()
  const textsOf = async (studyId: string) =>
    (await read('admin', studyId)).discussions.map(({ comment }: { comment: string }) => comment)

  it('is shared by all who see the study, oldest comment first', async () => {
    const study = await assignedStudy()
    const asked = await say('admin', study, { comment: '  Contrast given?\r\nPlease check.  ' })
    expect(asked.json()).toMatchObject({ success: true, userName: 'Test admin', comment: 'Contrast given?\nPlease check.' })
    await say('staffA', study, { comment: 'Yes, 80 ml.' })
    await say('assignedDoctor', study, { comment: 'Thank you.' })
    for (const who of ['admin', 'staffA', 'assignedDoctor'] as const) {
      const { discussions } = await read(who, study)
      expect(discussions).toMatchObject([
        { userRole: 'admin', comment: 'Contrast given?\nPlease check.' },
        { userRole: 'lab_staff', comment: 'Yes, 80 ml.' },
        { userRole: 'doctor_account', comment: 'Thank you.' },
      ])
      expect(discussions[0]._id).toBe(asked.json()._id)
    }
  })

  it("names the session's account as author, whatever the body says", async () => {
    const study = await assignedStudy()
    const lie = {
      comment: 'I am the head of radiology.',
      userName: 'Somebody Else',
      userRole: 'admin',
      authorId: cast.admin.userId,
    }
    const own = { userName: 'Test lab_staff', userRole: 'lab_staff' }
    expect((await say('staffA', study, lie)).json()).toMatchObject(own)
    expect((await read('admin', study)).discussions).toMatchObject([own])
  })

  it('keeps markup as plain text', async () => {
    const study = await assignedStudy()
    const comment = `<script>alert(1)</script> <b>5 < 6</b> & "O'Brien"`
    await say('staffA', study, { comment })
    expect(await textsOf(study)).toEqual([comment])
  })

  it('refuses comments that are blank, too long, not text or not storable', async () => {
    const study = await assignedStudy()
    const bodies = [{ comment: ' \n\t ' }, {}, { comment: 7 }, { comment: 'x'.repeat(4001) }, { comment: 'a\u0000b' }]
    const answers = await Promise.all(bodies.map((body) => say('admin', study, body)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 400, 400])
    expect((await say('admin', study, { comment: 'x'.repeat(4000) })).statusCode).toBe(200)
    expect(await textsOf(study)).toHaveLength(1)
  })

  it('is not found by accounts that do not see the study', async () => {
    const study = await assignedStudy()
    for (const who of ['staffB', 'otherDoctor'] as const) {
      const answer = await say(who, study, { comment: 'Let me in.' })
      expect({ status: answer.statusCode, code: answer.json().code }).toEqual({ status: 404, code: 'STUDY_NOT_FOUND' })
      expect((await read(who, study)).code).toBe('STUDY_NOT_FOUND')
    }
    expect(await textsOf(study)).toEqual([])
  })

  it('is read in pages, newest first, each comment once', async () => {
    const [study, other] = [await assignedStudy(), await assignedStudy()]
    // Two comments of the same moment fall on different pages.
    const at = (number: number) => new Date(Date.UTC(2026, 0, 1) + Math.floor(number / 2) * 1000)
    const comments = Array.from({ length: 2 * commentsPerPage + 1 }, (_, number) => ({
      studyId: study,
      authorId: cast.admin.userId,
      comment: `${number}`,
      createdAt: at(number),
    }))
    await api.db.insert(studyDiscussions).values(comments)
    await say('admin', other, { comment: 'Elsewhere.' })
    const page = async (before: string) => (await api.request({ method: 'GET', url: url(study) + before }, cast.staffA)).json()
    const pages = []
    for (let before = ''; pages.at(-1)?.hasEarlier !== false; before = `?before=${pages.at(-1).discussions[0]._id}`) {
      pages.push(await page(before))
    }
    const texts = pages.toReversed().flatMap(({ discussions }) => discussions.map(({ comment }: { comment: string }) => comment))
    expect(texts).toEqual(comments.map(({ comment }) => comment))
    expect(pages.map(({ discussions }) => discussions.length)).toEqual([commentsPerPage, commentsPerPage, 1])
    const [{ _id: foreign }] = (await read('admin', other)).discussions
    expect(await page(`?before=${foreign}`)).toMatchObject({ discussions: [], hasEarlier: false })
  })

  it('is counted per study on the worklist', async () => {
    const [talked, silent] = [await assignedStudy(), await assignedStudy()]
    await say('admin', talked, { comment: 'One.' })
    await say('assignedDoctor', talked, { comment: 'Two.' })
    const { data } = (await api.request({ method: 'GET', url: '/api/lab/studies' }, cast.staffA)).json()
    const countOf = (id: string) => data.find((row: { _id: string }) => row._id === id).discussions
    expect([countOf(talked), countOf(silent)]).toEqual([2, 0])
  })

  it('updates the worklists, and audits the author without the text', async () => {
    const study = await assignedStudy()
    const { _id } = (await say('staffA', study, { comment: 'Known allergy to contrast.' })).json()
    const events = await api.db.select().from(outbox).where(sql`${outbox.payload}->>'studyId' = ${study}`)
    expect(events).toMatchObject([{ kind: 'live', name: 'study.changed' }])
    const entries = await api.db.select().from(auditLog).where(eq(auditLog.targetId, study))
    expect(entries).toMatchObject([
      { action: 'discussion.commented', actorUserId: cast.staffA.userId, details: { commentId: _id } },
    ])
    expect(JSON.stringify([events, entries])).not.toContain('allergy')
  })
})
