import type { Simulation } from '@readroom/contracts/turnaround/assignment-simulations'
import { Link } from 'react-router-dom'
import { cx } from '../../../lib/cx.ts'
import { formatInstant } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import { scopeWords } from './simulation-words.ts'

const stateWords: Record<Simulation['state'], string> = {
  waiting: 'Waiting',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
}

type Props = { simulations: readonly Simulation[]; shownId: string | undefined }

/** Lists the simulations that were kept. Each opens its result. */
export function SimulationList({ simulations, shownId }: Props) {
  return (
    <ul aria-label="Simulations" className="divide-y divide-line border-y border-line">
      {simulations.map((simulation) => {
        const { _id, requestedAt, requestedBy, state, changes } = simulation
        const isShown = _id === shownId
        return (
          <li key={_id}>
            <Link
              to={`${paths.assignmentSimulation}?${new URLSearchParams({ simulation: _id })}`}
              aria-current={isShown ? 'true' : undefined}
              className={cx('flex min-h-11 flex-wrap items-center gap-x-4 px-2 py-1.5 hover:bg-hover', isShown && 'bg-press')}
            >
              <span className="num font-medium">{formatInstant(requestedAt).text}</span>
              <span className="min-w-0 flex-1 break-words">
                <bdi>{scopeWords(simulation)}</bdi>
                {changes && ', compared with changes'}
              </span>
              <span className="min-w-0 break-words text-text-2">
                <bdi>{requestedBy}</bdi>
              </span>
              <span className={cx('w-16', state === 'failed' ? 'text-red-fg' : 'text-text-2')}>{stateWords[state]}</span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
