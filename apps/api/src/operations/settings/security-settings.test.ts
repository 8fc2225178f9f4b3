import { hash } from '@node-rs/argon2'
import type { SomeSettings } from '@readroom/contracts/operations/settings'
import { createTicket, createViewerGrant } from '@readroom/db/access/tickets'
import { createActor, createAssignment, createCast, createStudy, createUser } from '@readroom/db/testing/factories'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

const password = 'a long enough password'

describe('sign-in settings', () => {
  let api: TestApi
  /** Another process, which has not read the settings since it started. */
  let other: TestApi
  let admin: Awaited<ReturnType<typeof createActor>>
  beforeAll(async () => {
    api = await startTestApi()
    other = await startTestApi({ sharing: api })
    admin = await createActor(api.db, await createUser(api.db, 'admin'))
  })
  afterAll(async () => {
    await other.stop()
    await api.stop()
  })

  const change = async (values: SomeSettings) => {
    const payload = { values, reset: [] }
    expect((await api.request({ method: 'PUT', url: '/api/admin/settings', payload }, admin)).statusCode).toBe(200)
  }
  const person = async (role: 'admin' | 'doctor_account') => createUser(api.db, role, { passwordHash: await hash(password) })
  const login = async (email: string) =>
    (await other.request({ method: 'POST', url: '/api/auth/login', payload: { email, password } })).json()

  it('make accounts of a role set up a second factor before anything else, at once in every process', async () => {
    const [doctor, running] = [await person('doctor_account'), await person('doctor_account')]
    const session = await createActor(api.db, running)
    const lists = async (headers: object) =>
      (await other.request({ method: 'GET', url: '/api/doctor/assigned-studies', headers: { ...headers } })).json()
    await change({ secondFactorRoles: ['doctor_account'] })
    const { user, token } = await login(doctor.email)
    expect(user.mustEnrol).toBe(true)
    const headers = { authorization: `Bearer ${token}` }
    expect((await lists(headers)).code).toBe('SECOND_FACTOR_REQUIRED')
    expect((await lists({ authorization: `Bearer ${api.token(session)}` })).code).toBe('SECOND_FACTOR_REQUIRED')

    const post = async (path: string, payload: object) =>
      (await other.request({ method: 'POST', url: `/api/account/${path}`, payload, headers })).json()
    const { secret } = await post('authenticator', { password })
    const code = new TOTP({ secret }).generate()
    expect((await post('authenticator/confirm', { code })).recoveryCodes).toHaveLength(10)
    expect((await lists(headers)).success).toBe(true)
    expect((await login((await person('admin')).email)).user.mustEnrol).toBe(false)
    await change({ secondFactorRoles: [] })
  })

  it('block images and files until the second factor is set up, even if they were opened before', async () => {
    const { labA, assignedDoctor: doctor, admin: assigner } = await createCast(api.db)
    const study = await createStudy(api.db, { labId: labA.id })
    await createAssignment(api.db, { studyId: study.id, doctorId: doctor.doctorId, assignedBy: assigner.userId })
    const { sessionId } = doctor
    const expiresAt = new Date(Date.now() + 60_000)
    const readroom_viewer_x = await createViewerGrant(api.db, { sessionId, studyId: study.id, expiresAt })
    const ticket = await createTicket(api.db, { purpose: 'download', sessionId, studyId: study.id })
    const outcomes = async () => {
      const { code: images } = (
        await other.request({ method: 'GET', url: '/dicom-web/studies', cookies: { readroom_viewer_x } })
      ).json()
      const { code: file } = (await other.request({ method: 'GET', url: `/api/files/${ticket}` })).json()
      return [images, file]
    }
    const open = ['ARCHIVE_UNAVAILABLE', 'ARCHIVE_UNAVAILABLE']
    expect(await outcomes()).toEqual(open)
    await change({ secondFactorRoles: ['doctor_account'] })
    expect(await outcomes()).toEqual(['NOT_AUTHENTICATED', 'LINK_EXPIRED'])
    await change({ secondFactorRoles: [] })
    expect(await outcomes()).toEqual(open)
  })

  it('never lock out administrators: the only one can set up a second factor and continue', async () => {
    await change({ secondFactorRoles: ['admin', 'lab_staff', 'doctor_account'] })
    const only = await person('admin')
    const { token } = await login(only.email)
    const headers = { authorization: `Bearer ${token}` }
    const post = async (path: string, payload: object) =>
      (await api.request({ method: 'POST', url: `/api/account/${path}`, payload, headers })).json()
    const { secret } = await post('authenticator', { password })
    await post('authenticator/confirm', { code: new TOTP({ secret }).generate() })
    const payload = { values: {}, reset: ['secondFactorRoles'] }
    expect((await api.request({ method: 'PUT', url: '/api/admin/settings', payload, headers })).statusCode).toBe(200)
  })

  it('set the minimum password length, and whether common passwords are refused', async () => {
    const actor = await createActor(api.db, await person('admin'))
    const set = async (newPassword: string) => {
      const payload = { oldPassword: password, newPassword, confirmPassword: newPassword }
      return (await other.request({ method: 'POST', url: '/auth/change-password', payload }, actor)).json()
    }
    await change({ minPasswordLength: 14 })
    expect(await set('thirteen char')).toMatchObject({
      code: 'PASSWORD_TOO_SHORT',
      message: 'Password must be at least 14 characters long',
    })
    await change({ minPasswordLength: 6 })
    expect((await set('football')).code).toBe('PASSWORD_TOO_COMMON')
    await change({ refuseCommonPasswords: false })
    expect((await set('aaaaaaaa')).code).toBe('PASSWORD_TOO_COMMON')
    expect((await set('football')).success).toBe(true)
  })

  it.each([{ minPasswordLength: 5 }, { minPasswordLength: 65 }, { secondFactorRoles: ['root'] }])('refuse %j', async (values) => {
    const payload = { values, reset: [] }
    const answer = await api.request({ method: 'PUT', url: '/api/admin/settings', payload }, admin)
    expect(answer.json().code).toBe('INVALID_FIELD')
  })
})
