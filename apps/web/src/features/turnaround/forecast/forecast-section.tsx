import type { Forecast } from '@readroom/contracts/turnaround/workload'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { Link } from 'react-router-dom'
import { Button } from '../../../components/ui/button.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { Loading } from '../../../components/ui/loading.tsx'
import { Part } from '../../../components/ui/part.tsx'
import { messageOf } from '../../../lib/api/api-error.ts'
import { expectedWords } from '../../../lib/studies/dealing-words.ts'
import { studyOptions } from '../../../lib/studies/study-queries.ts'
import { StudyWords } from '../assignment/study-words.tsx'
import { forecastOptions } from '../workload/workload.queries.ts'
import { ForecastGrid, ForecastList } from './forecast-grid.tsx'
import { gapCounts, gapWords, inTimeWords, lateWords, weekOf } from './forecast-words.ts'

const AssignDialog = lazy(() => import('../../studies/assignments/assign-dialog.tsx'))

function Sentences({ forecast }: { forecast: Forecast }) {
  const { gaps, labs, hours } = forecast
  const late = labs.flatMap((lab) => lateWords(lab, hours) ?? [])
  if (gaps.length + late.length === 0) return <p>{inTimeWords(labs)}</p>
  return (
    <ul aria-label="To look at" className="grid gap-1.5">
      {gaps.map((gap) => {
        const words = gapWords(gap, forecast)
        return (
          <li key={words}>
            <span className="font-medium break-words">{words}</span> <span className="num text-text-2">{gapCounts(gap)}.</span>{' '}
            <Link
              to={weekOf(gap)}
              aria-label={`Open the week: ${words}`}
              className="inline-flex items-center text-accent-text hover:underline max-lg:h-11"
            >
              Open the week
            </Link>
          </li>
        )
      })}
      {late.map((words) => (
        <li key={words} className="font-medium break-words text-red-fg">
          {words}
        </li>
      ))}
    </ul>
  )
}

/** Opens the assign dialog of a study on this page. */
function AssignUrgent({ studyId, onClose }: { studyId: string; onClose: () => void }) {
  const client = useQueryClient()
  const { data: study } = useQuery(studyOptions(studyId))
  if (!study) return null
  return (
    <Part onClose={onClose}>
      <AssignDialog
        studies={[study]}
        onDone={() => void client.invalidateQueries({ queryKey: forecastOptions.queryKey })}
        onClose={onClose}
      />
    </Part>
  )
}

/** Names the emergencies and stat studies that are expected late, each with the way to give it to somebody else. */
function Urgent({ studies }: { studies: Forecast['urgent'] }) {
  const [assigned, setAssigned] = useState<string | null>(null)
  if (studies.length === 0 && assigned === null) return null
  return (
    <section
      aria-label="Emergencies and stat studies expected late"
      className="rounded-md border border-line bg-red-wash px-3 py-2"
    >
      <h3 className="font-medium text-red-fg">Emergencies and stat studies expected late: {studies.length}</h3>
      <ul className="divide-y divide-line">
        {studies.map((study) => (
          <li key={study.studyId} className="flex flex-wrap items-center gap-x-6 gap-y-1 py-2">
            <div className="min-w-0 flex-1 basis-60">
              <StudyWords study={{ ...study, labName: study.labName ?? 'N/A' }} />
            </div>
            <p className="min-w-0 flex-1 basis-60 text-sm">{expectedWords(study.expected)}</p>
            <Button
              className="max-lg:h-11"
              aria-label={`Assign ${study.patientName ?? 'N/A'}`}
              onClick={() => setAssigned(study.studyId)}
            >
              Assign
            </Button>
          </li>
        ))}
      </ul>
      {assigned !== null && <AssignUrgent studyId={assigned} onClose={() => setAssigned(null)} />}
    </section>
  )
}

/** Says what is expected of the next 24 hours: when nobody reads, and from when studies become late. */
export function ForecastSection() {
  const { data: forecast, error } = useQuery(forecastOptions)
  if (!forecast)
    return (
      <div className="min-h-24">
        {error ? <FormMessage tone="error">{messageOf(error, 'The forecast could not be loaded.')}</FormMessage> : <Loading />}
      </div>
    )
  if (forecast.labs.length === 0)
    return <p className="text-text-2">No study is open, and none is expected. Arrivals are known after a few weeks.</p>
  return (
    <div className="grid gap-3">
      <Urgent studies={forecast.urgent} />
      <Sentences forecast={forecast} />
      <p className="text-sm text-text-2 max-lg:hidden">
        Each hour shows the studies that are open at its end, those that become late in it, in red, and how many doctors are on.
      </p>
      <ForecastGrid forecast={forecast} />
      <ForecastList forecast={forecast} />
    </div>
  )
}
