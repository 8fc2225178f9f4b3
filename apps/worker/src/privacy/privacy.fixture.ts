import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { viewerGrants } from '@readroom/db/access/tickets.schema'
import { orderEventLog, orderMatches, orders } from '@readroom/db/orders/orders.schema'
import { patientAliases, patients } from '@readroom/db/patients/patients.schema'
import { criticalCommunications, criticalResults } from '@readroom/db/reports/critical-results.schema'
import { reportDispatches } from '@readroom/db/reports/dispatches.schema'
import { downloads, reportWordDocuments } from '@readroom/db/reports/reports.schema'
import { assignments } from '@readroom/db/studies/assignments/assignments.schema'
import { studyDiscussions } from '@readroom/db/studies/discussions/discussions.schema'
import { series } from '@readroom/db/studies/series.schema'
import { shareLinks } from '@readroom/db/studies/sharing/share-links.schema'
import { studies, studyDetails } from '@readroom/db/studies/studies.schema'
import { studyEventLog } from '@readroom/db/studies/study-events.schema'
import {
  createActor,
  createDoctor,
  createDocument,
  createLab,
  createReport,
  createUser,
  newOrthancId,
} from '@readroom/db/testing/factories'
import { eq, sql } from 'drizzle-orm'
import type { OpenJobs } from '../core/jobs/jobs.fixture.ts'

/** A name that nothing else has. */
export const name = 'Quetzalcoatlus'
export const patientId = 'QUETZ-77'

/** A finished study in the archive of somebody with that name, which stands wherever people and scanners can write it. */
export async function addNamedStudy({ db, context, addStudy }: OpenJobs, images = 2) {
  const { study, stored, files } = await addStudy(images, { patientId, patientName: `${name}^Anna` })
  const admin = await createActor(db, await createUser(db, 'admin'))
  const { doctor } = await createDoctor(db)
  const put = async (folder: string, text = `about ${name}`) => {
    const objectKey = `${folder}/${randomUUID()}`
    await context.storage.put(objectKey, Buffer.from(text), { contentType: 'text/plain' })
    return objectKey
  }
  const of = { studyId: study.id }
  await db
    .update(patients)
    .set({ patientId, correctedName: `${name} Anna`, address: `7, ${name} Lane`, contactEmail: `${name}@example.org` })
    .where(eq(patients.id, study.patientRowId))
  await db.insert(patientAliases).values({ patientId: `old ${name}`, patientRowId: study.patientRowId })
  await db
    .update(studies)
    .set({
      dicomPatientName: `${name}^Anna`,
      dicomPatientId: patientId,
      clinicalHistory: `${name} fell`,
      status: 'report_finalized',
    })
    .where(eq(studies.id, study.id))
  await db
    .insert(series)
    .values({ ...of, orthancId: newOrthancId(), seriesInstanceUid: '1.2', description: name, imageCount: images })
  await db.insert(studyDetails).values({ ...of, technologistComments: `${name} moved`, modifiedBy: admin.userId })
  await db.insert(studyDiscussions).values({ ...of, authorId: admin.userId, comment: `Is ${name} here?` })
  await db.insert(assignments).values({ ...of, doctorId: doctor.id, priority: 'NORMAL', assignedBy: admin.userId })
  const changes = [{ field: 'fullName', before: '', after: name }]
  await db
    .insert(studyEventLog)
    .values({ ...of, event: 'edited', toStatus: 'report_finalized', details: { changes }, reason: name })
  const content = JSON.stringify({ text: name })
  const versionId = randomUUID()
  await db.execute(sql`insert into report_versions
    (id, study_id, number, kind, meaning, content, snapshot, signed_by, doctor_id, reason, confirmed, request_id, prev_hash, hash)
    select ${versionId}::uuid, ${study.id}::uuid, 1, 'original', 'final', ${content}::jsonb, ${content}::jsonb, ${admin.userId}::uuid,
      ${doctor.id}::uuid, '', '{}', gen_random_uuid(), '', 'x'`)
  const report = await createReport(db, {
    ...of,
    doctorId: doctor.id,
    uploadedBy: admin.userId,
    status: 'finalized',
    fileName: `${name}.pdf`,
    versionId,
    objectKey: await put('reports'),
  })
  await db.insert(reportWordDocuments).values({ reportId: report.id, sizeBytes: 1, sha256: 'x', objectKey: await put('reports') })
  await createDocument(db, {
    ...of,
    patientRowId: study.patientRowId,
    uploadedBy: admin.userId,
    fileName: `${name}.txt`,
    objectKey: await put('documents'),
  })
  await db.execute(sql`insert into report_drafts (study_id, revision, kind, reason, content, template_name, saved_by)
    values (${study.id}, 1, 'original', '', ${content}::jsonb, ${`knee of ${name}`}, ${admin.userId})`)
  await db.execute(sql`insert into key_images
    (study_id, position, caption, sop_instance_uid, object_key, content_type, width, height, size_bytes, sha256, taken_by, signed_at)
    values (${study.id}, 1, ${`knee of ${name}`}, '1.2.3', ${await put('key-images')}, 'image/png', 1, 1, 1, 'x', ${admin.userId}, now())`)
  await db.insert(downloads).values({ ...of, reportId: report.id, userId: admin.userId, kind: 'report' })
  const inAnHour = new Date(Date.now() + 3_600_000)
  const [link] = await db
    .insert(shareLinks)
    .values({ ...of, hash: randomUUID(), createdBy: admin.userId, expiresAt: inAnHour })
    .returning()
  const sent = { batchId: randomUUID(), reportId: report.id, reportVersion: 1, email: `${name}@example.org`, recipientName: name }
  await db.insert(reportDispatches).values({ ...of, ...sent, dispatchedBy: admin.userId, shareLinkId: link?.id ?? null })
  await db.insert(viewerGrants).values({ ...of, hash: randomUUID(), sessionId: admin.sessionId, expiresAt: inAnHour })
  const [critical] = await db
    .insert(criticalResults)
    .values({ ...of, category: 1, finding: `${name} bleeds`, markedBy: admin.userId, dueAt: inAnHour })
    .returning()
  await db
    .insert(criticalCommunications)
    .values({ resultId: critical?.id ?? '', kind: 'acknowledged', userId: admin.userId, name: `brother of ${name}` })
  await addOrderOf({ db }, study)
  return { study, stored, files, admin, report }
}

