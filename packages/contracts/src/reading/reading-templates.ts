import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { Id, Instant, line, optionalText, Sex } from '../core/primitives.ts'
import { ReportKind } from '../studies/report-kinds.ts'
import { ReportContent, TemplateName } from './report-drafts.ts'

/** The owner of a template or a text block: everybody, one laboratory, or one doctor. */
export const templateScopes = ['system', 'lab', 'doctor'] as const
export const TemplateScope = z.enum(templateScopes)
export type TemplateScope = z.infer<typeof TemplateScope>

/** So many of a place (the system, a laboratory, a doctor) are kept. */
export const maxReadingTemplates = 500
export const maxMrrtBytes = 1024 * 1024

/** `labId`: of a laboratory's; null otherwise. */
export const TemplatePlace = z.strictObject({ scope: TemplateScope, labId: Id.nullable().default(null) })
export type TemplatePlace = z.infer<typeof TemplatePlace>

/** A modality as DICOM names it (PS3.3 C.7.3.1.1.1). */
const Modality = line(16)
  .regex(/^[A-Za-z0-9]+$/, 'must be letters and digits')
  .toUpperCase()

const Described = z.strictObject({
  name: TemplateName,
  /** Of studies of one of these; empty: of all. */
  modalities: z.array(Modality).max(20),
  /** Words that the description or the body part of its studies says, one or several; empty: of all. */
  words: z.array(line(40).min(1)).max(40),
  /** Null: of all patients. */
  sex: Sex.nullable(),
  kind: ReportKind,
  /** Taken by itself if no template's words fit. */
  isDefault: z.boolean(),
  content: ReportContent,
})

/** The fields of a template that its author writes. */
export const ReadingTemplateText = Described
export type ReadingTemplateText = z.infer<typeof ReadingTemplateText>

/** A template of the texts of reports, without its text. */
export const ReadingTemplateEntry = z.object({
  _id: Id,
  scope: TemplateScope,
  labId: Id.nullable(),
  labName: z.string().nullable(),
  ...z.object(Described.shape).omit({ content: true }).shape,
  /** The caller may change it. */
  isEditable: z.boolean(),
  version: z.int().positive(),
  updatedAt: Instant,
})
export type ReadingTemplateEntry = z.infer<typeof ReadingTemplateEntry>

export const ReadingTemplate = ReadingTemplateEntry.extend({ content: ReportContent })
export type ReadingTemplate = z.infer<typeof ReadingTemplate>

/** A template of a study: how well it fits, in words. */
export const FittingTemplate = ReadingTemplateEntry.extend({
  /** Could be taken by itself; others are offered below. */
  fits: z.boolean(),
  /** Why it does, or does not. */
  why: z.array(z.string()),
})
export type FittingTemplate = z.infer<typeof FittingTemplate>

const onTemplate = { access: 'template.write', scope: 'none', params: z.object({ templateId: Id }) } as const
const done = ok({ message: z.string() })
const refusedText = ['FORBIDDEN', 'READING_TEMPLATE_NAME_TAKEN', 'REPORT_TEXT_INVALID'] as const
const refusedNew = [...refusedText, 'LAB_NOT_FOUND', 'TOO_MANY_TEMPLATES'] as const

export const readingTemplateEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/api/reading-templates',
    summary: "Templates of reports' texts: the shared ones, and a doctor's own",
    access: 'template.write',
    scope: 'none',
    response: ok({ templates: z.array(ReadingTemplateEntry) }),
    errors: [],
  },
  ofStudy: {
    method: 'GET',
    path: '/api/studies/:studyId/reading-templates',
    summary: 'The templates that a report of the study can be written on, the best first; and the one that is taken by itself',
    access: 'report.edit',
    scope: 'study',
    params: z.object({ studyId: Id }),
    query: z.object({ kind: ReportKind.default('original') }),
    response: ok({
      templates: z.array(FittingTemplate),
      /** Null if none fits, or several by different words: the report begins empty. */
      chosen: ReadingTemplate.nullable(),
    }),
    errors: ['STUDY_NOT_FOUND'],
  },
  get: {
    ...onTemplate,
    method: 'GET',
    path: '/api/reading-templates/:templateId',
    summary: 'A template with its text',
    response: ok({ template: ReadingTemplate }),
    errors: ['TEMPLATE_NOT_FOUND'],
  },
  export: {
    ...onTemplate,
    method: 'GET',
    path: '/api/reading-templates/:templateId/file',
    summary: 'A template as a file of IHE MRRT (HTML), which an import reads as the same template',
    response: 'file',
    errors: ['TEMPLATE_NOT_FOUND'],
  },
  create: {
    method: 'POST',
    path: '/api/reading-templates',
    summary: "A doctor's own template, or an administrator's for the system or a laboratory",
    access: 'template.write',
    once: true,
    scope: 'none',
    body: z.strictObject({ ...TemplatePlace.shape, ...Described.shape }),
    response: ok({ message: z.string(), _id: Id }),
    errors: [...refusedNew, 'IDEMPOTENCY_KEY_REUSED'],
  },
  import: {
    method: 'POST',
    path: '/api/reading-templates/import',
    summary:
      'A template from a file of IHE MRRT (HTML). It is taken by itself only if the file or, later, its owner says for which studies',
    access: 'template.write',
    scope: 'none',
    multipart: {
      fields: z.strictObject({
        scope: TemplateScope,
        labId: optionalText(Id),
        /** Null: as the file is titled. */
        name: optionalText(line(100)),
      }),
      file: { name: 'file', required: true, maxBytes: maxMrrtBytes, tooLarge: 'MRRT_TOO_LARGE' },
    },
    /** `notes`: what of the file was lost. */
    response: ok({ message: z.string(), _id: Id, notes: z.array(z.string()) }),
    errors: [...refusedNew, 'MRRT_INVALID', 'MRRT_TOO_LARGE'],
  },
  update: {
    ...onTemplate,
    method: 'PUT',
    path: '/api/reading-templates/:templateId',
    summary: 'Change text or name of a template. Its owner does not change',
    body: Described.extend({ version: z.int().positive() }),
    response: done,
    errors: ['TEMPLATE_NOT_FOUND', 'CONFLICT', ...refusedText],
  },
  remove: {
    ...onTemplate,
    method: 'DELETE',
    path: '/api/reading-templates/:templateId',
    summary: 'Delete a template; reports that were written on it stay as they are',
    response: done,
    errors: ['TEMPLATE_NOT_FOUND', 'FORBIDDEN'],
  },
})
