import type { KeyImage } from '@readroom/contracts/key-images'
import type { ReportContent, ReportDraft } from '@readroom/contracts/reading'
import type { ReportKind } from '@readroom/contracts/report-kinds'
import { applyTemplate } from '@readroom/report/apply-template'
import { emptyReport, readContent } from '@readroom/report/content'
import { isEmptySection } from '@readroom/report/plain-text'
import type { Node } from 'prosemirror-model'
import { Fragment } from 'prosemirror-model'
import { blocksOf } from '../editor/insert-text.ts'
import type { Opening } from '../reading.queries.ts'

/** What is written, and what it begins with. */
export type Beginning = {
  draft: ReportDraft | null
  document: Node
  kind: ReportKind
  reason: string
  /** Before it has a draft: a correction goes on with those of the report. */
  keyImages: readonly KeyImage[]
  /** The template that it is on, where that is known. */
  template: NamedTemplate | null
}

/** A template by its name. */
export type NamedTemplate = { name: string; report: Node }
type Chosen = { kind: ReportKind; reason: string }

/** A report with what the laboratory wrote where it belongs, and where nothing stands yet. */
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

/** The newest whole text that stands. */
const newestText = ({ versions }: Opening) => versions.find(({ kind, isWithdrawn }) => kind !== 'addendum' && !isWithdrawn)

/** What a report of a kind begins with: the draft, what was signed before it, a template, or nothing. */
export function beginningOf(opening: Opening, chosen: Chosen, found: { name: string; content: ReportContent } | null): Beginning {
  const { draft, clinicalHistory } = opening
  const from = { draft, template: null, keyImages: [] }
  if (draft) return { ...from, document: readContent(draft.content), kind: draft.kind, reason: draft.reason }
  if (chosen.kind === 'addendum') return { ...from, document: emptyReport('addendum'), ...chosen }
  const before = newestText(opening)
  if (before) return { ...from, document: readContent(before.content), keyImages: before.keyImages, ...chosen }
  const template = found && { name: found.name, report: readContent(found.content) }
  const empty = emptyReport('original')
  const document = withHistory(template ? applyTemplate(empty, template.report, null).report : empty, clinicalHistory)
  return { ...from, document, template, ...chosen }
}
