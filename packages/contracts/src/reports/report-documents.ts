import { z } from 'zod'
import { ExpiresIn } from '../access/auth.ts'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { Id, text } from '../core/primitives.ts'

const StudyParams = z.object({ studyId: Id })

/** The Word document in which a doctor writes the report. The doctor uploads the finished document as a report. */
export const reportDocumentEndpoints = defineEndpoints({
  generate: {
    method: 'GET',
    path: '/api/documents/study/:studyId/generate-patient-report',
    leavesTrace: true,
    summary: "A Word document with the study's particulars and empty sections, to write the report in",
    access: 'report.edit',
    scope: 'study',
    params: StudyParams,
    response: 'file',
    errors: ['STUDY_NOT_FOUND', 'STORAGE_UNAVAILABLE'],
  },
  launch: {
    method: 'POST',
    path: '/api/documents/study/:studyId/report-launch',
    summary: 'The link that opens the document in a desktop program, with a ticket of 60 seconds for it in place of the token',
    access: 'report.edit',
    scope: 'study',
    params: StudyParams,
    response: ok({ ticket: z.string(), url: z.string(), expiresIn: ExpiresIn }),
    errors: ['STUDY_NOT_FOUND'],
  },
  launched: {
    method: 'GET',
    path: '/api/report-launch/:ticket',
    leavesTrace: true,
    summary: 'The same document, once, by the ticket of its launch link',
    access: 'public',
    scope: 'none',
    params: z.object({ ticket: text(200) }),
    response: 'file',
    errors: ['LINK_EXPIRED', 'STUDY_NOT_FOUND', 'STORAGE_UNAVAILABLE'],
  },
})
