import type { Role } from '@readroom/contracts/core/permissions'
import { caseTypes, priorities } from '@readroom/contracts/core/primitives'
import type { EscalationStep } from '@readroom/contracts/studies/escalation'
import { pauseReasons } from '@readroom/contracts/studies/pause-reasons'
import type { ManualMark, MarkNotes } from '@readroom/contracts/studies/study-marks'
import { statusesUnder, studyStatuses, studyTabs } from '@readroom/contracts/studies/study-workflow'
import { type SQL, sql } from 'drizzle-orm'
import { boolean, date, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { sessions, users } from '../access/accounts.schema.ts'
import { id, instant, literals, oneOf } from '../core/columns.ts'
import { patients } from '../patients/patients.schema.ts'
import { doctors } from '../people/doctors.schema.ts'
import { labs } from '../people/labs.schema.ts'
import { dealingRank, firstAssignedKey, orderOfWorkBackwards, receivedMonth, sortKeyOf } from './study-sort-keys.ts'

/** The worklist tab of a status, as a role has it. Stored, so that a tab is one range of an index. */
function tabOfStatus(role: Role): SQL {
  const cases = studyTabs.map((tab) => sql`when status in (${literals(statusesUnder(tab, role))}) then ${literals([tab])}`)
  return sql`case ${sql.join(cases, sql.raw(' '))} end`
}

const folded = (name: string, expression: string) =>
  text(name)
    .notNull()
    .generatedAlwaysAs(sql.raw(`fold_text(${expression})`))

/** The entries of some hundred studies: a search reads them in a millisecond. */
const pendingKilobytes = 1024

/**
 * When what happened to a study, of its present cycle: a projection of `study_events` that `transition()` alone writes
 * (docs/decisions/studies/timeline.md). Null: it has not happened, or happened in an earlier cycle.
 */
export const timelineColumns = {
  /** Grows with each reset, which begins the turnaround anew. */
  cycle: integer('cycle').notNull().default(1),
  priority: text('priority', { enum: priorities }).notNull().default('NORMAL'),
  caseType: text('case_type', { enum: caseTypes }).notNull().default('routine'),
  /** First image seen: the worklist's upload date. */
  receivedAt: instant('received_at').notNull().defaultNow(),
  /** Last settled before the report, or the reset: where the turnaround begins. */
  readyAt: instant('ready_at'),
  /** Ready and the target later; a raised urgency brings it nearer. */
  dueAt: instant('due_at'),
  /** From here on the study is at risk of being late: after the warning share of the target. Null for studies reported before this column. */
  warnAt: instant('warn_at'),
  /** A question to the laboratory paused the deadline then. It stays here after `pausedUntil`, until another event ends the pause. */
  pausedAt: instant('paused_at'),
  /** From here on the pause has ended by itself. `dueAt` and `warnAt` are those of this end. */
  pausedUntil: instant('paused_until'),
  pauseReason: text('pause_reason', { enum: pauseReasons }),
  /** The length of all ended pauses, of earlier cycles too. */
  pausedSeconds: integer('paused_seconds').notNull().default(0),
  /** Since when it is an emergency or stat. Null: since it came, or it is neither. */
  statSince: instant('stat_since'),
  /** Since when somebody else should have it: its doctor leaves before reading it, or reads it late. Null: it is not known to be so. */
  misplacedAt: instant('misplaced_at'),
  /** The doctor because of whom it should go to somebody else, as administrators were told last. Null: none, or it went to another doctor since. */
  misplacedDoctorId: uuid('misplaced_doctor_id'),
  /** The steps of escalation that were told or passed over in this cycle (docs/decisions/studies/escalation.md). */
  escalatedSteps: text('escalated_steps').array().$type<EscalationStep[]>().notNull().default([]),
  /** The time of the next such step. Null: none follows, or the study has its report. */
  escalateAt: instant('escalate_at'),
  /** First assignment. */
  assignedAt: instant('assigned_at'),
  /** First assignment of any cycle: until here nobody had the study. */
  firstAssignedAt: instant('first_assigned_at'),
  /** First look of a doctor who has it. Null again once nobody who opened it has it, until it has its report. */
  openedAt: instant('opened_at'),
  /** Last draft, as long as there is one. */
  draftedAt: instant('drafted_at'),
  /** First finished report. */
  reportedAt: instant('reported_at'),
  /** Of the newest finished report. */
  reportedByDoctorId: uuid('reported_by_doctor_id').references(() => doctors.id),
  /** The laboratory's first download of the newest finished report. */
  deliveredAt: instant('delivered_at'),
  /** A finished report was taken back. */
  withdrawnAt: instant('withdrawn_at'),
  resetAt: instant('reset_at'),
  /** Images came that no report knows of, after the study was in hand. */
  newImagesAt: instant('new_images_at'),
  /** The marks that people set, and their notes. */
  caseFlags: text('case_flags').array().$type<ManualMark[]>().notNull().default([]),
  markNotes: jsonb('mark_notes').$type<MarkNotes>().notNull().default({}),
}

/** One study of the archive. Descriptive columns hold what the images say; null if they say nothing. */
export const studies = pgTable(
  'studies',
  {
    id: id(),
    orthancId: text('orthanc_id').notNull(),
    studyInstanceUid: text('study_instance_uid').notNull(),
    labId: uuid('lab_id').references(() => labs.id),
    callingAeTitle: text('calling_ae_title'),
    patientRowId: uuid('patient_row_id')
      .notNull()
      .references(() => patients.id),
    /** The scanner's values, unchanged. Names with their parts, as DICOM writes them (`core/person-names.ts` of contracts); those of studies from before
     * `patient_pn` have lost them. Age at the study: `45Y`, `3M`, `2W`, `10D` (DICOM AS without leading zeros). */
    dicomPatientId: text('dicom_patient_id'),
    dicomPatientName: text('dicom_patient_name'),
    dicomPatientSex: text('dicom_patient_sex', { enum: ['M', 'F', 'O'] }),
    dicomPatientBirthDate: date('dicom_patient_birth_date'),
    dicomPatientAge: text('dicom_patient_age'),
    /** PatientAge as the scanner sent it, if birth date and study date say otherwise. */
    contradictedAge: text('contradicted_age'),
    /** The shown values: the patient's corrections, else the scanner's. Written by `programs/shown_study.sql` alone. */
    patientId: text('patient_id'),
    /** The shown name with its parts, as DICOM writes it. Null: the study was not written since the column came, and its name has no parts. */
    patientPn: text('patient_pn'),
    /** `patient_pn` for lists (`shown_name` in `programs/person_names.sql`). */
    patientName: text('patient_name'),
    patientSex: text('patient_sex', { enum: ['M', 'F', 'O'] }),
    patientBirthDate: date('patient_birth_date'),
    patientAge: text('patient_age'),
    /** The scanner's values, unchanged, beside people's corrections. A correction of null: as the scanner says; empty: cleared. */
    dicomAccessionNumber: text('dicom_accession_number'),
    dicomDescription: text('dicom_description'),
    dicomReferringPhysician: text('dicom_referring_physician'),
    dicomRequestingPhysician: text('dicom_requesting_physician'),
    dicomOperatorName: text('dicom_operator_name'),
    dicomOrderDate: date('dicom_order_date'),
    correctedAccessionNumber: text('corrected_accession_number'),
    correctedDescription: text('corrected_description'),
    correctedReferringPhysician: text('corrected_referring_physician'),
    correctedPatientAge: text('corrected_patient_age'),
    /** The shown values, written only by `programs/shown_study.sql`. */
    accessionNumber: text('accession_number'),
    description: text('description'),
    referringPhysician: text('referring_physician'),
    modalities: text('modalities').array().notNull().default([]),
    /** Of its series, each once. Written with the series. */
    bodyParts: text('body_parts').notNull().default(''),
    /** The orders that its series name beside Study UID and accession number (`orders/request-keys.ts` of contracts). Written with the series. */
    requestKeys: text('request_keys').array().notNull().default([]),
    institution: text('institution'),
    studyDate: date('study_date'),
    studyTime: text('study_time'),
    seriesCount: integer('series_count').notNull().default(0),
    imageCount: integer('image_count').notNull().default(0),
    status: text('status', { enum: studyStatuses }).notNull().default('new_study_received'),
    tab: text('tab', { enum: studyTabs })
      .notNull()
      .generatedAlwaysAs(() => tabOfStatus('admin')),
    ...timelineColumns,
    mlcCase: boolean('mlc_case').notNull().default(false),
    studyType: text('study_type'),
    clinicalHistory: text('clinical_history').notNull().default(''),
    /** Goes up with each save of the study's record (`study_details` included): an edit of an older one is refused. */
    recordVersion: integer('record_version').notNull().default(1),
    lastImageAt: instant('last_image_at').notNull().defaultNow(),
    /** Null while images are arriving, also when late ones arrive. */
    settledAt: instant('settled_at'),
    /** Grows each time the study settles with other images than before: the version of its ZIP. */
    generation: integer('generation').notNull().default(0),
    /** The instances of this generation, as a hash; tells new images from re-sent ones. */
    instancesHash: text('instances_hash'),
    /** Their files in the archive, as a hash; tells images that were sent anew under the same ids. Null if it is not known. */
    filesHash: text('files_hash'),
    /** The content of these files, as a hash; tells the same images in other files. Null until a ZIP has been made of them. */
    contentHash: text('content_hash'),
    imagesMissingAt: instant('images_missing_at'),
    /** Everything that names the patient was removed from the study for good, images included. */
    anonymisedAt: instant('anonymised_at'),
    /** Files of the archive that cannot be read; cleared when they were sent again. */
    imagesDamagedAt: instant('images_damaged_at'),
    /** Some of them, by Orthanc's ids. */
    damagedInstances: text('damaged_instances').array().notNull().default([]),
    /** Images came from two laboratories. Until an administrator decides, the study has no laboratory and only administrators see it. */
    labConflictAt: instant('lab_conflict_at'),
    /** Its images name several people. Nobody signs a report until an administrator decides. */
    severalPeopleAt: instant('several_people_at'),
    /** The patient's name holds U+FFFD for what its declared character set does not explain. */
    nameUnreadable: boolean('name_unreadable').notNull().default(false),
    /** Goes up with each answer of the archive that is written: tells whether one was written since a question was asked. */
    archiveVersion: integer('archive_version').notNull().default(0),
    /** The doctors with an active assignment. Kept by a trigger on `assignments`; nobody else writes it. */
    doctorIds: uuid('doctor_ids').array().notNull().default([]),
    /** For each of them their id, and `id:tab`: what a doctor's worklist is read by. */
    doctorKeys: text('doctor_keys')
      .array()
      .notNull()
      .generatedAlwaysAs(() => sql`doctor_keys(doctor_ids, ${tabOfStatus('doctor_account')})`),
    isEmergency: boolean('is_emergency')
      .notNull()
      .generatedAlwaysAs(sql.raw(`case_type in ('urgent', 'emergency') or priority in ('URGENT', 'EMERGENCY')`)),
    /** The texts that a search compares: see `fold_text` in the baseline migration. */
    /** Of the name, also without blanks (`name_search_text` in `programs/person_names.sql`). Written by `programs/shown_study.sql` alone. */
    searchName: text('search_name').notNull().default(''),
    searchPatientId: folded('search_patient_id', 'patient_id'),
    searchAccession: folded('search_accession', 'accession_number'),
    searchPhysician: folded('search_physician', 'referring_physician'),
    searchDescription: folded('search_description', `coalesce(description, '') || ' ' || clinical_history`),
    /** Of every field that a search of all looks in, body parts too. Written by `programs/shown_study.sql` alone. */
    searchAll: text('search_all').notNull().default(''),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('studies_orthanc_id').on(t.orthancId),
    index('studies_study_instance_uid').on(t.studyInstanceUid),
    index('studies_received').on(t.receivedAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('studies_tab_received').on(t.tab, t.receivedAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('studies_lab_received').on(t.labId, t.receivedAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('studies_lab_tab_received').on(t.labId, t.tab, t.receivedAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('studies_study_date').on(sortKeyOf.studyDate, t.id),
    index('studies_reported').on(sortKeyOf.reportedDate, t.id),
    // An arriving order looks for its studies in it.
    index('studies_request_keys').using('gin', t.requestKeys).where(sql`${t.requestKeys} <> '{}'`),
    // Retention rules count in this index without reading rows. It has columns alone: for an expression PostgreSQL would read the rows.
    index('studies_retention')
      .on(t.reportedAt, t.imagesMissingAt, t.imageCount)
      .where(sql`${t.tab} = 'completed' and ${t.anonymisedAt} is null`),
    index('studies_first_assigned').on(firstAssignedKey, t.id),
    // The turnaround report counts a year in this index without reading rows.
    index('studies_turnaround').on(
      t.receivedAt.desc().nullsFirst(),
      t.id.desc().nullsFirst(),
      t.firstAssignedAt,
      t.reportedAt,
      t.reportedByDoctorId,
      t.labId,
      t.studyDate,
    ),
    index('studies_order_of_work').on(sortKeyOf.dueDate, t.id),
    index('studies_order_of_work_backwards').on(orderOfWorkBackwards, t.id),
    index('studies_deadline').on(t.dueAt, t.warnAt).where(sql`${t.reportedAt} is null`),
    index('studies_paused').on(t.pausedUntil).where(sql`${t.pausedUntil} is not null`),
    // The tick of the escalation reads this index alone: studies without a report that have a step to come.
    index('studies_escalation').on(t.escalateAt).where(sql`${t.escalateAt} is not null and ${t.reportedAt} is null`),
    index('studies_name').on(sortKeyOf.patientName, t.id),
    index('studies_patient_id').on(sortKeyOf.patientId, t.id),
    index('studies_accession').on(sortKeyOf.accession, t.id),
    index('studies_status').on(t.status, t.receivedAt, t.id),
    index('studies_emergency').on(t.receivedAt, t.id).where(sql`${t.isEmergency}`),
    index('studies_mlc').on(t.receivedAt, t.id).where(sql`${t.mlcCase}`),
    index('studies_type').on(t.studyType, t.receivedAt, t.id).where(sql`${t.studyType} is not null`),
    index('studies_modalities').using('gin', t.modalities),
    index('studies_case_flags').on(t.receivedAt, t.id).where(sql`${t.caseFlags} <> '{}'`),
    // One index, so that a doctor's and a laboratory's search, and the months of both, intersect inside it. PostgreSQL intersects in the order of the
    // columns: the grams are the rarest. A write appends to the index's list of pending entries, which every search reads: the worker merges the
    // lists each second (programs/search_entries.sql).
    index('studies_search_grams')
      .using(
        'gin',
        sql`search_grams(${t.searchAll})`,
        t.doctorKeys,
        sql`(array[${t.labId}])`,
        receivedMonth,
        t.searchAll.op('gin_trgm_ops'),
        t.searchName.op('gin_trgm_ops'),
        t.searchPatientId.op('gin_trgm_ops'),
        t.searchAccession.op('gin_trgm_ops'),
        t.searchPhysician.op('gin_trgm_ops'),
        t.searchDescription.op('gin_trgm_ops'),
      )
      .with({ gin_pending_list_limit: pendingKilobytes }),
    // The search index of unfinished work, which a search reads to the end: some thousands of a million studies, so no trigram is in many.
    index('studies_unfinished_search')
      .using(
        'gin',
        t.searchAll.op('gin_trgm_ops'),
        t.searchName.op('gin_trgm_ops'),
        t.searchPatientId.op('gin_trgm_ops'),
        t.searchAccession.op('gin_trgm_ops'),
        t.searchPhysician.op('gin_trgm_ops'),
        t.searchDescription.op('gin_trgm_ops'),
      )
      .where(sql`${t.tab} <> 'completed'`)
      .with({ gin_pending_list_limit: pendingKilobytes }),
    index('studies_patient_row').on(t.patientRowId),
    index('studies_reported_by').on(t.reportedByDoctorId),
    index('studies_ae_title').on(t.callingAeTitle).where(sql`${t.labId} is null`),
    index('studies_unassigned').on(t.receivedAt, t.id).where(sql`${t.doctorIds} = '{}'`),
    // The tick of automatic assignment reads this index alone: studies whose images are complete, and that wait for a doctor and a report.
    index('studies_to_deal')
      .on(t.labId, dealingRank, t.dueAt, t.id)
      .where(
        sql`${t.doctorIds} = '{}' and ${t.status} = 'pending_assignment' and ${t.reportedAt} is null and ${t.settledAt} is not null`,
      ),
    index('studies_damaged').on(t.id).where(sql`${t.imagesDamagedAt} is not null`),
    index('studies_several_people').on(t.severalPeopleAt, t.id).where(sql`${t.severalPeopleAt} is not null`),
    index('studies_unsettled').on(t.lastImageAt).where(sql`${t.settledAt} is null`),
    oneOf('studies_status', t.status, studyStatuses),
    oneOf('studies_priority', t.priority, priorities),
    oneOf('studies_case_type', t.caseType, caseTypes),
  ],
)

/** The fields of a study's record that people write, beside the columns that lists read. A study without a row has had nothing written. */
export const studyDetails = pgTable(
  'study_details',
  {
    studyId: uuid('study_id')
      .primaryKey()
      .references(() => studies.id, { onDelete: 'cascade' }),
    previousInjury: text('previous_injury').notNull().default(''),
    previousSurgery: text('previous_surgery').notNull().default(''),
    code: text('procedure_code').notNull().default(''),
    /** First day of the last menstrual period. */
    lmp: date('lmp'),
    referringPhysicianEmail: text('referring_email').notNull().default(''),
    referringPhysicianMobile: text('referring_mobile').notNull().default(''),
    referringPhysicianInstitution: text('referring_institution').notNull().default(''),
    referringPhysicianContact: text('referring_contact').notNull().default(''),
    /** Corrections of what the scanner said: null as it says, empty cleared. */
    correctedRequestingPhysician: text('corrected_requesting_physician'),
    correctedTechnologist: text('corrected_technologist'),
    requestingPhysicianEmail: text('requesting_email').notNull().default(''),
    requestingPhysicianMobile: text('requesting_mobile').notNull().default(''),
    requestingPhysicianInstitution: text('requesting_institution').notNull().default(''),
    technologistMobile: text('technologist_mobile').notNull().default(''),
    technologistComments: text('technologist_comments').notNull().default(''),
    technologistReasonToSend: text('technologist_reason_to_send').notNull().default(''),
    modifiedAt: instant('modified_at').notNull().defaultNow(),
    modifiedBy: uuid('modified_by')
      .notNull()
      .references(() => users.id),
  },
  (t) => [index('study_details_modified_by').on(t.modifiedBy)],
)

/** A study that somebody read because it is a prior of one they may see: once for each session and study. */
export const priorOpenings = pgTable(
  'prior_openings',
  {
    id: id(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    studyId: uuid('study_id')
      .notNull()
      .references(() => studies.id, { onDelete: 'cascade' }),
    at: instant('at').notNull().defaultNow(),
  },
  (t) => [uniqueIndex('prior_openings_session_study').on(t.sessionId, t.studyId), index('prior_openings_study').on(t.studyId)],
)
