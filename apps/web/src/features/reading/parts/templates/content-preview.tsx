import type { ReportContent } from '@readroom/contracts/reading/report-drafts'
import { readContent } from '@readroom/report/content'
import { isSectionId, sections } from '@readroom/report/sections'
import { partsOfReport, type TemplatePart } from '@readroom/report/template-parts'

function Part({ part }: { part: TemplatePart }) {
  if ('text' in part) return <p className="whitespace-pre-wrap">{part.text}</p>
  const { label, value, unit, options, completion } = part
  return (
    <p>
      <bdi>{label}</bdi>:{' '}
      <span className="rounded-sm bg-sunken px-1.5 text-text-2">
        <bdi>{value || options.join(' / ') || '…'}</bdi>
        {unit && ` ${unit}`}
      </span>
      {completion === 'prohibit' && <span className="text-text-2"> (required)</span>}
    </p>
  )
}

function Rows({ rows }: { rows: readonly TemplatePart[] }) {
  return rows.map((part, index) => <Part key={index} part={part} />)
}

/** Shows a preview of text as it is inserted into a report, with its fields unfilled. `isPlain` leaves out the sections. */
export function ContentPreview({ content, isPlain = false }: { content: ReportContent; isPlain?: boolean }) {
  const parts = Object.entries(partsOfReport(readContent(content)))
  return (
    <div className="grid gap-3" dir="auto">
      {parts.map(([id, rows]) =>
        isPlain || !isSectionId(id) ? (
          <div key={id}>
            <Rows rows={rows} />
          </div>
        ) : (
          <section key={id} aria-label={sections[id].title}>
            <h3 className="mb-1 font-semibold">{sections[id].title}</h3>
            {rows.length === 0 && <p className="text-text-2">Empty</p>}
            <Rows rows={rows} />
          </section>
        ),
      )}
    </div>
  )
}
