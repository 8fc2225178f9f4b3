import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { Email, FullName, Id, optionalText, paragraph } from '../core/primitives.ts'

/** As many as a page of the worklist can hold. */
const StudyIds = z.array(Id).min(1).max(1000)

/** The outcome for one of several studies. Without an error it succeeded. The others are not held up by one that is refused. */
export const StudyOutcome = z.object({
  studyId: Id,
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
})
export type StudyOutcome = z.infer<typeof StudyOutcome>

export const bulkActionEndpoints = defineEndpoints({
  unauthorize: {
    method: 'POST',
    path: '/api/admin/studies/unauthorize',
    summary: 'Withdraw the finished state of studies; each is in progress again, and its turnaround starts anew',
    access: 'report.unauthorize',
    scope: 'none',
    body: z.strictObject({ studyIds: StudyIds, reason: paragraph(1000).min(1) }),
    response: ok({ results: z.array(StudyOutcome) }),
    errors: ['STUDY_NOT_FOUND', 'INVALID_TRANSITION'],
  },
  dispatch: {
    method: 'POST',
    path: '/api/admin/studies/dispatch',
    summary:
      'Record the newest finalized report of studies as sent, and mail the recipient a link to sign in, and where asked for links to the images that open without it',
    access: 'report.dispatch',
    once: true,
    scope: 'none',
    body: z.strictObject({
      studyIds: StudyIds,
      email: Email,
      recipientName: optionalText(FullName),
      /** True if the mail has share links that open the images of each study. */
      withImages: z.boolean().default(false),
    }),
    response: ok({ results: z.array(StudyOutcome) }),
    errors: [
      'STUDY_NOT_FOUND',
      'REPORT_NOT_FINALIZED',
      'STUDY_UID_AMBIGUOUS',
      'SHARE_PIN_REQUIRED',
      'TOO_MANY_SHARE_LINKS',
      'IDEMPOTENCY_KEY_REUSED',
    ],
  },
})
