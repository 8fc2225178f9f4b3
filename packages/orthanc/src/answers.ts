import { z } from 'zod'
import { wholeNumber } from './numbers.ts'

/** Orthanc's resource id: a SHA-1 in five groups. Everything that becomes part of a path is one of these. */
export const ResourceId = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{8}){4}$/)

/** Values by DICOM keyword. Sequences, binary values and over-long ones come as something else than text and are left out. */
export const Tags = z
  .record(z.string(), z.unknown())
  .transform((all) =>
    Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => typeof entry[1] === 'string')),
  )
export type Tags = z.infer<typeof Tags>

export const System = z.object({ Version: z.string(), DicomAet: z.string(), DicomPort: z.number() })
export type System = z.infer<typeof System>

export const Changes = z.object({
  /** Other kinds than studies, series and instances are of no use here and their ids are not looked at. */
  Changes: z.array(z.object({ ChangeType: z.string(), ID: z.string(), ResourceType: z.string(), Seq: z.int() })),
  Done: z.boolean(),
  Last: z.int().min(0),
})
export type Changes = z.infer<typeof Changes>

export const Study = z.object({
  ID: ResourceId,
  IsStable: z.boolean(),
  LastUpdate: z.string(),
  MainDicomTags: Tags,
  /** Of Orthanc's patient, which all studies with the same PatientID share: the name may be another study's. */
  PatientMainDicomTags: Tags,
  Series: z.array(ResourceId),
})
export type Study = z.infer<typeof Study>

export const Series = z.object({
  ID: ResourceId,
  ParentStudy: ResourceId,
  LastUpdate: z.string(),
  MainDicomTags: Tags,
  Instances: z.array(ResourceId),
})
export type Series = z.infer<typeof Series>

export const Instance = z.object({
  ID: ResourceId,
  ParentSeries: ResourceId,
  FileSize: z.number().optional(),
  MainDicomTags: Tags,
})
export type Instance = z.infer<typeof Instance>

/**
 * A number of an image's header; undefined where it is absent. Null where it is there and not a whole number from 0: decoders make of it
 * what they like.
 */
const Claim = z
  .unknown()
  .optional()
  .transform((value) => {
    if (value === undefined) return undefined
    const number = typeof value === 'string' ? wholeNumber(value) : null
    return number === null || number < 0 ? null : number
  })

/** What an instance says about its pixels (DICOM PS3.3 section C.7.6.3). */
export const ImageTags = z
  .object({ Rows: Claim, Columns: Claim, SamplesPerPixel: Claim, BitsAllocated: Claim, NumberOfFrames: Claim })
  .transform(({ Rows, Columns, SamplesPerPixel = 1, BitsAllocated = 16, NumberOfFrames = 1 }) => ({
    rows: Rows,
    columns: Columns,
    samples: SamplesPerPixel,
    bits: BitsAllocated,
    frames: NumberOfFrames,
  }))
export type ImageClaims = z.infer<typeof ImageTags>

export const Statistics = z.object({ CountInstances: z.coerce.number(), CountSeries: z.coerce.number() })
export type Statistics = z.infer<typeof Statistics>

/** What has some text as one of its identifiers: patients, studies, series and instances. */
export const Found = z.array(z.object({ ID: ResourceId, Type: z.string() }))

/** What `/tools/bulk-content` says of instances. RemoteAET exists only for images that came by C-STORE. */
export const InstancesWithMetadata = z.array(
  z.object({ ID: ResourceId, Metadata: z.object({ RemoteAET: z.string().optional() }) }),
)

/** The file behind an image: `FileUuid` is another one where the same image was sent again after it was deleted. */
export const StoredInstances = z.array(
  z.object({ ID: ResourceId, ParentSeries: ResourceId, FileSize: z.number(), FileUuid: z.uuid() }),
)
export type StoredInstance = z.infer<typeof StoredInstances>[number]

export const Added = z.object({ ID: ResourceId, ParentStudy: ResourceId, Status: z.enum(['Success', 'AlreadyStored']) })

export const ArchiveStatistics = z.object({ TotalDiskSize: z.coerce.number() })

export const ResourceIds = z.array(ResourceId)

export type StudyInstance = {
  id: string
  seriesId: string
  sopInstanceUid: string
  seriesInstanceUid: string
  seriesNumber: number | null
  instanceNumber: number | null
  /** Bytes of the file. */
  fileSize: number | null
}
