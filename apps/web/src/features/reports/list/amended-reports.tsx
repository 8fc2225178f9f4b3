import { reportEndpoints } from '@readroom/contracts/reports/reports'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { FilePenLine } from 'lucide-react'
import { Link } from 'react-router-dom'
import { api } from '../../../lib/api/api.ts'
import { formatInstant } from '../../../lib/format.ts'
import { signedReportPath } from '../../../lib/paths.ts'
import { studyKeys } from '../../../lib/studies/study-cache.ts'

/** Polling interval, in case a live event was missed. */
const lookAgainMs = 60_000

const amendedOptions = queryOptions({
  queryKey: studyKeys.amended,
  queryFn: ({ signal }) => api.call(reportEndpoints.amended, {}, { signal, background: true }),
  staleTime: 0,
  refetchInterval: lookAgainMs,
})

const words = { correction: 'Corrected report', addendum: 'Addendum' } as const

/** Lists corrections and addenda above a laboratory's list, each with its changes. A report stays until the laboratory has downloaded it. */
export function AmendedReports({ className }: { className?: string }) {
  const { data } = useQuery(amendedOptions)
  const reports = data?.reports ?? []
  if (reports.length === 0) return null
  return (
    <section aria-label="Corrections and addenda" className={className}>
      <ul className="max-h-[30dvh] divide-y divide-line overflow-y-auto bg-orange-wash text-orange-fg">
        {reports.map(({ studyId, patientName, patientId, accessionNumber, description, kind, reason, signedBy, signedAt }) => {
          const { text, exact } = formatInstant(signedAt)
          return (
            <li key={studyId} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-2">
              <FilePenLine size={16} aria-hidden className="shrink-0" />
              <span className="min-w-0 flex-1 basis-60 break-words">
                <span className="font-semibold">{words[kind]}:</span>{' '}
                <Link to={signedReportPath(studyId)} className="font-semibold underline">
                  <bdi>{patientName ?? 'N/A'}</bdi>
                </Link>{' '}
                <span className="num">
                  (ID <bdi>{patientId ?? 'N/A'}</bdi>, accession <bdi>{accessionNumber ?? 'N/A'}</bdi>)
                </span>
                , <bdi>{description ?? 'N/A'}</bdi>.{' '}
                {reason !== '' && (
                  <>
                    Why: <bdi>{reason}</bdi>{' '}
                  </>
                )}
                <span className="text-sm">
                  (<bdi>{signedBy}</bdi>,{' '}
                  <time dateTime={signedAt} data-tip={exact} className="num">
                    {text}
                  </time>
                  )
                </span>
              </span>
              <Link to={signedReportPath(studyId)} className="text-sm font-medium underline">
                Read and download
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
