import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { audit } from '@readroom/db/core/audit'
import { auditLog } from '@readroom/db/core/audit.schema'
import { settings } from '@readroom/db/core/settings.schema'
import { auditCheck } from '@readroom/db/operations/audit-check.schema'
import { orders } from '@readroom/db/orders/orders.schema'
import { patientAliases, patients, waitingPatientChanges } from '@readroom/db/patients/patients.schema'
import { listRemovals } from '@readroom/db/privacy/erasure'
import { privacyActions } from '@readroom/db/privacy/privacy.schema'
import { studies } from '@readroom/db/studies/studies.schema'
import { studyEventLog } from '@readroom/db/studies/study-events.schema'
import { createPatient, createStudy } from '@readroom/db/testing/factories'
import { savedLists } from '@readroom/db/worklist/saved-lists.schema'
import { holdPatient, readPrivacySubject, requestExport } from '@readroom/domain/privacy/privacy'
import { removePatient } from '@readroom/domain/privacy/privacy-removal'
import { eventually } from '@readroom/local/core/eventually'
import { createOrthanc } from '@readroom/orthanc/client'
import { StorageDown } from '@readroom/storage/object-storage'
import { eq, sql } from 'drizzle-orm'
import { Open } from 'unzipper'
import { beforeEach, describe, expect, test } from 'vitest'
import { firstRun, lastRun, losingAnswer, type OpenJobs, openJobs } from '../core/jobs/jobs.fixture.ts'
import { buildZip } from '../images/zip-build.ts'
import { verifyAudit } from '../operations/audit-verify.ts'
import { findStudy, makeContext, pollAll } from '../studies/intake/intake.fixture.ts'
import { compareStudy } from '../studies/intake/one-study.ts'
import { compactCounts } from '../studies/upkeep/counts-compact.ts'
import {
  addNamedStudy,
  addWaitingOrder,
  findInArchive,
  findInDatabase,
  findInStorage,
  name,
  patientId,
} from './privacy.fixture.ts'
import { exportPatient } from './privacy-export.ts'
import { removeErased } from './privacy-remove.ts'
import { keepPrivacy } from './privacy-upkeep.ts'

let jobs: OpenJobs
beforeEach(async () => {
  jobs = await openJobs()
  return () => jobs.close()
})

const asked = { patientId, reason: 'Asked for by letter', includeUnfinished: false }
const actionOf = async (id: string) => {
  const [row] = await jobs.db.select().from(privacyActions).where(eq(privacyActions.id, id))
  if (!row) throw new Error('no such action')
  return row
}
const ofPatient = async (patientRowId: string) => {
  const [row] = await jobs.db.select().from(patients).where(eq(patients.id, patientRowId))
  if (!row) throw new Error('no such patient')
  return row
}
type Admin = Parameters<typeof removePatient>[1]
const listed = async (db: Parameters<typeof readPrivacySubject>[0], admin: Admin, studyId: string) => ({
  fingerprint: (await readPrivacySubject(db, admin, studyId)).fingerprint,
})
const erase = (admin: Admin, studyId: string, more: Partial<typeof asked> = {}) =>
  jobs.db.transaction(async (tx) =>
    removePatient(tx, admin, { ...asked, ...(await listed(tx, admin, studyId)), ...more, studyId, way: 'erase' }),
  )
const anonymise = (admin: Admin, studyId: string, more: Partial<typeof asked> = {}) =>
  jobs.db.transaction(async (tx) =>
    removePatient(tx, admin, { ...asked, ...(await listed(tx, admin, studyId)), ...more, studyId, way: 'anonymise' }),
  )

async function makeExport(admin: Parameters<typeof requestExport>[1], studyId: string) {
  const { actionId } = await jobs.db.transaction(async (tx) =>
    requestExport(tx, admin, { studyId, ...(await listed(tx, admin, studyId)) }),
  )
  await exportPatient(jobs.context, { actionId }, firstRun)
  return actionOf(actionId)
}

async function readZip(objectKey: string | null): Promise<Map<string, Buffer>> {
  const { stream } = await jobs.context.storage.get(objectKey ?? '')
  const entries = new Map<string, Buffer>()
  for (const entry of (await Open.buffer(await buffer(stream))).files) entries.set(entry.path, await entry.buffer())
  return entries
}

