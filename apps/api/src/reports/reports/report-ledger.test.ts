import { randomUUID } from 'node:crypto'
import { reportEndpoints } from '@readroom/contracts/reports/reports'
import { insertDispatch } from '@readroom/db/reports/dispatches'
import { reports } from '@readroom/db/reports/reports.schema'
import { resultDeliveries, resultDestinations } from '@readroom/db/reports/results.schema'
import { listUploads } from '@readroom/db/reports/uploads'
import { createAssignment, createCast, createReport, createStudy } from '@readroom/db/testing/factories'
import { chainOldUploads } from '@readroom/domain/reports/report-chain'
import { submitReport } from '@readroom/domain/reports/reports'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signAs } from '../../testing/signed-report.fixture.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

const Reports = reportEndpoints.list.response

let api: TestApi
let cast: Awaited<ReturnType<typeof createCast>>
beforeAll(async () => {
  api = await startTestApi()
  cast = await createCast(api.db)
})
afterAll(() => api.stop())

async function assignedStudy() {
  const { doctorId } = cast.assignedDoctor
  const study = await createStudy(api.db, { labId: cast.labA.id, status: 'assigned_to_doctor', patientName: 'Doe^Jane' })
  await createAssignment(api.db, { studyId: study.id, doctorId, assignedBy: cast.admin.userId })
  const upload = (afterVersion: number) => {
    const file = {
      objectKey: randomUUID(),
      fileName: 'report.pdf',
      contentType: 'application/pdf',
      sizeBytes: 1,
      sha256: randomUUID(),
    }
    const report = { studyId: study.id, doctorId, reportStatus: 'finalized', afterVersion, file } as const
    return api.db.transaction((tx) => submitReport(tx, cast.assignedDoctor, report))
  }
  /** An upload as version 0.2.0 stored it. */
  const storeOld = (version: number) =>
    createReport(api.db, { studyId: study.id, doctorId, uploadedBy: cast.assignedDoctor.userId, status: 'finalized', version })
  const look = async () =>
    (await api.request({ method: 'GET', url: `/api/studies/${study.id}/report-versions` }, cast.admin)).json()
  return {
    study,
    upload,
    storeOld,
    look,
    sign: (kind?: 'addendum') => signAs(api, cast.assignedDoctor, study.id, { ...(kind && { kind }) }),
  }
}

