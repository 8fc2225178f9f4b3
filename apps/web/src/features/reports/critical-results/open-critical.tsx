import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { Link } from 'react-router-dom'
import { Fact } from '../../../components/study/study-facts.tsx'
import { cx } from '../../../lib/cx.ts'
import { formatInstant } from '../../../lib/format.ts'
import { useNow } from '../../../lib/hooks/use-now.ts'
import { patientPath } from '../../../lib/paths.ts'
import { openCriticalOptions } from '../../../lib/studies/critical-queries.ts'
import { Acknowledge } from './acknowledge.tsx'

const lookMs = 30_000

function Due({ at, now }: { at: string; now: Date }) {
  const { text, exact } = formatInstant(at)
  const isLate = Date.parse(at) < now.getTime()
  return (
    <time dateTime={at} data-tip={exact} className={cx('num whitespace-nowrap', isLate && 'font-semibold')}>
      {isLate ? 'Overdue since' : 'Due'} {text}
    </time>
  )
}

/** Shows unacknowledged critical results, ordered by due time. If there are none, shows `empty` or nothing. */
export function OpenCritical({ empty, className }: { empty?: string; className?: string }) {
  const { data } = useQuery(openCriticalOptions)
  const now = useNow(lookMs)
  const results = data?.results ?? []
  if (results.length === 0) return data && empty ? <p className="text-text-3">{empty}</p> : null
  return (
    <section role="alert" aria-label="Critical results" className={cx('bg-red-wash text-red-fg', className)}>
      <ul className="max-h-[30dvh] divide-y divide-line overflow-y-auto">
        {results.map((result) => (
          <li key={result.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-2">
            <TriangleAlert size={16} aria-hidden className="shrink-0" />
            <span className="min-w-0 flex-1 basis-60 break-words">
              <span className="font-semibold">Critical result, category {result.category}:</span>{' '}
              <Link to={patientPath(result.patientId, result.studyId)} className="font-semibold underline">
                <bdi>{result.patientName ?? 'N/A'}</bdi>
              </Link>{' '}
              <span className="num">
                (ID <bdi>{result.patientId ?? 'N/A'}</bdi>, accession <bdi>{result.accessionNumber ?? 'N/A'}</bdi>)
              </span>
              . <bdi>{result.finding}</bdi>{' '}
              <span className="text-sm">
                (<Fact value={result.laboratory} />, by <bdi>{result.markedBy}</bdi>)
              </span>
            </span>
            <Due at={result.dueAt} now={now} />
            <Acknowledge result={result} patientName={result.patientName} />
          </li>
        ))}
      </ul>
    </section>
  )
}
