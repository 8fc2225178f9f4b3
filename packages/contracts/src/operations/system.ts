import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { defaultPageSize, Pagination } from '../core/pagination.ts'
import { ownPorts, RefusedConnections } from '../core/port-refusals.ts'
import { Id, Instant, OrthancId } from '../core/primitives.ts'

/** A study of the archive that was not taken in. */
export const IntakeFailure = z.object({
  orthancId: OrthancId,
  /** For people. */
  reason: z.string(),
  /** For administrators of the system. */
  details: z.string(),
  attempts: z.int(),
  since: Instant,
  nextAttemptAt: Instant,
  /** It waits for an administrator to let it in. */
  unknownAeTitle: z.string().nullable(),
})
export type IntakeFailure = z.infer<typeof IntakeFailure>

/** A study of whose images some cannot be read or decoded. */
export const DamagedStudy = z.object({
  _id: Id,
  patientName: z.string().nullable(),
  patientId: z.string().nullable(),
  since: Instant,
  /** Orthanc's ids. */
  images: z.array(z.string()),
})
export type DamagedStudy = z.infer<typeof DamagedStudy>

export const ArchiveState = z.object({
  /** Null if the worker cannot see the archive's disk. */
  freeBytes: z.number().nullable(),
  totalBytes: z.number().nullable(),
  usedBytes: z.number().nullable(),
  checkedAt: Instant,
  /** New images may be lost soon. */
  isNearlyFull: z.boolean(),
  /** Days until the disk is full at the rate of the last 30 days. Null if unknown. */
  daysLeft: z.int().nullable(),
  damaged: z.array(DamagedStudy),
  /** Studies with images that ended the image decoder, and are not decoded for a day. */
  quarantined: z.array(DamagedStudy),
})
export type ArchiveState = z.infer<typeof ArchiveState>

/** The record of `readroom backup`; empty if backups are made by something else. */
export const BackupState = z.object({
  /** The newest that is whole, by when it began: what came later is not in it. */
  last: z
    .object({
      startedAt: Instant,
      /** Bytes of all its files. */
      size: z.number(),
      /** Files and images that could not be read, and are not in it. */
      unreadable: z.int(),
      /** It began more than two days ago. */
      isOld: z.boolean(),
    })
    .nullable(),
  /** The newest attempt, if it came to nothing. */
  failed: z.object({ at: Instant, reason: z.string() }).nullable(),
  /** The last time that every file of a backup was read and found whole. */
  verifiedAt: Instant.nullable(),
})
export type BackupState = z.infer<typeof BackupState>

/** Images of one study from one sender that the archive refused and that have not come since. The archive has nothing of them. */
export const Refusal = z.object({
  _id: Id,
  /** As the sender wrote it. */
  studyInstanceUid: z.string(),
  /** Null for what did not come by C-STORE. */
  callingAeTitle: z.string().nullable(),
  /** Of the laboratory that sends under the AE title. */
  labName: z.string().nullable(),
  /** For people. */
  reason: z.string(),
  images: z.int(),
  firstAt: Instant,
  lastAt: Instant,
})
export type Refusal = z.infer<typeof Refusal>

/** Refusals on one page; the rest appears when these are gone. */
export const refusalsShown = 100

export const programNames = ['api', 'worker', 'dicom-front'] as const

/** A process that runs: which version it is, and what it was started with; secrets are only said to be set. */
export const RunningProgram = z.object({
  _id: Id,
  name: z.enum(programNames),
  version: z.string(),
  host: z.string(),
  startedAt: Instant,
  environment: z.record(z.string(), z.string()),
})
export type RunningProgram = z.infer<typeof RunningProgram>

/** A process that ended in the last day without stopping in order: it crashed, or it hung and was ended. */
export const EndedProgram = RunningProgram.pick({ _id: true, name: true, version: true, host: true }).extend({ seenAt: Instant })
export type EndedProgram = z.infer<typeof EndedProgram>

export const dependencyNames = ['database', 'archive', 'decoder', 'storage', 'redis', 'worker', ...ownPorts] as const

/** Services this portal depends on. */
export const Dependency = z.object({
  name: z.enum(dependencyNames),
  /** `slow`: it took more than a second to answer. `full`: it had no room for what somebody wrote a moment ago, and answers questions. */
  state: z.enum(['up', 'slow', 'full', 'down']),
  /** The response time. Null if there was no answer, and for workers, which send heartbeats and are not asked. */
  milliseconds: z.int().nullable(),
  version: z.string().nullable(),
  /** The ports of several that did not answer. */
  down: z.array(z.string()),
})
export type Dependency = z.infer<typeof Dependency>

/** The TLS certificate at the portal's public address. */
export const CertificateState = z.object({
  host: z.string(),
  /** Null if it could not be read. */
  expiresAt: Instant.nullable(),
  /** It expires within two weeks, or has expired. */
  isEnding: z.boolean(),
})
export type CertificateState = z.infer<typeof CertificateState>

export const attentionKinds = [
  'service',
  'certificate',
  'archiveNearlyFull',
  'unreleasedReport',
  'damaged',
  'quarantined',
  'setAside',
  'rejected',
  'failedJob',
  'unsentEmail',
  'overdueResult',
  'missingImages',
  'unappliedMessage',
  'unknownPriority',
  'backupFailed',
  'noBackup',
  'oldBackup',
] as const
export type AttentionKind = (typeof attentionKinds)[number]

