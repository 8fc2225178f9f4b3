import { reportEndpoints } from '@readroom/contracts/reports/reports'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { PrinterX } from 'lucide-react'
import { Link } from 'react-router-dom'
import { api } from '../../../lib/api/api.ts'
import { formatInstant } from '../../../lib/format.ts'
import { signedReportPath } from '../../../lib/paths.ts'
import { studyKeys } from '../../../lib/studies/study-cache.ts'

/** Polling interval, in case a live event was missed. */
const lookAgainMs = 60_000

const unprintedOptions = queryOptions({
  queryKey: studyKeys.unprinted,
  queryFn: ({ signal }) => api.call(reportEndpoints.unprinted, {}, { signal, background: true }),
  staleTime: 0,
  refetchInterval: lookAgainMs,
})

/** Shows signed reports whose PDF could not be made, above the lists of their signer and of administrators. */
export function UnprintedReports({ className }: { className?: string }) {
  const { data } = useQuery(unprintedOptions)
  const reports = data?.reports ?? []
  if (reports.length === 0) return null
  return (
    <section aria-label="Reports without a PDF" className={className}>
      <ul className="max-h-[30dvh] divide-y divide-line overflow-y-auto bg-red-wash text-red-fg">
        {reports.map(({ reportId, studyId, patientName, patientId, accessionNumber, description, signedBy, signedAt }) => {
          const { text, exact } = formatInstant(signedAt)
          return (
            <li key={reportId} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-2">
              <PrinterX size={16} aria-hidden className="shrink-0" />
              <span className="min-w-0 flex-1 basis-60 break-words">
                <span className="font-semibold">
                  The PDF of this report could not be created. The laboratory cannot download it.
                </span>{' '}
                <Link to={signedReportPath(studyId)} className="font-semibold underline">
                  <bdi>{patientName ?? 'N/A'}</bdi>
                </Link>{' '}
                <span className="num">
                  (ID <bdi>{patientId ?? 'N/A'}</bdi>, accession <bdi>{accessionNumber ?? 'N/A'}</bdi>)
                </span>
                , <bdi>{description ?? 'N/A'}</bdi>{' '}
                <span className="text-sm">
                  (<bdi>{signedBy}</bdi>,{' '}
                  <time dateTime={signedAt} data-tip={exact} className="num">
                    {text}
                  </time>
                  )
                </span>
              </span>
              <Link to={signedReportPath(studyId)} className="text-sm font-medium underline">
                Read report
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
