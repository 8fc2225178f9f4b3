import type { KeyImage } from '@readroom/contracts/reading/key-images'
import type { ReportDraft } from '@readroom/contracts/reading/reading'
import type { ReadingTemplate } from '@readroom/contracts/reading/reading-templates'
import type { ReportKind } from '@readroom/contracts/studies/report-kinds'
import { applyTemplate } from '@readroom/report/apply-template'
import { emptyReport, readContent } from '@readroom/report/content'
import { isEmptySection } from '@readroom/report/plain-text'
import type { Node } from 'prosemirror-model'
import { Fragment } from 'prosemirror-model'
import { blocksOf } from '../editor/insert-text.ts'
import type { Opening } from '../reading.queries.ts'

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

type Chosen = { kind: ReportKind; reason: string }

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

/** Returns the newest report text that is not withdrawn, addenda excluded. */
const newestText = ({ versions }: Opening) => versions.find(({ kind, isWithdrawn }) => kind !== 'addendum' && !isWithdrawn)

/** Returns the initial text of a report: the draft, the signed report before it, a template, or nothing. */
export function beginningOf(opening: Opening, chosen: Chosen, found: FittingTemplates['chosen']): Beginning {
  const { draft, clinicalHistory } = opening
  const from = { draft, template: null, keyImages: [] }
  if (draft) {
    const { content, kind, reason, templateName } = draft
    return { ...from, document: readContent(content), kind, reason, template: templateNamed(templateName) }
  }
  if (chosen.kind === 'addendum') return { ...from, document: emptyReport('addendum'), ...chosen }
  const before = newestText(opening)
  if (before) return { ...from, document: readContent(before.content), keyImages: before.keyImages, ...chosen }
  const report = found && readContent(found.content)
  const template = found && { name: found.name, report }
  const empty = emptyReport('original')
  const document = withHistory(report ? applyTemplate(empty, report, null).report : empty, clinicalHistory)
  return { ...from, document, template, ...chosen }
}
