import type { AuditAction } from '@readroom/contracts/core/audit-actions'
import type { Role } from '@readroom/contracts/core/permissions'
import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { users } from '../access/accounts.schema.ts'
import { auditChain, auditLog } from '../core/audit.schema.ts'
import type { Db } from '../core/client.ts'
import { containsWords, foldTexts } from '../core/search-words.ts'
import { patients } from '../patients/patients.schema.ts'
import { studies } from '../studies/studies.schema.ts'
import { entryText } from './audit-links.ts'

/** The target of an entry: a row of ours, by the name of its kind. */
export type AuditTarget = { type: string; id: string }

/** The filters of a page; null or empty leaves one open. `people` and `targets` together, unless `either`, must both hold. */
export type AuditSearch = {
  actions: readonly AuditAction[] | null
  people: readonly string[] | null
  targets: readonly AuditTarget[] | null
  /** By a word that may mean a person or a thing. */
  either: { people: readonly string[]; targets: readonly AuditTarget[] } | null
  /** Calendar days in an IANA zone, both included. */
  days: { from: string | null; to: string | null; zone: string }
}

type Place = { at: Date; id: number }
export type AuditPage = AuditSearch & { before: Place | null; limit: number }

const textArray = (values: readonly string[]): SQL => sql`${sql.param([...values])}::text[]`
const uuidArray = (values: readonly string[]): SQL => sql`${sql.param([...values])}::uuid[]`

/** The conditions for every entry, however it is found. */
function conditionsOf({ actions, people, targets, days, before }: AuditPage): SQL[] {
  const open: (SQL | '' | null)[] = [
    actions && sql`l.action = any(${textArray(actions)})`,
    people && sql`l.actor_user_id = any(${uuidArray(people)})`,
    targets && sql`(l.target_type, l.target_id) in (select * from ${targetList(targets)})`,
    days.from && sql`l.at >= (${days.from}::timestamp at time zone ${days.zone})`,
    days.to && sql`l.at < ((${days.to}::date + 1)::timestamp at time zone ${days.zone})`,
    before && sql`(l.at, l.id) < (${before.at}, ${before.id})`,
  ]
  return open.filter((condition) => condition !== null && condition !== '')
}

const targetList = (targets: readonly AuditTarget[]): SQL =>
  sql`unnest(${textArray(targets.map(({ type }) => type))}, ${textArray(targets.map(({ id }) => id))}) as t(type, id)`

const newest = (page: AuditPage, conditions: readonly SQL[]): SQL =>
  sql`(select l.id, l.at from audit_log l ${
    conditions.length > 0 ? sql`where ${sql.join([...conditions], sql` and `)}` : sql``
  } order by l.at desc, l.id desc limit ${page.limit})`

/**
 * The newest of each of many: so that a person's few entries of an action are not looked for among millions of others, each pair is asked by an
 * index of its own, and what comes is sorted.
 */
function newestOfEach(page: AuditPage, list: SQL, belongs: SQL): SQL {
  return sql`(select found.* from ${list} cross join lateral ${newest(page, [belongs, ...conditionsOf(page)])} found)`
}

function byPeople(page: AuditPage, people: readonly string[]): SQL {
  const { actions } = page
  const list = sql`unnest(${uuidArray(people)}) as p(id)`
  if (actions === null) return newestOfEach(page, list, sql`l.actor_user_id = p.id`)
  const pairs = sql`${list} cross join unnest(${textArray(actions)}) as a(name)`
  return newestOfEach({ ...page, actions: null }, pairs, sql`l.actor_user_id = p.id and l.action = a.name`)
}

const byTargets = (page: AuditPage, targets: readonly AuditTarget[]): SQL =>
  newestOfEach({ ...page, targets: null }, targetList(targets), sql`l.target_type = t.type and l.target_id = t.id`)

