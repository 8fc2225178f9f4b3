import type { ReportContent } from '@readroom/contracts/reading/report-drafts'
import type { ReportKind } from '@readroom/contracts/studies/report-kinds'
import { Node } from 'prosemirror-model'
import { reportSchema } from './schema.ts'
import { isSectionId, type SectionId, sectionsOf } from './sections.ts'

/** Longest report, in characters of its text, and the most paragraphs, fields and items that it may have. */
export const mostCharacters = 200_000
const mostNodes = 5_000

/** Thrown if something is not a report. The message is for its writer. */
export class ContentInvalid extends Error {
  override name = 'ContentInvalid'
}

/**
 * Text as it is kept: composed (Unicode NFC), without control characters but line feeds and tabs, without characters that turn the direction of
 * writing unseen, and with halves of characters replaced. A report contains nothing that its reader cannot see.
 */
function normaliseText(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
}

/** The strings of a JSON value as they are kept. */
function normalised(value: unknown): unknown {
  if (typeof value === 'string') return normaliseText(value)
  if (Array.isArray(value)) return value.map(normalised)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, normalised(inner)]))
}

/** ProseMirror has no empty text; one that only held what is not kept is one. */
function withoutEmptyText(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((one) => !(one?.type === 'text' && one.text === '')).map(withoutEmptyText)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutEmptyText(inner)]))
}

function checkSize(report: Node): void {
  let nodes = 0
  report.descendants(() => {
    nodes += 1
  })
  if (report.textContent.length > mostCharacters) throw new ContentInvalid('The report is too long.')
  if (nodes > mostNodes) throw new ContentInvalid('The report has too many paragraphs.')
}

/** The ids of a report's sections, in their order. */
export function sectionIds(report: Node): SectionId[] {
  const ids: SectionId[] = []
  report.forEach(({ attrs }) => {
    if (isSectionId(attrs.id)) ids.push(attrs.id)
  })
  return ids
}

/** A report from what a caller sent, its text normalised. Throws ContentInvalid. */
export function readContent(json: unknown): Node {
  try {
    const report = Node.fromJSON(reportSchema, withoutEmptyText(normalised(json)))
    report.check()
    if (report.type.name !== 'doc') throw new ContentInvalid('A report must start with its sections.')
    checkSize(report)
    const ids = sectionIds(report)
    if (new Set(ids).size < ids.length) throw new ContentInvalid('A section appears twice in the report.')
    return report
  } catch (error) {
    if (error instanceof ContentInvalid) throw error
    // ProseMirror quotes what was sent.
    throw new ContentInvalid('The report contains unsupported content.')
  }
}

/** A report as it is stored and sent. */
export function toContent(report: Node): ReportContent {
  return report.toJSON()
}

/** The empty report of a kind. */
export function emptyReport(kind: ReportKind): Node {
  const { doc, section, paragraph } = reportSchema.nodes
  return doc.create(
    null,
    sectionsOf[kind].begins.map((id) => section.create({ id }, paragraph.create())),
  )
}
