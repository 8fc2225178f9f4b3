import { randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { users } from '@readroom/db/access/accounts.schema'
import { exchangeResetCode, storeReset, storeResetCode } from '@readroom/db/access/password-resets'
import { storeGeneratedPassword } from '@readroom/db/access/passwords'
import { audit } from '@readroom/db/core/audit'
import { auditLog } from '@readroom/db/core/audit.schema'
import { outbox } from '@readroom/db/core/outbox.schema'
import { newSecret } from '@readroom/db/core/secrets'
import { labStaff } from '@readroom/db/people/labs.schema'
import { lockUser } from '@readroom/db/people/users'
import { createActor, createCast, createLab, createStudy, createUser } from '@readroom/db/testing/factories'
import { revokeSession } from '@readroom/domain/access/sessions'
import { eventually } from '@readroom/local/core/eventually'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerDuring } from '../../testing/held.fixture.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

type Caller = Parameters<TestApi['request']>[1]

describe('account changes', () => {
  let api: TestApi
  let cast: Awaited<ReturnType<typeof createCast>>
  beforeAll(async () => {
    api = await startTestApi()
    cast = await createCast(api.db)
  })
  afterAll(() => api.stop())

  const newEmail = () => `${randomUUID()}@readroom.example`
  const names = (fields: object = {}) => ({ fullName: 'Rosa Delgado', email: newEmail(), username: randomUUID(), ...fields })
  const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object, as: Caller = cast.admin) =>
    api.request({ method, url: `/api/admin/${path}`, ...(payload && { payload }) }, as)
  const account = async (userId: string) => {
    const [row] = await api.db.select().from(users).where(eq(users.id, userId))
    if (!row) throw new Error('the account is gone')
    return row
  }
  const newAdmin = async () => createActor(api.db, await createUser(api.db, 'admin'))
  const listed = async (query: string) => (await ask('GET', `users/list?${query}`)).json().data
  const profile = async (as: Caller) => (await api.request({ method: 'GET', url: '/auth/profile' }, as)).statusCode
  const jobsOf = async (userId: string, name: string) => {
    const rows = await api.db
      .select({ payload: outbox.payload })
      .from(outbox)
      .where(and(eq(outbox.name, name), sql`${outbox.payload} ->> 'userId' = ${userId}`))
    return rows.map(({ payload }) => payload)
  }
  const staffOf = async (labId: string) => {
    const user = await createUser(api.db, 'lab_staff')
    await api.db.insert(labStaff).values({ userId: user.id, labId })
    return user
  }

  it('add an account to the staff of a laboratory, and send its password', async () => {
    const lab = await createLab(api.db)
    const given = names()
    const { data } = (await ask('POST', `labs/${lab.id}/staff`, given)).json()
    expect(await listed(`lab=${lab.id}`)).toEqual([
      expect.objectContaining({
        _id: data._id,
        ...given,
        role: 'lab_staff',
        labId: lab.id,
        canSignIn: true,
        mustChangePassword: true,
      }),
    ])
    expect(await jobsOf(data._id, 'password.issue')).toHaveLength(1)
    expect((await ask('POST', `labs/${lab.id}/staff`, names({ email: given.email.toUpperCase() }))).json().code).toBe(
      'EMAIL_TAKEN',
    )
    expect((await ask('POST', `labs/${randomUUID()}/staff`, names())).json().code).toBe('LAB_NOT_FOUND')
    expect(await listed(`lab=${lab.id}`)).toHaveLength(1)
  })

  it('send no password while the laboratory is inactive', async () => {
    const lab = await createLab(api.db, { isActive: false })
    const { data, message } = (await ask('POST', `labs/${lab.id}/staff`, names())).json()
    expect(message).toContain('when the laboratory is activated')
    expect(await jobsOf(data._id, 'password.issue')).toEqual([])
  })

  it('move staff to another laboratory, sign them out, and show them only its studies', async () => {
    const [from, to] = [await createLab(api.db), await createLab(api.db)]
    const studies = [await createStudy(api.db, { labId: from.id }), await createStudy(api.db, { labId: to.id })]
    const user = await staffOf(from.id)
    const seen = async (as: Caller) => {
      const found: boolean[] = []
      for (const { id } of studies) {
        const { statusCode } = await api.request({ method: 'GET', url: `/api/studies/${id}/discussions` }, as)
        found.push(statusCode === 200)
      }
      return found
    }
    const before = await createActor(api.db, user)
    expect(await seen(before)).toEqual([true, false])
    const { fullName, email, username } = user
    expect((await ask('PUT', `users/${user.id}`, { fullName, email, username, labId: to.id })).statusCode).toBe(200)
    expect(await profile(before)).toBe(401)
    expect(await seen(await createActor(api.db, user))).toEqual([false, true])
    const entries = await api.db.select().from(auditLog).where(eq(auditLog.targetId, user.id))
    expect(entries.map(({ action, details }) => ({ action, details }))).toEqual([
      { action: 'user.moved', details: { formerLabId: from.id, labId: to.id } },
    ])
  })

  it('keep staff signed in if the laboratory is the same, and refuse a laboratory for other roles', async () => {
    const lab = await createLab(api.db)
    const user = await staffOf(lab.id)
    const session = await createActor(api.db, user)
    expect((await ask('PUT', `users/${user.id}`, names({ labId: lab.id }))).statusCode).toBe(200)
    expect(await profile(session)).toBe(200)
    const admin = await createUser(api.db, 'admin')
    expect((await ask('PUT', `users/${admin.id}`, names({ labId: lab.id }))).json().code).toBe('NOT_LAB_STAFF')
    expect((await ask('PUT', `users/${user.id}`, names({ labId: randomUUID() }))).json().code).toBe('LAB_NOT_FOUND')
  })

  it.each(['admin', 'lab_staff', 'doctor_account'] as const)(
    'change name and address of %s, keep sessions, and tell both addresses',
    async (role) => {
      const user = await createUser(api.db, role)
      const session = await createActor(api.db, user)
      const given = names({ fullName: 'Rosa Marín' })
      expect((await ask('PUT', `users/${user.id}`, given)).statusCode).toBe(200)
      expect(await profile(session)).toBe(200)
      expect(await account(user.id)).toMatchObject(given)
      const told = await jobsOf(user.id, 'email-notice.send')
      expect(told).toEqual([
        expect.objectContaining({ to: user.email, address: 'former' }),
        expect.objectContaining({ to: given.email, address: 'present' }),
      ])
      await ask('PUT', `users/${user.id}`, { ...given, fullName: 'Rosa' })
      expect(await jobsOf(user.id, 'email-notice.send')).toHaveLength(2)
      const entries = await api.db.select().from(auditLog).where(eq(auditLog.targetId, user.id))
      expect(entries.map(({ details }) => details)).toEqual([
        { changed: ['fullName', 'email', 'username'] },
        { changed: ['fullName'] },
      ])
    },
  )

  it('let a deactivation wait until a concurrent change has committed', async () => {
    const user = await createUser(api.db, 'doctor_account')
    const answer = await answerDuring(
      api,
      (tx) => lockUser(tx, user.id),
      () => ask('PUT', `users/${user.id}/active`, { isActive: false }),
      (tx) => audit(tx, cast.admin, { action: 'user.updated', target: { type: 'user', id: user.id } }),
    )
    expect(answer.statusCode).toBe(200)
    expect(await account(user.id)).toMatchObject({ isActive: false })
  })

  it('of two administrators on each other: one succeeds, the other is told to try again', async () => {
    const [one, two] = await Promise.all([newAdmin(), newAdmin()])
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    const { changing } = await api.db.transaction(async (tx) => {
      // Reached when each has locked the other's account and neither change is in the outbox.
      await tx.execute(sql`lock table ${outbox} in share mode`)
      const calls = [ask('PUT', `users/${two.userId}`, names(), one), ask('PUT', `users/${one.userId}`, names(), two)]
      await eventually(async () => expect((await api.asOwner(waiting)).rowCount).toBe(2))
      return { changing: Promise.all(calls) }
    })
    const answers = (await changing).map((answer) => [answer.statusCode, answer.json().code])
    expect(answers.sort()).toEqual([
      [200, undefined],
      [503, 'UNAVAILABLE'],
    ])
  })

  it('deactivate an account while it signs out', async () => {
    const user = await createUser(api.db, 'doctor_account')
    const session = await createActor(api.db, user)
    const answer = await answerDuring(
      api,
      (tx) => revokeSession(tx, session.sessionId),
      () => ask('PUT', `users/${user.id}/active`, { isActive: false }),
      (tx) => audit(tx, session, { action: 'logout' }),
    )
    expect(answer.statusCode).toBe(200)
    expect(await account(user.id)).toMatchObject({ isActive: false })
  })

  it('of the address end password recovery begun at the former one, before and after its code', async () => {
    for (const isExchanged of [false, true]) {
      const user = await createUser(api.db, 'admin')
      const reset = await storeReset(api.db, user.email)
      if (!('id' in reset)) throw new Error('the recovery was not stored')
      const codeHash = await hash('493817')
      await storeResetCode(api.db, reset.id, reset.sentAt, codeHash)
      const resetToken = newSecret()
      if (isExchanged) await exchangeResetCode(api.db, reset.id, codeHash, resetToken)
      await ask('PUT', `users/${user.id}`, names())
      const [url, payload] = isExchanged
        ? [
            'reset-password',
            { email: user.email, resetToken, newPassword: 'a fine password', confirmPassword: 'a fine password' },
          ]
        : ['verify-otp', { email: user.email, otp: '493817' }]
      const answer = await api.request({ method: 'POST', url: `/api/forgot-password/${url}`, payload })
      expect(answer.json().code).toBe(isExchanged ? 'RESET_TOKEN_INVALID' : 'OTP_INVALID')
      expect((await account(user.id)).passwordHash).toBe(user.passwordHash)
    }
  })

  it('of the address send a new invitation, and the old one opens nothing', async () => {
    const requestId = randomUUID()
    const user = await createUser(api.db, 'doctor_account', { mustChangePassword: true, passwordRequestId: requestId })
    await storeGeneratedPassword(api.db, user.id, requestId, await hash('mailed to the wrong one'))
    const given = names()
    await ask('PUT', `users/${user.id}`, given)
    expect(await jobsOf(user.id, 'password.issue')).toHaveLength(1)
    const payload = { email: given.email, password: 'mailed to the wrong one' }
    expect((await api.request({ method: 'POST', url: '/api/auth/login', payload })).statusCode).toBe(401)
  })

  it('refuse a stale edit, and change nothing if the address is taken', async () => {
    const user = await createUser(api.db, 'admin')
    const updatedAt = user.updatedAt.toISOString()
    const first = names()
    expect((await ask('PUT', `users/${user.id}`, { ...first, updatedAt })).statusCode).toBe(200)
    expect((await ask('PUT', `users/${user.id}`, names({ updatedAt }))).json().code).toBe('CONFLICT')
    expect((await ask('PUT', `users/${user.id}`, names({ email: cast.admin.email }))).json().code).toBe('EMAIL_TAKEN')
    expect(await account(user.id)).toMatchObject(first)
    expect(await jobsOf(user.id, 'email-notice.send')).toHaveLength(2)
  })

  it('filter accounts whose invitation expired or is still open', async () => {
    const lab = await createLab(api.db)
    const invite = async (hours: number) => {
      const user = await staffOf(lab.id)
      const passwordExpiresAt = sql`now() + make_interval(hours => ${hours})`
      await api.db.update(users).set({ mustChangePassword: true, passwordExpiresAt }).where(eq(users.id, user.id))
      return user.id
    }
    const [over, open] = [await invite(-72), await invite(72)]
    await staffOf(lab.id)
    const ids = async (query: string) => (await listed(`lab=${lab.id}&${query}`)).map(({ _id }: { _id: string }) => _id)
    expect(await ids('invitation=over')).toEqual([over])
    expect(await ids('invitation=open')).toEqual([open])
    const [shown] = await listed(`lab=${lab.id}&invitation=over`)
    expect(shown).toMatchObject({ isInvitationOver: true, invitationEnds: expect.any(String) })
    expect((await ask('POST', `users/${over}/send-password`, {})).statusCode).toBe(200)
    expect(await ids('invitation=over')).toEqual([])
  })
})

