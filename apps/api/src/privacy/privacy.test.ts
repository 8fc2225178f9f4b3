import { privacyEndpoints, RegisteredRemoval } from '@readroom/contracts/privacy/privacy'
import { users } from '@readroom/db/access/accounts.schema'
import { auditLog } from '@readroom/db/core/audit.schema'
import { listStudiesOfPeople } from '@readroom/db/patients/identity-reviews'
import { listPatients } from '@readroom/db/patients/patients'
import { patientMerges } from '@readroom/db/patients/patients.schema'
import { privacyActions } from '@readroom/db/privacy/privacy.schema'
import { reports } from '@readroom/db/reports/reports.schema'
import { studyEventLog } from '@readroom/db/studies/study-events.schema'
import {
  createActor,
  createDoctor,
  createLab,
  createPatient,
  createReport,
  createStudy,
  createUser,
} from '@readroom/db/testing/factories'
import { mergeFingerprint, mergePatients, unmergePatients } from '@readroom/domain/patients/patient-merges'
import { readPrivacySubject, requestExport } from '@readroom/domain/privacy/privacy'
import { beginExport, type ExportBuild, publishExport } from '@readroom/domain/privacy/privacy-jobs'
import { subjectOf } from '@readroom/domain/reports/report-subject'
import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../testing/test-api.ts'