test('after an erasure the name is nowhere: not in the database, the storage or the archive', async () => {
  const { study, admin } = await addNamedStudy(jobs)
  await addWaitingOrder(jobs, study)
  await buildZip(jobs.context, await jobs.request({ ...study }), firstRun)
  await makeExport(admin, study.id)
  expect((await findInDatabase(jobs, name)).length).toBeGreaterThan(12)
  expect((await findInStorage(jobs, name)).length).toBeGreaterThanOrEqual(5)
  expect((await findInArchive(jobs, name)).length).toBeGreaterThan(0)
  const entriesBefore = await jobs.db.$count(auditLog)

  const { actionId, counts } = await erase(admin, study.id)
  expect(counts).toEqual({ studies: 1, images: 2, reports: 1, documents: 1, comments: 1, lists: 0 })
  for (const text of [name, patientId]) expect(await findInDatabase(jobs, text)).toEqual([])
  expect(await jobs.relay()).toContain('study.changed')
  await removeErased(jobs.context, { actionId }, firstRun)
  for (const text of [name, patientId]) {
    expect(await findInDatabase(jobs, text)).toEqual([])
    expect(await findInStorage(jobs, text)).toEqual([])
  }
  expect(await jobs.context.orthanc.listStudies(0, 10)).toEqual([])
  // SQLite keeps freed pages of its index for a while (docs/decisions/privacy/privacy.md); no file of an image is left.
  const dicom = (await findInArchive(jobs, name)).filter((path) => !/\/index(-wal|-shm)?$/.test(path))
  expect(dicom).toEqual([])
  expect(await actionOf(actionId)).toMatchObject({ state: 'done', subjectId: study.patientRowId, reason: asked.reason, counts })
  const [said] = await jobs.db.select().from(auditLog).where(eq(auditLog.action, 'patient.erased'))
  expect(said).toMatchObject({ actorUserId: admin.userId, targetId: study.patientRowId, details: { actionId, ...counts } })
  expect(await jobs.db.$count(auditLog)).toBe(entriesBefore + 2)
  await verifyAudit(jobs.context)
  expect(await jobs.db.select().from(auditCheck)).toMatchObject([{ fault: null, entries: entriesBefore + 2 }])
})

/** Texts by people and scanners about a study, in places that `addNamedStudy` leaves alone. */
const identifying = {
  dicomPatientBirthDate: '1951-03-07',
  dicomPatientAge: '73Y',
  dicomAccessionNumber: 'ACC-QUETZ',
  studyType: `of ${name}`,
  dicomDescription: `skull of ${name}`,
  dicomReferringPhysician: `${name}^Ref`,
  dicomRequestingPhysician: `${name}^Req`,
  dicomOperatorName: `${name}^Op`,
  institution: `${name} hospital`,
  correctedDescription: `corrected ${name}`,
  correctedAccessionNumber: 'ACC-QUETZ',
  correctedReferringPhysician: `Dr ${name}`,
  dicomPatientSex: 'F' as const,
}

test('after an anonymisation the person is nowhere, and what counts and times are made of is as it was', async () => {
  const { study, admin } = await addNamedStudy(jobs)
  await addWaitingOrder(jobs, study)
  const reportedAt = new Date('2026-01-05T10:00:00Z')
  await jobs.db
    .update(studies)
    .set({ ...identifying, reportedAt, modalities: ['CT'], bodyParts: 'SKULL', studyDate: '2026-01-05' })
    .where(eq(studies.id, study.id))
  const before = await jobs.getStudy(study.id)
  const { actionId, counts } = await anonymise(admin, study.id)
  expect(counts).toMatchObject({ studies: 1, images: 2, reports: 1, documents: 1, comments: 1 })
  await removeErased(jobs.context, { actionId }, firstRun)
  // Once a minute: what was typed as the kind of a study is in the sums that lists are counted by.
  await compactCounts(jobs.context)
  for (const text of [name, patientId, 'ACC-QUETZ', '1951-03-07', before.orthancId, before.studyInstanceUid]) {
    const found = (await findInDatabase(jobs, text)).filter((table) => text !== before.orthancId || table !== 'privacy_removals')
    expect([text, found]).toEqual([text, []])
    expect(await findInStorage(jobs, text)).toEqual([])
  }
  expect(await jobs.context.orthanc.listStudies(0, 10)).toEqual([])
  const after = await jobs.getStudy(study.id)
  const { status, tab, labId, doctorIds, modalities, bodyParts, imageCount, receivedAt, studyDate } = before
  expect(after).toMatchObject({
    status,
    tab,
    labId,
    doctorIds,
    modalities,
    bodyParts,
    imageCount,
    receivedAt,
    studyDate,
    reportedAt,
  })
  expect(after).toMatchObject({ patientSex: 'F', patientAge: null, patientBirthDate: null, clinicalHistory: '' })
  expect(after.patientName).toMatch(/^Anonymised [0-9A-F]{8}$/)
  expect(after.patientId).toMatch(/^ANON-[0-9A-F]{8}$/)
  expect(await jobs.db.$count(patients, eq(patients.id, study.patientRowId))).toBe(0)
  expect(await actionOf(actionId)).toMatchObject({ kind: 'anonymisation', state: 'done', subjectId: study.patientRowId, counts })
  const [said] = await jobs.db.select().from(auditLog).where(eq(auditLog.action, 'patient.anonymised'))
  expect(said).toMatchObject({ actorUserId: admin.userId, targetId: study.patientRowId, details: { actionId, ...counts } })
  await verifyAudit(jobs.context)
  expect(await jobs.db.select().from(auditCheck)).toMatchObject([{ fault: null }])
})

