import { createHash, randomBytes } from 'node:crypto'
import { maxShareLinks } from '@readroom/contracts/sharing'
import { labs, users } from '@readroom/db/schema/accounts'
import { shareGrants, shareLinks } from '@readroom/db/schema/sharing'
import { assignments, studies } from '@readroom/db/schema/studies'
import { auditLog } from '@readroom/db/schema/system'
import { createActor, createAssignment, createCast, createStudy } from '@readroom/db/testing/factories'
import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { longerWaits } from '../../testing/longer-waits.fixture.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

type Study = Awaited<ReturnType<typeof createStudy>>
type Who = 'admin' | 'staffA' | 'staffB' | 'assignedDoctor' | 'otherDoctor'

const outcome = ({ statusCode, json }: { statusCode: number; json: () => { code?: string } }) => [statusCode, json().code]
const refused = [404, 'SHARE_LINK_NOT_FOUND']
/** The tests' archive is down: 503 says that the images would have been passed on. */
const shown = [503, 'ARCHIVE_UNAVAILABLE']
const closed = [401, 'NOT_AUTHENTICATED']

describe('share links', () => {
  let api: TestApi
  let cast: Awaited<ReturnType<typeof createCast>>
  beforeAll(async () => {
    api = await startTestApi()
    await api.asOwner(longerWaits)
    cast = await createCast(api.db)
  })
  afterAll(() => api.stop())

  async function assignedStudy(): Promise<Study> {
    const study = await createStudy(api.db, {
      ...{ labId: cast.labA.id, status: 'assigned_to_doctor', patientName: 'Ada Phantom', patientId: 'P-17' },
      ...{ description: 'CT HEAD', modalities: ['CT'], studyDate: '2026-03-14' },
    })
    await createAssignment(api.db, { studyId: study.id, doctorId: cast.assignedDoctor.doctorId, assignedBy: cast.admin.userId })
    return study
  }

  const generate = (who: Who, payload: object) =>
    api.request({ method: 'POST', url: '/api/sharing/generate-link', payload }, cast[who])

  async function share(who: Who, study: Study): Promise<string> {
    const { shareableLink } = (await generate(who, { studyId: study.id })).json()
    return shareableLink.slice(shareableLink.lastIndexOf('/') + 1)
  }

  const access = (token: string, remoteAddress = '127.0.0.1') =>
    api.request({ method: 'GET', url: `/api/sharing/access/${token}`, remoteAddress })

  /** What a browser does with a link: it opens the viewer and keeps the cookie. */
  async function open(token: string) {
    const opened = await api.request({ method: 'GET', url: `/viewer/share/${token}` })
    return { opened, cookies: Object.fromEntries(opened.cookies.map(({ name, value }) => [name, value])) }
  }

  const images = async (cookies: Record<string, string>, { studyInstanceUid }: Study) =>
    outcome(await api.request({ method: 'GET', url: `/dicom-web/studies/${studyInstanceUid}/metadata`, cookies }))

  const listed = async (who: Who, study: Study) =>
    (await api.request({ method: 'GET', url: `/api/studies/${study.id}/share-links` }, cast[who])).json().links

  const revoke = (who: Who, study: Study, id: string) =>
    api.request({ method: 'DELETE', url: `/api/studies/${study.id}/share-links/${id}` }, cast[who])

  it('ends for good when its maker loses the study or the account: getting it back revives no link', async () => {
    const study = await assignedStudy()
    const change = (verb: 'assign' | 'unassign') =>
      api.request(
        { method: 'POST', url: `/api/admin/studies/${study.id}/${verb}`, payload: { doctorId: cast.assignedDoctor.doctorId } },
        cast.admin,
      )
    const ofDoctor = await share('assignedDoctor', study)
    await change('unassign')
    await change('assign')
    expect(outcome(await access(ofDoctor))).toEqual(refused)

    const ofStaff = await share('staffA', study)
    const setActive = (isActive: boolean) =>
      api.request({ method: 'PUT', url: `/api/admin/users/${cast.staffA.userId}/active`, payload: { isActive } }, cast.admin)
    await setActive(false)
    await setActive(true)
    expect(outcome(await access(ofStaff))).toEqual(refused)
    const [user] = await api.db.select().from(users).where(eq(users.id, cast.staffA.userId))
    if (user) cast.staffA = { ...(await createActor(api.db, user)), labId: cast.labA.id }
  })

  it('ends for good when its study gets another laboratory than its maker’s, and no link of an administrator does', async () => {
    const study = await assignedStudy()
    const place = (locationId: string) =>
      api.request({ method: 'PUT', url: `/api/admin/studies/${study.id}/location`, payload: { locationId } }, cast.admin)
    const [ofStaff, ofAdmin] = [await share('staffA', study), await share('admin', study)]
    await place(cast.labB.id)
    await place(cast.labA.id)
    expect(outcome(await access(ofStaff))).toEqual(refused)
    expect((await access(ofAdmin)).statusCode).toBe(200)
  })

  it('is made by everybody who sees the study, and says what it opens from our own records', async () => {
    const study = await assignedStudy()
    for (const who of ['admin', 'staffA', 'assignedDoctor'] as const) {
      const made = await generate(who, {
        ...{ studyId: study.id, studyInstanceUID: study.studyInstanceUid, orthancStudyID: study.orthancId },
        ...{ viewerType: 'local', patientName: 'Somebody Else', modality: 'MR', expiresIn: '7d' },
      })
      expect(made.json().shareableLink).toMatch(/^http:\/\/localhost:8080\/share\/[A-Za-z0-9_-]{43}$/)
      const token = made.json().shareableLink.slice(-43)
      expect((await access(token)).json()).toEqual({
        success: true,
        viewerUrl: `/viewer/share/${token}`,
        viewerType: 'local',
        accessCount: 0,
        expiresAt: made.json().expiresAt,
        studyInfo: {
          ...{ patientName: 'Ada Phantom', patientId: 'P-17', description: 'CT HEAD', modality: 'CT' },
          ...{ studyDate: '2026-03-14', location: cast.labA.name },
        },
        message: 'Share link is valid',
      })
    }
  })

  it('refuses identifiers that are not of the same study', async () => {
    const [study, other] = [await assignedStudy(), await assignedStudy()]
    for (const ids of [{ studyInstanceUID: other.studyInstanceUid }, { orthancStudyID: other.orthancId }]) {
      expect(outcome(await generate('admin', { studyId: study.id, ...ids }))).toEqual([400, 'STUDY_IDS_DISAGREE'])
    }
    for (const who of ['staffB', 'otherDoctor'] as const) {
      expect(outcome(await generate(who, { studyId: study.id }))).toEqual([404, 'STUDY_NOT_FOUND'])
    }
    expect(await listed('admin', study)).toEqual([])
  })

  it('is good for seven days at most', async () => {
    const study = await assignedStudy()
    const lifeOf = async (expiresIn?: string) => {
      const { expiresAt } = (await generate('staffA', { studyId: study.id, expiresIn })).json()
      return Math.round((Date.parse(expiresAt) - Date.now()) / 60_000)
    }
    expect([await lifeOf(), await lifeOf('7d'), await lifeOf('2h')]).toEqual([10_080, 10_080, 120])
    for (const expiresIn of ['8d', '169h', '0d', '1s', 'soon', '7']) {
      expect(outcome(await generate('staffA', { studyId: study.id, expiresIn }))).toEqual([400, 'INVALID_FIELD'])
    }
  })

  it('leaves a browser the images of its one study and of no other', async () => {
    const [study, other] = [await assignedStudy(), await assignedStudy()]
    const { opened, cookies } = await open(await share('assignedDoctor', study))
    expect(opened.statusCode).toBe(302)
    expect(opened.headers.location).toBe(`/viewer-app/viewer?StudyInstanceUIDs=${study.studyInstanceUid}`)
    expect(opened.cookies).toMatchObject([{ httpOnly: true, sameSite: 'Strict', path: '/dicom-web' }])
    const [cookie] = opened.cookies
    expect(cookie?.expires?.getTime()).toBeLessThanOrEqual(Date.now() + 7 * 86_400_000)
    expect(await images(cookies, study)).toEqual(shown)
    expect(await images(cookies, other)).toEqual([404, 'STUDY_NOT_FOUND'])
    const search = await api.request({
      ...{ method: 'GET', url: `/dicom-web/studies?StudyInstanceUID=${other.studyInstanceUid}`, cookies },
    })
    expect(search.json()).toEqual([])
    expect(await images({}, study)).toEqual(closed)
    const forged = Object.fromEntries(Object.keys(cookies).map((name) => [name, randomBytes(32).toString('base64url')]))
    expect(await images(forged, study)).toEqual(closed)
  })

  it('counts openings of the viewer, and nothing that only looks', async () => {
    const study = await assignedStudy()
    const token = await share('staffA', study)
    await access(token)
    const head = await api.request({ method: 'HEAD', url: `/viewer/share/${token}` })
    expect([head.statusCode, head.cookies]).toEqual([302, []])
    await api.request({ method: 'HEAD', url: `/api/sharing/access/${token}` })
    expect(await listed('staffA', study)).toMatchObject([{ accessCount: 0, lastAccessAt: null }])
    await open(token)
    await open(token)
    expect(await listed('staffA', study)).toMatchObject([{ accessCount: 2, lastAccessAt: expect.any(String) }])
    expect((await access(token)).json().accessCount).toBe(2)
  })

  it('looks the same where it never was, is expired or revoked; a malformed one is told so', async () => {
    const study = await assignedStudy()
    const [expired, revoked] = [await share('staffA', study), await share('staffA', study)]
    const [newest, oldest] = await listed('staffA', study)
    await api.db.update(shareLinks).set({ expiresAt: new Date() }).where(eq(shareLinks.id, oldest._id))
    expect((await revoke('staffA', study, newest._id)).statusCode).toBe(200)
    const tokens = [expired, revoked, randomBytes(32).toString('base64url')]
    for (const path of ['/api/sharing/access', '/viewer/share']) {
      const answers = await Promise.all(tokens.map((token) => api.request({ method: 'GET', url: `${path}/${token}` })))
      for (const answer of answers) expect(outcome(answer)).toEqual(refused)
      expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
      for (const token of ['x', 'x'.repeat(42), 'x'.repeat(44), `${'x'.repeat(42)}%2e`, '%00'.repeat(43)]) {
        const answer = await api.request({ method: 'GET', url: `${path}/${token}` })
        expect(outcome(answer)).toEqual([400, 'SHARE_LINK_MALFORMED'])
      }
    }
    expect((await access('x')).json().message).toBe('Invalid share link format.')
    expect((await access(revoked)).json().message).toBe('Share link not found or has expired.')
  })

  it('stops the images that are open with it when it is revoked or runs out', async () => {
    const study = await assignedStudy()
    const [one, two] = [await open(await share('staffA', study)), await open(await share('staffA', study))]
    const [second, first] = await listed('staffA', study)
    expect([await images(one.cookies, study), await images(two.cookies, study)]).toEqual([shown, shown])
    await revoke('staffA', study, first._id)
    expect([await images(one.cookies, study), await images(two.cookies, study)]).toEqual([closed, shown])
    await api.db.update(shareLinks).set({ expiresAt: new Date() }).where(eq(shareLinks.id, second._id))
    expect(await images(two.cookies, study)).toEqual(closed)
  })

  it('is revoked by its creator and by administrators, and by nobody else', async () => {
    const study = await assignedStudy()
    await share('assignedDoctor', study)
    const [{ _id }] = await listed('admin', study)
    expect(await listed('staffA', study)).toMatchObject([{ createdBy: 'Test doctor_account', canRevoke: false }])
    expect(await listed('assignedDoctor', study)).toMatchObject([{ canRevoke: true }])
    expect(outcome(await revoke('staffA', study, _id))).toEqual([403, 'SHARE_LINK_NOT_YOURS'])
    expect(outcome(await revoke('staffB', study, _id))).toEqual([404, 'STUDY_NOT_FOUND'])
    expect(outcome(await revoke('admin', await assignedStudy(), _id))).toEqual(refused)
    expect((await revoke('admin', study, _id)).statusCode).toBe(200)
    expect(outcome(await revoke('admin', study, _id))).toEqual(refused)
    expect(await listed('assignedDoctor', study)).toEqual([])
  })

  it('dies with the assignment of the doctor who made it', async () => {
    const study = await assignedStudy()
    const token = await share('assignedDoctor', study)
    const { cookies } = await open(token)
    expect(await images(cookies, study)).toEqual(shown)
    await api.db.update(assignments).set({ unassignedAt: new Date() }).where(eq(assignments.studyId, study.id))
    expect(outcome(await access(token))).toEqual(refused)
    expect(await images(cookies, study)).toEqual(closed)
    expect(await listed('admin', study)).toMatchObject([{ works: false, canRevoke: true }])
  })

  it('dies with its creator’s account, and with the laboratory’s', async () => {
    const study = await assignedStudy()
    const token = await share('staffA', study)
    const { cookies } = await open(token)
    const staff = eq(users.id, cast.staffA.userId)
    await api.db.update(users).set({ isActive: false }).where(staff)
    expect([outcome(await access(token)), await images(cookies, study)]).toEqual([refused, closed])
    await api.db.update(users).set({ isActive: true, deletedAt: new Date() }).where(staff)
    expect([outcome(await access(token)), await images(cookies, study)]).toEqual([refused, closed])
    await api.db.update(users).set({ deletedAt: null }).where(staff)
    await api.db.update(labs).set({ isActive: false }).where(eq(labs.id, cast.labA.id))
    expect([outcome(await access(token)), await images(cookies, study)]).toEqual([refused, closed])
    await api.db.update(labs).set({ isActive: true }).where(eq(labs.id, cast.labA.id))
    expect([(await access(token)).statusCode, await images(cookies, study)]).toEqual([200, shown])
  })

  it('opens nothing once its study UID stands for two studies', async () => {
    const study = await assignedStudy()
    const token = await share('admin', study)
    await createStudy(api.db, { studyInstanceUid: study.studyInstanceUid })
    expect(outcome(await access(token))).toEqual(refused)
    expect(outcome(await generate('admin', { studyId: study.id }))).toEqual([409, 'STUDY_UID_AMBIGUOUS'])
  })

  it('opens nothing while two laboratories claim its study', async () => {
    const study = await assignedStudy()
    const token = await share('admin', study)
    expect((await access(token)).statusCode).toBe(200)
    await api.db.update(studies).set({ labConflictAt: new Date() }).where(eq(studies.id, study.id))
    expect((await access(token)).statusCode).toBe(404)
  })

  it('keeps hashes alone, and an audit without secrets', async () => {
    const study = await assignedStudy()
    const token = await share('staffA', study)
    const { cookies } = await open(token)
    const [{ _id }] = await listed('staffA', study)
    await revoke('admin', study, _id)
    const [row] = await api.db.select().from(shareLinks).where(eq(shareLinks.id, _id))
    expect(row?.hash).toBe(createHash('sha256').update(token).digest('hex'))
    const [secret = ''] = Object.values(cookies)
    const stored = [row, await api.db.select().from(shareGrants), await api.db.select().from(auditLog)]
    for (const hidden of [token, secret]) expect(JSON.stringify(stored)).not.toContain(hidden)
    const entries = await api.db.select().from(auditLog).where(eq(auditLog.targetId, study.id)).orderBy(asc(auditLog.id))
    expect(entries).toMatchObject([
      { action: 'share.created', actorUserId: cast.staffA.userId, details: { shareLinkId: _id } },
      { action: 'share.opened', actorUserId: null, address: '127.0.0.1', details: { shareLinkId: _id } },
      { action: 'share.revoked', actorUserId: cast.admin.userId, details: { shareLinkId: _id } },
    ])
  })

  it('is limited in number for each person and study', async () => {
    const study = await assignedStudy()
    for (let made = 0; made < maxShareLinks; made++) await share('staffA', study)
    expect(outcome(await generate('staffA', { studyId: study.id }))).toEqual([429, 'TOO_MANY_SHARE_LINKS'])
    expect((await generate('admin', { studyId: study.id })).statusCode).toBe(200)
    const [, newest] = await listed('staffA', study)
    await revoke('staffA', study, newest._id)
    expect((await generate('staffA', { studyId: study.id })).statusCode).toBe(200)
  })

  it('is limited in number when all are asked for at once', async () => {
    const study = await assignedStudy()
    const answers = await Promise.all(Array.from({ length: maxShareLinks + 5 }, () => generate('staffA', { studyId: study.id })))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(maxShareLinks)
  })

  it('counts guesses that come at once', async () => {
    const guess = () => access(randomBytes(32).toString('base64url'), '203.0.113.77')
    const answers = await Promise.all(Array.from({ length: 80 }, guess))
    expect(answers.filter(({ statusCode }) => statusCode === 404)).toHaveLength(51)
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(29)
  })

  it('cannot be guessed for long from one address', async () => {
    const study = await assignedStudy()
    const token = await share('staffA', study)
    const guess = () => access(randomBytes(32).toString('base64url'), '203.0.113.9')
    for (let tries = 0; tries < 52; tries++) await guess()
    expect(outcome(await guess())).toEqual([429, 'TOO_MANY_ATTEMPTS'])
    // Somebody else at that address, who has a link, is not made to wait for it.
    expect((await access(token, '203.0.113.9')).statusCode).toBe(200)
    expect(outcome(await guess())).toEqual([429, 'TOO_MANY_ATTEMPTS'])
    await api.db.execute(sql`delete from login_throttles`)
  })
})
