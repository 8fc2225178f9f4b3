import type { Output } from '@readroom/contracts/core/endpoint'
import type { LocationOption } from '@readroom/contracts/people/locations'
import type { TurnaroundCounts, TurnaroundDoctor, turnaroundEndpoints } from '@readroom/contracts/turnaround/turnaround-report'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { ChartColumn, Printer, Sheet, Table2 } from 'lucide-react'
import { lazy, useEffect, useRef, useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { FilterChips } from '../../components/ui/filter-chips.tsx'
import { Part } from '../../components/ui/part.tsx'
import { useAddress } from '../../lib/hooks/use-address.ts'
import { useFailureToast } from '../../lib/hooks/use-failure-toast.ts'
import { useIsDesktop } from '../../lib/hooks/use-media-query.ts'
import { useTitle } from '../../lib/hooks/use-title.ts'
import { locationsOptions } from '../../lib/lists/locations.queries.ts'
import { BandLegend } from './band.tsx'
import { exportReport } from './export-report.tsx'
import { TurnaroundFilters } from './filters/turnaround-filters.tsx'
import { usualRanges } from './filters/usual-ranges.ts'
import { type ColumnChoice, useColumnChoice } from './table/column-choice.ts'
import { ColumnChooser } from './table/column-chooser.tsx'
import { TurnaroundCards } from './table/turnaround-cards.tsx'
import { TurnaroundFooter } from './table/turnaround-footer.tsx'
import { TurnaroundTable } from './table/turnaround-table.tsx'
import { doctorsOptions, reportOptions, summaryOptions } from './turnaround.queries.ts'
import { Failed, Loading, NoData, NothingFound } from './turnaround-states.tsx'
import {
  asksForReport,
  type ChangeTurnaroundUrl,
  isNarrowed,
  noMarks,
  sortOf,
  type TurnaroundUrl,
  useTurnaroundUrl,
} from './turnaround-url.ts'
import { type ChosenMark, chosenMarks } from './turnaround-words.ts'

/** Shows the filters chosen in the charts, each with a button that removes it. Renders nothing if there are none. */
function MarkChips({ marks, change }: { marks: readonly ChosenMark[]; change: ChangeTurnaroundUrl }) {
  if (marks.length === 0) return null
  return (
    <div className="turnaround-marks-chosen flex flex-wrap items-center gap-2 px-4 pb-2">
      <FilterChips name="Selected in the charts" chips={marks} change={change} />
      <Button look="link" className="max-lg:h-11" onClick={() => change({ ...noMarks, location: '', doctor: '' })}>
        Clear selection
      </Button>
    </div>
  )
}

const TurnaroundCharts = lazy(() => import('./charts/turnaround-charts.tsx'))

type Report = Output<typeof turnaroundEndpoints.report>

const figure = (count: number) => count.toLocaleString('en-GB')

function Counts({ summary: { studies, reported, open } }: { summary: TurnaroundCounts }) {
  return (
    <p className="num text-text-2">
      {figure(studies)} {studies === 1 ? 'study' : 'studies'} / {figure(reported)} reported / {figure(open)} open
    </p>
  )
}

const views = [
  { view: 'table', label: 'Table', Icon: Table2 },
  { view: 'chart', label: 'Chart', Icon: ChartColumn },
] as const

/** Switches between the table alone and the charts above it. */
function ViewSwitch({ url, change }: { url: TurnaroundUrl; change: ChangeTurnaroundUrl }) {
  return (
    <fieldset aria-label="Shown as" className="flex rounded-sm border border-line-strong">
      {views.map(({ view, label, Icon }) => (
        <button
          key={view}
          type="button"
          aria-pressed={url.view === view}
          onClick={() => change({ view })}
          className="-m-px inline-flex h-7 items-center gap-1.5 rounded-sm border border-transparent px-2.5 text-sm font-medium text-text-2 hover:text-text aria-pressed:border-accent aria-pressed:bg-accent-wash aria-pressed:text-accent-text max-lg:h-11"
        >
          <Icon size={14} aria-hidden />
          {label}
        </button>
      ))}
    </fieldset>
  )
}

type HeaderProps = { url: TurnaroundUrl; change: ChangeTurnaroundUrl; report: Report | undefined; choice: ColumnChoice }

function Header({ url, change, report, choice }: HeaderProps) {
  const count = report?.summary.studies ?? 0
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2.5">
      <h1 className="text-xl font-semibold tracking-tight">TAT Performance Report</h1>
      {report && <Counts summary={report.summary} />}
      <div className="ml-auto flex flex-wrap items-center gap-x-4 gap-y-2 max-lg:ml-0 max-lg:w-full">
        {/* The chart of the bands is its own legend. */}
        {(url.view === 'table' || !report) && <BandLegend />}
        <div className="turnaround-tools flex flex-wrap items-center gap-2 border-line lg:[ul+&]:border-l lg:[ul+&]:pl-4">
          <ViewSwitch url={url} change={change} />
          <ColumnChooser {...choice} />
          <Button className="max-lg:h-11" disabled={count === 0} onClick={() => window.print()}>
            <Printer size={14} className="text-icon" aria-hidden /> Print
          </Button>
          <Button className="max-lg:h-11" disabled={count === 0} onClick={() => void exportReport(url, count)}>
            <Sheet size={14} className="text-icon" aria-hidden /> Export
          </Button>
        </div>
      </div>
    </header>
  )
}

type BodyProps = { url: TurnaroundUrl; change: ChangeTurnaroundUrl; answer: UseQueryResult<Report>; choice: ColumnChoice }

