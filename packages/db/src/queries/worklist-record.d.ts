import { z } from 'zod'
import { type Db } from '../client.ts'
import type { Viewer } from './worklist-filters.ts'

/** What a row of a worklist shows, of the database's columns. */
declare const WorklistRecord: z.ZodObject<
  {
    id: z.ZodString
    studyInstanceUid: z.ZodString
    orthancId: z.ZodString
    patientId: z.ZodNullable<z.ZodString>
    patientName: z.ZodNullable<z.ZodString>
    patientAge: z.ZodNullable<z.ZodString>
    patientSex: any
    description: z.ZodNullable<z.ZodString>
    modalities: z.ZodArray<z.ZodString>
    seriesCount: z.ZodInt
    imageCount: z.ZodInt
    labId: z.ZodNullable<z.ZodString>
    labName: z.ZodNullable<z.ZodString>
    studyDate: z.ZodNullable<z.ZodString>
    receivedAt: z.ZodPipe<z.ZodString, z.ZodTransform<string, string>>
    reportedAt: z.ZodNullable<z.ZodPipe<z.ZodString, z.ZodTransform<string, string>>>
    reportedBy: z.ZodNullable<z.ZodString>
    referringPhysician: z.ZodNullable<z.ZodString>
    accessionNumber: z.ZodNullable<z.ZodString>
    status: any
    priority: any
    caseType: any
    mlcCase: z.ZodBoolean
    studyType: z.ZodNullable<z.ZodString>
    clinicalHistory: z.ZodString
    seenBy: z.ZodNullable<z.ZodString>
    imagesMissing: z.ZodBoolean
    newImages: z.ZodBoolean
    hasTwin: z.ZodBoolean
    zipState: z.ZodNullable<
      z.ZodEnum<{
        completed: 'completed'
        expired: 'expired'
        failed: 'failed'
        processing: 'processing'
        queued: 'queued'
        superseded: 'superseded'
      }>
    >
    zipBytes: z.ZodNullable<z.ZodNumber>
    hasReport: z.ZodBoolean
    discussions: z.ZodInt
    doctorAssignments: z.ZodArray<
      z.ZodObject<
        {
          doctorId: z.ZodString
          fullName: z.ZodString
          specialization: z.ZodNullable<z.ZodString>
          isActive: z.ZodBoolean
          assignedAt: z.ZodPipe<z.ZodString, z.ZodTransform<string, string>>
        },
        z.core.$strip
      >
    >
  },
  z.core.$strip
>
export type WorklistRecord = z.infer<typeof WorklistRecord>
/** The records of chosen studies, in no order; of those only that the viewer sees. */
export declare function readRecords(db: Db, { role, labId, doctorId }: Viewer, ids: readonly string[]): Promise<WorklistRecord[]>