describe('the ledger of reports', () => {
  it('numbers and chains what was uploaded and what was signed in one order', async () => {
    const { study, upload, sign, look } = await assignedStudy()
    const first = await upload(0)
    const { version: second } = await sign('addendum')
    const third = await upload(2)
    const uploads = await listUploads(api.db, study.id)
    expect([first.version, second.number, third.version]).toEqual([1, 2, 3])
    expect([second.prevHash, uploads[1]?.prevHash]).toEqual([uploads[0]?.hash, second.hash])
    expect(await look()).toMatchObject({ isIntact: true, versions: [{ number: 2 }] })
  })

  it.each([
    ['its file', `sha256 = 'other'`],
    ['its doctor', `doctor_id = (select id from doctors where id <> doctor_id limit 1)`],
    ['its patient', `subject = jsonb_set(subject, '{patient,name}', '"Roe^Richard"')`],
    ['its place', `prev_hash = 'elsewhere'`],
  ])('an upload keeps %s: the program cannot change it, and a change past the program shows', async (_, change) => {
    const { study, upload, look } = await assignedStudy()
    const { id } = await upload(0)
    const statement = `update reports set ${change} where id = '${id}'`
    await expect(api.asOwner(statement)).rejects.toThrow('an uploaded report is never changed')
    expect(await look()).toMatchObject({ isIntact: true })
    await api.asOwner(`begin; set local session_replication_role = replica; ${statement}; commit`)
    expect(await look()).toMatchObject({ isIntact: false })
    expect(await listUploads(api.db, study.id)).toHaveLength(1)
  })

  it('shows that an upload was removed, first or last', async () => {
    for (const number of [1, 2]) {
      const { study, upload, look } = await assignedStudy()
      await upload(0)
      await upload(1)
      await api.asOwner(`delete from reports where study_id = '${study.id}' and version = ${number}`)
      expect(await look()).toMatchObject({ isIntact: false })
    }
  })

  it('stays whole when its patient is blanked, when it is withdrawn, and when it is deleted', async () => {
    const { upload, look } = await assignedStudy()
    const { id } = await upload(0)
    await api.db.update(reports).set({ subject: null, withdrawnAt: new Date(), deletedAt: new Date() }).where(eq(reports.id, id))
    expect(await look()).toMatchObject({ isIntact: true })
  })

  it('says where a report was sent and where it waits: to its laboratory its own systems, and addresses to administrators alone', async () => {
    const { study, upload } = await assignedStudy()
    const { id: reportId } = await upload(0)
    const by = { sendingFacility: 'CENTRAL', receivingApplication: 'RIS', receivingFacility: 'NORTH', patientAuthority: null }
    const signs = { withPdf: false, ordersTogether: false, addendumStatus: 'C', withdrawnStatus: 'X' } as const
    const settings = { kind: 'folder', folder: 'results', format: 'pdf', ...by, ...signs } as const
    for (const { id: labId, name } of [cast.labA, cast.labB]) {
      const [destination] = await api.db
        .insert(resultDestinations)
        .values({ labId, name: `RIS of ${name}`, settings, state: 'on', alertMinutes: 60 })
        .returning()
      if (!destination) throw new Error('the insert returned no row')
      const message = { destinationId: destination.id, studyId: study.id, reportId, contentHash: 'hash' }
      await api.db.insert(resultDeliveries).values([
        {
          ...message,
          kind: 'final',
          state: 'sent',
          answer: 'accepted',
          sentAt: new Date('2026-11-27T09:00:00Z'),
          controlId: randomUUID(),
        },
        { ...message, kind: 'withdrawn', lastAttemptAt: new Date('2026-11-27T10:00:00Z'), controlId: randomUUID() },
        {
          ...message,
          kind: 'corrected',
          contentHash: null,
          createdAt: new Date('2026-11-27T11:00:00Z'),
          controlId: randomUUID(),
        },
        { ...message, kind: 'corrected', contentHash: null, state: 'cancelled', controlId: randomUUID() },
      ])
    }
    const mailed = { reportVersion: 1, dispatchedBy: cast.admin.userId, mailedAt: new Date() }
    await insertDispatch(api.db, { batchId: randomUUID(), studyId: study.id, reportId, email: 'gp@practice.example', ...mailed })
    const sentTo = async (who: 'admin' | 'assignedDoctor' | 'staffA') => {
      const answer = await api.request({ method: 'GET', url: `/api/documents/study/${study.id}/reports` }, cast[who])
      return Reports.parse(answer.json()).reports[0]?.sent
    }
    const ofLabA = [
      { laboratory: cast.labA.name, way: 'folder', isWithdrawal: false, isQueued: true, at: '2026-11-27T11:00:00.000Z' },
      { laboratory: cast.labA.name, way: 'folder', isWithdrawal: true, answer: null, at: '2026-11-27T10:00:00.000Z' },
      { laboratory: cast.labA.name, way: 'folder', isWithdrawal: false, answer: 'accepted', at: '2026-11-27T09:00:00.000Z' },
    ]
    expect(await sentTo('staffA')).toMatchObject(ofLabA)
    expect(await sentTo('assignedDoctor')).toHaveLength(6)
    expect(await sentTo('admin')).toContainEqual(expect.objectContaining({ way: 'mail', receiver: 'gp@practice.example' }))
  })

  it('takes up uploads of version 0.2.0, whatever was signed before and after them', async () => {
    const studies = await Promise.all([assignedStudy(), assignedStudy(), assignedStudy()])
    const [onlyOld, signedSince, between] = studies
    await onlyOld.storeOld(1)
    await onlyOld.storeOld(2)
    await signedSince.storeOld(1)
    await signedSince.sign()
    await between.sign()
    await between.storeOld(2)
    await chainOldUploads(api.db)
    await between.sign('addendum')
    for (const { study, look } of studies) {
      const uploads = await listUploads(api.db, study.id)
      expect(uploads.every(({ hash }) => hash !== null)).toBe(true)
      expect(await look()).toMatchObject({ isIntact: true })
    }
    expect(await between.look()).toMatchObject({ versions: [{ number: 3 }, { number: 1 }] })
    expect(await chainOldUploads(api.db)).toBe(0)
  })
})
