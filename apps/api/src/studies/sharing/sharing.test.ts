import { createHash, randomBytes } from 'node:crypto'
import { maxPinTries, maxShareLinks } from '@readroom/contracts/studies/sharing'
import { users } from '@readroom/db/access/accounts.schema'
import { auditLog } from '@readroom/db/core/audit.schema'
import { labs } from '@readroom/db/people/labs.schema'
import { assignments } from '@readroom/db/studies/assignments/assignments.schema'
import { shareGrants, shareLinks } from '@readroom/db/studies/sharing/share-links.schema'
import { studies } from '@readroom/db/studies/studies.schema'
import { createActor, createAssignment, createCast, createStudy } from '@readroom/db/testing/factories'
import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { longerWaits } from '../../testing/longer-waits.fixture.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'
import { whileBusy } from '../../testing/while-busy.fixture.ts'

type Study = Awaited<ReturnType<typeof createStudy>>
type Who = 'admin' | 'staffA' | 'staffB' | 'assignedDoctor' | 'otherDoctor'

const outcome = ({ statusCode, json }: { statusCode: number; json: () => { code?: string } }) => [statusCode, json().code]
const refused = [404, 'SHARE_LINK_NOT_FOUND']
/** The archive is down in these tests: 503 means that the images would have been sent. */
const shown = [503, 'ARCHIVE_UNAVAILABLE']
const closed = [401, 'NOT_AUTHENTICATED']

