import type { KeyImage } from '@readroom/contracts/reading/key-images'
import type { ReadingTemplate } from '@readroom/contracts/reading/reading-templates'
import type { ReportDraft } from '@readroom/contracts/reading/report-drafts'
import type { ReportKind } from '@readroom/contracts/studies/report-kinds'
import { applyTemplate } from '@readroom/report/apply-template'
import { emptyReport, readContent } from '@readroom/report/content'
import { blocksOf, isEmptySection } from '@readroom/report/plain-text'
import type { Node } from 'prosemirror-model'
import { Fragment } from 'prosemirror-model'
import type { Opening } from '../../requests/reading.queries.ts'

/** The report to write and its initial text. */
export type Beginning = {
  draft: ReportDraft | null
  document: Node
  kind: ReportKind
  reason: string
  /** The key images before there is a draft. A correction starts with those of the corrected report. */
  keyImages: readonly KeyImage[]
  /** The template of the initial text. Null if there is none, or it is not known. */
  template: NamedTemplate | null
  /** True if the initial text is a draft or a signed report. */
  isForeign: boolean
  /** The number of signed versions before. */
  signed: number
}

/** A report template with its text. The text is null if this window has not read it: a draft keeps only the name. */
export type NamedTemplate = { name: string; report: Node | null }

export type FittingTemplates = {
  /** The template for a new report. */
  chosen: Pick<ReadingTemplate, 'name' | 'content'> | null
  /** True if templates for several body parts fit and the writer must choose. */
  hasSeveral: boolean
}

/** Returns the template of a saved text, of which only the name is known. */
export const templateNamed = (name: string | null): NamedTemplate | null => (name === null ? null : { name, report: null })

export type Chosen = { kind: ReportKind; reason: string }

/** Returns the report with the laboratory's clinical history in its section, if that is empty. */
function withHistory(report: Node, clinicalHistory: string): Node {
  const blocks = blocksOf(clinicalHistory)
  if (blocks.length === 0) return report
  const filled: Node[] = []
  report.forEach((section) => {
    const { id } = section.attrs
    const takes = id === 'clinicalInformation' && isEmptySection(section)
    filled.push(takes ? section.type.create({ id, origin: 'history' }, blocks) : section)
  })
  return report.copy(Fragment.from(filled))
}

const isWhole = (kind: ReportKind): boolean => kind !== 'addendum'

/**
 * Returns a text as that of another kind, because its own can no longer be signed: a report was signed, withdrawn or uploaded meanwhile. All its
 * blocks go to one section if the other kind has different sections.
 */
export function asKind({ content, kind: from }: Pick<ReportDraft, 'content' | 'kind'>, kind: ReportKind): Node {
  const report = readContent(content)
  if (isWhole(from) === isWhole(kind)) return report
  const blocks: Node[] = []
  report.forEach((section) => {
    if (!isEmptySection(section)) blocks.push(...section.children)
  })
  if (blocks.length === 0) return emptyReport(kind)
  const target = isWhole(kind) ? 'findings' : 'addendum'
  const filled: Node[] = []
  emptyReport(kind).forEach((section) => {
    filled.push(section.attrs.id === target ? section.type.create({ id: target }, blocks) : section)
  })
  return report.copy(Fragment.from(filled))
}

/** Returns what to write at first, or null if the user must choose. A draft is continued, as a report if that is all that can be signed now. */
export function chosenAtFirst({ draft, kinds }: Pick<Opening, 'draft' | 'kinds'>): Chosen | null {
  if (draft && kinds.includes(draft.kind)) return { kind: draft.kind, reason: draft.reason }
  return kinds.includes('original') ? { kind: 'original', reason: '' } : null
}

/** Returns the newest report text that is not withdrawn, addenda excluded. */
const newestText = ({ versions }: Pick<Opening, 'versions'>) =>
  versions.find(({ kind, isWithdrawn }) => kind !== 'addendum' && !isWithdrawn)

/** Returns the initial text of a report: the draft, the signed report before it, a template, or nothing. */
export function beginningOf(
  opening: Pick<Opening, 'draft' | 'clinicalHistory' | 'versions'>,
  chosen: Chosen,
  found: FittingTemplates['chosen'],
): Beginning {
  const { draft, clinicalHistory } = opening
  const from = { draft, template: null, keyImages: [], isForeign: draft !== null, signed: opening.versions.length }
  if (draft) {
    const reason = draft.kind === chosen.kind ? draft.reason : chosen.reason
    const template = templateNamed(draft.templateName)
    return { ...from, document: asKind(draft, chosen.kind), kind: chosen.kind, reason, template }
  }
  if (chosen.kind === 'addendum') return { ...from, document: emptyReport('addendum'), ...chosen }
  const before = newestText(opening)
  if (before) {
    const { content, keyImages, templateName } = before
    const template = templateNamed(templateName)
    return { ...from, document: readContent(content), keyImages, template, isForeign: true, ...chosen }
  }
  const report = found && readContent(found.content)
  const template = found && { name: found.name, report }
  const empty = emptyReport('original')
  const document = withHistory(report ? applyTemplate(empty, report, null).report : empty, clinicalHistory)
  return { ...from, document, template, ...chosen }
}
