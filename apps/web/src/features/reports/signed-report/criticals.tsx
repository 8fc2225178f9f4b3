import { useQuery } from '@tanstack/react-query'
import { CriticalFacts } from '../../../components/study/critical-facts.tsx'
import { criticalOptions } from '../../../lib/studies/critical-queries.ts'

/** Shows the study's critical results in their current state. The report itself shows their state at signing. Renders nothing if there are none. */
export function Criticals({ studyId }: { studyId: string }) {
  const { data } = useQuery(criticalOptions(studyId))
  if (!data || data.results.length === 0) return null
  return (
    <section aria-label="Critical results" className="border-t border-line px-4 py-3.5">
      <h2 className="font-semibold">Critical results</h2>
      <ul className="mt-1 grid gap-3">
        {data.results.map((result) => (
          <li key={result.id} className="grid gap-0.5">
            <CriticalFacts result={result} />
          </li>
        ))}
      </ul>
    </section>
  )
}