test('an anonymised history says what happened when, and nothing that people wrote', async () => {
  const { study, admin } = await addNamedStudy(jobs)
  const doctorId = randomUUID()
  await jobs.db.insert(studyEventLog).values({
    studyId: study.id,
    event: 'finalized',
    toStatus: 'report_finalized',
    details: { doctorId, reportId: randomUUID(), note: name },
  })
  const target = { minutes: 60, warningPercent: 75, ruleId: null }
  await jobs.db.insert(studyEventLog).values({
    studyId: study.id,
    event: 'prioritized',
    toStatus: 'report_finalized',
    details: { priority: 'HIGH', caseType: 'stat', target, note: name },
  })
  await anonymise(admin, study.id)
  const events = await jobs.db.select().from(studyEventLog).where(eq(studyEventLog.studyId, study.id)).orderBy(studyEventLog.id)
  expect(events.map(({ event, reason, details }) => [event, reason, details])).toEqual([
    ['edited', null, {}],
    ['finalized', null, { doctorId }],
    ['prioritized', null, { priority: 'HIGH', caseType: 'stat', target }],
    ['images_missing', null, { images: 0, imagesBefore: 2 }],
  ])
})

test('what the scanner sends again after an anonymisation is a new study of a new patient', async () => {
  const { study, admin, files } = await addNamedStudy(jobs)
  const intake = makeContext(jobs.context.database as Parameters<typeof makeContext>[0], jobs.context.orthanc)
  const { actionId } = await anonymise(admin, study.id)
  await removeErased(jobs.context, { actionId }, firstRun)
  await jobs.archive.upload(...files)
  await jobs.db.execute(sql`update privacy_removals set removed_at = now() - interval '2 minutes'`)
  await compareStudy(intake, study.orthancId)
  const again = await findStudy(jobs, study.orthancId)
  expect(again?.patientName).toContain(name)
  const anonymous = await jobs.getStudy(study.id)
  expect([again?.id === anonymous.id, again?.patientRowId === anonymous.patientRowId]).toEqual([false, false])
})

test('of an anonymised patient what is not finished is erased, once that is confirmed', async () => {
  const { study, admin } = await addNamedStudy(jobs)
  const other = await createStudy(jobs.db, { patientRowId: study.patientRowId, status: 'assigned_to_doctor', patientName: name })
  await expect(anonymise(admin, study.id)).rejects.toMatchObject({ code: 'STUDIES_UNFINISHED' })
  await anonymise(admin, study.id, { includeUnfinished: true })
  expect(await jobs.db.$count(studies, eq(studies.id, other.id))).toBe(0)
  expect((await jobs.getStudy(study.id)).anonymisedAt).not.toBeNull()
  expect(await findInDatabase(jobs, name)).toEqual([])
})