describe('privacy', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
  })
  afterAll(() => api.stop())

  const newAdmin = async () => createActor(api.db, await createUser(api.db, 'admin'))
  const listed = async (admin: Awaited<ReturnType<typeof newAdmin>>, studyId: string) =>
    readPrivacySubject(api.db, admin, studyId).then(
      ({ fingerprint }) => fingerprint,
      () => 'gone',
    )
  const content = 'the export'

  async function beginAnExport(admin: Awaited<ReturnType<typeof newAdmin>>, studyId: string) {
    const fingerprint = await listed(admin, studyId)
    const { actionId } = await api.db.transaction((tx) => requestExport(tx, admin, { studyId, fingerprint }))
    const build = { id: actionId, objectKey: `exports/${actionId}.zip` }
    await api.db.transaction((tx) => beginExport(tx, build))
    await api.storage.put(build.objectKey, Buffer.from(content), { contentType: 'application/zip' })
    return build
  }
  const publish = (build: ExportBuild) => {
    const made = { sizeBytes: content.length, files: 4, missing: 0, expiresAt: new Date(Date.now() + 60_000) }
    return api.db.transaction((tx) => publishExport(tx, build, made))
  }
  async function makeExport(admin: Awaited<ReturnType<typeof newAdmin>>, studyId: string) {
    const build = await beginAnExport(admin, studyId)
    expect(await publish(build)).toBe(true)
    return { actionId: build.id }
  }
  async function madeExport(admin: Awaited<ReturnType<typeof newAdmin>>) {
    const study = await createStudy(api.db, { patientName: 'Verborgen Vera', patientId: 'SECRET-1' })
    return { ...(await makeExport(admin, study.id)), study }
  }
  const linkTo = async (actionId: string, admin: Awaited<ReturnType<typeof newAdmin>>) => {
    const answer = await api.request({ method: 'POST', url: `/api/admin/privacy/actions/${actionId}/link` }, admin)
    return { answer, url: answer.statusCode === 200 ? new URL(answer.json().downloadUrl).pathname : '' }
  }
  const erase = async (admin: Awaited<ReturnType<typeof newAdmin>>, studyId: string) => {
    const fingerprint = await listed(admin, studyId)
    const payload = { patientId: 'SECRET-1', fingerprint, reason: 'Asked for by letter', includeUnfinished: true }
    return api.request({ method: 'POST', url: `/api/admin/privacy/studies/${studyId}/erase`, payload }, admin)
  }

  it('an export is downloaded by its link in parts, recorded once, and its name identifies nobody', async () => {
    const admin = await newAdmin()
    const { actionId } = await madeExport(admin)
    const { url } = await linkTo(actionId, admin)
    const whole = await api.request({ method: 'GET', url })
    expect([whole.statusCode, whole.body]).toEqual([200, content])
    expect(whole.headers['content-disposition']).toMatch(/patient-export_\d{4}-\d\d-\d\d\.zip/)
    const rest = await api.request({ method: 'GET', url, headers: { range: 'bytes=4-' } })
    expect([rest.statusCode, rest.body]).toEqual([206, 'export'])
    expect(await api.db.$count(auditLog, eq(auditLog.action, 'export.downloaded'))).toBe(1)
  })

  it('a link ends with the role, and with the patient', async () => {
    const admin = await newAdmin()
    const { actionId, study } = await madeExport(admin)
    const { url } = await linkTo(actionId, admin)
    await api.db.update(users).set({ role: 'lab_staff' }).where(eq(users.id, admin.userId))
    expect((await api.request({ method: 'GET', url })).json().code).toBe('LINK_EXPIRED')
    await api.db.update(users).set({ role: 'admin' }).where(eq(users.id, admin.userId))
    expect((await erase(admin, study.id)).statusCode).toBe(200)
    expect((await api.request({ method: 'GET', url })).json().code).toBe('EXPORT_NOT_READY')
    expect((await linkTo(actionId, admin)).answer.json().code).toBe('EXPORT_NOT_READY')
  })

  it('an expired or unfinished export is not ready, and a second one does not begin', async () => {
    const admin = await newAdmin()
    const { actionId, study } = await madeExport(admin)
    await api.db.update(privacyActions).set({ expiresAt: sql`now()` }).where(eq(privacyActions.id, actionId))
    expect((await linkTo(actionId, admin)).answer.json().code).toBe('EXPORT_NOT_READY')
    const payload = { fingerprint: await listed(admin, study.id) }
    const ask = () => api.request({ method: 'POST', url: `/api/admin/privacy/studies/${study.id}/export`, payload }, admin)
    const again = (await ask()).json()
    expect((await linkTo(again.actionId, admin)).answer.json().code).toBe('EXPORT_NOT_READY')
    expect((await ask()).json().code).toBe('PRIVACY_UNDER_WAY')
  })

  /** Two people of a laboratory, who are merged, with a study of each. */
  async function mergedPeople(admin: Awaited<ReturnType<typeof newAdmin>>) {
    const { id: labId } = await createLab(api.db)
    const addStudy = async (patientId: string) =>
      createStudy(api.db, { labId, patientId, patientRowId: await createPatient(api.db, labId, patientId) })
    const [from, into] = [await addStudy('FROM-1'), await addStudy('INTO-1')]
    const ids = [from.patientRowId, into.patientRowId]
    const fingerprint = mergeFingerprint(await listPatients(api.db, ids), await listStudiesOfPeople(api.db, ids))
    const people = { fromPersonId: from.patientRowId, intoPersonId: into.patientRowId }
    await api.db.transaction((tx) => mergePatients(tx, admin, { ...people, fingerprint, reason: 'One person' }))
    const [merge] = await api.db.select().from(patientMerges).where(eq(patientMerges.intoRowId, into.patientRowId))
    const unmerge = () => api.db.transaction((tx) => unmergePatients(tx, admin, merge?.id ?? ''))
    return { labId, from, into, unmerge }
  }

  it('an export cannot be downloaded any more once a study in it is found to be of another patient', async () => {
    const admin = await newAdmin()
    const { into, unmerge } = await mergedPeople(admin)
    const { actionId } = await makeExport(admin, into.id)
    const { url } = await linkTo(actionId, admin)
    expect((await api.request({ method: 'GET', url })).statusCode).toBe(200)
    await unmerge()
    expect((await api.request({ method: 'GET', url })).json().code).toBe('EXPORT_NOT_READY')
    expect((await linkTo(actionId, admin)).answer.json().code).toBe('EXPORT_NOT_READY')
  })

  it('an export that is being made while a study leaves the patient, or comes to them, is not published', async () => {
    const admin = await newAdmin()
    const { labId, from, into, unmerge } = await mergedPeople(admin)
    const leaving = await beginAnExport(admin, into.id)
    await unmerge()
    expect(await publish(leaving)).toBe(false)
    const coming = await beginAnExport(admin, from.id)
    await createStudy(api.db, { labId, patientId: 'FROM-1', patientRowId: from.patientRowId })
    expect(await publish(coming)).toBe(false)
    const [{ state, error } = {}] = await api.db.select().from(privacyActions).where(eq(privacyActions.id, coming.id))
    expect([state, error]).toEqual(['failed', 'The studies of the patient changed meanwhile. Request the export again.'])
    expect((await linkTo(coming.id, admin)).answer.json().code).toBe('EXPORT_NOT_READY')
  })

  it("a removal takes the patient's names out of the history of a study that is another patient's now", async () => {
    for (const way of ['erase', 'anonymise']) {
      const admin = await newAdmin()
      const { doctor } = await createDoctor(api.db)
      const finished = {
        status: 'report_finalized',
        imageCount: 2,
        reportedAt: new Date(),
        reportedByDoctorId: doctor.id,
      } as const
      const study = await createStudy(api.db, { patientId: 'SECRET-1', ...finished })
      const ofOther = await createStudy(api.db, { patientId: 'OTHER-1' })
      const changes = [
        { field: 'fullName', from: 'Verborgen Vera', to: 'Verborgen Viktoria' },
        { field: 'accessionNumber', from: 'A1', to: 'A2' },
      ]
      const correct = async (patientRowId: string) =>
        api.db.insert(studyEventLog).values({
          studyId: ofOther.id,
          event: 'edited',
          toStatus: ofOther.status,
          details: { changes, patientRowId },
          actorUserId: admin.userId,
        })
      await correct(study.patientRowId)
      await correct(ofOther.patientRowId)
      const fingerprint = await listed(admin, study.id)
      const payload = { patientId: 'SECRET-1', fingerprint, reason: 'Asked for by letter', includeUnfinished: true }
      const url = `/api/admin/privacy/studies/${study.id}/${way}`
      expect((await api.request({ method: 'POST', url, payload }, admin)).statusCode).toBe(200)
      const edits = await api.db
        .select()
        .from(studyEventLog)
        .where(eq(studyEventLog.studyId, ofOther.id))
        .orderBy(asc(studyEventLog.at), asc(studyEventLog.id))
      const kept = [
        { changes: changes.slice(1), patientRowId: study.patientRowId },
        { changes, patientRowId: ofOther.patientRowId },
      ]
      expect(edits.map(({ details }) => details)).toEqual(kept)
    }
  })

  it("an erasure takes the patient out of the uploaded report of a study that is another patient's now", async () => {
    const admin = await newAdmin()
    const { doctor } = await createDoctor(api.db)
    const study = await createStudy(api.db, { patientId: 'SECRET-2' })
    const ofOther = await createStudy(api.db, { patientId: 'OTHER-2', status: 'report_finalized' })
    const upload = async (patientRowId: string, version: number) => {
      const subject = { ...subjectOf(study), patientRowId }
      const by = { studyId: ofOther.id, doctorId: doctor.id, uploadedBy: admin.userId }
      await createReport(api.db, { ...by, version, status: 'finalized', subject })
      return subject
    }
    await upload(study.patientRowId, 1)
    const kept = await upload(ofOther.patientRowId, 2)
    const fingerprint = await listed(admin, study.id)
    const payload = { patientId: 'SECRET-2', fingerprint, reason: 'Asked for by letter', includeUnfinished: true }
    const url = `/api/admin/privacy/studies/${study.id}/erase`
    expect((await api.request({ method: 'POST', url, payload }, admin)).statusCode).toBe(200)
    const ofStudy = api.db.select().from(reports).where(eq(reports.studyId, ofOther.id)).orderBy(reports.version)
    expect((await ofStudy).map(({ subject }) => subject)).toEqual([null, kept])
  })

  it("an export that ends after the patient's erasure is not published", async () => {
    const admin = await newAdmin()
    const study = await createStudy(api.db, { patientId: 'SECRET-1' })
    const fingerprint = await listed(admin, study.id)
    const { actionId } = await api.db.transaction((tx) => requestExport(tx, admin, { studyId: study.id, fingerprint }))
    const build = { id: actionId, objectKey: `exports/${actionId}.zip` }
    await api.db.transaction((tx) => beginExport(tx, build))
    expect((await erase(admin, study.id)).statusCode).toBe(200)
    const made = { sizeBytes: 1, files: 1, missing: 0, expiresAt: new Date() }
    expect(await api.db.transaction((tx) => publishExport(tx, build, made))).toBe(false)
  })

  it('actions are listed without names, newest first, and an erased study looks like one that never existed', async () => {
    const admin = await newAdmin()
    const study = await createStudy(api.db, { patientName: 'Verborgen Vera', patientId: 'SECRET-1' })
    expect((await erase(admin, study.id)).statusCode).toBe(200)
    const answer = await api.request({ method: 'GET', url: '/api/admin/privacy/actions?limit=1' }, admin)
    expect(privacyEndpoints.actions.response.parse(answer.json()).data).toMatchObject([
      { kind: 'erasure', subjectId: study.patientRowId, requestedBy: admin.fullName, reason: 'Asked for by letter' },
    ])
    expect(answer.body).not.toMatch(/Verborgen|SECRET/)
    expect((await erase(admin, study.id)).json().code).toBe('STUDY_NOT_FOUND')
    const record = await api.request({ method: 'GET', url: `/api/labEdit/patients/SECRET-1?studyId=${study.id}` }, admin)
    expect(record.statusCode).toBe(404)
  })

  it('every page of an anonymised study works, and shows no name', async () => {
    const admin = await newAdmin()
    const { doctor } = await createDoctor(api.db)
    const finished = { status: 'report_finalized', imageCount: 2, reportedAt: new Date(), reportedByDoctorId: doctor.id } as const
    const study = await createStudy(api.db, { patientName: 'Verborgen Vera', patientId: 'SECRET-1', ...finished })
    const fingerprint = await listed(admin, study.id)
    const payload = { patientId: 'SECRET-1', fingerprint, reason: 'Asked for by letter', includeUnfinished: false }
    const asked = { method: 'POST', url: `/api/admin/privacy/studies/${study.id}/anonymise`, payload } as const
    expect((await api.request(asked, admin)).statusCode).toBe(200)
    const row = await api.request({ method: 'GET', url: `/api/studies/${study.id}` }, admin)
    const { patientId } = row.json().study
    expect(patientId).toMatch(/^ANON-[0-9A-F]{8}$/)
    const pages = [
      `/api/labEdit/patients/${patientId}?studyId=${study.id}`,
      `/api/patients/${patientId}?studyId=${study.id}`,
      `/api/studies/${study.id}/discussions`,
      `/api/documents/study/${study.id}/reports`,
    ]
    for (const url of pages) {
      const answer = await api.request({ method: 'GET', url }, admin)
      expect([url, answer.statusCode]).toEqual([url, 200])
      expect(answer.body).not.toMatch(/Verborgen|SECRET/)
    }
  })

  it('the register has a line with ids for each removal, and none for an export', async () => {
    const admin = await newAdmin()
    const { actionId: exported } = await madeExport(admin)
    const study = await createStudy(api.db, { patientName: 'Verborgen Vera', patientId: 'SECRET-1' })
    const { actionId } = (await erase(admin, study.id)).json()
    const { body, headers } = await api.request({ method: 'GET', url: '/api/admin/privacy/register' }, admin)
    const lines = body.trimEnd().split('\n')
    const entries = lines.map((line) => RegisteredRemoval.parse(JSON.parse(line)))
    expect(entries.at(-1)).toMatchObject({ id: actionId, kind: 'erasure', subjectId: study.patientRowId, studyIds: [study.id] })
    expect(entries.map(({ id }) => id)).not.toContain(exported)
    expect(headers['content-disposition']).toContain('.jsonl')
    expect(body).not.toMatch(/Verborgen|SECRET|letter/)
  })

  it('the page shows what retention would remove today', async () => {
    const admin = await newAdmin()
    const old = { status: 'report_finalized', imageCount: 3, reportedAt: new Date('2020-01-01') } as const
    await createStudy(api.db, old)
    await createStudy(api.db, { ...old, reportedAt: new Date() })
    const preview = async () => (await api.request({ method: 'GET', url: '/api/admin/privacy/retention' }, admin)).json().data
    expect(await preview()).toEqual({ images: null, studies: null, way: 'erase', held: 0 })
    const payload = { values: { imageRetentionDays: 90, studyRetentionYears: 50, studyRetentionWay: 'anonymise' }, reset: [] }
    await api.request({ method: 'PUT', url: '/api/admin/settings', payload }, admin)
    expect(await preview()).toEqual({ images: 1, studies: 0, way: 'anonymise', held: 0 })
  })
})
