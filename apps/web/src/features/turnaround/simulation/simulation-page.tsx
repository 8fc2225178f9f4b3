import type { SimulationWithResult } from '@readroom/contracts/turnaround/assignment-simulations'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { Loading } from '../../../components/ui/loading.tsx'
import { Progress } from '../../../components/ui/progress.tsx'
import { messageOf } from '../../../lib/api/api-error.ts'
import { formatInstant } from '../../../lib/format.ts'
import { useAddress } from '../../../lib/hooks/use-address.ts'
import { useTitle } from '../../../lib/hooks/use-title.ts'
import { paths } from '../../../lib/paths.ts'
import { SimulationForm } from './simulation-form.tsx'
import { SimulationList } from './simulation-list.tsx'
import { SimulationResultView } from './simulation-result.tsx'
import { scopeWords } from './simulation-words.ts'
import { isUnfinished, simulationOptions, simulationsOptions } from './simulations.queries.ts'

const title = 'Simulation of assignment'

function Outcome({ simulation }: { simulation: SimulationWithResult }) {
  const { state, progress, result, changes, doctorNames, labNames } = simulation
  if (state === 'failed')
    return <FormMessage tone="error">The simulation failed. Start another one, or see the System page.</FormMessage>
  if (!result) {
    const text = state === 'waiting' ? 'Waiting' : 'Running'
    return <Progress label="Simulation" value={state === 'waiting' ? null : progress / 100} text={text} />
  }
  return <SimulationResultView result={result} changes={changes} doctorNames={doctorNames} labNames={labNames} />
}

function Shown({ simulationId }: { simulationId: string }) {
  const { data: simulation, error } = useQuery(simulationOptions(simulationId))
  if (error) return <FormMessage tone="error">{messageOf(error, 'The simulation could not be loaded.')}</FormMessage>
  if (!simulation) return <Loading />
  const [from, to] = [formatInstant(simulation.from).text, formatInstant(simulation.to).text]
  return (
    <section aria-label="Result" className="grid gap-5">
      <div>
        <h2 className="text-lg font-semibold break-words">
          <bdi>{scopeWords(simulation)}</bdi>
        </h2>
        <p className="num text-sm text-text-2">
          Studies that became ready from {from} to {to}
        </p>
      </div>
      <Outcome simulation={simulation} />
    </section>
  )
}

/** Shows what automatic assignment would have done in the last weeks, beside what happened. */
export default function SimulationPage() {
  useTitle(title)
  const [params, changeAddress] = useAddress()
  const { data: simulations, error } = useQuery(simulationsOptions)
  const shownId = params.get('simulation') ?? simulations?.[0]?._id
  const show = (simulationId: string) =>
    changeAddress((current) => {
      current.set('simulation', simulationId)
      return current
    })
  return (
    <main className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto grid max-w-260 gap-6 px-5 py-6 lg:py-10">
        <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
          <div className="min-w-0 flex-1">
            <h1 className="text-xl font-semibold">{title}</h1>
            <p className="mt-1 max-w-180 text-text-2">
              Assigns the studies of the last days again, with the doctors, shifts and limits of now, and shows the result beside
              what happened. Nothing is assigned.
            </p>
          </div>
          <Link
            to={paths.workload}
            className="inline-flex items-center px-1 font-medium text-accent-text hover:underline max-lg:h-11"
          >
            Workload
          </Link>
        </div>
        <SimulationForm isRunning={simulations?.some(isUnfinished) ?? false} onStarted={show} />
        {error && !simulations && (
          <FormMessage tone="error">{messageOf(error, 'The simulations could not be loaded.')}</FormMessage>
        )}
        {!simulations && !error && <Loading />}
        {simulations?.length === 0 && <p className="text-text-2">No simulations yet. Choose a period and start one.</p>}
        {shownId && <Shown key={shownId} simulationId={shownId} />}
        {simulations && simulations.length > 0 && (
          <section aria-label="Kept simulations" className="grid gap-2">
            <h2 className="text-lg font-semibold">Kept simulations</h2>
            <SimulationList simulations={simulations} shownId={shownId} />
          </section>
        )}
      </div>
    </main>
  )
}