/** A kind of problem that an administrator should look at, and how many there are. */
export const Attention = z.object({ kind: z.enum(attentionKinds), count: z.int().positive() })
export type Attention = z.infer<typeof Attention>

/** Arrivals of an active laboratory since the day began, and how long the portal took to notice them. */
export const LabIntake = z.object({
  _id: Id,
  name: z.string(),
  studies: z.int(),
  images: z.int(),
  /** The 90th percentile, in whole seconds, of the time from the archive's receipt of a study's image to the study's row. Null: no study is known. */
  lagSeconds: z.int().nullable(),
  /** Of the newest study. Null: nothing has arrived yet. */
  lastImageAt: Instant.nullable(),
})
export type LabIntake = z.infer<typeof LabIntake>

/** Studies that arrived within an hour. */
export const ArrivalHour = z.object({ at: Instant, studies: z.int() })
export type ArrivalHour = z.infer<typeof ArrivalHour>

export const SystemState = z.object({
  checkedAt: Instant,
  /** The most urgent first. Empty: nothing needs a look. */
  attention: z.array(Attention),
  dependencies: z.array(Dependency),
  /** Null if the portal's address has no TLS. */
  certificate: CertificateState.nullable(),
  /** Changes of the archive that have not been taken in; null if it does not answer. */
  intakeLag: z.int().nullable(),
  /** The number of messages for workers and pages, and the age of the oldest. */
  outbox: z.object({ rows: z.int(), oldestSeconds: z.int() }),
  /** The number of signed reports that could not be released although nobody can recall them any more, and when the oldest was due. */
  unreleased: z.object({ reports: z.int(), since: Instant.nullable() }),
  /** Of the last day, the newest first. */
  refusedConnections: z.array(RefusedConnections),
  databaseBytes: z.number(),
  /** By folder of the storage, as counted in the last hour; empty if that was not done yet. */
  folders: z.array(z.object({ folder: z.string(), files: z.int(), bytes: z.number(), countedAt: Instant })),
  programs: z.array(RunningProgram),
  endedPrograms: z.array(EndedProgram),
})
export type SystemState = z.infer<typeof SystemState>

const forAdmins = { access: 'system.manage', scope: 'none' } as const

export const systemEndpoints = defineEndpoints({
  intakeFailures: {
    ...forAdmins,
    method: 'GET',
    path: '/api/admin/intake/failures',
    summary: 'Studies that were set aside, those first that have been so for the longest',
    query: z.strictObject({
      page: z.coerce.number().int().min(1).max(100_000).default(1),
      limit: z.coerce.number().int().min(1).max(100).default(defaultPageSize),
    }),
    response: ok({ data: z.array(IntakeFailure), pagination: Pagination }),
    errors: [],
  },
  retryIntake: {
    ...forAdmins,
    method: 'POST',
    path: '/api/admin/intake/failures/:orthancId/retry',
    summary: 'Try a study again at once; one of an unknown AE title is let in',
    params: z.object({ orthancId: OrthancId }),
    response: ok({ message: z.string() }),
    errors: ['INTAKE_FAILURE_NOT_FOUND'],
  },
  state: {
    ...forAdmins,
    method: 'GET',
    path: '/api/admin/system/state',
    summary: 'How each dependency does, what waits, what is stored, and which programs run',
    response: ok({ state: SystemState }),
    errors: [],
  },
  intake: {
    ...forAdmins,
    method: 'GET',
    path: '/api/admin/system/intake',
    summary: 'Arrivals of each laboratory since the day began, and of all in each of the last 24 hours',
    response: ok({ labs: z.array(LabIntake), hours: z.array(ArrivalHour) }),
    errors: [],
  },
  sendTestMail: {
    ...forAdmins,
    method: 'POST',
    path: '/api/admin/system/test-mail',
    summary: "Send a mail to the caller's own address",
    response: ok({ message: z.string() }),
    errors: [],
  },
  archive: {
    ...forAdmins,
    method: 'GET',
    path: '/api/admin/system/archive',
    summary: "Room on the archive's disk, and studies with images that cannot be read",
    response: ok({ archive: ArchiveState }),
    errors: [],
  },
  backup: {
    ...forAdmins,
    method: 'GET',
    path: '/api/admin/system/backup',
    summary: 'When the last backup was made, what it lacks, and whether one has failed since',
    response: ok({ backup: BackupState }),
    errors: [],
  },
  refusals: {
    ...forAdmins,
    method: 'GET',
    path: '/api/admin/refusals',
    summary: 'Images that the archive refused and that have not come since; the newest first',
    response: ok({ data: z.array(Refusal), totalRecords: z.int().nonnegative() }),
    errors: [],
  },
  dismissRefusal: {
    ...forAdmins,
    method: 'DELETE',
    path: '/api/admin/refusals/:refusalId',
    summary: 'Remove the entry from the list',
    params: z.object({ refusalId: Id }),
    response: ok({ message: z.string() }),
    errors: ['REFUSAL_NOT_FOUND'],
  },
  discardDamaged: {
    ...forAdmins,
    scope: 'study',
    method: 'POST',
    path: '/api/admin/studies/:studyId/discard-damaged',
    summary: "Take a study's images that cannot be read out of the archive, so that they can be sent again",
    params: z.object({ studyId: Id }),
    response: ok({ message: z.string() }),
    errors: ['STUDY_NOT_FOUND', 'NOT_DAMAGED'],
  },
})
