import { randomUUID } from 'node:crypto'
import { users } from '@readroom/db/access/accounts.schema'
import { auditLog } from '@readroom/db/core/audit.schema'
import { doctors } from '@readroom/db/people/doctors.schema'
import { createCast, createDoctor, createLab } from '@readroom/db/testing/factories'
import { createDoctorGroup } from '@readroom/domain/people/doctor-groups'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { form } from '../../testing/examples/example.fixture.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
let cast: Awaited<ReturnType<typeof createCast>>
beforeAll(async () => {
  api = await startTestApi()
  cast = await createCast(api.db)
})
afterAll(() => api.stop())

const url = '/api/admin/eligibility'
const columns = ['email', 'fullName', 'laboratories', 'modalities', 'bodyRegions', 'groups', 'openMinutesLimit', 'workShare']

/** A line of the downloaded sheet: the names of its columns, and its cells. */
type Line = Record<string, string>

async function download(email: string): Promise<Line> {
  const { payload } = await api.request({ method: 'GET', url }, cast.admin)
  const [heading = '', ...lines] = payload.replace('\ufeff', '').trim().split('\r\n')
  const cellsOf = (line: string) => line.slice(1, -1).split('","')
  const cells = cellsOf(lines.find((line) => line.includes(email)) ?? '')
  return Object.fromEntries(cellsOf(heading).map((name, place) => [name, cells[place] ?? '']))
}
const fileOf = (lines: Line[], by = ',') =>
  [Object.keys(lines[0] ?? {}), ...lines.map((line) => Object.values(line))]
    .map((cells) => cells.map((cell) => `"${cell}"`).join(by))
    .join('\n')
const send = async (action: 'check' | 'import', content: string) =>
  api.request(await form('POST', `${url}/${action}`, { doctors: new File([content], 'doctors.csv') }), cast.admin)
const check = async (content: string) => (await send('check', content)).json().check

async function newDoctor() {
  const { user, doctor } = await createDoctor(api.db)
  const presenceUrl = `/api/admin/doctors/presence/${doctor.id}`
  const readProfile = async () => (await api.db.select().from(doctors).where(eq(doctors.id, doctor.id)))[0]
  const readPresence = async () => (await api.request({ method: 'GET', url: presenceUrl }, cast.admin)).json().presence
  const savePresence = (payload: object) => api.request({ method: 'PUT', url: presenceUrl, payload }, cast.admin)
  return { id: doctor.id, email: user.email, fullName: user.fullName, readProfile, readPresence, savePresence }
}
const newGroup = (doctorIds: string[]) =>
  api.db.transaction((tx) => createDoctorGroup(tx, cast.admin, { name: `Group ${randomUUID()}`, doctorIds }))
const groupOf = async (groupId: string) => {
  const { groups } = (await api.request({ method: 'GET', url: '/api/admin/doctor-groups' }, cast.admin)).json()
  return groups.find(({ _id }: { _id: string }) => _id === groupId)
}

