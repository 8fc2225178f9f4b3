import { once } from 'node:events'
import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { exportEndpoints } from '@readroom/contracts/worklist/exports'
import { auditLog } from '@readroom/db/core/audit.schema'
import { studies } from '@readroom/db/studies/studies.schema'
import { createCast, createLab, createStudy } from '@readroom/db/testing/factories'
import { eq, sql } from 'drizzle-orm'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'
import { createExportService } from './exports.service.ts'

describe('worklist export', () => {
  let api: TestApi
  let cast: Awaited<ReturnType<typeof createCast>>
  beforeAll(async () => {
    api = await startTestApi({ env: { CLINIC_TIME_ZONE: 'Europe/Zurich' } })
    cast = await createCast(api.db)
  })
  afterAll(() => api.stop())

  type Who = 'admin' | 'staffA' | 'staffB' | 'otherDoctor'
  const ask = (who: Who, query: string) => api.request({ method: 'GET', url: `/api/footer/export?${query}` }, cast[who])

  /** Reads the rows with another program's library, by heading. */
  async function rowsOf(who: Who, query: string): Promise<Record<string, unknown>[]> {
    const answer = await ask(who, query)
    expect(answer.statusCode).toBe(200)
    const [headings = [], ...rows] = await readSheet(answer.rawPayload, { trim: false })
    return rows.map((row) => Object.fromEntries(headings.map((heading, index) => [String(heading), row[index]])))
  }
  const idsOf = async (who: Who, query: string) => (await rowsOf(who, query)).map((row) => row['Patient ID'])

  /** Makes `count` studies of a new laboratory in one statement. Patient IDs count from 1. */
  async function fillLab(count: number) {
    const lab = await createLab(api.db)
    const [{ patientRowId } = { patientRowId: '' }] = [await createStudy(api.db)]
    await api.db.execute(sql`
      insert into ${studies} (orthanc_id, study_instance_uid, patient_row_id, lab_id, dicom_patient_id, received_at)
      select regexp_replace(md5(${lab.id} || n) || lpad(n::text, 8, '0'), '(.{8})(?=.)', '\\1-', 'g'), '2.25.' || n, ${patientRowId}, ${lab.id}, n::text, now() - n * interval '1 second' from generate_series(1, ${count}) n`)
    return lab
  }

  it("contains the row's values, times in the clinic's zone, and no formulas", async () => {
    const study = await createStudy(api.db, {
      labId: cast.labA.id,
      patientId: '=cmd()',
      patientName: '@Ørsted, "Ada" <山田>',
      patientAge: '45Y',
      patientSex: 'F',
      description: '+CT head',
      modalities: ['CT', 'SR'],
      accessionNumber: '-17',
      referringPhysician: '+1',
      status: 'report_finalized',
      priority: 'URGENT',
      mlcCase: true,
      seriesCount: 2,
      imageCount: 31,
      studyDate: '2026-03-28',
      studyTime: '13:05:09',
      receivedAt: new Date('2026-03-29T00:30:00Z'),
      reportedAt: new Date('2026-03-29T01:30:00Z'),
    })
    expect(await rowsOf('staffA', `studyIds=${study.id}`)).toMatchObject([
      {
        Status: 'Report Finalized',
        'Patient ID': '=cmd()',
        'Patient Name': '@Ørsted, "Ada" <山田>',
        Age: '45Y',
        Sex: 'F',
        Description: '+CT head',
        Modality: 'CT, SR',
        Accession: '-17',
        'Referring Physician': '+1',
        Location: cast.labA.name,
        Series: 2,
        Images: 31,
        Urgency: 'Urgent',
        MLC: 'Yes',
        'Reported By': null,
        'Study Date': new Date('2026-03-28T00:00:00Z'),
        'Study Time': '13:05:09',
        'Upload Date (Europe/Zurich)': new Date('2026-03-29T01:30:00Z'),
        'Reported Date (Europe/Zurich)': new Date('2026-03-29T03:30:00Z'),
      },
    ])
  })

  it('contains the selected studies that the account sees', async () => {
    const [mine, theirs] = [
      await createStudy(api.db, { labId: cast.labA.id, patientId: 'MINE' }),
      await createStudy(api.db, { labId: cast.labB.id, patientId: 'THEIRS' }),
    ]
    const both = `studyIds=${mine.id},${theirs.id}`
    expect(await idsOf('staffA', both)).toEqual(['MINE'])
    expect(await idsOf('staffB', both)).toEqual(['THEIRS'])
    expect((await idsOf('admin', both)).sort()).toEqual(['MINE', 'THEIRS'])
    expect((await ask('otherDoctor', both)).json().code).toBe('EXPORT_EMPTY')
  })

  it('follows the tab, filter and sort of the list', async () => {
    const word = `Unique${Date.now()}`
    const make = (patientId: string, status: 'pending_assignment' | 'report_drafted' | 'report_uploaded') =>
      createStudy(api.db, { labId: cast.labA.id, patientName: `${word} ${patientId}`, patientId, status })
    for (const id of ['B', 'A', 'C']) await make(id, 'pending_assignment')
    await make('D', 'report_uploaded')
    await make('E', 'report_drafted')
    const of = (query: string) => idsOf('admin', `patientName=${word}&sort=patientId${query}`)
    expect(await of('')).toEqual(['A', 'B', 'C', 'D', 'E'])
    expect(await of('&status=pending_assignment')).toEqual(['A', 'B', 'C'])
    expect(await of('&status=assigned_to_doctor')).toEqual(['E'])
    expect(await of('&status=report_finalized')).toEqual(['D'])
  })

  it("is named after its content and the clinic's day", async () => {
    const study = await createStudy(api.db, { labId: cast.labA.id, status: 'pending_assignment' })
    const nameOf = async (query: string) => (await ask('staffA', query)).headers['content-disposition']
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Zurich' }).format(new Date())
    expect(await nameOf(`studyIds=${study.id}`)).toContain(`Worklist_Selected_${day}.xlsx`)
    expect(await nameOf('status=pending_assignment')).toContain(`Worklist_All_pending_${day}.xlsx`)
  })

  it('reports that there is nothing to export', async () => {
    const answer = await ask('admin', 'patientName=nobodyhasthisname')
    expect([answer.statusCode, answer.json().message]).toEqual([404, 'Export returned empty file. No matching studies found.'])
  })

  it('is audited with its size, without search terms', async () => {
    const study = await createStudy(api.db, { labId: cast.labA.id, patientName: 'Audited Patient' })
    await ask('staffA', `patientName=Audited&studyIds=${study.id}`)
    const [entry] = await api.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'worklist.exported'))
      .orderBy(sql`id desc`)
      .limit(1)
    expect(entry).toMatchObject({ actorUserId: cast.staffA.userId, details: { studies: 1, tab: 'all', selected: true } })
    expect(JSON.stringify(entry)).not.toContain('Audited')
  })

  it('contains each row of several pages once, in order', async () => {
    const lab = await fillLab(2_345)
    const ids = await idsOf('admin', `selectedLocation=${lab.id}`)
    expect(ids).toEqual(Array.from({ length: 2_345 }, (_, index) => String(index + 1)))
  })

  it('refuses too many rows before the file begins', async () => {
    const lab = await fillLab(4)
    const query = exportEndpoints.worklist.query.parse({ selectedLocation: lab.id })
    const { exportWorklist } = createExportService(api, 3)
    await expect(exportWorklist(cast.admin, query)).rejects.toMatchObject({
      code: 'EXPORT_TOO_LARGE',
      status: 413,
      message: '4 studies match, but at most 3 can be exported at once. Try filtering the data first.',
    })
    const { stream } = await createExportService(api, 4).exportWorklist(cast.admin, query)
    expect(await readSheet(await buffer(stream))).toHaveLength(5)
  })

  describe('over the network', () => {
    let address: string
    beforeAll(async () => {
      address = await api.app.listen({ port: 0, host: '127.0.0.1' })
    })

    const open = (query: string) =>
      new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
        const headers = { authorization: `Bearer ${api.token(cast.admin)}` }
        request(`${address}/api/footer/export?${query}`, { headers }, resolve).on('error', reject).end()
      })

    it('accepts the ids of 1000 selected studies', async () => {
      const study = await createStudy(api.db)
      const ids = Array.from({ length: 1000 }, () => study.id).join(',')
      const response = await open(`studyIds=${ids}`)
      expect(response.statusCode).toBe(200)
      response.destroy()
    })

    it.each([
      ['disconnects', 'destroy'],
      ['stops reading', 'pause'],
    ] as const)('holds no connection to the database when the client %s', async (_what, how) => {
      const lab = await fillLab(10_000)
      const busy = () =>
        api.asOwner(
          "select 1 from pg_stat_activity where datname = current_database() and state = 'active' and pid <> pg_backend_pid() and query like '%with page as%'",
        )
      const response = await open(`selectedLocation=${lab.id}`)
      await once(response, 'data')
      response[how]()
      let quiet = 0
      const noteQuiet = async () => {
        quiet = (await busy()).rowCount === 1 ? 0 : quiet + 1
        return quiet
      }
      await expect.poll(noteQuiet, { interval: 20 }).toBeGreaterThan(10)
    })
  })
})
