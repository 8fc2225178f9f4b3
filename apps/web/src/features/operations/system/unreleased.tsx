import { useQuery } from '@tanstack/react-query'
import { Loading } from '../../../components/ui/loading.tsx'
import { formatInstant, plural } from '../../../lib/format.ts'
import { stateOptions } from './system.queries.ts'

/** Says how many signed reports could not be released, and how long the oldest has waited. */
export function Unreleased() {
  const { data } = useQuery(stateOptions)
  if (!data) return <Loading />
  const { reports, since } = data.unreleased
  if (since === null) return <p className="text-text-2">No unreleased reports.</p>
  return (
    <p>
      <span className="font-medium">{plural(reports, 'report')}.</span> The oldest has waited since {formatInstant(since).text}.
    </p>
  )
}
