import { auditLog } from '@readroom/db/core/audit.schema'
import { doctors } from '@readroom/db/people/doctors.schema'
import { createActor, createAssignment, createDoctor, createStudy } from '@readroom/db/testing/factories'
import { eq } from 'drizzle-orm'
import { fileTypeFromBuffer } from 'file-type'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { form } from '../../testing/examples/example.fixture.ts'
import { makeDocuments, signAs } from '../../testing/signed-report.fixture.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

/** A grey PNG with one pixel. */
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==', 'base64')

describe("a doctor's own profile", () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
  })
  afterAll(() => api.stop())

  async function newDoctor() {
    const { user, doctor } = await createDoctor(api.db, { licenseNumber: 'GMC-1' })
    const session = await createActor(api.db, user)
    const read = async () => (await api.request({ method: 'GET', url: '/api/doctor/profile' }, session)).json().data
    const signature = () => api.request({ method: 'GET', url: '/api/doctor/profile/signature' }, session)
    const save = async (fields: Parameters<typeof form>[2]) =>
      api.request(await form('PUT', '/api/doctor/profile', fields), session)
    return { id: doctor.id, actor: { ...session, doctorId: doctor.id }, read, save, signature }
  }
  const file = (bytes: Buffer) => new File([new Uint8Array(bytes)], 'signature.png')

  it('changes biography, languages, days and signature, and no other field', async () => {
    const doctor = await newDoctor()
    const { version } = await doctor.read()
    const days = JSON.stringify(['Monday', 'Sunday'])
    const texts = { biography: 'Reads <b>brains</b>', languages: 'English, , Hindi', availableDays: days }
    expect((await doctor.save({ ...texts, version: String(version), signature: file(png) })).statusCode).toBe(200)
    expect(await doctor.read()).toMatchObject({
      biography: 'Reads <b>brains</b>',
      languages: ['English', 'Hindi'],
      availableDays: ['Monday', 'Sunday'],
      licenseNumber: 'GMC-1',
      isActiveProfile: true,
      hasSignature: true,
    })
    expect((await fileTypeFromBuffer((await doctor.signature()).rawPayload))?.mime).toBe('image/png')
    for (const foreign of ['licenseNumber', 'isActiveProfile', 'email', 'specialization'])
      expect((await doctor.save({ ...texts, [foreign]: 'true' })).statusCode).toBe(400)
    const entries = await api.db.select().from(auditLog).where(eq(auditLog.targetId, doctor.id))
    expect(entries.map(({ details }) => details)).toEqual([
      { changed: ['biography', 'languages', 'availableDays', 'signatureKey'] },
    ])
  })

  it('keeps a replaced signature until reports signed with it are printed', async () => {
    const doctor = await newDoctor()
    const study = await createStudy(api.db, { status: 'assigned_to_doctor' })
    await createAssignment(api.db, { studyId: study.id, doctorId: doctor.id, assignedBy: doctor.actor.userId })
    const renew = async () => {
      expect((await doctor.save({ signature: file(png) })).statusCode).toBe(200)
      const [row] = await api.db.select().from(doctors).where(eq(doctors.id, doctor.id))
      return row?.signatureKey ?? ''
    }
    const isThere = async (key: string) => (await api.storage.head(key)) !== null
    const signedWith = await renew()
    const version = await signAs(api, doctor.actor, study.id)
    const another = await renew()
    expect(await isThere(signedWith)).toBe(true)
    await makeDocuments(api, version)
    await renew()
    expect(await isThere(another)).toBe(false)
  })

  it('refuses an edit from a stale page, and a file that is not an image', async () => {
    const doctor = await newDoctor()
    const { version } = await doctor.read()
    expect((await doctor.save({ biography: 'One', version: String(version) })).statusCode).toBe(200)
    expect((await doctor.save({ biography: 'Two', version: String(version) })).json().code).toBe('CONFLICT')
    const svg = file(Buffer.from('<svg onload="alert(1)"/>'))
    expect((await doctor.save({ biography: 'Three', signature: svg })).json().code).toBe('SIGNATURE_INVALID')
    expect((await doctor.save({ availableDays: '["Someday"]' })).statusCode).toBe(400)
    expect((await doctor.read()).biography).toBe('One')
  })

  it('cannot be changed by another doctor', async () => {
    const [one, other] = [await newDoctor(), await newDoctor()]
    await one.save({ biography: 'Mine', signature: file(png) })
    expect((await other.read()).biography).toBeNull()
    expect((await other.signature()).statusCode).toBe(404)
    expect(await api.db.$count(doctors, eq(doctors.biography, 'Mine'))).toBe(1)
  })
})