describe('saved lists', () => {
  const query = (filters: Record<string, string>) => ({ filters, tab: 'all', sort: '-uploadDate', columns: ['patientName'] })
  const save = async (ownerId: string, lists: [name: string, filters: Record<string, string>][]) => {
    for (const [index, [list, filters]] of lists.entries())
      await jobs.db.insert(savedLists).values({ ownerId, name: list, query: query(filters), position: index + 1 })
  }
  const namesOf = async () => (await jobs.db.select().from(savedLists).orderBy(savedLists.position)).map((list) => list.name)

  test.each([
    ['an erasure', erase],
    ['an anonymisation', anonymise],
  ])('that search for the person, or are called by them, go with %s; the record says how many', async (_what, act) => {
    const { study, admin } = await addNamedStudy(jobs)
    await createStudy(jobs.db, { patientName: 'Other^Anna', patientId: 'OTHER-1', description: 'CT hand', modalities: ['CT'] })
    await save(admin.userId, [
      ['by all', { searchTerm: `anna ${name.toLowerCase()}` }],
      ['by a part', { searchTerm: 'QUETZAL', searchType: 'patientName' }],
      ['by id', { searchTerm: patientId, searchType: 'patientId' }],
      ['by the filter', { patientName: `Quétzalcoatlus` }],
      ['by the other filter', { patientId: patientId.toLowerCase() }],
      [`${name}, controls`, { modality: 'CT' }],
      ['first name that others have', { searchTerm: 'anna' }],
      ['a part of the id', { patientId: 'QUETZ-7' }],
      ['something else', { searchTerm: 'hand' }],
      ['no words', { workflowStatus: 'report_finalized' }],
      ['of a physician', { referringPhysician: name }],
    ])
    const { actionId, counts } = await act(admin, study.id)
    expect(counts.lists).toBe(6)
    expect((await actionOf(actionId)).counts.lists).toBe(6)
    expect(await namesOf()).toEqual([
      'first name that others have',
      'a part of the id',
      'something else',
      'no words',
      'of a physician',
    ])
  })

  test('stay while the patient has studies that a retention time leaves', async () => {
    const { study, admin } = await addNamedStudy(jobs)
    await jobs.db.execute(sql`delete from report_drafts`)
    const old = { reportedAt: sql`now() - interval '800 days'` }
    await jobs.db.update(studies).set(old).where(eq(studies.id, study.id))
    const young = await createStudy(jobs.db, {
      patientRowId: study.patientRowId,
      status: 'report_finalized',
      reportedAt: new Date(),
    })
    await save(admin.userId, [['by name', { searchTerm: name }]])
    await set(admin.userId, { studyRetentionYears: 2 })
    await keepPrivacy(jobs.context, {}, firstRun)
    expect([await jobs.db.$count(studies), await namesOf()]).toEqual([1, ['by name']])
    await jobs.db.update(studies).set(old).where(eq(studies.id, young.id))
    await keepPrivacy(jobs.context, {}, firstRun)
    expect([await jobs.db.$count(studies), await namesOf()]).toEqual([0, []])
  })
})

test('a run that was cut off is gone on with, and finishes once', async () => {
  const { study, admin } = await addNamedStudy(jobs)
  const { actionId } = await erase(admin, study.id)
  const { storage } = jobs.context
  let left = 1
  const failing = {
    ...storage,
    delete: (key: string) => (left-- > 0 ? storage.delete(key) : Promise.reject(new StorageDown('cut off'))),
  }
  await expect(removeErased({ ...jobs.context, storage: failing }, { actionId }, firstRun)).rejects.toThrow('cut off')
  const rest = await listRemovals(jobs.db, actionId, 10)
  expect(rest.length).toBe(3)
  expect((await actionOf(actionId)).state).toBe('running')
  await removeErased(jobs.context, { actionId }, firstRun)
  await removeErased(jobs.context, { actionId }, firstRun)
  expect((await actionOf(actionId)).state).toBe('done')
  expect(await jobs.db.$count(auditLog, eq(auditLog.action, 'patient.removed'))).toBe(1)
})

test('what was done is in the storage too, by ids alone, before anything is removed', async () => {
  const { study, admin } = await addNamedStudy(jobs)
  const { actionId } = await anonymise(admin, study.id)
  const orthanc = createOrthanc({ url: 'http://127.0.0.1:1', username: 'x', password: 'x' })
  await expect(removeErased({ ...jobs.context, orthanc }, { actionId }, firstRun)).rejects.toThrow()
  await orthanc.close()
  const { stream } = await jobs.context.storage.get(`privacy/${actionId}.json`)
  const { requestedAt } = await actionOf(actionId)
  const of = { subjectId: study.patientRowId, studyIds: [study.id] }
  expect(JSON.parse((await buffer(stream)).toString())).toEqual({
    id: actionId,
    kind: 'anonymisation',
    requestedAt: requestedAt.toISOString(),
    ...of,
  })
})