/** The narrowest way to the entries first: things have few, people many, actions most. */
function sourcesOf(page: AuditPage): SQL[] {
  const { either, targets, people, actions } = page
  if (either) return [byPeople(page, either.people), byTargets(page, either.targets)]
  if (targets) return [byTargets(page, targets)]
  if (people) return [byPeople({ ...page, people: null }, people)]
  if (actions) {
    const list = sql`unnest(${textArray(actions)}) as a(name)`
    return [newestOfEach({ ...page, actions: null }, list, sql`l.action = a.name`)]
  }
  return [newest(page, conditionsOf(page))]
}

const studyOf = sql`case when ${auditLog.targetType} = 'study' then ${auditLog.targetId}::uuid end`
const patientOf = sql`case when ${auditLog.targetType} = 'patient' then ${auditLog.targetId}::uuid else ${studies.patientRowId} end`
/** The link before an entry's; none before the first. */
const hashBefore = sql<string | null>`(select before.hash from audit_chain before where before.seq = ${auditChain.seq} - 1)`

const Id = z.object({ id: z.coerce.number() })

const foundIds = (page: AuditPage): SQL => {
  const found = sql.join(sourcesOf(page), sql` union `)
  return sql`select id from (${found}) f order by at desc, id desc limit ${page.limit}`
}

/** Counts the matching entries, up to the limit of the page. */
export async function countAuditLog(db: Db, page: AuditPage): Promise<number> {
  const { rows } = await db.execute(sql`select count(*)::int as id from (${foundIds(page)}) n`)
  return Id.parse(rows[0]).id
}

/** The newest entries that match, at most `limit`, newest first. Their targets carry their current names. */
export async function listAuditLog(db: Db, page: AuditPage) {
  const { rows } = await db.execute(foundIds(page))
  const ids = rows.map((row) => Id.parse(row).id)
  if (ids.length === 0) return []
  return db
    .select({
      id: auditLog.id,
      at: auditLog.at,
      action: auditLog.action,
      targetType: auditLog.targetType,
      targetId: auditLog.targetId,
      details: auditLog.details,
      address: auditLog.address,
      userId: users.id,
      fullName: users.fullName,
      role: sql<Role | null>`${users.role}`,
      studyId: studies.id,
      accessionNumber: studies.accessionNumber,
      description: studies.description,
      patientRowId: sql<string | null>`coalesce(${patients.id}, ${studies.patientRowId})`,
      patientId: sql<string | null>`coalesce(${studies.patientId}, ${patients.patientId})`,
      patientName: sql<string | null>`coalesce(${studies.patientName}, shown_name(${patients.correctedName}),
        (select s.patient_name from studies s where s.patient_row_id = ${patients.id} limit 1))`,
      targetName: sql<string | null>`case ${auditLog.targetType}
        when 'user' then (select u.full_name from users u where u.id = ${auditLog.targetId}::uuid)
        when 'lab' then (select l.name from labs l where l.id = ${auditLog.targetId}::uuid)
        when 'doctor' then (select u.full_name from doctors d join users u on u.id = d.user_id where d.id = ${auditLog.targetId}::uuid)
      end`,
      hash: auditChain.hash,
      hashBefore,
      text: sql<string>`${entryText}`,
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorUserId))
    .leftJoin(studies, eq(studies.id, studyOf))
    .leftJoin(patients, eq(patients.id, patientOf))
    .leftJoin(auditChain, eq(auditChain.auditId, auditLog.id))
    .where(inArray(auditLog.id, ids))
    .orderBy(sql`${auditLog.at} desc, ${auditLog.id} desc`)
}

type SignInPage = {
  userId: string
  /** The account owner's actions, and those about the account. */
  actions: { own: readonly AuditAction[]; about: readonly AuditAction[] }
  before: Place | null
  limit: number
}

/** The newest entries about somebody's sign-ins, at most `limit`, newest first. */
export async function listSignIns(db: Db, { userId, actions, before, limit }: SignInPage) {
  const open = { people: null, targets: null, either: null, days: { from: null, to: null, zone: 'UTC' }, before, limit }
  const own = byPeople({ ...open, actions: actions.own }, [userId])
  const about = byTargets({ ...open, actions: actions.about }, [{ type: 'user', id: userId }])
  const { rows } = await db.execute(sql`select id from (${own} union ${about}) f order by at desc, id desc limit ${limit}`)
  const ids = rows.map((row) => Id.parse(row).id)
  if (ids.length === 0) return []
  const { id, at, action, actorUserId, address, details } = auditLog
  return db
    .select({ id, at, action, actorUserId, address, details })
    .from(auditLog)
    .where(inArray(id, ids))
    .orderBy(sql`${at} desc, ${id} desc`)
}

