import { randomUUID } from 'node:crypto'
import { auditLog } from '@readroom/db/core/audit.schema'
import { studies } from '@readroom/db/studies/studies.schema'
import { studyEventLog } from '@readroom/db/studies/study-events.schema'
import { createAssignment, createCast } from '@readroom/db/testing/factories'
import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Gateway, startGateway } from '../../images/dicomweb/gateway.fixture.ts'
import { unassignAll } from '../../testing/priors.fixture.ts'

type Cookies = Record<string, string>

describe('reading study after study', () => {
  let gateway: Gateway
  let cast: Awaited<ReturnType<typeof createCast>>
  beforeAll(async () => {
    gateway = await startGateway()
    cast = await createCast(gateway.api.db)
  })
  afterAll(() => gateway.stop())

  async function assigned() {
    const study = await gateway.storeTagged()
    const whose = { doctorId: cast.assignedDoctor.doctorId, assignedBy: cast.admin.userId }
    await createAssignment(gateway.api.db, { studyId: study.id, ...whose })
    return study
  }
  const call = (studyId: string, method: 'PUT' | 'POST', path: string, payload: object) =>
    gateway.api.request({ method, url: `/api/studies/${studyId}/reading/${path}`, payload }, cast.assignedDoctor)
  async function show(studyId: string, windowId: string, nextId: string | null) {
    const answer = await call(studyId, 'PUT', 'images', { windowId, priorId: null, nextId })
    const cookies: Cookies = Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]))
    return { answer, cookies, body: answer.json() }
  }
  const statusOf = async (path: string, cookies: Cookies) =>
    (await gateway.api.request({ method: 'GET', url: `/dicom-web${path}`, cookies })).statusCode
  const auditedOf = async (...ids: string[]) => {
    const rows = await gateway.api.db.select().from(auditLog).where(inArray(auditLog.targetId, ids)).orderBy(auditLog.id)
    return rows.map(({ action, targetId }) => `${action} ${ids.indexOf(targetId ?? '')}`)
  }

  it('says why the images of a study are hidden, and does not load them ahead', async () => {
    const [hidden, shown] = [await assigned(), await assigned()]
    const twin = await gateway.storeTagged({ PatientID: 'ANOTHER' }, hidden)
    const refused = await show(hidden.id, randomUUID(), null)
    expect([refused.answer.statusCode, refused.body.code]).toEqual([409, 'STUDY_UID_AMBIGUOUS'])
    expect((await show(shown.id, randomUUID(), hidden.id)).body.next).toBeNull()
    await gateway.api.db
      .update(studies)
      .set({ studyInstanceUid: `${twin.uid}.1` })
      .where(eq(studies.id, twin.id))
    expect((await show(hidden.id, randomUUID(), null)).answer.statusCode).toBe(200)
  })

  it("a window's cookie grants its study and the next one, and nothing that it has left", async () => {
    const [one, two, three] = [await assigned(), await assigned(), await assigned()]
    await gateway.api.db.update(studies).set({ imageCount: 3 }).where(eq(studies.id, two.id))
    const windowId = randomUUID()
    const first = await show(one.id, windowId, two.id)
    expect(first.body).toMatchObject({ shown: expect.stringContaining(one.uid), next: expect.stringContaining(two.uid) })
    expect(Object.keys(first.cookies)).toHaveLength(1)
    expect(first.answer.cookies[0]).toMatchObject({ path: '/dicom-web', httpOnly: true, sameSite: 'Strict' })
    for (const { path } of [one, two]) expect(await statusOf(path, first.cookies)).toBe(200)
    expect(await statusOf(three.path, first.cookies)).toBe(404)
    expect(first.body.images).toEqual({ shown: 0, next: 3 })
    expect(first.body.generations).toEqual({ shown: 0, next: 0 })
    const second = await show(two.id, windowId, three.id)
    expect(second.cookies).toEqual(first.cookies)
    expect(await statusOf(one.path, second.cookies)).toBe(404)
    expect(await statusOf(three.path, second.cookies)).toBe(200)
    expect(await auditedOf(one.id, two.id, three.id)).toEqual([
      'images.opened 0',
      'images.loaded_ahead 1',
      'images.opened 1',
      'images.loaded_ahead 2',
    ])
    const events = await gateway.api.db
      .select()
      .from(studyEventLog)
      .where(inArray(studyEventLog.studyId, [one.id, two.id, three.id]))
    expect(events.filter(({ event }) => event === 'opened')).toEqual([])
  })

  it('overlapping calls of a window are all answered, and one of them decides its images', async () => {
    const studies = [await assigned(), await assigned(), await assigned(), await assigned()]
    for (const windowId of [randomUUID(), randomUUID(), randomUUID()]) {
      const steps = studies.slice(1).map(({ id }, index) => ({ id, next: studies[index]?.id ?? null }))
      const shown = await Promise.all(steps.map(({ id, next }) => show(id, windowId, next)))
      expect(shown.map(({ answer }) => answer.statusCode)).toEqual([200, 200, 200])
      const [{ cookies } = { cookies: {} }] = shown
      const admitted = await Promise.all(studies.map(async ({ path }) => (await statusOf(path, cookies)) === 200))
      expect(['1100', '0110', '0011']).toContain(admitted.map(Number).join(''))
    }
  })

  it('each window and each session has its own cookie', async () => {
    const study = await assigned()
    const one = await show(study.id, randomUUID(), null)
    const other = await show(study.id, randomUUID(), null)
    expect(Object.values(one.cookies)).not.toEqual(Object.values(other.cookies))
  })

  it('a hidden next study is not loaded, and one that becomes hidden is refused at once', async () => {
    const [one, two, foreign] = [await assigned(), await assigned(), await gateway.storeTagged()]
    const windowId = randomUUID()
    const without = await show(one.id, windowId, foreign.id)
    expect(without.body.next).toBeNull()
    expect(await statusOf(foreign.path, without.cookies)).toBe(404)
    const { cookies } = await show(one.id, windowId, two.id)
    expect(await statusOf(two.path, cookies)).toBe(200)
    await unassignAll(gateway.api, two.id)
    expect(await statusOf(two.path, cookies)).toBe(404)
    expect((await show(two.id, windowId, null)).answer.statusCode).toBe(404)
  })

  it('a study put aside is listed until it is resumed, for its reader only', async () => {
    const study = await assigned()
    const listed = async (who: 'assignedDoctor' | 'otherDoctor') => {
      const answer = await gateway.api.request({ method: 'GET', url: '/api/reading/put-aside' }, cast[who])
      return answer.json().studies.map(({ _id }: { _id: string }) => _id)
    }
    await call(study.id, 'POST', 'put-aside', {})
    expect(await listed('assignedDoctor')).toContain(study.id)
    expect(await listed('otherDoctor')).not.toContain(study.id)
    await call(study.id, 'POST', 'take-up', {})
    expect(await listed('assignedDoctor')).not.toContain(study.id)
    await call(study.id, 'POST', 'put-aside', {})
    await unassignAll(gateway.api, study.id)
    expect(await listed('assignedDoctor')).not.toContain(study.id)
  })

  it("a skip is in the study's history with its reason, and changes no status", async () => {
    const study = await assigned()
    await gateway.api.db.update(studies).set({ status: 'assigned_to_doctor' }).where(eq(studies.id, study.id))
    expect((await call(study.id, 'POST', 'skip', { reason: 'images', note: 'Half of the knee.' })).statusCode).toBe(200)
    const isSkip = and(eq(studyEventLog.studyId, study.id), eq(studyEventLog.event, 'skipped'))
    const [event] = await gateway.api.db.select().from(studyEventLog).where(isSkip)
    expect(event).toMatchObject({ details: { reason: 'images' }, reason: 'Half of the knee.', toStatus: 'assigned_to_doctor' })
  })
})