test('with the archive away it is failed at last, and the daily job asks for it again', async () => {
  const { study, admin } = await addNamedStudy(jobs)
  const { actionId } = await erase(admin, study.id)
  const orthanc = createOrthanc({ url: 'http://127.0.0.1:1', username: 'x', password: 'x' })
  await expect(removeErased({ ...jobs.context, orthanc }, { actionId }, { ...firstRun, isLast: true })).rejects.toThrow()
  await orthanc.close()
  expect(await actionOf(actionId)).toMatchObject({ state: 'failed', error: expect.stringContaining('every day') })
  await jobs.db.update(privacyActions).set({ requestedAt: sql`now() - interval '2 hours'` })
  await jobs.relay()
  await jobs.context.queues.byName.archive.drain()
  await keepPrivacy(jobs.context, {}, firstRun)
  await jobs.relay()
  const waiting = await jobs.context.queues.byName.archive.getJobs()
  expect(waiting.map(({ name: job, data }) => [job, data.actionId])).toEqual([['privacy.remove', actionId]])
})

test('the intake takes nothing in that is being erased, and takes in as new what the scanner sends later', async () => {
  const { study, admin, files } = await addNamedStudy(jobs)
  const intake = makeContext(jobs.context.database as Parameters<typeof makeContext>[0], jobs.context.orthanc)
  const { actionId } = await erase(admin, study.id)
  await pollAll(intake)
  expect(await findStudy(jobs, study.orthancId)).toBeUndefined()
  await removeErased(jobs.context, { actionId }, firstRun)
  await jobs.archive.upload(...files)
  // A minute later.
  await jobs.db.execute(sql`update privacy_removals set removed_at = now() - interval '2 minutes'`)
  await jobs.db.execute(sql`delete from intake_failures`)
  await compareStudy(intake, study.orthancId)
  const again = await findStudy(jobs, study.orthancId)
  expect(again).toMatchObject({ status: 'new_study_received', clinicalHistory: '' })
  expect(again?.id).not.toBe(study.id)
})

test.each([
  ['another id typed', { patientId: 'SOMEBODY' }, 'PATIENT_ID_DIFFERS'],
  ['a reason that names them', { reason: `${name} asked for it` }, 'REASON_NAMES_PATIENT'],
  ['a reason with their id', { reason: `asked for by ${patientId}` }, 'REASON_NAMES_PATIENT'],
])('%s is refused and changes nothing', async (_what, more, code) => {
  const { study, admin } = await addNamedStudy(jobs)
  const before = await findInDatabase(jobs, name)
  await expect(erase(admin, study.id, more)).rejects.toMatchObject({ code })
  await expect(anonymise(admin, study.id, more)).rejects.toMatchObject({ code })
  expect(await findInDatabase(jobs, name)).toEqual(before)
})

test('a reason is refused that names them by a name of two letters', async () => {
  const { study, admin } = await addNamedStudy(jobs)
  await jobs.db.update(patients).set({ correctedName: 'Li Na' }).where(eq(patients.id, study.patientRowId))
  await expect(erase(admin, study.id, { reason: 'Asked for by Mrs Li' })).rejects.toMatchObject({ code: 'REASON_NAMES_PATIENT' })
})

test('refused: on hold, while a report is written, unfinished studies that nobody confirmed', async () => {
  const { study, admin } = await addNamedStudy(jobs)
  await jobs.db.transaction((tx) => holdPatient(tx, admin, study.id, 'A court asked'))
  await expect(erase(admin, study.id)).rejects.toMatchObject({ code: 'PATIENT_ON_HOLD' })
  await expect(anonymise(admin, study.id)).rejects.toMatchObject({ code: 'PATIENT_ON_HOLD' })
  await jobs.db.transaction((tx) => holdPatient(tx, admin, study.id, null))
  await jobs.db.execute(sql`insert into report_holds (study_id, fence, user_id, window_id, lease_until)
    values (${study.id}, 1, ${admin.userId}, ${randomUUID()}, now() + interval '1 minute')`)
  await expect(erase(admin, study.id)).rejects.toMatchObject({ code: 'REPORT_BEING_WRITTEN' })
  await jobs.db.execute(sql`update report_holds set lease_until = now()`)
  await jobs.db.update(studies).set({ status: 'assigned_to_doctor' }).where(eq(studies.id, study.id))
  await expect(erase(admin, study.id)).rejects.toMatchObject({ code: 'STUDIES_UNFINISHED' })
  await erase(admin, study.id, { includeUnfinished: true })
  expect(await jobs.db.$count(patients, eq(patients.id, study.patientRowId))).toBe(0)
})