type OfNamed = { id: string; patientRowId: string }

/** Adds an order of the named patient, whose laboratory is the order's. Returns its id. */
async function addOrder(db: OpenJobs['db'], patientRowId: string): Promise<string> {
  const { id: labId } = await createLab(db)
  await db.update(patients).set({ labId }).where(eq(patients.id, patientRowId))
  const said = { labId, source: 'hl7' as const, patientName: `${name}^Anna`, indication: `${name} coughs` }
  const ids = { patientIds: [{ id: patientId, authority: null }], patientIdTexts: [patientId] }
  const [order] = await db
    .insert(orders)
    .values({ ...said, ...ids, placerNumber: `${name}-1` })
    .returning()
  if (!order) throw new Error('the order was not inserted')
  const changes = [{ field: 'patientName', before: null, after: name }]
  await db.insert(orderEventLog).values({ orderId: order.id, event: 'changed', source: 'hl7', changes, reason: name })
  return order.id
}

/** Adds an order of the study. */
async function addOrderOf({ db }: Pick<OpenJobs, 'db'>, { id: studyId, patientRowId }: OfNamed): Promise<void> {
  await db.insert(orderMatches).values({ orderId: await addOrder(db, patientRowId), studyId, reason: 'manual' })
}

/** Adds an order of the named patient that has no study yet. */
export async function addWaitingOrder({ db }: Pick<OpenJobs, 'db'>, { patientRowId }: OfNamed): Promise<void> {
  await addOrder(db, patientRowId)
}

/** Returns the tables that contain a text, in any column. */
export async function findInDatabase({ db }: Pick<OpenJobs, 'db'>, text: string): Promise<string[]> {
  const tables = await db.execute<{ name: string }>(sql`select c.relname as name from pg_class c
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`)
  const found: string[] = []
  for (const table of tables.rows) {
    const { rows } = await db.execute(
      sql`select 1 from ${sql.identifier(table.name)} t where t::text ilike ${`%${text}%`} limit 1`,
    )
    if (rows.length > 0) found.push(table.name)
  }
  return found.sort()
}

/** Returns the keys of the stored objects whose bytes contain a text. */
export async function findInStorage({ context: { storage } }: Pick<OpenJobs, 'context'>, text: string): Promise<string[]> {
  const found: string[] = []
  for (const folder of ['zips', 'reports', 'documents', 'exports', 'templates', 'signatures', 'key-images'])
    for await (const { key } of storage.list(folder)) {
      const chunks: Buffer[] = []
      for await (const chunk of (await storage.get(key)).stream) chunks.push(chunk)
      if (Buffer.concat(chunks).includes(text)) found.push(key)
    }
  return found
}

/** The archive's files that hold a text, its own index too. */
export async function findInArchive({ archive }: Pick<OpenJobs, 'archive'>, text: string): Promise<string[]> {
  const entries = await readdir(archive.dir, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = `${entry.parentPath}/${entry.name}`
    if ((await readFile(path)).includes(text)) found.push(path)
  }
  return found
}
