import type { StudySummary, SummarySeries } from '@readroom/contracts/patients/summary'
import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { Fact } from '../../../components/study/study-facts.tsx'
import { formatDate } from '../../../lib/format.ts'
import { type FactColumn, FactTable } from './fact-table.tsx'

/** Returns a study's series or, until they are loaded, the text `series/images` from its row. */
export function seriesOf(row: Pick<WorklistRow, 'series'>, summary: StudySummary | undefined): string | SummarySeries[] {
  return summary?.series ?? row.series
}

type Props = { series: string | readonly SummarySeries[] }

const describe = ({ seriesDescription, bodyPart }: SummarySeries) => [seriesDescription, bodyPart].filter(Boolean).join(', ')

const timeText = ({ seriesTime }: SummarySeries) => seriesTime?.slice(0, 5) ?? null

function Made({ series }: { series: SummarySeries }) {
  const { seriesDate } = series
  return (
    <span className="num">
      <Fact value={[seriesDate && formatDate(seriesDate), timeText(series)].filter(Boolean).join(' ')} />
    </span>
  )
}

const images: FactColumn<SummarySeries> = {
  head: 'Images',
  cell: ({ numberOfImages }) => numberOfImages,
  className: 'num text-right!',
}

const few: FactColumn<SummarySeries>[] = [
  { head: 'Description', cell: (series) => <Fact value={describe(series)} className="break-words" /> },
  { head: 'Date and time', cell: (series) => <Made series={series} />, className: 'text-text-2' },
  { head: 'Position', cell: ({ patientPosition }) => <Fact value={patientPosition} />, className: 'text-text-2' },
  images,
]

const all: FactColumn<SummarySeries>[] = [
  { head: 'No.', cell: ({ seriesNumber }) => <Fact value={seriesNumber?.toString() ?? null} />, className: 'num' },
  {
    head: 'Series description',
    cell: ({ seriesDescription, modality, bodyPart }) => (
      <>
        <Fact value={seriesDescription} className="break-words" />
        <span className="block text-sm text-text-2 sm:hidden">
          {[modality, bodyPart].map((word) => word ?? 'N/A').join(', ')}
        </span>
      </>
    ),
  },
  { head: 'Modality', cell: ({ modality }) => <Fact value={modality} />, wide: true },
  { head: 'Body part', cell: ({ bodyPart }) => <Fact value={bodyPart} />, wide: true },
  {
    head: 'Series date',
    cell: (series) => (
      <>
        <Fact value={series.seriesDate && formatDate(series.seriesDate)} />
        <span className="block text-sm text-text-2 sm:hidden">
          <Fact value={timeText(series)} />
        </span>
      </>
    ),
    className: 'num whitespace-nowrap',
  },
  { head: 'Series time', cell: (series) => <Fact value={timeText(series)} />, className: 'num', wide: true },
  { head: 'Patient position', cell: ({ patientPosition }) => <Fact value={patientPosition} /> },
  images,
]

/** Lists the series, or shows the text until they are loaded. */
function Series({ series, columns }: Props & { columns: FactColumn<SummarySeries>[] }) {
  if (typeof series === 'string') return <p className="num py-1.5 text-text-2">Series info: {series}</p>
  return <FactTable label="Series" columns={columns} rows={series} empty="No Series Found...!" />
}

/** Shows the series beside the summary, with few columns. */
export const FewOfSeries = ({ series }: Props) => <Series series={series} columns={few} />

/** Shows the series with all columns. */
export const SeriesTable = ({ series }: Props) => <Series series={series} columns={all} />
