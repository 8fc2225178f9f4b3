import type { PgInsertValue, PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Db } from '../client.ts'
import { patients, series, studies } from '../schema/studies.ts'
export type IntakeStudy = typeof studies.$inferSelect
export type IntakeSeries = Omit<typeof series.$inferInsert, 'id' | 'studyId'>
/** What a study's own images say about it. */
export type StudyDescription = Pick<
  IntakeStudy,
  | 'patientId'
  | 'patientName'
  | 'patientSex'
  | 'patientBirthDate'
  | 'patientAge'
  | 'accessionNumber'
  | 'description'
  | 'referringPhysician'
  | 'institution'
  | 'studyDate'
  | 'studyTime'
>
/** The laboratory that sends under an AE title, whatever its case; null where none is known. */
export declare function findLabOfAeTitle(db: Db, aeTitle: string): Promise<string | null>
export declare function lockIntakeStudy(tx: Db, orthancId: string): Promise<IntakeStudy | null>
/** Series of studies with their counts, as they were last taken in, by the study's Orthanc id. */
export declare function readTakenIn(db: Db, orthancIds: string[]): Promise<Map<string, Map<string, number>>>
type PatientFields = Pick<typeof patients.$inferSelect, 'labId' | 'patientId' | 'fullName' | 'sex' | 'birthDate'>
/**
 * The patient's row within the laboratory, made where there is none. A missing patient id never finds another's row.
 * What the row already says stays: an administrator may have corrected it.
 */
export declare function upsertPatient(tx: Db, fields: PatientFields): Promise<string>
/** The patient follows a study whose images were replaced under another name, where the patient's was that study's. */
export declare function renamePatient(
  tx: Db,
  study: Pick<IntakeStudy, 'patientRowId' | 'patientName'>,
  fullName: string | null,
): Promise<void>
/** A new study in `new_study_received`, with the first line of its history. */
export declare function insertIntakeStudy(tx: Db, values: PgInsertValue<typeof studies>): Promise<string>
export declare function updateIntakeStudy(tx: Db, id: string, set: PgUpdateSetSource<typeof studies>): Promise<void>
/** Makes the study's series these and no others. */
export declare function replaceSeries(tx: Db, studyId: string, rows: IntakeSeries[]): Promise<void>
/** Appends what happened to a study's images; its status stays. */
export declare function appendImagesEvent(
  tx: Db,
  study: Pick<IntakeStudy, 'id' | 'status'>,
  event: 'images_added' | 'images_missing' | 'images_returned',
  details: {
    imagesBefore: number
    images: number
  },
): Promise<void>
/** Orthanc ids of studies that have had no new image for the settle time. Those that wait for another attempt are left to it. */
export declare function listStudiesToSettle(db: Db, settleSeconds: number, limit: number): Promise<string[]>
export type SweptStudy = Pick<IntakeStudy, 'id' | 'orthancId' | 'seriesCount' | 'imageCount' | 'imagesMissingAt'>
/** Studies with these Orthanc ids, for comparison with the archive. */
export declare function readSweptStudies(db: Db, orthancIds: string[]): Promise<Map<string, SweptStudy>>
/** Studies not known to be missing, in pages by id. */
export declare function listPresentStudies(db: Db, afterId: string | null, limit: number): Promise<SweptStudy[]>