describe('share link', () => {
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
      labId: cast.labA.id,
      status: 'assigned_to_doctor',
      patientName: 'Ada Phantom',
      patientId: 'P-17',
      description: 'CT HEAD',
      modalities: ['CT'],
      studyDate: '2026-03-14',
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

  /** Acts as a browser: opens the viewer by the link and keeps the cookie. */
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

  it('ends for good when its creator loses the study or the account', async () => {
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

  it('ends for good when the study moves to another laboratory, unless an administrator created it', async () => {
    const study = await assignedStudy()
    const place = (locationId: string) =>
      api.request({ method: 'PUT', url: `/api/admin/studies/${study.id}/location`, payload: { locationId } }, cast.admin)
    const [ofStaff, ofAdmin] = [await share('staffA', study), await share('admin', study)]
    await place(cast.labB.id)
    await place(cast.labA.id)
    expect(outcome(await access(ofStaff))).toEqual(refused)
    expect((await access(ofAdmin)).statusCode).toBe(200)
  })

  it('ends for good when another laboratory gets the study after both claimed it', async () => {
    const study = await assignedStudy()
    const place = (locationId: string) =>
      api.request({ method: 'PUT', url: `/api/admin/studies/${study.id}/location`, payload: { locationId } }, cast.admin)
    const [ofStaff, ofAdmin] = [await share('staffA', study), await share('admin', study)]
    await api.db.update(studies).set({ labConflictAt: new Date() }).where(eq(studies.id, study.id))
    await place(cast.labB.id)
    await place(cast.labA.id)
    expect(outcome(await access(ofStaff))).toEqual(refused)
    expect((await access(ofAdmin)).statusCode).toBe(200)
  })

  it('can be created by all who see the study, and describes it from our own records', async () => {
    const study = await assignedStudy()
    for (const who of ['admin', 'staffA', 'assignedDoctor'] as const) {
      const made = await generate(who, {
        studyId: study.id,
        studyInstanceUID: study.studyInstanceUid,
        orthancStudyID: study.orthancId,
        viewerType: 'local',
        patientName: 'Somebody Else',
        modality: 'MR',
        expiresIn: '7d',
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
          patientName: 'Ada Phantom',
          patientId: 'P-17',
          description: 'CT HEAD',
          modality: 'CT',
          studyDate: '2026-03-14',
          location: cast.labA.name,
        },
        message: 'Share link is valid',
      })
    }
  })

  it('refuses identifiers of different studies', async () => {
    const [study, other] = [await assignedStudy(), await assignedStudy()]
    for (const ids of [{ studyInstanceUID: other.studyInstanceUid }, { orthancStudyID: other.orthancId }]) {
      expect(outcome(await generate('admin', { studyId: study.id, ...ids }))).toEqual([400, 'STUDY_IDS_DISAGREE'])
    }
    for (const who of ['staffB', 'otherDoctor'] as const) {
      expect(outcome(await generate(who, { studyId: study.id }))).toEqual([404, 'STUDY_NOT_FOUND'])
    }
    expect(await listed('admin', study)).toEqual([])
  })

  it('expires after seven days at most', async () => {
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

  it('grants a browser the images of one study only', async () => {
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
      method: 'GET',
      url: `/dicom-web/studies?StudyInstanceUID=${other.studyInstanceUid}`,
      cookies,
    })
    expect(search.json()).toEqual([])
    expect(await images({}, study)).toEqual(closed)
    const forged = Object.fromEntries(Object.keys(cookies).map((name) => [name, randomBytes(32).toString('base64url')]))
    expect(await images(forged, study)).toEqual(closed)
  })

  it('counts openings of the viewer, not a HEAD', async () => {
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

  it('gives one answer if it is unknown, expired or revoked, and another if it is malformed', async () => {
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

  it('closes open images when it is revoked or expires', async () => {
    const study = await assignedStudy()
    const [one, two] = [await open(await share('staffA', study)), await open(await share('staffA', study))]
    const [second, first] = await listed('staffA', study)
    expect([await images(one.cookies, study), await images(two.cookies, study)]).toEqual([shown, shown])
    await revoke('staffA', study, first._id)
    expect([await images(one.cookies, study), await images(two.cookies, study)]).toEqual([closed, shown])
    await api.db.update(shareLinks).set({ expiresAt: new Date() }).where(eq(shareLinks.id, second._id))
    expect(await images(two.cookies, study)).toEqual(closed)
  })

  it('can be revoked by its creator and by administrators only', async () => {
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

  it('ends with the assignment of the doctor who created it', async () => {
    const study = await assignedStudy()
    const token = await share('assignedDoctor', study)
    const { cookies } = await open(token)
    expect(await images(cookies, study)).toEqual(shown)
    await api.db.update(assignments).set({ unassignedAt: new Date() }).where(eq(assignments.studyId, study.id))
    expect(outcome(await access(token))).toEqual(refused)
    expect(await images(cookies, study)).toEqual(closed)
    expect(await listed('admin', study)).toMatchObject([{ works: false, canRevoke: true }])
  })

  it("ends with its creator's account or laboratory", async () => {
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

  it('opens nothing once two studies share its study UID', async () => {
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

  it('stores only hashes, and audits without secrets', async () => {
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

  it('is limited in number per account and study', async () => {
    const study = await assignedStudy()
    for (let made = 0; made < maxShareLinks; made++) await share('staffA', study)
    expect(outcome(await generate('staffA', { studyId: study.id }))).toEqual([429, 'TOO_MANY_SHARE_LINKS'])
    expect((await generate('admin', { studyId: study.id })).statusCode).toBe(200)
    const [, newest] = await listed('staffA', study)
    await revoke('staffA', study, newest._id)
    expect((await generate('staffA', { studyId: study.id })).statusCode).toBe(200)
  })

  it('is limited in number even if all are requested at once', async () => {
    const study = await assignedStudy()
    const answers = await Promise.all(Array.from({ length: maxShareLinks + 5 }, () => generate('staffA', { studyId: study.id })))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(maxShareLinks)
  })

  describe('with a PIN', () => {
    const unlock = (token: string, pin: string) =>
      api.request({ method: 'POST', url: `/api/sharing/access/${token}`, payload: { pin } })
    const wrong = (pin: string) => pin.replace(/^./, (digit) => String((Number(digit) + 1) % 10))

    async function lock(study: Study, who: Who = 'staffA', withPin = true): Promise<{ token: string; pin: string }> {
      const { shareableLink, pin } = (await generate(who, { studyId: study.id, withPin })).json()
      return { token: shareableLink.slice(-43), pin }
    }

    it('tells nothing about its study before the PIN', async () => {
      const study = await assignedStudy()
      const { token, pin } = await lock(study)
      expect(pin).toMatch(/^\d{6}$/)
      const answer = await access(token)
      expect(outcome(answer)).toEqual([403, 'SHARE_PIN_NEEDED'])
      expect(answer.body).not.toContain('Phantom')
      for (const method of ['GET', 'HEAD'] as const) {
        const opened = await api.request({ method, url: `/viewer/share/${token}` })
        expect([opened.statusCode, opened.headers.location, opened.cookies]).toEqual([302, `/share/${token}`, []])
      }
      expect(await listed('staffA', study)).toMatchObject([{ hasPin: true, accessCount: 0 }])
    })

    it('opens its study with the PIN, and resets earlier wrong tries', async () => {
      const study = await assignedStudy()
      const { token, pin } = await lock(study)
      for (let round = 0; round < 2; round++) {
        expect((await unlock(token, wrong(pin))).json().message).toBe('Incorrect PIN. Tries left: 4.')
        const opened = await unlock(token, pin)
        expect(opened.json()).toMatchObject({ studyInfo: { patientName: 'Ada Phantom' } })
        const cookies = Object.fromEntries(opened.cookies.map(({ name, value }) => [name, value]))
        expect(await images(cookies, study)).toEqual(shown)
      }
      expect(await listed('staffA', study)).toMatchObject([{ accessCount: 2 }])
    })

    it('opens later if the server was too busy to check its PIN, however often it was tried', async () => {
      const study = await assignedStudy()
      const { token, pin } = await lock(study)
      await whileBusy(async () => {
        for (let tries = 0; tries < maxPinTries; tries++) expect(outcome(await unlock(token, pin))).toEqual([503, 'BUSY'])
      })
      expect((await unlock(token, pin)).statusCode).toBe(200)
    })

    it('is revoked after five wrong PINs, even if they come at once', async () => {
      const study = await assignedStudy()
      const { token, pin } = await lock(study)
      const tries = await Promise.all(Array.from({ length: maxPinTries + 3 }, () => unlock(token, wrong(pin))))
      const codes = tries.map((answer) => answer.json().code).sort()
      expect(codes).toEqual([
        'SHARE_LINK_NOT_FOUND',
        'SHARE_LINK_NOT_FOUND',
        'SHARE_LINK_NOT_FOUND',
        'SHARE_PIN_EXHAUSTED',
        'SHARE_PIN_INCORRECT',
        'SHARE_PIN_INCORRECT',
        'SHARE_PIN_INCORRECT',
        'SHARE_PIN_INCORRECT',
      ])
      expect(outcome(await unlock(token, pin))).toEqual(refused)
      const entries = await api.db.select().from(auditLog).where(eq(auditLog.targetId, study.id)).orderBy(asc(auditLog.id))
      const actions = ['share.created', ...Array.from({ length: maxPinTries }, () => 'share.pin_refused')]
      expect(entries.map(({ action }) => action).sort()).toEqual([...actions, 'share.revoked'].sort())
      expect(JSON.stringify([entries, await api.db.select().from(shareLinks)])).not.toContain(pin)
    })

    it('can be required by a laboratory', async () => {
      const study = await assignedStudy()
      const { name, identifier } = cast.labA
      const require = (sharePinRequired: boolean) =>
        api.request(
          {
            method: 'PUT',
            url: `/api/admin/labs/update/${cast.labA.id}`,
            payload: { name, identifier, sharePinRequired },
          },
          cast.admin,
        )
      expect((await require(true)).statusCode).toBe(200)
      const { token, pin } = await lock(study, 'admin', false)
      expect(pin).toMatch(/^\d{6}$/)
      expect(outcome(await access(token))).toEqual([403, 'SHARE_PIN_NEEDED'])
      expect((await require(false)).statusCode).toBe(200)
      expect(await lock(study, 'admin', false)).toMatchObject({ pin: null })
    })
  })

  it('counts simultaneous guesses', async () => {
    const guess = () => access(randomBytes(32).toString('base64url'), '203.0.113.77')
    const answers = await Promise.all(Array.from({ length: 80 }, guess))
    expect(answers.filter(({ statusCode }) => statusCode === 404)).toHaveLength(51)
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(29)
  })

  it('blocks guessing from one address after a while', async () => {
    const study = await assignedStudy()
    const token = await share('staffA', study)
    const guess = () => access(randomBytes(32).toString('base64url'), '203.0.113.9')
    for (let tries = 0; tries < 52; tries++) await guess()
    expect(outcome(await guess())).toEqual([429, 'TOO_MANY_ATTEMPTS'])
    // A visitor with a valid link at that address is not blocked.
    expect((await access(token, '203.0.113.9')).statusCode).toBe(200)
    expect(outcome(await guess())).toEqual([429, 'TOO_MANY_ATTEMPTS'])
    await api.db.execute(sql`delete from login_throttles`)
  })
})