test('what is append-only goes with an erasure that was asked for, and in no other way', async () => {
  const { study } = await addNamedStudy(jobs)
  const failing = async (statement: ReturnType<typeof sql>) =>
    jobs.db.execute(statement).then(
      () => 'done',
      (error: Error) => String(error.cause ?? error),
    )
  for (const name of ['erase_append_only', 'anonymise_append_only'])
    expect(await failing(sql`select ${sql.identifier(name)}(array[${study.id}]::uuid[])`)).toContain('nobody asked for')
  const update = sql`with s as (select set_config('readroom.erasing', 'yes', true)) update study_events set reason = '' where (select count(*) from s) > 0`
  expect(await failing(update)).toMatch(/permission denied/)
  for (const table of ['audit_log', 'audit_chain', 'study_events', 'report_versions']) {
    const statement = sql`with s as (select set_config('readroom.erasing', 'yes', true)) delete from ${sql.identifier(table)} where (select count(*) from s) > 0`
    expect(await failing(statement)).toMatch(/permission denied/)
  }
})

test('an export holds the record, reports, documents, images and who looked, and names what is missing', async () => {
  const { study, admin, stored, report } = await addNamedStudy(jobs, 3)
  const target = { type: 'study', id: study.id }
  await audit(jobs.db, admin, { action: 'images.opened', target })
  await jobs.archive.loseFile(stored[1]?.ID ?? '')
  await jobs.context.storage.delete(report.objectKey)
  const action = await makeExport(admin, study.id)
  expect(action).toMatchObject({ state: 'done', filesMissing: 2 })
  const files = await readZip(action.objectKey)
  const folder = 'study_1_no-date'
  expect([...files.keys()].filter((path) => !path.endsWith('.dcm'))).toEqual([
    'record.json',
    'record.txt',
    'who-looked.csv',
    `${folder}/reports/v1_report.docx`,
    `${folder}/documents/0_${name}.txt`,
    expect.stringMatching(`^${folder}/key-images/[0-9a-f-]{36}\\.png$`),
    'manifest.txt',
  ])
  expect([...files.keys()].filter((path) => path.endsWith('.dcm'))).toHaveLength(2)
  const text = (path: string) => files.get(path)?.toString() ?? ''
  const record = JSON.parse(text('record.json'))
  expect(record.patient).toMatchObject({ corrected_name: `${name} Anna`, patient_id: patientId })
  expect(record.studies[0].comments[0].comment).toContain(name)
  expect(text('record.json')).not.toContain('object_key')
  expect(text('record.txt')).toContain(`${name} bleeds`)
  expect(text('who-looked.csv')).toContain('"Viewer opened"')
  expect(text('who-looked.csv')).toContain(`"${admin.fullName}"`)
  expect(text('manifest.txt')).toContain('2 files could not be read and are missing:')
  expect(text('manifest.txt')).toContain(`${folder}/reports/v1_${name}.pdf`)
})

test('an export says who looked at records that were merged into the record of the patient', async () => {
  const { study, admin } = await addNamedStudy(jobs)
  const { labId } = await ofPatient(study.patientRowId)
  const [earliest, former, stranger] = await Promise.all(
    ['EARLIEST-1', 'FORMER-1', 'STRANGER-1'].map((id) => createPatient(jobs.db, labId, id)),
  )
  const merge = (from = '', mergedInto = '') => jobs.db.update(patients).set({ mergedInto }).where(eq(patients.id, from))
  await merge(earliest, former)
  await merge(former, study.patientRowId)
  for (const id of [earliest, former, stranger])
    await audit(jobs.db, admin, { action: 'record.opened', target: { type: 'patient', id: id ?? '' } })
  const { objectKey } = await makeExport(admin, study.id)
  const looks = (await readZip(objectKey)).get('who-looked.csv')?.toString() ?? ''
  expect([earliest, former, stranger].map((id) => looks.includes(id ?? ''))).toEqual([true, true, false])
})

test('an export names nobody of whom a connected system said something under the ID of the patient', async () => {
  const { study, admin } = await addNamedStudy(jobs)
  const { labId } = await ofPatient(study.patientRowId)
  const said = { sender: 'North hospital', patientId, patientName: 'Okonkwo Amara', birthDate: '1990-09-09', sex: 'F' as const }
  const reason = 'Several people have the ID of PID-3.'
  await jobs.db.insert(waitingPatientChanges).values([
    { ...said, labId: labId ?? '', kind: 'update', previousId: '', reason },
    { ...said, labId: labId ?? '', kind: 'merge', patientId: 'OKONKWO-1', previousId: patientId, reason },
  ])
  const { objectKey } = await makeExport(admin, study.id)
  const record = (await readZip(objectKey)).get('record.json')?.toString() ?? ''
  expect(record).not.toMatch(/Okonkwo|1990-09-09/i)
  expect(JSON.parse(record).waitingChanges).toMatchObject([
    { kind: 'update', sender: 'North hospital', reason },
    { kind: 'merge', sender: 'North hospital', reason },
  ])
})

