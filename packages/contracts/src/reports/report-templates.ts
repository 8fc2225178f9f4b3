import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { Id, Instant, line, optionalText } from '../core/primitives.ts'

export const maxTemplateBytes = 5 * 1024 * 1024

/** A Word template. The most specific one is taken: of laboratory and modality, of the laboratory, of the modality, of all; else the one we ship. */
export const ReportTemplate = z.object({
  _id: Id,
  /** Null: of all laboratories. */
  labId: Id.nullable(),
  labName: z.string().nullable(),
  /** Null: of all modalities. */
  modality: z.string().nullable(),
  fileName: z.string(),
  /** Bytes. */
  size: z.int(),
  uploadedBy: z.string(),
  uploadedAt: Instant,
})
export type ReportTemplate = z.infer<typeof ReportTemplate>

/** A modality as DICOM names it (PS3.3 C.7.3.1.1.1). */
const Modality = line(16)
  .regex(/^[A-Za-z0-9]*$/, 'must be letters and digits')
  .toUpperCase()

const onTemplate = { access: 'template.manage', scope: 'none', params: z.object({ templateId: Id }) } as const

export const reportTemplateEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/api/admin/report-templates',
    summary: 'The Word templates of reports, by laboratory and modality',
    access: 'template.manage',
    scope: 'none',
    response: ok({ data: z.array(ReportTemplate) }),
    errors: [],
  },
  upload: {
    method: 'POST',
    path: '/api/admin/report-templates',
    summary:
      'A template for a laboratory and a modality, or for all; it replaces the previous one. Errors in the template are listed',
    access: 'template.manage',
    scope: 'none',
    multipart: {
      fields: z.strictObject({ labId: optionalText(Id), modality: optionalText(Modality) }),
      file: { name: 'file', required: true, maxBytes: maxTemplateBytes, tooLarge: 'TEMPLATE_TOO_LARGE' },
    },
    response: ok({ message: z.string(), data: z.object({ _id: Id }) }),
    errors: [
      ...(['LAB_NOT_FOUND', 'TEMPLATE_TOO_LARGE', 'TEMPLATE_UNREADABLE', 'TEMPLATE_ACTIVE', 'TEMPLATE_FIELD_UNKNOWN'] as const),
      ...(['TEMPLATE_FIELD_UNBALANCED', 'TEMPLATE_BRACE', 'TEMPLATE_NO_IMAGES', 'STORAGE_UNAVAILABLE'] as const),
    ],
  },
  preview: {
    ...onTemplate,
    method: 'GET',
    path: '/api/admin/report-templates/:templateId/preview',
    summary: 'A document from the template in which each field says what it is',
    response: 'file',
    errors: ['TEMPLATE_NOT_FOUND', 'FILE_MISSING', 'STORAGE_UNAVAILABLE'],
  },
  remove: {
    ...onTemplate,
    method: 'DELETE',
    path: '/api/admin/report-templates/:templateId',
    summary: 'Delete a template; the next less specific one is taken from then on',
    response: ok({ message: z.string() }),
    errors: ['TEMPLATE_NOT_FOUND'],
  },
})