function Body({ url, change, answer, choice }: BodyProps) {
  const isDesktop = useIsDesktop()
  const { data, error, isPlaceholderData, refetch } = answer
  if (!asksForReport(url)) return <NoData onRange={change} />
  if (error) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  if (data.pagination.totalRecords === 0) {
    if (isNarrowed(url))
      return (
        <NothingFound
          onClearFilters={isNarrowed({ ...url, search: '' }) ? () => change({ ...noMarks, doctor: '', modality: [] }) : null}
          onClearSearch={url.search === '' ? null : () => change({ search: '' })}
        />
      )
    return <NoData onRange={change} />
  }
  if (!isDesktop) return <TurnaroundCards rows={data.studies} stale={isPlaceholderData} />
  return (
    <TurnaroundTable
      rows={data.studies}
      columns={choice.shown}
      sort={sortOf(url)}
      onSort={(sort) => change({ sort: sort === `-${url.dateType}` ? '' : sort })}
      stale={isPlaceholderData}
    />
  )
}

/** Shows the charts above the table, about the same studies. */
function Charts({ url, change }: { url: TurnaroundUrl; change: ChangeTurnaroundUrl }) {
  const { data, error, isPlaceholderData, refetch } = useQuery(summaryOptions(url))
  useFailureToast(error, 'Failed to load TAT data')
  if (error) {
    return (
      <p role="alert" className="flex items-center justify-center gap-2 border-b border-line px-4 py-6 text-sm text-text-2">
        The charts could not be loaded.
        <Button look="link" onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    )
  }
  const loading = <div role="status" aria-label="Loading charts" className="h-58 shrink-0 border-b border-line" />
  if (!data) return loading
  return (
    <Part fallback={loading}>
      <TurnaroundCharts
        summary={data.summary}
        goal={data.goalPercent / 100}
        url={url}
        change={change}
        stale={isPlaceholderData}
      />
    </Part>
  )
}

/** Returns the chosen marks. With the charts shown, also location and doctor, which the charts can choose. */
function marksOf(url: TurnaroundUrl, locations: readonly LocationOption[], doctors: readonly TurnaroundDoctor[]): ChosenMark[] {
  if (url.view === 'table') return chosenMarks(url)
  const nameOf = (choices: readonly { value: string; label: string }[], value: string) =>
    choices.find((choice) => choice.value === value)?.label ?? 'chosen'
  return [
    ...(url.location ? [{ label: 'Location', value: nameOf(locations, url.location), without: { location: '' } }] : []),
    ...(url.doctor ? [{ label: 'Doctor', value: nameOf(doctors, url.doctor), without: { doctor: '' } }] : []),
    ...chosenMarks(url),
  ]
}

/**
 * Opens the report on this month if the address has no parameters, and returns it with the others. The page shows it before it is in the address, which
 * would otherwise replace what the user typed until then. Later the user may clear the range.
 */
function useFirstRange(url: TurnaroundUrl, change: ChangeTurnaroundUrl): TurnaroundUrl {
  const [params] = useAddress()
  const isBare = params.size === 0
  const [isOpening, setOpening] = useState(isBare)
  useEffect(() => {
    if (!isOpening) return
    if (isBare) change(usualRanges()[0].range, { replace: true })
    else setOpening(false)
  }, [isOpening, isBare, change])
  return isOpening && isBare ? { ...url, ...usualRanges()[0].range } : url
}

/** Shows the turnaround report. Every signed-in user sees their own studies. */
export default function TurnaroundPage() {
  useTitle('TAT Performance Report')
  const { url: address, change } = useTurnaroundUrl()
  const url = useFirstRange(address, change)
  const choice = useColumnChoice()
  const scroller = useRef<HTMLElement>(null)
  const locations = useQuery(locationsOptions)
  const doctors = useQuery(doctorsOptions(url))
  const answer = useQuery(reportOptions(url))
  useFailureToast(locations.error, 'Failed to load locations')
  useFailureToast(doctors.error, 'Failed to load doctors')
  useFailureToast(answer.error, 'Failed to load TAT data')
  const report = asksForReport(url) && !answer.error ? answer.data : undefined
  const { currentPage: page, totalPages } = report?.pagination ?? { currentPage: url.page, totalPages: 0 }
  // The page no longer exists, for example because the link is old.
  const isBehindLast = totalPages > 0 && page > totalPages
  useEffect(() => {
    if (isBehindLast) change({ page: totalPages }, { replace: true })
  }, [isBehindLast, totalPages, change])
  useEffect(() => {
    if (page > 0 && scroller.current) scroller.current.scrollTop = 0
  }, [page])
  return (
    <main className="turnaround-report flex min-h-0 flex-1 flex-col overflow-y-auto">
      <Header url={url} change={change} report={report} choice={choice} />
      <div className="shrink-0 border-b border-line bg-canvas">
        <TurnaroundFilters
          url={url}
          change={change}
          onAgain={() => void Promise.all([answer.refetch(), doctors.refetch()])}
          locations={locations.data ?? []}
          doctors={doctors.data ?? []}
        />
        <MarkChips marks={marksOf(url, locations.data ?? [], doctors.data ?? [])} change={change} />
      </div>
      {url.view === 'chart' && (report?.pagination.totalRecords ?? 0) > 0 && <Charts url={url} change={change} />}
      <section
        ref={scroller}
        aria-label="Report"
        className="turnaround-scroll flex flex-1 flex-col max-lg:shrink-0 lg:min-h-60 lg:overflow-auto"
      >
        <Body url={url} change={change} answer={answer} choice={choice} />
      </section>
      {report && report.pagination.totalRecords > 0 && (
        <TurnaroundFooter {...report} shown={report.studies.length} onPage={(to) => change({ page: to })} />
      )}
    </main>
  )
}
