import { z } from 'zod'

/** DICOM IS, as Orthanc passes it on: padded, or not a number at all. */
export function wholeNumber(value: string | undefined): number | null {
  return value !== undefined && /^\s*[+-]?\d{1,9}\s*$/.test(value) ? Number(value) : null
}

/** Orthanc's resource id: a SHA-1 in five groups. Everything that becomes part of a path is one of these. */
export const ResourceId = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{8}){4}$/)

/** Values by DICOM keyword. Sequences, binary values and over-long ones come as something else than text and are left out. */
export const Tags = z
  .record(z.string(), z.unknown())
  .transform((all) =>
    Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => typeof entry[1] === 'string')),
  )
export type Tags = z.infer<typeof Tags>

/** The items of a sequence. None if it is something else. */
const Items = z.array(Tags).catch([])

/** An image's own values, with the orders that it was made for: the items of Request Attributes Sequence (0040,0275). */
export const InstanceHead = z.looseObject({ RequestAttributesSequence: Items.default([]) }).transform((all) => ({
  tags: Tags.parse(all),
  requests: all.RequestAttributesSequence,
}))
export type InstanceHead = z.infer<typeof InstanceHead>

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
  FileUuid: z.uuid().optional(),
  MainDicomTags: Tags,
})
export type Instance = z.infer<typeof Instance>

export const Statistics = z.object({ CountInstances: z.coerce.number(), CountSeries: z.coerce.number() })
export type Statistics = z.infer<typeof Statistics>

/** The patients, studies, series and instances that have a given text as an identifier. */
export const Found = z.array(z.object({ ID: ResourceId, Type: z.string() }))

/** `20260131T083000` in UTC. */
const ArchiveInstant = z.string().transform((value) => {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)/.exec(value) ?? []
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(at.getTime()) ? null : at
})

/** The answer of `/tools/bulk-content` about instances. RemoteAET exists only for images that came by C-STORE. */
export const InstancesWithMetadata = z.array(
  z.object({
    ID: ResourceId,
    FileUuid: z.uuid().optional(),
    Metadata: z.object({ RemoteAET: z.string().optional(), ReceptionDate: ArchiveInstant.optional() }),
  }),
)

/** The file behind an image: `FileUuid` is another one if the same image was sent again after it was deleted. */
export const StoredInstances = z.array(
  z.object({ ID: ResourceId, ParentSeries: ResourceId, FileSize: z.number(), FileUuid: z.uuid() }),
)
export type StoredInstance = z.infer<typeof StoredInstances>[number]

export const Added = z.object({ ID: ResourceId, ParentStudy: ResourceId, Status: z.enum(['Success', 'AlreadyStored']) })
export type Added = z.infer<typeof Added>

export const ArchiveStatistics = z.object({ TotalDiskSize: z.coerce.number() })

export const ResourceIds = z.array(ResourceId)

/** `id` and `seriesId` are Orthanc's. */
export type FoundImage = { id: string; seriesId: string; series: number | null; image: number | null; frames: number }

export type StudyInstance = {
  id: string
  seriesId: string
  sopInstanceUid: string
  seriesInstanceUid: string
  seriesNumber: number | null
  instanceNumber: number | null
  /** Bytes of the file. */
  fileSize: number | null
  /** Another one if the same image was sent again after it was deleted. */
  fileUuid: string | null
}
