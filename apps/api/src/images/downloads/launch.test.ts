import { sessions } from '@readroom/db/access/accounts.schema'
import { tickets } from '@readroom/db/access/tickets.schema'
import { downloads } from '@readroom/db/reports/reports.schema'
import { assignments } from '@readroom/db/studies/assignments/assignments.schema'
import { createAssignment, createCast, createStudy } from '@readroom/db/testing/factories'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Env } from '../../core/config.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'
import { buildStudyZip } from '../../testing/zips.fixture.ts'

describe('launch of a desktop viewer', () => {
  let api: TestApi
  let cast: Awaited<ReturnType<typeof createCast>>
  beforeAll(async () => {
    api = await startTestApi({ env: { PUBLIC_URL: 'https://portal.example' } })
  })
  beforeEach(async () => {
    cast = await createCast(api.db)
  })
  afterAll(() => api.stop())

  /** Makes a study whose ZIP is ready, assigned to the doctor. */
  async function readyStudy() {
    const study = await createStudy(api.db, { labId: cast.labA.id, status: 'assigned_to_doctor' })
    const { doctorId } = cast.assignedDoctor
    await createAssignment(api.db, { studyId: study.id, doctorId, assignedBy: cast.admin.userId })
    await buildStudyZip(api, study)
    return study
  }

  async function launch(studyId: string) {
    const payload = { purpose: 'launch', studyId }
    const answer = await api.request({ method: 'POST', url: '/api/auth/tickets', payload }, cast.assignedDoctor)
    return answer.json() as { ticket: string; url: string; expiresIn: string }
  }
  const fetchZip = (ticket: string) => api.request({ method: 'GET', url: `/api/launch/${ticket}` })

  it("returns the program's link with study and ticket, and without the token", async () => {
    const study = await readyStudy()
    const { url, ticket, expiresIn } = await launch(study.id)
    const zipUrl = encodeURIComponent(`https://portal.example/api/launch/${ticket}`)
    expect(url).toBe(`radiant://?n=pstv&v=0020000D&v=${study.studyInstanceUid}&n=f&v=${zipUrl}`)
    expect(expiresIn).toBe('60s')
    expect(url).not.toContain(api.token(cast.assignedDoctor).split('.')[2])
  })

  it('sends the ZIP once, and records who took it', async () => {
    const study = await readyStudy()
    const { ticket } = await launch(study.id)
    const first = await fetchZip(ticket)
    expect([first.statusCode, first.body]).toEqual([200, 'the ZIP'])
    expect(await api.db.select().from(downloads).where(eq(downloads.studyId, study.id))).toMatchObject([
      { userId: cast.assignedDoctor.userId, kind: 'zip' },
    ])
    const second = await fetchZip(ticket)
    expect([second.statusCode, second.json().code]).toEqual([404, 'LINK_EXPIRED'])
  })

  it('answers HEAD without using up the link', async () => {
    const study = await readyStudy()
    const { ticket } = await launch(study.id)
    const asked = await api.request({ method: 'HEAD', url: `/api/launch/${ticket}` })
    const { 'content-type': type, 'content-length': length } = asked.headers
    expect([asked.statusCode, type, Number(length)]).toEqual([200, 'application/zip', 'the ZIP'.length])
    expect(await api.db.$count(downloads, eq(downloads.studyId, study.id))).toBe(0)
    expect((await fetchZip(ticket)).body).toBe('the ZIP')
    expect((await api.request({ method: 'HEAD', url: `/api/launch/${ticket}` })).statusCode).toBe(404)
  })

  it('packs nothing for a HEAD', async () => {
    const study = await createStudy(api.db, { labId: cast.labA.id })
    const payload = { purpose: 'launch', studyId: study.id }
    const { ticket } = (await api.request({ method: 'POST', url: '/api/auth/tickets', payload }, cast.admin)).json()
    // The archive of this test is down, so packing would be a 503.
    const asked = await api.request({ method: 'HEAD', url: `/api/launch/${ticket}` })
    expect([asked.statusCode, asked.headers['content-length']]).toEqual([200, undefined])
  })

  it('sends nothing after a minute, after signing out, or for a ticket of another purpose', async () => {
    const study = await readyStudy()
    const [late, ended] = [await launch(study.id), await launch(study.id)]
    await api.db.update(tickets).set({ expiresAt: new Date() }).where(eq(tickets.studyId, study.id))
    expect((await fetchZip(late.ticket)).json().code).toBe('LINK_EXPIRED')
    await api.db
      .update(tickets)
      .set({ expiresAt: new Date(Date.now() + 60_000) })
      .where(eq(tickets.studyId, study.id))
    const viewer = await api.request(
      { method: 'POST', url: '/api/auth/tickets', payload: { purpose: 'viewer', studyId: study.id } },
      cast.assignedDoctor,
    )
    expect((await fetchZip(viewer.json().ticket)).json().code).toBe('LINK_EXPIRED')
    await api.db.update(sessions).set({ revokedAt: new Date() }).where(eq(sessions.id, cast.assignedDoctor.sessionId))
    expect((await fetchZip(ended.ticket)).json().code).toBe('LINK_EXPIRED')
  })

  it('checks again that the study is still visible', async () => {
    const study = await readyStudy()
    const { ticket } = await launch(study.id)
    await api.db.update(assignments).set({ unassignedAt: new Date() }).where(eq(assignments.studyId, study.id))
    expect((await fetchZip(ticket)).json().code).toBe('STUDY_NOT_FOUND')
  })

  it('accepts no template that a browser would open itself', () => {
    const parse = (LAUNCH_URL_TEMPLATE: string) => Env.shape.LAUNCH_URL_TEMPLATE.safeParse(LAUNCH_URL_TEMPLATE).success
    expect(['javascript:alert(1)', 'https://x.example/{ticket}', 'data:text/html,x', 'HTTP://x.example'].map(parse)).toEqual([
      false,
      false,
      false,
      false,
    ])
    expect(parse('weasis://?%24dicom%3Aget%20-r%20{zipUrl}')).toBe(true)
  })
})
