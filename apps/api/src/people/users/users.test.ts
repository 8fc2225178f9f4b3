import { randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { users } from '@readroom/db/access/accounts.schema'
import { auditLog } from '@readroom/db/core/audit.schema'
import { outbox } from '@readroom/db/core/outbox.schema'
import { labs } from '@readroom/db/people/labs.schema'
import { createActor, createCast, createDoctor, createUser } from '@readroom/db/testing/factories'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

type Cast = Awaited<ReturnType<typeof createCast>>

describe('accounts', () => {
  let api: TestApi
  let cast: Cast
  beforeAll(async () => {
    api = await startTestApi()
    cast = await createCast(api.db)
  })
  afterAll(() => api.stop())

  const newEmail = () => `${randomUUID()}@readroom.example`
  const register = (fields: object = {}) => {
    const payload = { fullName: 'New Administrator', email: newEmail(), password: 'a fine password', ...fields }
    return api.request({ method: 'POST', url: '/api/admin/admins/register', payload }, cast.admin)
  }
  const onUser = (userId: string, what: string, payload: object = {}, as: Parameters<TestApi['request']>[1] = cast.admin) =>
    api.request({ method: what === 'active' ? 'PUT' : 'POST', url: `/api/admin/users/${userId}/${what}`, payload }, as)
  const list = async (query: string) =>
    (await api.request({ method: 'GET', url: `/api/admin/users/list?${query}` }, cast.admin)).json()
  const profile = async (caller: Parameters<TestApi['request']>[1]) =>
    (await api.request({ method: 'GET', url: '/auth/profile' }, caller)).statusCode
  const refusal = async (caller: Parameters<TestApi['request']>[1]) =>
    (await api.request({ method: 'GET', url: '/auth/profile' }, caller)).json()
  const login = (email: string, password: string) =>
    api.request({ method: 'POST', url: '/api/auth/login', payload: { email, password } })

  it('of administrators get a username made from the email address', async () => {
    const name = randomUUID().slice(0, 8)
    const email = `Mary.${name}@readroom.example`
    expect((await register({ email })).json().data).toEqual({ username: `mary.${name}` })
    expect((await register({ email: `mary.${name}@other.example` })).json().data).toEqual({ username: `mary.${name}2` })
    expect((await login(email, 'a fine password')).json().user).toMatchObject({ role: 'admin', mustChangePassword: true })
  })

  it.each(['NFC', 'NFD'])('are found without accents, written as %s', async (form) => {
    const tag = randomUUID().slice(0, 8)
    const fullName = `Nguyễn Thị Đức ${tag}`.normalize(form)
    await register({ fullName })
    for (const search of [`nguyen ${tag}`, `DUC ${tag}`, `Nguyễn ${tag}`]) {
      const { data } = await list(new URLSearchParams({ search }).toString())
      expect([search, data.map((user: { fullName: string }) => user.fullName)]).toEqual([search, [fullName]])
    }
  })

  it('are made once if several requests use one address at once', async () => {
    const email = newEmail()
    const answers = await Promise.all([register({ email }), register({ email: email.toUpperCase() }), register({ email })])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toEqual({
      success: false,
      code: 'EMAIL_TAKEN',
      message: 'An account with this email already exists.',
    })
    expect(await api.db.$count(users, eq(users.email, email))).toBe(1)
  })

  it.each([
    ['INVALID_FIELD', { email: 'no address' }],
    ['INVALID_FIELD', { fullName: '  ' }],
    ['INVALID_FIELD', { fullName: 'Two\r\nlines' }],
    ['PASSWORD_TOO_SHORT', { password: 'a1b2c' }],
    ['PASSWORD_TOO_COMMON', { password: 'qwerty123' }],
    ['BAD_REQUEST', { role: 'admin' }],
  ])('are refused: %s %o', async (code, fields) => {
    const answer = await register(fields)
    expect([answer.statusCode, answer.json().code]).toEqual([400, code])
  })

  it('keep names as typed, with markup and formulas', async () => {
    const fullName = '=HYPERLINK("x") <script>alert(1)</script> Ångström 李'
    const email = newEmail()
    await register({ email, fullName })
    expect((await list(`search=${email}`)).data).toEqual([expect.objectContaining({ fullName, email })])
  })

  it('are listed by page, search, role and state, with totals', async () => {
    const tag = randomUUID().slice(0, 8)
    for (const [index, name] of ['Äpfel', 'zebra', 'Birne'].entries())
      await createUser(api.db, index === 0 ? 'lab_staff' : 'doctor_account', {
        fullName: `${name} ${tag}`,
        isActive: index !== 1,
      })
    const names = async (query: string) =>
      (await list(query)).data.map(({ fullName }: { fullName: string }) => fullName.split(' ')[0])
    expect(await names(`search=${tag}&limit=2`)).toEqual(['Birne', 'zebra'])
    expect((await list(`search=${tag}&limit=2&page=2`)).pagination).toEqual({
      currentPage: 2,
      totalPages: 2,
      totalRecords: 3,
      limit: 2,
      hasNextPage: false,
      hasPrevPage: true,
    })
    expect(await names(`search=apfel ${tag}`)).toEqual(['Äpfel'])
    expect(await names(`search=${tag}&status=inactive`)).toEqual(['zebra'])
    expect(await names(`search=${tag}&role=lab_staff`)).toEqual(['Äpfel'])
    expect(await names(`search=100%25`)).toEqual([])
    const { stats } = await list(`search=${tag}`)
    expect(stats.total).toBe(stats.active + stats.inactive)
    expect(stats.total).toBeGreaterThan(3)
  })

  it('show their number of sessions, which an administrator can end', async () => {
    const user = await createUser(api.db, 'doctor_account')
    const [one, two] = [await createActor(api.db, user), await createActor(api.db, user)]
    expect((await list(`search=${user.email}`)).data[0]).toMatchObject({ runningSessions: 2, lastUsedAt: expect.any(String) })
    expect((await onUser(user.id, 'end-sessions')).json()).toMatchObject({ success: true, ended: 2 })
    expect([await profile(one), await profile(two)]).toEqual([401, 401])
  })

  it('get a new generated password, which ends the old one and all sessions, and store nothing secret', async () => {
    const user = await createUser(api.db, 'lab_staff', { passwordHash: await hash('my old secret') })
    const session = await createActor(api.db, user)
    expect((await onUser(user.id, 'send-password')).statusCode).toBe(200)
    expect([await profile(session), (await login(user.email, 'my old secret')).statusCode]).toEqual([401, 401])
    const jobs = await api.db.select().from(outbox).where(eq(outbox.name, 'password.issue'))
    const [row] = await api.db.select().from(users).where(eq(users.id, user.id))
    expect(jobs.map(({ payload }) => payload)).toContainEqual({ v: 1, userId: user.id, requestId: row?.passwordRequestId })
    expect(row).toMatchObject({ passwordHash: 'none', mustChangePassword: true })
  })

  it('lose access at once when deactivated, and can be activated again', async () => {
    const { user, doctor } = await createDoctor(api.db)
    const session = await createActor(api.db, user)
    expect((await onUser(user.id, 'active', { isActive: false })).json()).toMatchObject({ message: 'Account deactivated' })
    expect(await refusal(session)).toMatchObject({
      reason: 'account',
      message: expect.stringMatching(/^Your account is no longer active\./),
    })
    expect((await onUser(user.id, 'send-password')).json().code).toBe('USER_INACTIVE')
    await onUser(user.id, 'active', { isActive: true })
    expect(await refusal(session)).toMatchObject({ reason: 'administrator' })
    const details = await api.request({ method: 'GET', url: `/api/admin/doctors/details/${doctor.id}` }, cast.admin)
    expect(details.json().data).toMatchObject({ userAccount: { isActive: true }, version: 3 })
  })

  it('are told if their laboratory was deactivated, not they', async () => {
    const { staffA, labA } = await createCast(api.db)
    await api.db.update(labs).set({ isActive: false }).where(eq(labs.id, labA.id))
    expect(await refusal(staffA)).toMatchObject({
      reason: 'laboratory',
      message: expect.stringMatching(/^Your laboratory is no longer active\./),
    })
  })

  it('cannot be deactivated or given a password by their own user', async () => {
    for (const [what, payload] of [
      ['active', { isActive: false }],
      ['send-password', {}],
    ] as const)
      expect((await onUser(cast.admin.userId, what, payload)).json().code).toBe('OWN_ACCOUNT')
  })

  it('always keep one administrator, even if two deactivate each other at once', async () => {
    const own = await startTestApi()
    const admins = [await createUser(own.db, 'admin'), await createUser(own.db, 'admin')] as const
    const [first, second] = [await createActor(own.db, admins[0]), await createActor(own.db, admins[1])]
    const deactivate = (id: string, as: typeof first) =>
      own.request({ method: 'PUT', url: `/api/admin/users/${id}/active`, payload: { isActive: false } }, as)
    await Promise.all([deactivate(admins[1].id, first), deactivate(admins[0].id, second)])
    expect(await own.db.$count(users, and(eq(users.role, 'admin'), eq(users.isActive, true)))).toBe(1)
    await own.stop()
  })

  it('log every change', async () => {
    const user = await createUser(api.db, 'lab_staff')
    await onUser(user.id, 'end-sessions')
    await onUser(user.id, 'send-password')
    await onUser(user.id, 'active', { isActive: false })
    await onUser(user.id, 'active', { isActive: true })
    const entries = await api.db.select().from(auditLog).where(eq(auditLog.targetId, user.id)).orderBy(auditLog.id)
    expect(entries.map(({ action }) => action)).toEqual(['sessions.ended', 'password.sent', 'user.deactivated', 'user.activated'])
    expect(new Set(entries.map(({ actorUserId, address }) => `${actorUserId} ${address}`))).toEqual(
      new Set([`${cast.admin.userId} 127.0.0.1`]),
    )
  })
})
