import { randomUUID } from 'node:crypto'
import { users } from '@readroom/db/access/accounts.schema'
import { insertSession } from '@readroom/db/access/sessions'
import { auditLog } from '@readroom/db/core/audit.schema'
import { outbox } from '@readroom/db/core/outbox.schema'
import { doctors } from '@readroom/db/people/doctors.schema'
import { lockUser, updateUser } from '@readroom/db/people/users'
import { createActor, createAssignment, createCast, createLab, createStudy } from '@readroom/db/testing/factories'
import { desc, eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerDuring } from '../../testing/held.fixture.ts'
import { picture } from '../../testing/key-image.fixture.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

type Cast = Awaited<ReturnType<typeof createCast>>
type File = { bytes: Buffer; name: string }

async function sidesOf(image: Buffer): Promise<number[]> {
  const { width, height } = await sharp(image).metadata()
  return [width, height]
}

const signature: File = { bytes: picture(400, 200), name: 'signature.png' }

describe('doctor profiles', () => {
  let api: TestApi
  let cast: Cast
  beforeAll(async () => {
    api = await startTestApi()
    cast = await createCast(api.db)
  })
  afterAll(() => api.stop())

  const unique = () => randomUUID().slice(0, 8)
  const form = (fields: Record<string, string> = {}) => ({
    username: `h.marsh.${unique()}`,
    email: `h.marsh.${unique()}@readroom.example`,
    fullName: 'Helen Marsh',
    specialization: 'Neuroradiology',
    licenseNumber: 'GMC-1',
    ...fields,
  })
  async function send(method: 'POST' | 'PUT', path: string, fields: Record<string, string>, file?: File) {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    if (file) body.append('signature', new Blob([new Uint8Array(file.bytes)]), file.name)
    const request = new Request('http://localhost', { method: 'POST', body })
    return api.request(
      {
        method,
        url: `/api/admin/doctors/${path}`,
        payload: Buffer.from(await request.arrayBuffer()),
        headers: { 'content-type': request.headers.get('content-type') ?? '' },
      },
      cast.admin,
    )
  }
  const ask = (method: 'GET' | 'DELETE', path: string) => api.request({ method, url: `/api/admin/doctors/${path}` }, cast.admin)
  const register = async (fields: Record<string, string> = {}, file?: File) => {
    const answer = await send('POST', 'register', form(fields), file)
    expect(answer.json()).toMatchObject({ success: true, signatureUploaded: file !== undefined })
    return answer.json().data._id as string
  }
  const details = async (id: string) => (await ask('GET', `details/${id}`)).json().data
  const edit = async (id: string, fields: Record<string, string> = {}, file?: File) => {
    const { userAccount, version } = await details(id)
    const { email, username, fullName } = userAccount
    const present = { email, username, fullName, specialization: 'Neuroradiology', licenseNumber: 'GMC-1' }
    return send('PUT', `update/${id}`, { ...present, version: String(version), ...fields }, file)
  }
  const image = async (id: string) => ask('GET', `signature/${id}`)

  it('are registered with account and signature, and a password is sent', async () => {
    const given = form({
      department: 'Radiology',
      qualifications: ' MD, FRCR ,, ',
      yearsOfExperience: '12',
      contactPhoneOffice: '+44 20',
      isActiveProfile: 'false',
      biography: 'Reads\nbrains',
      languages: 'English, Greek',
      availableDays: '["Monday","Friday"]',
      familyName: 'Marsh',
      givenName: 'Helen',
      namePrefix: 'Dr.',
    })
    const answer = await send('POST', 'register', given, signature)
    expect(answer.json()).toMatchObject({
      success: true,
      signatureUploaded: true,
      message: `Doctor registered successfully! A generated password was sent to ${given.email}.`,
    })
    const doctor = await details(answer.json().data._id)
    expect(doctor).toMatchObject({
      userAccount: { fullName: 'Helen Marsh', email: given.email, username: given.username, isActive: true },
      specialization: 'Neuroradiology',
      licenseNumber: 'GMC-1',
      department: 'Radiology',
      qualifications: ['MD', 'FRCR'],
      yearsOfExperience: 12,
      contactPhoneOffice: '+44 20',
      isActiveProfile: false,
      hasSignature: true,
      version: 1,
      biography: 'Reads\nbrains',
      languages: ['English', 'Greek'],
      availableDays: ['Monday', 'Friday'],
      familyName: 'Marsh',
      givenName: 'Helen',
      namePrefix: 'Dr.',
    })
    expect((await edit(doctor._id, { givenName: 'Helena', namePrefix: '' })).statusCode).toBe(200)
    expect(await details(doctor._id)).toMatchObject({ familyName: 'Marsh', givenName: 'Helena', namePrefix: '' })
    const [user] = await api.db.select().from(users).where(eq(users.email, given.email))
    expect(user).toMatchObject({ role: 'doctor_account', mustChangePassword: true, passwordHash: 'none' })
    const jobs = await api.db.select().from(outbox).where(eq(outbox.name, 'password.issue'))
    expect(jobs.map(({ payload }) => payload)).toContainEqual(expect.objectContaining({ userId: user?.id }))
  })

  it('keep biography, languages and days that an update leaves out, and change those that it names', async () => {
    const profile = { biography: 'Reads\nbrains', languages: 'English, Greek', availableDays: '["Monday"]' }
    const id = await register(profile)
    await edit(id, { department: 'Radiology' })
    expect(await details(id)).toMatchObject({
      biography: 'Reads\nbrains',
      languages: ['English', 'Greek'],
      availableDays: ['Monday'],
    })
    expect((await edit(id, { biography: '', languages: 'Hindi', availableDays: '[]' })).statusCode).toBe(200)
    expect(await details(id)).toMatchObject({ biography: null, languages: ['Hindi'], availableDays: [] })
  })

  it('are saved after a concurrent change of the account has finished', async () => {
    const id = await register()
    const [before] = await api.db.select({ userId: doctors.userId }).from(doctors).where(eq(doctors.id, id))
    const userId = before?.userId ?? ''
    const answer = await answerDuring(
      api,
      (tx) => lockUser(tx, userId),
      () => send('PUT', `update/${id}`, form({ department: 'Neuro' })),
      (tx) => updateUser(tx, userId, { isActive: false }),
    )
    expect(answer.statusCode).toBe(200)
    expect(await details(id)).toMatchObject({ department: 'Neuro', userAccount: { isActive: false } })
  })

  it("report that the signature's file is missing", async () => {
    const id = await register({}, signature)
    const [doctor] = await api.db.select({ key: doctors.signatureKey }).from(doctors).where(eq(doctors.id, id))
    await api.storage.delete(doctor?.key ?? '')
    const message = 'The file of this signature is missing from storage. Please contact support.'
    expect((await image(id)).json()).toEqual({ success: false, code: 'FILE_MISSING', message })
    await api.storage.put(doctor?.key ?? '', signature.bytes, { contentType: 'image/png' })
  })

  it('return the signature as a file that no browser executes', async () => {
    const answer = await image(await register({}, signature))
    expect(await sidesOf(answer.rawPayload)).toEqual([400, 200])
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-disposition': expect.stringMatching(/^attachment/),
    })
    expect((await image(await register())).statusCode).toBe(404)
  })

  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  it.each([
    ['of 3 MB', 413, 'Signature file must be less than 2MB', Buffer.concat([picture(400, 200), Buffer.alloc(3 * 1024 * 1024)])],
    ['that is an SVG', 415, 'Please select a valid image file (PNG, JPG, JPEG)', svg],
    ['that is PHP', 415, 'Please select a valid image file (PNG, JPG, JPEG)', Buffer.from('<?php system($_GET["c"]); ?>')],
    ['that is empty', 415, 'Please select a valid image file (PNG, JPG, JPEG)', Buffer.alloc(0)],
    ['that ends in its header', 415, 'Please select a valid image file (PNG, JPG, JPEG)', picture(400, 200).subarray(0, 20)],
    ['that is cut off', 415, 'Please select a valid image file (PNG, JPG, JPEG)', picture(400, 200).subarray(0, 60)],
    ['of 50 megapixels', 415, 'The signature has too many pixels.', picture(10_000, 5_000)],
  ])('are refused with a signature %s, whatever the file name', async (_name, status, message, bytes) => {
    const given = form()
    const answer = await send('POST', 'register', given, { bytes, name: 'signature.png' })
    expect(answer.statusCode).toBe(status)
    expect(answer.json().message).toContain(message)
    expect(await api.db.$count(users, eq(users.email, given.email))).toBe(0)
  })

  it.each([
    ['fullName', { fullName: ' ' }],
    ['email', { email: 'no address' }],
    ['username', { username: 'two words' }],
    ['yearsOfExperience', { yearsOfExperience: '-1' }],
    ['yearsOfExperience', { yearsOfExperience: '1.5' }],
    ['availableDays', { availableDays: 'Monday' }],
    ['availableDays.0', { availableDays: '["Someday"]' }],
    ['isActiveProfile', { isActiveProfile: 'maybe' }],
  ])('are refused with the name of the invalid field: %s', async (field, fields) => {
    const answer = await send('POST', 'register', form(fields))
    expect([answer.statusCode, answer.json().message]).toEqual([
      400,
      `The request is not valid. Please check your input: ${field}`,
    ])
  })

  it('are registered once if two requests use one address at once, and leave no file behind', async () => {
    const given = form()
    const same = () => send('POST', 'register', { ...given, username: unique() }, signature)
    const answers = await Promise.all([same(), same(), same()])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
    expect(answers.flatMap((answer) => (answer.statusCode === 409 ? [answer.json().code] : []))).toEqual([
      'EMAIL_TAKEN',
      'EMAIL_TAKEN',
    ])
    const kept = await api.db.select({ key: doctors.signatureKey }).from(doctors)
    expect((await api.listFiles('signatures')).sort()).toEqual(kept.flatMap(({ key }) => key ?? []).sort())
  })

  it('are listed by page, search and account state', async () => {
    const tag = unique()
    const ids = [
      await register({ fullName: `zoë ${tag}`, specialization: 'Cardiac' }),
      await register({ fullName: `Anna ${tag}` }),
    ]
    await edit(ids[0] ?? '', { fullName: `zoë ${tag}`, specialization: 'Cardiac', isActive: 'false' })
    const names = async (query: string) =>
      (await ask('GET', `list?${query}`))
        .json()
        .data.map((doctor: { userAccount: { fullName: string } }) => doctor.userAccount.fullName)
    expect(await names(`search=${tag}`)).toEqual([`Anna ${tag}`, `zoë ${tag}`])
    expect(await names(`search=ZOE ${tag}`)).toEqual([`zoë ${tag}`])
    expect(await names(`search=${tag}&status=active`)).toEqual([`Anna ${tag}`])
    expect(await names(`search=${tag}, Anna`)).toEqual([`Anna ${tag}`])
    const { licenseNumber } = (await ask('GET', `details/${ids[1]}`)).json().data
    expect(await names(`search=${licenseNumber} ${tag}`)).toContain(`Anna ${tag}`)
    expect(await names(`search=cardiac&status=inactive`)).toContain(`zoë ${tag}`)
  })

  it('are edited, and a new signature replaces the old one', async () => {
    const id = await register({ department: 'Radiology' }, signature)
    const other: File = { bytes: picture(300, 100), name: 'new.png' }
    await edit(id, { fullName: 'Helen Marsh-Vogel', yearsOfExperience: '' })
    expect(await sidesOf((await image(id)).rawPayload)).toEqual([400, 200])
    expect((await edit(id, {}, other)).json().message).toBe('Doctor updated successfully')
    expect(await sidesOf((await image(id)).rawPayload)).toEqual([300, 100])
    const kept = await api.db.select({ key: doctors.signatureKey }).from(doctors)
    expect((await api.listFiles('signatures')).sort()).toEqual(kept.flatMap(({ key }) => key ?? []).sort())
    expect(await details(id)).toMatchObject({ department: null, yearsOfExperience: null })
  })

  it('keep one of two simultaneous edits and refuse the other', async () => {
    const id = await register({}, signature)
    const answers = await Promise.all([edit(id, { fullName: 'One', version: '1' }), edit(id, { fullName: 'Two', version: '1' })])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().code).toBe('CONFLICT')
    expect((await details(id)).userAccount.fullName).toBe(answers[0]?.statusCode === 200 ? 'One' : 'Two')
  })

  it('end sessions if the account is deactivated, and cannot be assigned if account or profile is inactive', async () => {
    const id = await register()
    const [row] = await api.db
      .select({ user: users })
      .from(users)
      .innerJoin(doctors, eq(doctors.userId, users.id))
      .where(eq(doctors.id, id))
    if (!row) throw new Error('the doctor has no account')
    await api.db.update(users).set({ mustChangePassword: false }).where(eq(users.id, row.user.id))
    const session = await createActor(api.db, row.user)
    const profile = async () => (await api.request({ method: 'GET', url: '/auth/profile' }, session)).statusCode
    const study = await createStudy(api.db, { status: 'pending_assignment' })
    const assign = () =>
      api.request({ method: 'POST', url: `/api/admin/studies/${study.id}/assign`, payload: { doctorId: id } }, cast.admin)
    await edit(id, { isActiveProfile: 'false' })
    expect([await profile(), (await assign()).json().code]).toEqual([200, 'DOCTOR_NOT_ASSIGNABLE'])
    await edit(id, { isActive: 'false' })
    expect([await profile(), (await assign()).json().code]).toEqual([401, 'DOCTOR_NOT_ASSIGNABLE'])
  })

  it('get no studies by themselves before somebody has chosen what they read, and they have signed in', async () => {
    const study = await createStudy(api.db, { status: 'pending_assignment' })
    const url = `/api/admin/studies/suggestions?studyIds=${study.id}`
    const obstacles = async (id: string) => {
      const { suggestions } = (await api.request({ method: 'GET', url }, cast.admin)).json()
      return suggestions.find(({ doctorId }: { doctorId: string }) => doctorId === id).obstacles
    }
    const id = await register()
    expect(await obstacles(id)).toEqual([{ kind: 'new', lacks: 'reads' }])
    await edit(id, { fullName: 'Helen Hill' })
    expect(await obstacles(id)).toEqual([{ kind: 'new', lacks: 'reads' }])
    await edit(id, { readsModalities: '' })
    expect(await obstacles(id)).toEqual([{ kind: 'new', lacks: 'signIn' }])
    const [doctor] = await api.db.select({ userId: doctors.userId }).from(doctors).where(eq(doctors.id, id))
    const life = { tokenId: randomUUID(), hours: 1, address: '', userAgent: '', secondFactor: null, providerToken: null }
    await insertSession(api.db, { userId: doctor?.userId ?? '', ...life })
    expect(await obstacles(id)).toEqual([])
    const chosen = await register({ readsLabIds: JSON.stringify([cast.labA.id]) })
    expect(await obstacles(chosen)).toEqual([{ kind: 'new', lacks: 'signIn' }])
  })

  it('keep flags that an edit leaves out', async () => {
    const id = await register({ isActiveProfile: 'false' })
    await edit(id, { isActive: 'false' })
    const answer = await edit(id, { fullName: 'Helen Hill' })
    expect(answer.statusCode).toBe(200)
    const flags = { isActiveProfile: false, userAccount: { fullName: 'Helen Hill', isActive: false } }
    expect(await details(id)).toMatchObject(flags)
    const [entry] = await api.db.select().from(auditLog).where(eq(auditLog.targetId, id)).orderBy(desc(auditLog.id)).limit(1)
    expect(entry?.details).toEqual({ changed: ['fullName'], isActive: false })
  })

  it('can be saved with every field of the form', async () => {
    const id = await register()
    const professional = { department: 'Radiology', qualifications: 'MD', yearsOfExperience: '9', contactPhoneOffice: '1' }
    const own = { biography: 'Reads heads.', languages: 'English', availableDays: '["Monday"]' }
    const reads = { readsLabIds: 'null', readsModalities: 'CT', readsBodyRegions: '["head"]', openMinutesLimit: '60' }
    const more = { workShare: '50', licenseExpiresOn: '2027-06-30', isActive: 'true', isActiveProfile: 'true' }
    const answer = await edit(id, { ...form(), ...professional, ...own, ...reads, ...more })
    expect([answer.statusCode, (await details(id)).readsBodyRegions]).toEqual([200, ['head']])
  })

  it('have laboratories, modalities, body regions, a limit and the end of their license, which other edits keep', async () => {
    const id = await register()
    const all = {
      readsLabIds: null,
      readsModalities: null,
      readsBodyRegions: null,
      openMinutesLimit: null,
      licenseExpiresOn: null,
    }
    expect(await details(id)).toMatchObject(all)
    const regions = '["spine","head"]'
    const given = {
      readsModalities: 'ct, MR,CT',
      readsBodyRegions: regions,
      openMinutesLimit: '90',
      licenseExpiresOn: '2027-06-30',
    }
    const labs = JSON.stringify([cast.labA.id])
    expect((await edit(id, { ...given, readsLabIds: labs })).statusCode).toBe(200)
    const kept = {
      readsLabIds: [cast.labA.id],
      readsModalities: ['CT', 'MR'],
      readsBodyRegions: ['head', 'spine'],
      openMinutesLimit: 90,
    }
    await edit(id, { fullName: 'Helen Hill' })
    expect(await details(id)).toMatchObject({ ...kept, licenseExpiresOn: '2027-06-30' })
    const foreign = await edit(id, { readsLabIds: JSON.stringify([randomUUID()]) })
    expect([foreign.statusCode, foreign.json().code]).toEqual([404, 'LAB_NOT_FOUND'])
    for (const wrong of [
      { readsLabIds: '[]' },
      { readsModalities: 'XQ' },
      { readsBodyRegions: '["knee"]' },
      { openMinutesLimit: '0' },
      { licenseExpiresOn: 'soon' },
    ])
      expect((await edit(id, wrong)).statusCode).toBe(400)
    const entries = await api.db.select().from(auditLog).where(eq(auditLog.targetId, id)).orderBy(auditLog.id)
    expect(entries[1]?.details).toEqual({ changed: Object.keys(all), isActive: true })
    await edit(id, {
      readsLabIds: 'null',
      readsModalities: '',
      readsBodyRegions: '[]',
      openMinutesLimit: '',
      licenseExpiresOn: '',
    })
    expect(await details(id)).toMatchObject(all)
  })

  it('read for no laboratory any more, and not for all, if their only one is deleted', async () => {
    const id = await register()
    const lab = await createLab(api.db)
    await edit(id, { readsLabIds: JSON.stringify([lab.id]) })
    const url = `/api/admin/labs/delete/${lab.id}`
    expect((await api.request({ method: 'DELETE', url }, cast.admin)).statusCode).toBe(200)
    expect((await details(id)).readsLabIds).toEqual([])
  })

  it('are deleted with account and signature if no study names them', async () => {
    const given = form()
    const id = (await send('POST', 'register', given, signature)).json().data._id
    expect((await ask('DELETE', `delete/${id}`)).json().message).toBe('Doctor deleted successfully')
    expect([(await ask('GET', `details/${id}`)).statusCode, (await image(id)).statusCode]).toEqual([404, 404])
    expect((await send('POST', 'register', given)).statusCode).toBe(200)
  })

  it('are not deleted if they ever had a study, and the error says what to do instead', async () => {
    const id = await register()
    const study = await createStudy(api.db)
    await createAssignment(api.db, { studyId: study.id, doctorId: id, assignedBy: cast.admin.userId })
    await api.request({ method: 'POST', url: `/api/admin/studies/${study.id}/unassign`, payload: { doctorId: id } }, cast.admin)
    const answer = await ask('DELETE', `delete/${id}`)
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'DOCTOR_IN_USE'])
    expect(answer.json().message).toContain('deactivate')
  })

  it('log every change with the names of the fields', async () => {
    const id = await register()
    await edit(id, { fullName: 'Renamed', department: 'MRI' })
    await ask('DELETE', `delete/${id}`)
    const entries = await api.db.select().from(auditLog).where(eq(auditLog.targetId, id)).orderBy(auditLog.id)
    expect(entries.map(({ action }) => action)).toEqual(['doctor.created', 'doctor.updated', 'doctor.deleted'])
    expect(entries[1]?.details).toEqual({ changed: ['fullName', 'department'], isActive: true })
  })
})