test('an order without a study is of the patient who had its ID before, unless somebody else has or had it', async () => {
  const { study, admin } = await addNamedStudy(jobs)
  const { labId } = await ofPatient(study.patientRowId)
  const [own, taken, shared] = [`former ${name}`, `taken ${name}`, `shared ${name}`]
  const addAlias = (patientRowId: string, id: string) =>
    jobs.db.insert(patientAliases).values({ labId, patientId: id, patientRowId })
  for (const id of [own, taken]) await addAlias(study.patientRowId, id)
  await createPatient(jobs.db, labId, taken)
  const other = await createPatient(jobs.db, labId, 'OTHER-1')
  await addAlias(other, shared)
  await jobs.db.update(patients).set({ patientId: shared }).where(eq(patients.id, study.patientRowId))
  for (const id of [own, taken, shared])
    await jobs.db.insert(orders).values({
      labId: labId ?? '',
      source: 'hl7',
      placerNumber: id,
      patientName: 'Waiting Wanda',
      patientIds: [{ id, authority: null }],
      patientIdTexts: [id],
    })
  const { objectKey } = await makeExport(admin, study.id)
  const record = JSON.parse((await readZip(objectKey)).get('record.json')?.toString() ?? '')
  const exported: { placer_number: string }[] = record.orders
  expect(exported.map(({ placer_number }) => placer_number).sort()).toEqual([`${name}-1`, own])
  await erase(admin, study.id, { patientId: shared })
  const left = await jobs.db.select({ number: orders.placerNumber }).from(orders).orderBy(orders.placerNumber)
  expect(left.map(({ number }) => number)).toEqual([shared, taken])
})

test('an export that was cut off is built again, and the first one is not published', async () => {
  const { study, admin } = await addNamedStudy(jobs)
  const { actionId } = await jobs.db.transaction(async (tx) =>
    requestExport(tx, admin, { studyId: study.id, ...(await listed(tx, admin, study.id)) }),
  )
  await jobs.db
    .update(privacyActions)
    .set({ state: 'running', objectKey: 'exports/half.zip' })
    .where(eq(privacyActions.id, actionId))
  await jobs.context.storage.put('exports/half.zip', Buffer.from('half'), { contentType: 'application/zip' })
  await exportPatient(jobs.context, { actionId }, firstRun)
  expect(await jobs.context.storage.head('exports/half.zip')).toBeNull()
  expect((await actionOf(actionId)).state).toBe('done')
  await exportPatient(jobs.context, { actionId }, firstRun)
  expect(await jobs.db.$count(auditLog, eq(auditLog.action, 'export.made'))).toBe(1)
})

test('an export stays whose publishing was answered to nobody', async () => {
  const { study, admin } = await addNamedStudy(jobs)
  const { actionId } = await jobs.db.transaction(async (tx) =>
    requestExport(tx, admin, { studyId: study.id, ...(await listed(tx, admin, study.id)) }),
  )
  const isDone = async () => (await actionOf(actionId)).state === 'done'
  const lossy = { ...jobs.context, database: { db: losingAnswer(jobs.db, isDone) } }
  await expect(exportPatient(lossy, { actionId }, lastRun)).rejects.toThrow('Connection terminated')
  await exportPatient(jobs.context, { actionId }, lastRun)
  const { state, objectKey, sizeBytes } = await actionOf(actionId)
  expect([state, await jobs.context.storage.head(objectKey ?? '')]).toEqual(['done', { size: sizeBytes }])
})

async function set(userId: string, values: Record<string, number | string>) {
  for (const [key, value] of Object.entries(values))
    await jobs.db
      .insert(settings)
      .values({ name: key, value, changedBy: userId })
      .onConflictDoUpdate({ target: settings.name, set: { value } })
}

