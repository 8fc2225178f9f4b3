import { allEndpoints } from '@readroom/contracts/endpoint-table'
import { auditLog } from '@readroom/db/core/audit.schema'
import { outbox } from '@readroom/db/core/outbox.schema'
import { labs } from '@readroom/db/people/labs.schema'
import { findWorklistRow } from '@readroom/db/worklist/worklist'
import { jobs, StudyNotice } from '@readroom/jobs/jobs'
import { asc, eq, gt, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callerOf, type Example, makeScene, makeTarget, type Scene, type Target } from './testing/examples/example.fixture.ts'
import { examples } from './testing/examples/examples.fixture.ts'

/** Secrets of the examples: a patient, a comment, a password. None may reach permanent records or other programs. */
const secrets = /Verborgen|SECRET-1|Please compare|a fine password/

describe('every change leaves a trace', () => {
  let scene: Scene
  beforeAll(async () => {
    scene = await makeScene()
    await scene.api.db.update(labs).set({ contactEmail: 'desk@lab.example' }).where(eq(labs.id, scene.cast.labA.id))
  })
  afterAll(() => scene.api.stop())

  const lastOf = async (table: typeof auditLog | typeof outbox) => {
    const [row] = await scene.api.db.select({ id: sql<number>`coalesce(max(${table.id}), 0)::int` }).from(table)
    return row?.id ?? 0
  }
  const rowOf = async ({ _id }: Target) => JSON.stringify(await findWorklistRow(scene.api.db, scene.cast.admin, _id))

  /** Makes the call. Returns its additions to audit log and outbox, and whether the study's row has changed. */
  async function tracesOf(example: Example, study: Target) {
    const { db } = scene.api
    const caller = callerOf(scene, example)
    const request = await example.request(scene, study, caller)
    const before = await rowOf(study)
    const [audited, sent] = [await lastOf(auditLog), await lastOf(outbox)]
    const { statusCode } = await scene.api.request(request, caller ?? undefined)
    const entries = await db.select().from(auditLog).where(gt(auditLog.id, audited)).orderBy(asc(auditLog.id))
    const rows = await db.select().from(outbox).where(gt(outbox.id, sent)).orderBy(asc(outbox.id))
    return { statusCode, entries, rows, isChanged: (await rowOf(study)) !== before }
  }

  it('every kind of email about a study is queued by the call of an example', async () => {
    const notices: string[] = []
    for (const example of Object.values(examples).filter(({ leaves }) => leaves?.includes('job study-notice.send'))) {
      const { rows } = await tracesOf(example, await makeTarget(scene))
      const sent = rows.filter(({ name }) => name === 'study-notice.send')
      notices.push(...sent.map(({ payload }) => jobs['study-notice.send'].payload.parse(payload).notice))
    }
    expect(new Set(notices)).toEqual(new Set(StudyNotice.options))
  })

  for (const { method, path, leavesTrace } of allEndpoints) {
    if (method === 'GET' && !leavesTrace) continue
    const name = `${method} ${path}`

    it(name, async () => {
      const example = examples[name]
      if (!example) throw new Error('this endpoint has no example: add one to testing/examples')
      if (!example.leaves) throw new Error(`the example of ${name} does not say what it leaves`)
      const study = await makeTarget(scene)
      const { statusCode, entries, rows, isChanged } = await tracesOf(example, study)
      expect(statusCode).toBe(example.allowed?.status ?? 200)
      const left = [...entries.map(({ action }) => `audit ${action}`), ...rows.map((sent) => `${sent.kind} ${sent.name}`)]
      expect(left).toEqual(example.leaves)
      expect(entries.length > 0 || example.unaudited !== undefined).toBe(true)
      expect(JSON.stringify([entries, rows])).not.toMatch(secrets)
      // Every page that shows a changed row must be told.
      const isTold = rows.some(({ kind, payload }) => kind === 'live' && JSON.stringify(payload).includes(study._id))
      if (isChanged) expect(isTold).toBe(true)
    })
  }
})
