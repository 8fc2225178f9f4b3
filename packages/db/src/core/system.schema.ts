import type { Origin } from '@readroom/contracts/core/origin'
import type { OwnPort } from '@readroom/contracts/core/port-refusals'
import { programNames } from '@readroom/contracts/operations/system'
import { bigint, bigserial, boolean, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { sessions, users } from '../access/accounts.schema.ts'
import { studies } from '../studies/studies.schema.ts'
import { id, instant, oneOf } from './columns.ts'

/** The messages that leave the database once their transaction is committed: jobs to BullMQ, live events to Redis. */
export const outbox = pgTable(
  'outbox',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    kind: text('kind', { enum: ['job', 'live'] }).notNull(),
    name: text('name').notNull(),
    payload: jsonb('payload').notNull(),
    /** On behalf of which request, and where in a trace. */
    origin: jsonb('origin').$type<Origin>(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [oneOf('outbox_kind', t.kind, ['job', 'live'])],
)

export const deadLetterSources = ['outbox', 'job', 'live'] as const

/**
 * Failed jobs and messages: rows of the outbox, jobs, live messages. Administrators see them and decide.
 * One row for all that are the same.
 */
export const deadLetters = pgTable(
  'dead_letters',
  {
    id: id(),
    source: text('source', { enum: deadLetterSources }).notNull(),
    name: text('name').notNull(),
    /** As it was found; the beginning, if it was no JSON. */
    payload: jsonb('payload').notNull(),
    reason: text('reason').notNull(),
    /** Of source, name and payload. */
    fingerprint: text('fingerprint').notNull().unique(),
    times: integer('times').notNull().default(1),
    firstAt: instant('first_at').notNull().defaultNow(),
    lastAt: instant('last_at').notNull().defaultNow(),
  },
  (t) => [index('dead_letters_last').on(t.lastAt), oneOf('dead_letters_source', t.source, deadLetterSources)],
)

/** Append-only record of who did what, from where. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    at: instant('at').notNull().defaultNow(),
    actorUserId: uuid('actor_user_id').references(() => users.id),
    action: text('action').notNull(),
    targetType: text('target_type'),
    targetId: text('target_id'),
    details: jsonb('details').notNull().default({}),
    address: text('address'),
  },
  // One for each way to look: all of it, by person, by person and action, by action, by what it is about. The newest come first.
  (t) => [
    index('audit_log_at').on(t.at, t.id),
    index('audit_log_actor_at').on(t.actorUserId, t.at, t.id),
    index('audit_log_actor_action').on(t.actorUserId, t.action, t.at, t.id),
    index('audit_log_action').on(t.action, t.at, t.id),
    index('audit_log_target_at').on(t.targetType, t.targetId, t.at, t.id),
  ],
)

/**
 * The audit log's hash chain, in the order of commits: each hash covers the entry and the hash before it.
 * Written by the database alone (`programs/audit_chain.sql`), so that a changed or removed entry shows.
 */
export const auditChain = pgTable('audit_chain', {
  seq: bigint('seq', { mode: 'number' }).primaryKey(),
  auditId: bigint('audit_id', { mode: 'number' })
    .notNull()
    .unique()
    .references(() => auditLog.id),
  /** SHA-256, hexadecimal. */
  hash: text('hash').notNull(),
})

/** The result of the last check of the whole audit chain, and the requested one. One row. */
export const auditCheck = pgTable('audit_check', {
  id: integer('id').primaryKey(),
  askedAt: instant('asked_at'),
  checkedAt: instant('checked_at'),
  entries: bigint('entries', { mode: 'number' }).notNull().default(0),
  /** The last good link: the next walk must find it again. */
  headSeq: bigint('head_seq', { mode: 'number' }).notNull().default(0),
  headHash: text('head_hash').notNull().default(''),
  /** Null: the chain was whole. */
  fault: text('fault'),
  faultyEntry: bigint('faulty_entry', { mode: 'number' }),
})

/** The last change of the archive that has been taken in. One row. */
export const intakeCursor = pgTable('intake_cursor', {
  id: integer('id').primaryKey(),
  last: bigint('last', { mode: 'number' }).notNull(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
})

/** The position of the sweep through the image archive. A worker that starts continues there. One row. */
export const sweepPosition = pgTable('sweep_position', {
  id: integer('id').primaryKey(),
  /** Counts up: odd ones compare the images of each series, even ones the series of each study. */
  pass: integer('pass').notNull().default(1),
  /** The position in the archive's list. */
  since: integer('since').notNull().default(0),
  /** The last study whose files were looked at. */
  afterId: uuid('after_id'),
  /** The end of the last pass. */
  endedAt: instant('ended_at'),
})

/** Room on the disk of the archive, if the worker can see it. One row. */
export const archiveDisk = pgTable('archive_disk', {
  id: integer('id').primaryKey(),
  freeBytes: bigint('free_bytes', { mode: 'number' }),
  totalBytes: bigint('total_bytes', { mode: 'number' }),
  /** The size of the archive's files, as it reports it. */
  usedBytes: bigint('used_bytes', { mode: 'number' }),
  checkedAt: instant('checked_at').notNull().defaultNow(),
})

/** Studies of the archive that could not be taken in, to be tried again. */
export const intakeFailures = pgTable(
  'intake_failures',
  {
    orthancId: text('orthanc_id').primaryKey(),
    reason: text('reason').notNull(),
    attempts: integer('attempts').notNull().default(1),
    nextAttemptAt: instant('next_attempt_at').notNull(),
    firstFailedAt: instant('first_failed_at').notNull().defaultNow(),
    /** Goes up with each attempt and each change of the archive that was left to the next attempt. */
    revision: integer('revision').notNull().default(1),
    /** Set if the study waits for an administrator instead: it came under an AE title that nobody registered. */
    unknownAeTitle: text('unknown_ae_title'),
    /** An administrator lets it in all the same. */
    isAccepted: boolean('is_accepted').notNull().default(false),
    /** The archive made the study anew, and nothing that it said since was written: the next answer replaces what its former images said. */
    isReplaced: boolean('is_replaced').notNull().default(false),
  },
  (t) => [index('intake_failures_next').on(t.nextAttemptAt)],
)

/** The position up to which the image archive's refusal log was read. One row. */
export const refusalLog = pgTable('refusal_log', {
  id: integer('id').primaryKey(),
  /** The first line of the file. */
  file: text('file').notNull(),
  position: integer('position').notNull(),
})

/** The refusals of a study from one sender for one reason. A row stays until the images have come, or an administrator takes it off the list. */
export const refusals = pgTable(
  'refusals',
  {
    id: id(),
    studyInstanceUid: text('study_instance_uid').notNull(),
    /** Empty for what did not come by C-STORE. */
    callingAeTitle: text('calling_ae_title').notNull(),
    reason: text('reason').notNull(),
    firstAt: instant('first_at').notNull(),
    lastAt: instant('last_at').notNull(),
    /** The time at which the archive was last asked for them. */
    checkedAt: instant('checked_at'),
  },
  (t) => [unique('refusals_what').on(t.studyInstanceUid, t.callingAeTitle, t.reason)],
)

/** Images that end the process that decodes them: nobody decodes them for a while. */
export const drawingFailures = pgTable(
  'drawing_failures',
  {
    /** Orthanc's id. */
    image: text('image').primaryKey(),
    /** MD5 of its file: another file under the same id is another image. Null if it is not known. */
    checksum: text('checksum'),
    /** Null for what version 0.2.0 noted, which counts no more. */
    studyId: uuid('study_id').references(() => studies.id, { onDelete: 'cascade' }),
    failures: integer('failures').notNull().default(1),
    lastAt: instant('last_at').notNull().defaultNow(),
  },
  (t) => [index('drawing_failures_study').on(t.studyId)],
)

/** The images of a refusal that the archive does not have yet. */
export const refusedObjects = pgTable(
  'refused_objects',
  {
    refusalId: uuid('refusal_id')
      .notNull()
      .references(() => refusals.id, { onDelete: 'cascade' }),
    sopInstanceUid: text('sop_instance_uid').notNull(),
  },
  (t) => [primaryKey({ columns: [t.refusalId, t.sopInstanceUid] })],
)

/** A browser's right to see the images of one study, held as a cookie after a viewer ticket was exchanged. */
export const viewerGrants = pgTable(
  'viewer_grants',
  {
    id: id(),
    /** SHA-256 of the cookie's value, hexadecimal. */
    hash: text('hash').notNull().unique(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    studyId: uuid('study_id')
      .notNull()
      .references(() => studies.id),
    createdAt: instant('created_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('viewer_grants_session').on(t.sessionId), index('viewer_grants_study').on(t.studyId)],
)

/**
 * Changes that were made under a key, with their answers: whoever asks again by the same key is answered, and nothing is changed. Kept for a day.
 * No foreign keys: their check would lock a study or an account before its turn.
 */
export const answeredChanges = pgTable(
  'answered_changes',
  {
    userId: uuid('user_id').notNull(),
    key: uuid('key').notNull(),
    /** SHA-256 of the endpoint with params, query and body, hexadecimal. */
    fingerprint: text('fingerprint').notNull(),
    /** Null until the change is made, in the same transaction. */
    answer: jsonb('answer').$type<object>(),
    /** The study that the answer is about: it goes with the study. */
    studyId: uuid('study_id'),
    madeAt: instant('made_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.key] }),
    index('answered_changes_study').on(t.studyId),
    index('answered_changes_made').on(t.madeAt),
  ],
)

/** The settings that an administrator has changed from the environment's: contracts/settings.ts has their names and values. */
export const settings = pgTable(
  'settings',
  {
    name: text('name').primaryKey(),
    value: jsonb('value').notNull(),
    changedAt: instant('changed_at').notNull().defaultNow(),
    changedBy: uuid('changed_by')
      .notNull()
      .references(() => users.id),
  },
  (t) => [index('settings_changed_by').on(t.changedBy)],
)

/** The processes that run, each with a sign of life twice a minute: which version they are, and what they were started with. */
export const programs = pgTable('programs', {
  id: id(),
  name: text('name', { enum: programNames }).notNull(),
  version: text('version').notNull(),
  host: text('host').notNull(),
  /** Name and value of variables, without secrets. */
  environment: jsonb('environment').$type<Record<string, string>>().notNull(),
  /** The ports that it opened for laboratories' programs, and whether they answered its own last test. */
  ports: jsonb('ports').$type<OwnPort[]>().notNull().default([]),
  startedAt: instant('started_at').notNull().defaultNow(),
  seenAt: instant('seen_at').notNull().defaultNow(),
})

/** The size of the files in a folder of the storage, as last counted. */
export const storageUsage = pgTable('storage_usage', {
  folder: text('folder').primaryKey(),
  files: bigint('files', { mode: 'number' }).notNull(),
  sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
  countedAt: instant('counted_at').notNull().defaultNow(),
})

/** The studies whose images the cookie of one reading window admits to: the one that it shows, and the next one. */
export const windowGrants = pgTable(
  'window_grants',
  {
    /** SHA-256 of the cookie's value, hexadecimal. */
    hash: text('hash').notNull(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    studyId: uuid('study_id')
      .notNull()
      .references(() => studies.id),
    /** Null: loaded ahead, and not shown yet. */
    shownAt: instant('shown_at'),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.hash, t.studyId] }),
    index('window_grants_session').on(t.sessionId),
    index('window_grants_study').on(t.studyId),
  ],
)

/** The runs of `readroom backup`, one row each, as the audit log also records them. */
export const backups = pgTable(
  'backups',
  {
    id: id(),
    startedAt: instant('started_at').notNull(),
    finishedAt: instant('finished_at').notNull().defaultNow(),
    /** Null: the backup is whole. Else why it is not, without patient data. */
    failure: text('failure'),
    objects: integer('objects').notNull().default(0),
    studies: integer('studies').notNull().default(0),
    instances: bigint('instances', { mode: 'number' }).notNull().default(0),
    /** Of all files that belong to it, whether copied or linked to those of an earlier one. */
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull().default(0),
    /** Objects and images that could not be read, and are not in it. */
    unreadable: integer('unreadable').notNull().default(0),
  },
  (t) => [index('backups_finished').on(t.finishedAt)],
)
