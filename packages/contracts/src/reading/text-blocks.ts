import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { Id, line } from '../core/primitives.ts'
import { TemplatePlace, TemplateScope } from './reading-templates.ts'
import { ReportContent } from './report-drafts.ts'

/** So many of a place (the system, a laboratory, a doctor) are kept. */
export const maxTextBlocks = 1_000

/** The short word that is typed behind a full stop: letters, digits and hyphens, compared without regard to letter case. */
export const Shortcut = line(32)
  .normalize('NFC')
  .regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N}-]+$/u, 'must be two or more letters, digits or hyphens')

/** Ids of sections of reports (`sections` in the report package). */
const SectionName = z
  .string()
  .max(40)
  .regex(/^[A-Za-z]+$/)

const Described = z.strictObject({
  shortcut: Shortcut,
  /** The sections that offer the block; empty: all. */
  sections: z.array(SectionName).max(20),
  /** A report of one section, whose blocks it is. */
  content: ReportContent,
})
export type TextBlockText = z.infer<typeof Described>

/** A piece of text that a short word stands for. */
export const TextBlock = z.object({
  _id: Id,
  scope: TemplateScope,
  labId: Id.nullable(),
  labName: z.string().nullable(),
  ...Described.shape,
  /** The caller may change it. */
  isEditable: z.boolean(),
  version: z.int().positive(),
})
export type TextBlock = z.infer<typeof TextBlock>

const onBlock = { access: 'template.write', scope: 'none', params: z.object({ blockId: Id }) } as const
const done = ok({ message: z.string() })
const refusedText = ['FORBIDDEN', 'SHORTCUT_TAKEN', 'REPORT_TEXT_INVALID'] as const

export const textBlockEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/api/text-blocks',
    summary: "Text blocks: the shared ones, and a doctor's own",
    access: 'template.write',
    scope: 'none',
    response: ok({ blocks: z.array(TextBlock) }),
    errors: [],
  },
  create: {
    method: 'POST',
    path: '/api/text-blocks',
    summary: "A doctor's own text block, or an administrator's for the system or a laboratory",
    access: 'template.write',
    once: true,
    scope: 'none',
    body: z.strictObject({ ...TemplatePlace.shape, ...Described.shape }),
    response: ok({ message: z.string(), _id: Id }),
    errors: [...refusedText, 'LAB_NOT_FOUND', 'TOO_MANY_TEXT_BLOCKS', 'IDEMPOTENCY_KEY_REUSED'],
  },
  update: {
    ...onBlock,
    method: 'PUT',
    path: '/api/text-blocks/:blockId',
    summary: 'Change shortcut or text of a text block. Its owner does not change',
    body: Described.extend({ version: z.int().positive() }),
    response: done,
    errors: ['TEXT_BLOCK_NOT_FOUND', 'CONFLICT', ...refusedText],
  },
  remove: {
    ...onBlock,
    method: 'DELETE',
    path: '/api/text-blocks/:blockId',
    summary: 'Delete a text block; what it was put into stays as it is',
    response: done,
    errors: ['TEXT_BLOCK_NOT_FOUND', 'FORBIDDEN'],
  },
})