describe('the sheet of eligibility', () => {
  it('is downloaded with its columns, and with semicolons on request', async () => {
    const { email, fullName } = await newDoctor()
    expect(await download(email)).toMatchObject({ email, fullName, laboratories: '', workShare: '100', licenseExpiresOn: '' })
    const { payload, headers } = await api.request({ method: 'GET', url: `${url}?separator=semicolon` }, cast.admin)
    expect(payload.startsWith(`\ufeff"${columns.join('";"')}"`)).toBe(true)
    expect(headers['content-disposition']).toContain('doctors.csv')
  })

  it.each([
    ['commas', ','],
    ['semicolons', ';'],
  ])('imports every fact of a doctor from a file with %s, after a check that changes nothing', async (_what, by) => {
    const [doctor, lab] = [await newDoctor(), await createLab(api.db)]
    const [left, joined] = [await newGroup([doctor.id]), await newGroup([])]
    const { name } = await groupOf(joined)
    const line = await download(doctor.email)
    const edited = {
      ...line,
      laboratories: lab.identifier,
      modalities: 'CT; MR',
      bodyRegions: 'Head',
      groups: name,
      openMinutesLimit: '90',
      licenseExpiresOn: 'until 2199-01-31',
      Tuesday: '08:00-16:00',
      absences: '2199-12-24/2199-12-26 Family in Ávila',
    }
    const content = fileOf([edited], by)
    const preview = await check(content)
    expect(preview).toMatchObject({ unchanged: 0, faults: [], changes: [{ line: 2, email: doctor.email }] })
    expect(preview.changes[0].cells).toContainEqual({ column: 'modalities', before: '', after: 'CT; MR' })
    expect(await download(doctor.email)).toEqual(line)
    expect((await send('import', content)).json()).toMatchObject({ success: true, changed: 1 })
    expect(await doctor.readProfile()).toMatchObject({
      readsLabIds: [lab.id],
      readsModalities: ['CT', 'MR'],
      readsBodyRegions: ['head'],
      openMinutesLimit: 90,
      workShare: 100,
      licenseExpiresOn: '2199-01-31',
    })
    expect(await doctor.readPresence()).toMatchObject({
      timeZone: 'UTC',
      shifts: [{ weekday: 'Tuesday', from: '08:00', to: '16:00' }],
      absences: [{ from: '2199-12-24', to: '2199-12-26', reason: 'Family in Ávila' }],
    })
    expect(await groupOf(left)).toMatchObject({ doctorIds: [], version: 2 })
    expect(await groupOf(joined)).toMatchObject({ doctorIds: [doctor.id], version: 2 })
    expect(await check(content)).toMatchObject({ changes: [], unchanged: 1, faults: [] })
  })

  it('changes nobody if one line is wrong, and names its line and column', async () => {
    const [good, bad] = [await newDoctor(), await newDoctor()]
    const lines = [
      { ...(await download(good.email)), workShare: '50' },
      { ...(await download(bad.email)), laboratories: 'NOWHERE', Monday: '8-16, 15-17' },
      { ...(await download(good.email)), email: 'nobody@clinic.example' },
      { ...(await download(good.email)), workShare: '50' },
    ]
    const { faults } = await check(fileOf(lines))
    expect(faults.map(({ line, column }: { line: number; column: string }) => `${line} ${column}`)).toEqual([
      '3 laboratories',
      '3 Monday',
      '4 email',
      '5 email',
    ])
    const refused = await send('import', fileOf(lines))
    expect(refused.json()).toMatchObject({ code: 'IMPORT_REFUSED' })
    expect(refused.json().message).toContain(
      '3 lines have errors. Line 3, laboratories: The laboratory "NOWHERE" does not exist.',
    )
    expect(await good.readProfile()).toMatchObject({ workShare: 100 })
  })

  it.each([
    ['the profile', (id: string) => api.db.update(doctors).set({ openMinutesLimit: 60 }).where(eq(doctors.id, id))],
    ['the groups', (id: string) => newGroup([id])],
  ])('does not overwrite a change of %s that was made after the download', async (_what, change) => {
    const doctor = await newDoctor()
    const line = await download(doctor.email)
    await change(doctor.id)
    const refused = await send('import', fileOf([{ ...line, workShare: '50' }]))
    expect(refused.json().message).toContain('version: The doctor was changed after the file was downloaded.')
    expect(await doctor.readProfile()).toMatchObject({ workShare: 100 })
  })

  it('does not overwrite shifts that a doctor saved after the download', async () => {
    const doctor = await newDoctor()
    const line = await download(doctor.email)
    const shifts = [{ weekday: 'Monday', from: '10:00', to: '12:00' }]
    await doctor.savePresence({ timeZone: 'UTC', shifts, absences: [], version: 0 })
    expect((await send('import', fileOf([{ ...line, Friday: '8-16' }]))).json()).toMatchObject({ code: 'IMPORT_REFUSED' })
    expect(await doctor.readPresence()).toMatchObject({ shifts })
  })

  it('accepts the first of two imports of the same change at once, and finds nothing to change in the second', async () => {
    const doctor = await newDoctor()
    const content = fileOf([{ ...(await download(doctor.email)), workShare: '50' }])
    const answers = await Promise.all([send('import', content), send('import', content)])
    expect(answers.map((answer) => answer.json().changed).toSorted()).toEqual([0, 1])
  })

  it('leaves columns alone that the file does not have', async () => {
    const doctor = await newDoctor()
    await api.db
      .update(doctors)
      .set({ openMinutesLimit: 60, readsModalities: ['CT'] })
      .where(eq(doctors.id, doctor.id))
    const { email, version } = await download(doctor.email)
    await send('import', fileOf([{ email: (email ?? '').toUpperCase(), version: version ?? '', workShare: '50' }]))
    expect(await doctor.readProfile()).toMatchObject({ openMinutesLimit: 60, readsModalities: ['CT'], workShare: 50 })
  })

  it('refuses a file without versions, which could overwrite anything', async () => {
    const { email } = await newDoctor()
    expect((await send('check', `email,workShare\n${email},50\n`)).json()).toMatchObject({
      code: 'IMPORT_UNREADABLE',
      message: expect.stringContaining('The column "version" is missing.'),
    })
  })

  it('reads back a name that a spreadsheet would take for a formula', async () => {
    const doctor = await newDoctor()
    await api.db.update(users).set({ fullName: '=1+1' }).where(eq(users.email, doctor.email))
    const line = await download(doctor.email)
    expect(line.fullName).toBe("'=1+1")
    expect(await check(fileOf([line]))).toEqual({ changes: [], unchanged: 1, faults: [] })
  })

  it('writes to the audit log which fields changed, and no reason of an absence', async () => {
    const doctor = await newDoctor()
    const absences = '2199-12-24/2199-12-26 Surgery'
    await send('import', fileOf([{ ...(await download(doctor.email)), workShare: '50', absences }]))
    const entries = await api.db.select().from(auditLog).where(eq(auditLog.targetId, doctor.id))
    expect(entries.map(({ action }) => action).toSorted()).toEqual(['doctor.updated', 'presence.changed'])
    expect(entries.find(({ action }) => action === 'doctor.updated')?.details).toEqual({
      changed: ['workShare', 'timeZone', 'absences'],
    })
    expect(JSON.stringify(entries)).not.toContain('Surgery')
  })
})
