import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { CalendarDate, Id, Instant, OrthancId, Uid } from '../core/primitives.ts'

/** The lifetime of a share link: the default, and the longest that can be requested. */
export const shareDays = 7

/** Links to one study that one person may have in use at a time. */
export const maxShareLinks = 20

/** A link is revoked after this many wrong PINs. */
export const maxPinTries = 5

/** 256 random bits in base64url. */
export const ShareToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/)

const secondsOf: Record<string, number> = { s: 1, m: 60, h: 3_600, d: 86_400 }

/** A lifetime such as `7d`, in seconds. */
const Lifetime = z
  .string()
  .regex(/^\d{1,6}[smhd]$/)
  .transform((text) => Number.parseInt(text, 10) * (secondsOf[text.slice(-1)] ?? 0))
  .pipe(
    z
      .int()
      .min(60)
      .max(shareDays * 86_400),
  )

/** A link that is neither revoked nor expired. Its secret is not in it: nobody is shown it again. */
export const ShareLink = z.object({
  _id: Id,
  createdBy: z.string(),
  createdAt: Instant,
  expiresAt: Instant,
  /** The number of times the images were opened with it. */
  accessCount: z.int().nonnegative(),
  lastAccessAt: Instant.nullable(),
  /** False while its creator does not see the study: it opens nothing then. */
  works: z.boolean(),
  /** Needs a PIN to open. */
  hasPin: z.boolean(),
  /** True if the caller may revoke it. */
  canRevoke: z.boolean(),
})
export type ShareLink = z.infer<typeof ShareLink>

/** The facts about a study that a visitor sees before its images open. */
export const SharedStudy = z.object({
  patientName: z.string().nullable(),
  patientId: z.string().nullable(),
  description: z.string().nullable(),
  modality: z.string().nullable(),
  studyDate: CalendarDate.nullable(),
  location: z.string().nullable(),
})
export type SharedStudy = z.infer<typeof SharedStudy>

const withToken = {
  method: 'GET',
  access: 'public',
  scope: 'none',
  // A malformed token has an error of its own, see `ShareToken`.
  params: z.object({ token: z.string().max(500) }),
  errors: ['SHARE_LINK_MALFORMED', 'SHARE_LINK_NOT_FOUND', 'TOO_MANY_ATTEMPTS'],
} as const

/** The answer to a valid link. */
const Access = ok({
  viewerUrl: z.string(),
  viewerType: z.literal('local'),
  accessCount: z.int().nonnegative(),
  expiresAt: Instant,
  studyInfo: SharedStudy,
  message: z.string(),
})

export const sharingEndpoints = defineEndpoints({
  generate: {
    method: 'POST',
    path: '/api/sharing/generate-link',
    summary: 'A link that opens one study without signing in. Patient data in the body is ignored',
    access: 'study.share',
    scope: 'study',
    body: z.object({
      studyId: Id,
      studyInstanceUID: Uid.optional(),
      orthancStudyID: OrthancId.optional(),
      expiresIn: Lifetime.prefault(`${shareDays}d`),
      /** The link needs a PIN. Always so if the laboratory requires it. */
      withPin: z.boolean().default(false),
    }),
    response: ok({
      shareableLink: z.url(),
      shareLinkId: Id,
      expiresAt: Instant,
      message: z.string(),
      /** Six digits, returned only here; null for a link without a PIN. */
      pin: z.string().nullable(),
    }),
    errors: [
      ...(['STUDY_NOT_FOUND', 'STUDY_IDS_DISAGREE', 'STUDY_UID_AMBIGUOUS', 'TOO_MANY_SHARE_LINKS'] as const),
      ...(['SHARE_PIN_REQUIRED', 'BUSY'] as const),
    ],
  },
  list: {
    method: 'GET',
    path: '/api/studies/:studyId/share-links',
    summary: "A study's links that are neither revoked nor expired, newest first",
    access: 'study.share',
    scope: 'study',
    params: z.object({ studyId: Id }),
    response: ok({ links: z.array(ShareLink) }),
    errors: ['STUDY_NOT_FOUND'],
  },
  revoke: {
    method: 'DELETE',
    path: '/api/studies/:studyId/share-links/:shareLinkId',
    summary: 'Revoke a link of the caller, or as administrator anybody’s; images that are open with it stop',
    access: 'study.share',
    scope: 'study',
    params: z.object({ studyId: Id, shareLinkId: Id }),
    response: ok({ message: z.string() }),
    errors: ['STUDY_NOT_FOUND', 'SHARE_LINK_NOT_FOUND', 'SHARE_LINK_NOT_YOURS'],
  },
  access: {
    ...withToken,
    path: '/api/sharing/access/:token',
    summary: 'The study of a share link and the address of its images. Does not count as an opening',
    response: Access,
    errors: [...withToken.errors, 'SHARE_PIN_NEEDED'],
  },
  unlock: {
    ...withToken,
    method: 'POST',
    path: '/api/sharing/access/:token',
    summary: 'Opens a link with its PIN: sets the cookie and counts the opening. Five wrong PINs revoke the link',
    body: z.strictObject({
      pin: z
        .string()
        .trim()
        .regex(/^\d{6}$/),
    }),
    response: Access,
    errors: [...withToken.errors, 'SHARE_PIN_INCORRECT', 'SHARE_PIN_EXHAUSTED', 'BUSY'],
  },
  open: {
    ...withToken,
    path: '/viewer/share/:token',
    leavesTrace: true,
    summary:
      'Exchanges a share link for a cookie that opens its study, counts it, and leads to the viewer. A link with a PIN leads to its page instead',
    response: 'redirect',
  },
})
