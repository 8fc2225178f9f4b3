import type { Endpoint } from '@readroom/contracts/endpoint'
import { allEndpoints } from '@readroom/contracts/endpoint-table'
import { can } from '@readroom/contracts/permissions'
import { createTicket } from '@readroom/db/queries/tickets'
import { createAssignment, createCast, createReport, createStudy } from '@readroom/db/testing/factories'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from './testing/test-api.ts'
import { buildStudyZip, buildZip } from './testing/zips.fixture.ts'

/** When a session was last active, and failed tries: nobody's work. */
const ignored = ['sessions', 'attempts']

describe('a HEAD', () => {
  let api: TestApi
  let cast: Awaited<ReturnType<typeof createCast>>

  beforeAll(async () => {
    api = await startTestApi()
    cast = await createCast(api.db)
  })
  afterAll(() => api.stop())

  /** Every row of the database, as a digest of each table. */
  async function snapshot(): Promise<Record<string, unknown>> {
    const { rows } = await api.db.execute<{ name: string }>(
      sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    )
    const digests: Record<string, unknown> = {}
    for (const { name } of rows.filter((table) => !ignored.includes(table.name))) {
      const digest = sql`select md5(coalesce(string_agg(t::text, '' order by t::text), '')) as digest from ${sql.identifier(name)} t`
      digests[name] = (await api.db.execute(digest)).rows[0]?.digest
    }
    return digests
  }

  /** A study with everything that can be fetched of it, as path parameters and query. */
  async function makeScene(path: string, sessionId: string) {
    const fields = { labId: cast.labA.id, status: 'report_finalized', imageCount: 1 } as const
    const study = await createStudy(api.db, fields)
    const [{ doctorId, userId }, assignedBy] = [cast.assignedDoctor, cast.admin.userId]
    await createAssignment(api.db, { studyId: study.id, doctorId, assignedBy })
    const report = await createReport(api.db, { studyId: study.id, doctorId, uploadedBy: userId, status: 'finalized' })
    await api.storage.put(report.objectKey, Buffer.from('x'), { contentType: 'application/pdf' })
    const { zipId } = await buildStudyZip(api, study)
    const caller = await Promise.all(
      [cast.staffA, cast.admin, cast.assignedDoctor].map(async (actor) => {
        const made = await api.request({ method: 'POST', url: '/api/downloads/bulk', payload: { studyIds: [study.id] } }, actor)
        const id: string = made.json().bulkZip.id
        await buildZip(api, id)
        return { sessionId: actor.sessionId, bulkZipId: id }
      }),
    )
    const link = await api.request(
      { method: 'POST', url: '/api/sharing/generate-link', payload: { studyId: study.id } },
      cast.admin,
    )
    const ticket = async (purpose: 'viewer' | 'launch' | 'ws' | 'download') =>
      createTicket(api.db, { purpose, sessionId, studyId: study.id, ...(purpose === 'download' && { zipId }) })
    const params: Record<string, string> = {
      ...{ studyId: study.id, orthancStudyID: study.orthancId, studyInstanceUID: study.studyInstanceUid, reportId: report.id },
      ...{ doctorId, labId: cast.labA.id, '*': path.startsWith('/archive') ? 'app/viewer.html' : 'series' },
      bulkZipId: caller.find((own) => own.sessionId === sessionId)?.bulkZipId ?? '',
      ticket: await ticket(path === '/api/launch/:ticket' ? 'launch' : 'download'),
      token: link.json().shareableLink.split('/').at(-1),
    }
    const queries: Record<string, string> = {
      '/viewer/open': `?ticket=${await ticket('viewer')}`,
      '/api/footer/export': `?studyIds=${study.id}`,
      '/api/admin/studies/search': '?searchTerm=Test',
      '/api/admin/search/values': '?searchTerm=Test',
      ...(path.startsWith('/ws/') && { [path]: `?token=${await ticket('ws')}` }),
    }
    return path.replace(/:(\w+)|\*/g, (whole, name: string | undefined) => params[name ?? '*'] ?? whole) + (queries[path] ?? '')
  }

  const callerFor = ({ access }: Endpoint) =>
    [cast.staffA, cast.admin, cast.assignedDoctor].find(({ role }) =>
      access === 'public' || access === 'signed-in' ? true : can(role, access),
    ) ?? cast.admin

  for (const endpoint of allEndpoints.filter(({ method }) => method === 'GET')) {
    const { path, leavesTrace = false } = endpoint
    const isSocket = path.startsWith('/ws/')

    it(`of ${path} changes nothing, and says what a GET would`, async () => {
      const actor = callerFor(endpoint)
      const url = await makeScene(path, actor.sessionId)
      const before = await snapshot()
      const head = await api.request({ method: 'HEAD', url }, actor)
      expect(await snapshot()).toEqual(before)
      expect(head.body).toBe('')
      const get = await api.request({ method: 'GET', url }, actor)
      if (!isSocket) expect(head.statusCode).toBe(get.statusCode)
      // Only what says so leaves a trace, and what says so does.
      const after = await snapshot()
      expect(JSON.stringify(after) !== JSON.stringify(before)).toBe(leavesTrace || isSocket)
    })
  }

  it('queues no ZIP that is not there yet', async () => {
    const study = await createStudy(api.db, { labId: cast.labA.id })
    const url = `/api/download/study/${study.orthancId}/r2-direct`
    const before = await snapshot()
    expect((await api.request({ method: 'HEAD', url }, cast.staffA)).statusCode).toBe(404)
    expect(await snapshot()).toEqual(before)
  })
})
