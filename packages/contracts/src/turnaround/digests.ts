import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { Email, Id, Instant } from '../core/primitives.ts'
import { TimeOfDay } from '../studies/office-calendars.ts'

/** How often a digest is sent: each day, on Mondays, or on the first of a month. It tells of the whole day, week or month before. */
export const digestFrequencies = ['daily', 'weekly', 'monthly'] as const
export const DigestFrequency = z.enum(digestFrequencies)
export type DigestFrequency = z.infer<typeof DigestFrequency>

export const maxDigestLabs = 50
export const maxDigestRecipients = 20

const fields = z.strictObject({
  /** The laboratories that it tells of. Null: all, and then the doctors too. */
  labIds: z.array(Id).min(1, 'Please choose a laboratory').max(maxDigestLabs).nullable(),
  /** The group of doctors that it tells of, in place of laboratories. It goes to administrators only. */
  groupId: Id.nullable().default(null),
  frequency: DigestFrequency,
  /** The time of day at which it is sent, in the clinic's zone. */
  sendAt: TimeOfDay,
  recipients: z
    .array(Email)
    .min(1, 'Please enter an email address')
    .max(maxDigestRecipients, `Enter at most ${maxDigestRecipients} addresses`)
    .overwrite((addresses) => [...new Set(addresses)]),
})

const isAboutOne = ({ labIds, groupId }: z.infer<typeof fields>) => labIds === null || groupId === null
const aboutBoth = { path: ['groupId'], error: 'Choose laboratories or a group, not both' }

/** The fields of a digest that an administrator writes. */
export const DigestFields = fields.refine(isAboutOne, aboutBoth)
export type DigestFields = z.infer<typeof DigestFields>

/** Turnaround times and workload by email, on a schedule (docs/decisions/turnaround/digests.md). */
export const Digest = z.object({
  _id: Id,
  ...fields.shape,
  /** The names of its laboratories. Null: all. */
  labNames: z.array(z.string()).nullable(),
  /** The name of its group. Null: it has none, or the group was deleted. */
  groupName: z.string().nullable(),
  nextAt: Instant,
  lastSentAt: Instant.nullable(),
  version: z.int().positive(),
})
export type Digest = z.infer<typeof Digest>

const forAdmins = { access: 'system.manage', scope: 'none' } as const
const onDigest = {
  ...forAdmins,
  path: '/api/admin/digests/:digestId',
  params: z.object({ digestId: Id }),
} as const
const done = ok({ message: z.string() })

export const digestEndpoints = defineEndpoints({
  list: {
    ...forAdmins,
    method: 'GET',
    path: '/api/admin/digests',
    summary: 'Emails about turnaround times and workload, the oldest first',
    response: ok({ digests: z.array(Digest) }),
    errors: [],
  },
  create: {
    ...forAdmins,
    method: 'POST',
    path: '/api/admin/digests',
    summary: 'Send turnaround times and workload by email, on a schedule',
    once: true,
    body: DigestFields,
    response: ok({ message: z.string(), _id: Id }),
    errors: ['LAB_NOT_FOUND', 'DOCTOR_GROUP_NOT_FOUND', 'NOT_AN_ADMIN_ADDRESS', 'IDEMPOTENCY_KEY_REUSED'],
  },
  update: {
    ...onDigest,
    method: 'PUT',
    summary: 'Change a digest',
    body: fields.extend({ version: z.int().positive() }).refine(isAboutOne, aboutBoth),
    response: done,
    errors: ['DIGEST_NOT_FOUND', 'LAB_NOT_FOUND', 'DOCTOR_GROUP_NOT_FOUND', 'NOT_AN_ADMIN_ADDRESS', 'CONFLICT'],
  },
  remove: {
    ...onDigest,
    method: 'DELETE',
    summary: 'Stop a digest',
    response: done,
    errors: ['DIGEST_NOT_FOUND'],
  },
  sendNow: {
    ...onDigest,
    path: '/api/admin/digests/:digestId/send',
    method: 'POST',
    summary: 'Send the newest digest to the calling administrator alone',
    once: true,
    response: ok({ address: Email }),
    errors: ['DIGEST_NOT_FOUND', 'IDEMPOTENCY_KEY_REUSED'],
  },
})
