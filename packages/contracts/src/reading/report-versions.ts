import { z } from 'zod'
import { CalendarDate, Id, Instant } from '../core/primitives.ts'
import { CriticalResult } from '../reports/critical-results.ts'
import { ReportKind, SignatureMeaning } from '../studies/report-kinds.ts'
import { Annotations } from './annotations.ts'
import { KeyImage, SignedKeyImage } from './key-images.ts'
import { Confirmation, ReportContent, SeriesStatement } from './report-drafts.ts'

/** A critical result of the study, as it was known when a report was signed. */
export const SignedCritical = CriticalResult.pick({
  id: true,
  category: true,
  finding: true,
  markedBy: true,
  foundAt: true,
  told: true,
  acknowledged: true,
})
export type SignedCritical = z.infer<typeof SignedCritical>

/** Images of a series that the signer says they have not seen: `images` of all `of`. */
export const NotSeenSeries = z.object({
  number: z.int().nullable(),
  modality: z.string(),
  description: z.string().nullable(),
  images: z.int(),
  of: z.int(),
})
export type NotSeenSeries = z.infer<typeof NotSeenSeries>

/** A series that was not displayed, or in part, and the signer's statement about it. */
export const UndisplayedSeries = NotSeenSeries.extend({ said: SeriesStatement })
export type UndisplayedSeries = z.infer<typeof UndisplayedSeries>

/** `shown` of all `of` images were on the signer's screen. */
export const DisplayedImages = z.object({ shown: z.int(), of: z.int(), others: z.array(UndisplayedSeries) })
export type DisplayedImages = z.infer<typeof DisplayedImages>

/** The people and the study of a signed report, as its signer saw them. Null means that the record did not say. */
export const ReportSnapshot = z.object({
  patient: z.object({
    name: z.string().nullable(),
    /** The name as DICOM writes it; missing in what was signed before names had parts. */
    pn: z.string().nullable().optional(),
    id: z.string().nullable(),
    sex: z.enum(['M', 'F', 'O']).nullable(),
    birthDate: CalendarDate.nullable(),
    /** As at the study. */
    age: z.string().nullable(),
  }),
  study: z.object({
    studyInstanceUid: z.string(),
    accessionNumber: z.string().nullable(),
    description: z.string().nullable(),
    modalities: z.array(z.string()),
    studyDate: CalendarDate.nullable(),
    studyTime: z.string().nullable(),
    referringPhysician: z.string().nullable(),
  }),
  images: z.object({ generation: z.int(), instancesHash: z.string().nullable() }),
  laboratory: z.object({ name: z.string(), address: z.string(), phone: z.string(), email: z.string() }).nullable(),
  signer: z.object({
    name: z.string(),
    /** Their specialty; empty if their profile does not say. */
    specialization: z.string(),
    /** The object that held the image of their signature. */
    signatureKey: z.string().nullable(),
  }),
  /**
   * The accounts that wrote the text, in the order in which they began. Missing if the signer alone did, and in what was signed before this was recorded.
   */
  writers: z.array(z.object({ userId: Id, name: z.string() })).optional(),
  /** The name of the report template. Missing if there was none, or it is not known. */
  templateName: z.string().optional(),
  /** The file that an addendum adds to, if the report before it was uploaded. */
  uploaded: z.object({ reportId: Id, fileName: z.string(), at: Instant }).optional(),
  /** Oldest first; not there in what was signed before they were recorded. */
  criticalResults: z.array(SignedCritical).optional(),
  /** In their order; not there if the report has none. */
  keyImages: z.array(SignedKeyImage).optional(),
  /** The images that the signer said they had not seen, because the viewer could not draw them. Missing if there are none. */
  notSeen: z.array(NotSeenSeries).optional(),
  /** Missing in what was signed before it was recorded. */
  displayed: DisplayedImages.optional(),
  /** Drawings on the images; missing if there are none. */
  annotations: Annotations.optional(),
})
export type ReportSnapshot = z.infer<typeof ReportSnapshot>

/** A text that was signed: it never changes. */
export const ReportVersion = z.object({
  id: Id,
  /** The report of the study's list that it is the text of. */
  reportId: Id,
  /** Counts up within a study. */
  number: z.int().positive(),
  kind: ReportKind,
  meaning: SignatureMeaning,
  content: ReportContent,
  signedBy: z.string(),
  /** The names of the accounts that wrote the text; empty if the signer alone did, as far as it is known. */
  writers: z.array(z.string()),
  /** Of the report template; null if there was none, or it is not known. */
  templateName: z.string().nullable(),
  signedAt: Instant,
  /** The reason for a correction; empty for other reports. */
  reason: z.string(),
  confirmed: z.array(Confirmation),
  /** SHA-256 over the text, the snapshot, the signature and the version before, hexadecimal. */
  hash: z.string(),
  isWithdrawn: z.boolean(),
  /** The images that the signer said they had not seen. */
  notSeen: z.array(NotSeenSeries),
  /** Null if it was signed before this was recorded. */
  displayed: DisplayedImages.nullable(),
  /** In their order. */
  keyImages: z.array(KeyImage),
  /** Its document can be downloaded. */
  isReady: z.boolean(),
  /** Seconds for which its signer can still recall it; null once it is released or withdrawn. */
  recallSeconds: z.int().min(0).nullable(),
})
export type ReportVersion = z.infer<typeof ReportVersion>
