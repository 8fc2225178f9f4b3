import type { Db } from '../client.ts'
/** Who may hear of a study, and what they may read of it. Null where it does not exist. */
export declare function findStudyAudience(
  db: Db,
  studyId: string,
): Promise<{
  studyId: string
  labId: string | null
  doctorIds: string[]
  patientName: string | null
  patientId: string | null
  modalities: string[]
  location: string | null
  seriesCount: number
  imageCount: number
} | null>
export type StudyAudience = NonNullable<Awaited<ReturnType<typeof findStudyAudience>>>