/** Returns an entry's place in the log, or null. */
export async function findAuditPlace(db: Db, id: number): Promise<Place | null> {
  const [row] = await db.select({ at: auditLog.at, id: auditLog.id }).from(auditLog).where(eq(auditLog.id, id))
  return row ?? null
}

const peopleFound = 50

/** People whose name or address holds the text, deleted accounts too. */
export async function findPeopleByText(db: Db, text: string): Promise<string[]> {
  const like = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  const matches = or(sql`${users.fullName} ilike ${like}`, sql`${users.email}::text ilike ${like}`)
  return (await db.select({ id: users.id }).from(users).where(matches).limit(peopleFound)).map(({ id }) => id)
}

const thingsFound = 500

/** All that entries about the patients name: their rows and their studies. */
export async function listTargetsOfPatients(db: Db, patientRowIds: readonly string[]): Promise<AuditTarget[]> {
  if (patientRowIds.length === 0) return []
  const rows = await db
    .select({ id: studies.id })
    .from(studies)
    .where(inArray(studies.patientRowId, [...patientRowIds]))
    .limit(thingsFound)
  return [...patientRowIds.map((id) => ({ type: 'patient', id })), ...rows.map(({ id }) => ({ type: 'study', id }))]
}

/** As in the indexes of the worklist's search: text as a whole, folded. */
const isWhole = (column: 'search_patient_id' | 'search_accession', text: string): SQL =>
  sql`"left"(${sql.raw(column)}, 100) = "left"(fold_text(${text}), 100)`

/** Patients of studies with the patient id as a whole, in any laboratory. */
export async function findPatientsById(db: Db, patientId: string): Promise<string[]> {
  const patient = studies.patientRowId
  const rows = await db
    .selectDistinct({ patient })
    .from(studies)
    .where(isWhole('search_patient_id', patientId))
    .limit(thingsFound)
  return rows.map((row) => row.patient)
}

/** Patients of studies whose patient name has every word of the text, in any laboratory. */
export async function findPatientsByName(db: Db, text: string): Promise<string[]> {
  const { name = [] } = await foldTexts(db, { name: text })
  if (name.length === 0) return []
  const patient = studies.patientRowId
  const rows = await db
    .selectDistinct({ patient })
    .from(studies)
    .where(and(...containsWords(sql`"left"(search_name, 100)`, name)))
    .limit(thingsFound)
  return rows.map((row) => row.patient)
}

/** Returns the row of a study's patient, or null if the study does not exist. */
export async function findPatientOfStudy(db: Db, studyId: string): Promise<string | null> {
  const [row] = await db.select({ patient: studies.patientRowId }).from(studies).where(eq(studies.id, studyId))
  return row?.patient ?? null
}

/** Studies with the accession number as a whole. */
export async function findStudiesByAccession(db: Db, accessionNumber: string): Promise<AuditTarget[]> {
  const { id } = studies
  const rows = await db.select({ id }).from(studies).where(isWhole('search_accession', accessionNumber)).limit(thingsFound)
  return rows.map((row) => ({ type: 'study', id: row.id }))
}

/** Reports whether the same person has such an entry about the same target since then. A page that is drawn again is not another look. */
export async function hasAuditEntry(
  db: Db,
  { userId, action, target, since }: { userId: string; action: AuditAction; target: AuditTarget; since: Date },
): Promise<boolean> {
  const [row] = await db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(
      and(
        and(eq(auditLog.targetType, target.type), eq(auditLog.targetId, target.id), sql`${auditLog.at} >= ${since}`),
        and(eq(auditLog.actorUserId, userId), eq(auditLog.action, action)),
      ),
    )
    .limit(1)
  return row !== undefined
}
