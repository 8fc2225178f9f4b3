import { randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { Hl7Mapping } from '@readroom/contracts/orders/hl7'
import { users } from '@readroom/db/access/accounts.schema'
import { audit } from '@readroom/db/core/audit'
import { auditLog } from '@readroom/db/core/audit.schema'
import type { Tx } from '@readroom/db/core/client'
import type { Begun } from '@readroom/db/core/locks'
import { outbox } from '@readroom/db/core/outbox.schema'
import { addPortRefusals } from '@readroom/db/core/port-refusals'
import { hl7Connections } from '@readroom/db/orders/hl7.schema'
import { orders } from '@readroom/db/orders/orders.schema'
import { labAeTitles, labStaff, labs } from '@readroom/db/people/labs.schema'
import { lockUser } from '@readroom/db/people/users'
import { createActor, createCast, createLab, createStudy, createUser } from '@readroom/db/testing/factories'
import { revokeSession } from '@readroom/domain/access/sessions'
import { moveStaff } from '@readroom/domain/people/accounts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerDuring } from '../../testing/held.fixture.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

type Session = Parameters<TestApi['request']>[1]
type Cast = Awaited<ReturnType<typeof createCast>>

const password = 'a long enough password'

describe('laboratories', () => {
  let api: TestApi
  let cast: Cast
  beforeAll(async () => {
    api = await startTestApi()
    cast = await createCast(api.db)
  })
  afterAll(() => api.stop())

  const unique = () => randomUUID().slice(0, 8)
  const asAdmin = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
    api.request({ method, url: `/api/admin/labs/${path}`, ...(payload && { payload }) }, cast.admin)
  const form = (fields: object = {}) => ({
    labName: 'Northgate Imaging',
    labIdentifier: `ngi-${unique()}`,
    contactPerson: 'Rosa Delgado',
    contactEmail: 'rosa@northgate.example',
    address: { street: '14 Harbour Parade', city: 'Bristol' },
    staffUsername: `rosa.${unique()}`,
    staffEmail: `rosa.${unique()}@northgate.example`,
    staffFullName: 'Rosa Delgado',
    ...fields,
  })
  const register = async (fields: object = {}) => {
    const answer = await asAdmin('POST', 'register', form(fields))
    expect(answer.json()).toMatchObject({ success: true })
    return answer.json().data._id as string
  }
  const details = async (id: string) => (await asAdmin('GET', `details/${id}`)).json().data
  const edit = async (id: string, fields: object = {}) => {
    const { name, identifier, version } = await details(id)
    return asAdmin('PUT', `update/${id}`, { name, identifier, version, ...fields })
  }
  const staffOf = async (id: string) =>
    (
      await api.db
        .select({ user: users })
        .from(labStaff)
        .innerJoin(users, eq(users.id, labStaff.userId))
        .where(eq(labStaff.labId, id))
    )[0]?.user

  it('are registered with their first staff account, and a password is sent', async () => {
    const given = form({ aeTitles: ['scanner 1', 'CT2', 'ct2'], labNotes: 'Opens at 7\nCloses at 5' })
    const answer = await asAdmin('POST', 'register', given)
    expect(answer.json().message).toBe(
      `Laboratory registered successfully! A generated password was sent to ${given.staffEmail}.`,
    )
    const id = answer.json().data._id
    const identifier = given.labIdentifier.toUpperCase()
    expect(await details(id)).toMatchObject({
      name: 'Northgate Imaging',
      identifier,
      isActive: true,
      contactPhone: null,
      notes: 'Opens at 7\nCloses at 5',
      version: 1,
      address: { street: '14 Harbour Parade', city: 'Bristol', state: '', zipCode: '', country: '' },
      aeTitles: ['CT2', identifier, 'SCANNER 1'].sort(),
      totalStudies: 0,
      staffStats: { active: 1, total: 1 },
      studyStats: { pending: 0, inProgress: 0, completed: 0 },
    })
    const staff = await staffOf(id)
    expect(staff).toMatchObject({ role: 'lab_staff', email: given.staffEmail, mustChangePassword: true, passwordHash: 'none' })
    const jobs = await api.db.select().from(outbox).where(eq(outbox.name, 'password.issue'))
    expect(jobs.map(({ payload }) => payload)).toContainEqual(expect.objectContaining({ userId: staff?.id }))
  })

  const passwordJobs = async (userId: string | undefined) => {
    const jobs = await api.db.select().from(outbox).where(eq(outbox.name, 'password.issue'))
    return jobs.filter(({ payload }) => JSON.stringify(payload).includes(`"${userId}"`)).length
  }

  it('have no active staff while inactive, and send one password at activation', async () => {
    const given = form({ labIsActive: false })
    const answer = await asAdmin('POST', 'register', given)
    expect(answer.json().message).toBe(
      `Laboratory registered successfully! A generated password will be sent to ${given.staffEmail} when it is activated.`,
    )
    const id = answer.json().data._id
    const staff = await staffOf(id)
    expect(await details(id)).toMatchObject({ staffStats: { active: 0, total: 1 } })
    const url = `/api/admin/users/list?search=${given.staffEmail}`
    const account = async () => (await api.request({ method: 'GET', url }, cast.admin)).json().data[0]
    expect(await account()).toMatchObject({ isActive: true, canSignIn: false })
    const send = { method: 'POST', url: `/api/admin/users/${staff?.id}/send-password` } as const
    expect((await api.request(send, cast.admin)).json().code).toBe('LAB_INACTIVE')
    expect(await passwordJobs(staff?.id)).toBe(0)
    for (const isActive of [true, false, true]) expect((await edit(id, { isActive })).statusCode).toBe(200)
    expect(await passwordJobs(staff?.id)).toBe(1)
    expect(await account()).toMatchObject({ isActive: true, canSignIn: true, mustChangePassword: true })
    expect(await details(id)).toMatchObject({ staffStats: { active: 1, total: 1 } })
  })

  it('send the password when a deactivated staff account is activated', async () => {
    const id = await register({ labIsActive: false })
    const staff = await staffOf(id)
    const setActive = (isActive: boolean) =>
      api.request({ method: 'PUT', url: `/api/admin/users/${staff?.id}/active`, payload: { isActive } }, cast.admin)
    await setActive(false)
    await edit(id, { isActive: true })
    expect(await passwordJobs(staff?.id)).toBe(0)
    await setActive(true)
    expect(await passwordJobs(staff?.id)).toBe(1)
  })

  it("are found by their staff's email address", async () => {
    const given = form({ labName: `Found ${unique()}` })
    await asAdmin('POST', 'register', given)
    const { data } = (await asAdmin('GET', `list?search=${given.staffEmail}`)).json()
    expect(data.map(({ name }: { name: string }) => name)).toEqual([given.labName])
  })

  it.each([
    ['LAB_IDENTIFIER_TAKEN', (labIdentifier: string) => ({ labIdentifier })],
    ['AE_TITLE_TAKEN', (taken: string) => ({ aeTitles: [taken] })],
  ])('are refused entirely: %s', async (code, fields) => {
    const taken = `t${unique()}`
    await register({ labIdentifier: taken })
    const given = form(fields(taken))
    const answer = await asAdmin('POST', 'register', given)
    expect([answer.statusCode, answer.json().code]).toEqual([409, code])
    expect(await api.db.$count(users, eq(users.email, given.staffEmail))).toBe(0)
    if (code === 'AE_TITLE_TAKEN') expect(answer.json().message).toContain(taken.toUpperCase())
  })

  it('are refused if the staff account is a duplicate', async () => {
    const staff = await createUser(api.db, 'admin')
    const sameEmail = form({ staffEmail: staff.email.toUpperCase() })
    expect((await asAdmin('POST', 'register', sameEmail)).json().code).toBe('EMAIL_TAKEN')
    expect((await asAdmin('POST', 'register', form({ staffUsername: staff.username }))).json().code).toBe('USERNAME_TAKEN')
    expect(await api.db.$count(labs, eq(labs.identifier, sameEmail.labIdentifier.toUpperCase()))).toBe(0)
  })

  it.each([
    ['labName', { labName: '' }],
    ['labIdentifier', { labIdentifier: 'more than 16 characters' }],
    ['labIdentifier', { labIdentifier: 'back\\slash' }],
    ['contactEmail', { contactEmail: 'no address' }],
    ['staffEmail', { staffEmail: 'no address' }],
    ['address.city', { address: { city: 'x'.repeat(101) } }],
    ['staffFullName', { staffFullName: 'Rosa\nBcc: all@clinic.example' }],
  ])('are refused with the name of the invalid field: %s', async (field, fields) => {
    const answer = await asAdmin('POST', 'register', form(fields))
    expect([answer.statusCode, answer.json().message]).toEqual([
      400,
      `The request is not valid. Please check your input: ${field}`,
    ])
  })

  it('keep names as typed, with markup and formulas', async () => {
    const labName = '=1+1 <img src=x onerror=alert(1)> Санкт-Лука مختبر'
    expect((await details(await register({ labName }))).name).toBe(labName)
  })

  it('are listed by page, search and state, with their studies and staff', async () => {
    const tag = unique()
    const ids = [await register({ labName: `b ${tag}` }), await register({ labName: `A ${tag}`, labIsActive: false })]
    await createStudy(api.db, { labId: ids[0] ?? null })
    const { data, pagination, stats } = (await asAdmin('GET', `list?search=${tag}`)).json()
    expect(data.map(({ name }: { name: string }) => name)).toEqual([`A ${tag}`, `b ${tag}`])
    expect(data[1]).toMatchObject({ totalStudies: 1, totalStaff: 1, activeStaff: 1, isActive: true })
    expect(pagination).toMatchObject({ currentPage: 1, totalPages: 1, totalRecords: 2, limit: 10 })
    expect(stats.total).toBe(stats.active + stats.inactive)
    expect((await asAdmin('GET', `list?search=${tag}&status=inactive`)).json().data).toHaveLength(1)
    expect((await asAdmin('GET', 'list?limit=1000')).statusCode).toBe(400)
  })

  it('refuse an edit that would overwrite another one', async () => {
    const id = await register()
    const opened = await details(id)
    expect((await edit(id, { name: 'Kestrel Imaging', contactPerson: '', notes: 'x' })).json().message).toBe(
      'Lab updated successfully',
    )
    const late = await asAdmin('PUT', `update/${id}`, {
      name: 'Other',
      identifier: opened.identifier,
      isActive: true,
      version: 1,
    })
    expect([late.statusCode, late.json().code]).toEqual([409, 'CONFLICT'])
    expect(await details(id)).toMatchObject({ name: 'Kestrel Imaging', contactPerson: null, notes: 'x', version: 2 })
  })

  it('have no mails and no preliminary reports by default, and keep settings that an edit leaves out', async () => {
    const id = await register()
    expect(await details(id)).toMatchObject({ mailOnReport: false, preliminaryVisible: false, archiveReports: false })
    await edit(id, { mailOnReport: true })
    await edit(id, { preliminaryVisible: true, archiveReports: true })
    expect(await details(id)).toMatchObject({ mailOnReport: true, preliminaryVisible: true, archiveReports: true })
  })

  it('keep quiet hours and further addresses for emails about deadlines, and refuse half of them at their fields', async () => {
    const id = await register()
    const rules = { quietHours: { from: '22:00', to: '07:00' }, escalationEmails: ['desk@clinic.example'] }
    expect(await details(id)).toMatchObject({ quietHours: { from: null, to: null }, escalationEmails: [] })
    await edit(id, rules)
    const refused = async (change: object) => {
      const answer = await edit(id, change)
      return [answer.statusCode, answer.json().message]
    }
    expect(await refused({ quietHours: { from: '22:00', to: '' } })).toEqual([400, expect.stringContaining('quietHours.to')])
    expect(await refused({ quietHours: { from: '22:00', to: '22:00' } })).toEqual([400, expect.stringContaining('quietHours.to')])
    expect(await refused({ escalationEmails: ['desk'] })).toEqual([400, expect.stringContaining('escalationEmails.0')])
    await edit(id, { notes: 'x' })
    expect(await details(id)).toMatchObject(rules)
    await edit(id, { quietHours: { from: '', to: '' }, escalationEmails: [] })
    expect(await details(id)).toMatchObject({ quietHours: { from: null, to: null }, escalationEmails: [] })
  })

  it('keep one of two simultaneous edits and refuse the other', async () => {
    const id = await register()
    const answers = await Promise.all([edit(id, { name: 'One', version: 1 }), edit(id, { name: 'Two', version: 1 })])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const kept = answers[0]?.statusCode === 200 ? 'One' : 'Two'
    expect((await details(id)).name).toBe(kept)
  })

  it('keep the AE title of a former identifier until it is removed, then free it for others', async () => {
    const id = await register({ aeTitles: ['GANTRY'] })
    const { identifier } = await details(id)
    const renamed = `R${unique()}`.toUpperCase()
    await edit(id, { identifier: renamed })
    expect((await details(id)).aeTitles.sort()).toEqual([identifier, renamed, 'GANTRY'].sort())
    await edit(id, { aeTitles: [] })
    expect((await details(id)).aeTitles).toEqual([renamed])
    expect((await details(await register({ aeTitles: ['GANTRY'] }))).aeTitles).toContain('GANTRY')
  })

  it('end the sessions of their staff when deactivated', async () => {
    const id = await register()
    const staff = await staffOf(id)
    if (!staff) throw new Error('the laboratory has no staff')
    await api.db.update(users).set({ mustChangePassword: false }).where(eq(users.id, staff.id))
    const session = await createActor(api.db, staff)
    const ask = async () => (await api.request({ method: 'GET', url: '/auth/profile' }, session)).statusCode
    expect(await ask()).toBe(200)
    await edit(id, { isActive: false })
    expect(await ask()).toBe(401)
    await edit(id, { isActive: true })
    expect(await ask()).toBe(401)
  })

  const withStaff = async () => {
    const lab = await createLab(api.db)
    const user = await createUser(api.db, 'lab_staff', { passwordHash: await hash(password) })
    await api.db.insert(labStaff).values({ userId: user.id, labId: lab.id })
    return { lab, user }
  }
  const login = ({ email }: { email: string }) =>
    api.request({ method: 'POST', url: '/api/auth/login', payload: { email, password } })
  const profile = async (as: Session) => (await api.request({ method: 'GET', url: '/auth/profile' }, as)).statusCode

  it('end a session that opens during deactivation', async () => {
    const { lab, user } = await withStaff()
    let opened: Session
    const signIn = async (tx: Tx) => {
      opened = await createActor(tx, user)
    }
    const answer = await answerDuring(api, signIn, () => edit(lab.id, { isActive: false }))
    expect([answer.statusCode, await profile(opened)]).toEqual([200, 401])
    await edit(lab.id, { isActive: true })
    expect(await profile(opened)).toBe(401)
  })

  it('are deleted while a staff member signs out', async () => {
    const { lab, user } = await withStaff()
    const session = await createActor(api.db, user)
    const signOut = (tx: Begun) => revokeSession(tx, session.sessionId)
    const record = (tx: Tx) => audit(tx, session, { action: 'logout' })
    const answer = await answerDuring(api, signOut, () => asAdmin('DELETE', `delete/${lab.id}`), record)
    expect(answer.statusCode).toBe(200)
  })

  it('keep the account of a staff member who has just moved to another laboratory', async () => {
    const [{ lab, user }, other] = [await withStaff(), await createLab(api.db)]
    const move = async (begun: Begun) => {
      const [tx] = await lockUser(begun, user.id)
      await moveStaff(tx, cast.admin, user.id, other.id)
    }
    const answer = await answerDuring(api, move, () => asAdmin('DELETE', `delete/${lab.id}`))
    expect(answer.statusCode).toBe(200)
    expect((await login(user)).statusCode).toBe(200)
  })

  it('are deleted while their staff sign in and out, and nobody is signed in afterwards', async () => {
    const { lab, user } = await withStaff()
    const sessions = [await createActor(api.db, user), await createActor(api.db, user), await createActor(api.db, user)]
    const signOut = (session: Session) => api.request({ method: 'POST', url: '/api/auth/logout' }, session)
    const [deleted, signedIn, signedOut] = await Promise.all([
      asAdmin('DELETE', `delete/${lab.id}`),
      Promise.all(sessions.map(() => login(user))),
      Promise.all(sessions.map(signOut)),
    ])
    expect([deleted, ...signedOut].map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    for (const answer of signedIn) {
      const headers = { authorization: `Bearer ${answer.json().token}` }
      expect([200, 401, 403]).toContain(answer.statusCode)
      expect((await api.request({ method: 'GET', url: '/auth/profile', headers })).statusCode).toBe(401)
    }
  })

  it('keep a flag that an edit leaves out', async () => {
    const id = await register()
    await edit(id, { isActive: false })
    expect((await edit(id, { notes: 'Closed on Fridays' })).statusCode).toBe(200)
    expect(await details(id)).toMatchObject({ isActive: false, notes: 'Closed on Fridays' })
  })

  it('tell how a scanner connects, and when images arrive', async () => {
    const id = await register({ labIdentifier: 'CONNECTED', aeTitles: ['MR7'] })
    const connection = async () => (await asAdmin('GET', `connection/${id}`)).json().data
    const registeredOnly = { callingAeTitles: ['CONNECTED', 'MR7'], lastStudy: null, unknownAeTitles: [], refusedConnections: [] }
    expect(await connection()).toEqual({ host: 'localhost', port: null, aeTitle: null, ...registeredOnly })
    await createStudy(api.db, { callingAeTitle: 'CT3' })
    expect((await connection()).unknownAeTitles).toEqual(['CT3'])
    const newest = await createStudy(api.db, { labId: id, imageCount: 3, receivedAt: new Date('2026-01-02') })
    await createStudy(api.db, { labId: id, imageCount: 9, receivedAt: new Date('2026-01-01') })
    const lastStudy = { _id: newest.id, receivedAt: '2026-01-02T00:00:00.000Z', images: 3 }
    expect((await connection()).lastStudy).toMatchObject(lastStudy)
    await edit(id, { aeTitles: ['ct3'] })
    const refused = { port: 'dicom' as const, labId: null, address: '192.0.2.7', reason: 'AE title full' as const, count: 2 }
    await api.db.transaction((tx) =>
      addPortRefusals(tx, [
        { ...refused, aeTitle: 'CT3' },
        { ...refused, aeTitle: 'OTHER' },
      ]),
    )
    expect((await connection()).refusedConnections).toMatchObject([
      { aeTitle: 'CT3', address: '192.0.2.7', count: 2, firstAt: expect.any(String) },
    ])
    expect((await connection()).unknownAeTitles).toEqual([])
    expect((await asAdmin('GET', `connection/${randomUUID()}`)).json().code).toBe('LAB_NOT_FOUND')
  })

  it('show the address that the installation names for scanners', async () => {
    const named = await startTestApi({ env: { DICOM_PUBLIC_HOST: 'pacs.example.org', DICOM_PORT: '11112' }, sharing: api })
    const url = `/api/admin/labs/connection/${cast.labA.id}`
    const { data } = (await named.request({ method: 'GET', url }, cast.admin)).json()
    expect(data).toMatchObject({ host: 'pacs.example.org', port: 11112 })
    await named.stop()
  })

  it('are deleted with their accounts if no study names them, and free address and username', async () => {
    const given = form()
    const id = (await asAdmin('POST', 'register', given)).json().data._id
    expect((await asAdmin('DELETE', `delete/${id}`)).json().message).toBe('Lab deleted successfully')
    expect((await asAdmin('GET', `details/${id}`)).statusCode).toBe(404)
    expect(await api.db.$count(labAeTitles, eq(labAeTitles.labId, id))).toBe(0)
    expect((await asAdmin('POST', 'register', given)).statusCode).toBe(200)
  })

  it('are not deleted with orders', async () => {
    const id = await register()
    await api.db.insert(orders).values({ labId: id, placerNumber: 'ORD-1', source: 'manual' })
    const answer = await asAdmin('DELETE', `delete/${id}`)
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'LAB_IN_USE'])
  })

  it('are not deleted with a connection', async () => {
    const labId = await register()
    const connection = {
      labId,
      name: `Hospital ${labId}`,
      port: 2575,
      allowedAddresses: ['10.0.0.1'],
      charset: '8859/1' as const,
    }
    await api.db.insert(hl7Connections).values({ ...connection, mapping: Hl7Mapping.parse({ timeZone: 'UTC' }) })
    const answer = await asAdmin('DELETE', `delete/${labId}`)
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'LAB_IN_USE'])
  })

  it('are not deleted with studies, and the error says what to do instead', async () => {
    const id = await register()
    await createStudy(api.db, { labId: id })
    const answer = await asAdmin('DELETE', `delete/${id}`)
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'LAB_IN_USE'])
    expect(answer.json().message).toContain('deactivate')
    expect((await details(id)).isActive).toBe(true)
  })

  it('have rules of their own for what counts as displayed, at most one for each modality', async () => {
    const id = await register()
    expect((await details(id)).displayRules).toEqual([])
    const displayRules = [{ modality: 'MG', rule: 'range' }]
    await edit(id, { displayRules })
    await edit(id, { contactPhone: '+44 2' })
    expect((await details(id)).displayRules).toEqual(displayRules)
    for (const refused of [
      [...displayRules, ...displayRules],
      [{ modality: 'SR', rule: 'all' }],
      [{ modality: 'CT', rule: 'none' }],
    ])
      expect((await edit(id, { displayRules: refused })).statusCode).toBe(400)
    const entries = await api.db.select().from(auditLog).where(eq(auditLog.targetId, id)).orderBy(auditLog.id)
    expect(entries[1]?.details).toMatchObject({ changed: expect.arrayContaining(['displayRules']) })
  })

  it('log every change with the names of the fields', async () => {
    const id = await register()
    await edit(id, { name: 'Renamed', contactPhone: '+44 1', address: {} })
    await asAdmin('DELETE', `delete/${id}`)
    const entries = await api.db.select().from(auditLog).where(eq(auditLog.targetId, id)).orderBy(auditLog.id)
    expect(entries.map(({ action }) => action)).toEqual(['lab.created', 'lab.updated', 'lab.deleted'])
    expect(entries[1]?.details).toMatchObject({ changed: ['name', 'contactPerson', 'contactEmail', 'contactPhone', 'address'] })
  })
})