/** Uses a database of its own, without other administrators. */
describe('administrators', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
  })
  afterAll(() => api.stop())

  const remove = (userId: string, as: Caller) => api.request({ method: 'DELETE', url: `/api/admin/users/${userId}` }, as)
  const left = () => api.db.$count(users, and(eq(users.role, 'admin'), eq(users.isActive, true), sql`${users.deletedAt} is null`))
  const newAdmin = async () => createActor(api.db, await createUser(api.db, 'admin'))

  it('are removed, but never the last one', async () => {
    const [one, two] = [await newAdmin(), await newAdmin()]
    expect((await remove(two.userId, one)).statusCode).toBe(200)
    expect((await remove(two.userId, one)).json().code).toBe('USER_NOT_FOUND')
    expect((await api.request({ method: 'GET', url: '/auth/profile' }, two)).statusCode).toBe(401)
    expect((await remove(one.userId, one)).json().code).toBe('LAST_ADMINISTRATOR')
    expect(await left()).toBe(1)
    const doctor = await createUser(api.db, 'doctor_account')
    expect((await remove(doctor.id, one)).json().code).toBe('ACCOUNT_OF_DOCTOR')
  })

  it('leave one if two remove each other at once', async () => {
    await api.db
      .update(users)
      .set({ isActive: false })
      .where(inArray(users.role, ['admin']))
    for (let round = 0; round < 5; round++) {
      await api.db.update(users).set({ isActive: false })
      const [one, two] = [await newAdmin(), await newAdmin()]
      const answers = await Promise.all([
        remove(two.userId, one),
        remove(one.userId, two),
        remove(one.userId, one),
        remove(two.userId, two),
      ])
      expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
      expect(await left()).toBe(1)
    }
  })

  it('leave one if one removes and the other deactivates at once', async () => {
    await api.db.update(users).set({ isActive: false })
    const [one, two] = [await newAdmin(), await newAdmin()]
    const deactivate = { method: 'PUT', url: `/api/admin/users/${one.userId}/active`, payload: { isActive: false } } as const
    await Promise.all([remove(two.userId, one), api.request(deactivate, two)])
    expect(await left()).toBe(1)
  })
})
