import { neededSteps } from '@readroom/contracts/operations/first-steps'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useLocation } from 'react-router-dom'
import { ButtonLink } from '../../../components/ui/button.tsx'
import { plural } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import { firstStepsOptions } from './first-steps.queries.ts'

/** Leads administrators of an unfinished installation to its next steps. A dashboard without any study opens them by itself. */
export function FirstStepsLead() {
  const { search } = useLocation()
  const { data } = useQuery(firstStepsOptions)
  if (!data || data.isDismissed) return null
  const missing = neededSteps.filter((step) => !data.done.includes(step))
  if (missing.length === 0) return null
  if (missing.includes('study') && search === '') return <Navigate replace to={paths.gettingStarted} />
  return (
    <div className="flex shrink-0 items-center justify-between gap-3 border-b border-line bg-accent-wash px-4 py-1.5 text-accent-text">
      <span>Setup is not finished: {plural(missing.length, 'step')} missing.</span>
      <ButtonLink className="max-lg:h-11" to={paths.gettingStarted}>
        Continue
      </ButtonLink>
    </div>
  )
}