test('retention times remove images, then whole studies; not of patients on hold, nor unless they are set', async () => {
  const { study, admin } = await addNamedStudy(jobs)
  await jobs.db.execute(sql`delete from report_drafts`)
  await jobs.db.update(studies).set({ reportedAt: sql`now() - interval '800 days'` }).where(eq(studies.id, study.id))
  const run = async () => {
    await keepPrivacy(jobs.context, {}, firstRun)
    for (const { id, state } of await jobs.db.select().from(privacyActions))
      if (state === 'queued') await removeErased(jobs.context, { actionId: id }, firstRun)
  }
  await run()
  expect(await jobs.db.$count(privacyActions)).toBe(0)

  await set(admin.userId, { imageRetentionDays: 365 })
  await jobs.db.transaction((tx) => holdPatient(tx, admin, study.id, 'A court asked'))
  await run()
  expect(await jobs.db.$count(privacyActions)).toBe(0)
  await jobs.db.transaction((tx) => holdPatient(tx, admin, study.id, null))
  await run()
  await run()
  expect(await jobs.db.select().from(privacyActions)).toMatchObject([
    { kind: 'image_retention', state: 'done', counts: { studies: 1, images: 2 }, requestedBy: null },
  ])
  expect(await jobs.context.orthanc.listStudies(0, 10)).toEqual([])
  expect((await jobs.getStudy(study.id)).imagesMissingAt).not.toBeNull()

  await set(admin.userId, { studyRetentionYears: 2 })
  await run()
  expect(await findInDatabase(jobs, name)).toEqual([])
  expect(await findInStorage(jobs, name)).toEqual([])
})

/** Until something waits for what another transaction holds, or `work` is done without. */
async function untilWaiting(work: Promise<unknown>): Promise<void> {
  let isDone = false
  const done = () => {
    isDone = true
  }
  work.then(done, done)
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await eventually(async () => expect(isDone || (await jobs.database.asOwner(waiting)).rows.length > 0).toBe(true))
}

test('a retention time waits for a hold that is being set, and leaves the patient what there is', async () => {
  const { study, admin } = await addNamedStudy(jobs)
  await jobs.db.execute(sql`delete from report_drafts`)
  await jobs.db.update(studies).set({ reportedAt: sql`now() - interval '800 days'` }).where(eq(studies.id, study.id))
  await set(admin.userId, { imageRetentionDays: 365, studyRetentionYears: 2 })
  const { applying } = await jobs.db.transaction(async (tx) => {
    await holdPatient(tx, admin, study.id, 'A court asked')
    const keeping = keepPrivacy(jobs.context, {}, firstRun)
    await untilWaiting(keeping)
    return { applying: keeping }
  })
  await applying
  expect(await jobs.db.$count(privacyActions)).toBe(0)
  expect((await jobs.getStudy(study.id)).imagesMissingAt).toBeNull()
})

test('a hold on somebody who is being erased is refused, and not said to be set', async () => {
  const { study, admin } = await addNamedStudy(jobs)
  const { holding } = await jobs.db.transaction(async (tx) => {
    await removePatient(tx, admin, { ...asked, ...(await listed(tx, admin, study.id)), studyId: study.id, way: 'erase' })
    const held = jobs.db.transaction((other) => holdPatient(other, admin, study.id, 'A court asked'))
    await untilWaiting(held)
    return { holding: held }
  })
  await expect(holding).rejects.toMatchObject({ code: 'STUDY_NOT_FOUND' })
  expect(await jobs.db.$count(auditLog, eq(auditLog.action, 'patient.held'))).toBe(0)
})

test('a retention time that anonymises takes each study once, and leaves the patient what is not due', async () => {
  const { study, admin } = await addNamedStudy(jobs)
  await jobs.db.execute(sql`delete from report_drafts`)
  await jobs.db.update(studies).set({ reportedAt: sql`now() - interval '800 days'` }).where(eq(studies.id, study.id))
  const young = await createStudy(jobs.db, {
    patientRowId: study.patientRowId,
    status: 'report_finalized',
    reportedAt: new Date(),
  })
  await set(admin.userId, { studyRetentionYears: 2, studyRetentionWay: 'anonymise' })
  await keepPrivacy(jobs.context, {}, firstRun)
  await keepPrivacy(jobs.context, {}, firstRun)
  expect(await jobs.db.select().from(privacyActions)).toMatchObject([
    { kind: 'study_anonymisation', counts: { studies: 1 }, requestedBy: null, studyIds: [study.id] },
  ])
  const [old, present] = [await jobs.getStudy(study.id), await jobs.getStudy(young.id)]
  expect(old.patientName).toMatch(/^Anonymised/)
  expect([present.patientRowId, present.patientName]).toEqual([study.patientRowId, `${name} Anna`])
})
