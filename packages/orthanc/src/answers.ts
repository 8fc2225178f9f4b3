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

/**
 * A number of an image's header; undefined if it is absent. Null if it is there and not a whole number from 0: decoders make of it
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

const Palette = z
  .unknown()
  .optional()
  .transform((value) => (typeof value === 'string' ? value.split('\\').map((part) => wholeNumber(part)) : null))
export type Palette = z.infer<typeof Palette>

/** An instance's description of its pixels (DICOM PS3.3 section C.7.6.3). */
export const ImageHeader = z
  .object({
    Rows: Claim,
    Columns: Claim,
    SamplesPerPixel: Claim,
    BitsAllocated: Claim,
    BitsStored: Claim,
    HighBit: Claim,
    PixelRepresentation: Claim,
    PlanarConfiguration: Claim,
    NumberOfFrames: Claim,
    PhotometricInterpretation: z.unknown().optional(),
    RedPaletteColorLookupTableDescriptor: Palette,
    GreenPaletteColorLookupTableDescriptor: Palette,
    BluePaletteColorLookupTableDescriptor: Palette,
  })
  .transform((tags) => ({
    rows: tags.Rows,
    columns: tags.Columns,
    samples: tags.SamplesPerPixel,
    allocated: tags.BitsAllocated,
    stored: tags.BitsStored,
    high: tags.HighBit,
    representation: tags.PixelRepresentation,
    planar: tags.PlanarConfiguration,
    frames: tags.NumberOfFrames === undefined ? 1 : tags.NumberOfFrames,
    photometric: typeof tags.PhotometricInterpretation === 'string' ? tags.PhotometricInterpretation.trim() : undefined,
    /** Red, green and blue; null if there is none. */
    palettes: [
      tags.RedPaletteColorLookupTableDescriptor,
      tags.GreenPaletteColorLookupTableDescriptor,
      tags.BluePaletteColorLookupTableDescriptor,
    ],
  }))
export type ImageHeader = z.infer<typeof ImageHeader>

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

/** The offset of an instance's pixels in its file, and their encoding. */
export const InstancesWithPixels = z.array(
  z.object({
    ID: ResourceId,
    FileSize: z.number(),
    Metadata: z.object({ TransferSyntax: z.string().optional(), PixelDataOffset: z.string().optional() }),
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
