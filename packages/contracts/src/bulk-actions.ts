import { z } from 'zod'
import { defineEndpoints, ok } from './endpoint.ts'
import { Email, Id, optionalText, PersonName, paragraph } from './primitives.ts'

/** As many as a page of the worklist can hold. */
const StudyIds = z.array(Id).min(1).max(1000)

/** What became of one study of several; without an error it was done. The others are not held up by one that is refused. */
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
    scope: 'none',
    body: z.strictObject({
      studyIds: StudyIds,
      email: Email,
      recipientName: optionalText(PersonName),
      /** Whether the mail opens the images of each study, by share links. */
      withImages: z.boolean().default(false),
      /** The same again, because an answer was lost, sends once. Left out, each call sends. */
      requestId: Id.optional(),
    }),
    response: ok({ results: z.array(StudyOutcome) }),
    errors: ['STUDY_NOT_FOUND', 'REPORT_NOT_FINALIZED', 'STUDY_UID_AMBIGUOUS', 'TOO_MANY_SHARE_LINKS', 'CONFLICT'],
  },
})
