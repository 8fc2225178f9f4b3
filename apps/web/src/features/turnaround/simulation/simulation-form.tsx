import { maxSimulatedDays, usualSimulatedDays } from '@readroom/contracts/turnaround/assignment-simulations'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Select } from '../../../components/inputs/select.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { plural } from '../../../lib/format.ts'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { labChoiceOptions } from '../../../lib/lists/locations.queries.ts'
import { ChangesFields, noChanges, toChanges } from './simulation-changes.tsx'
import { simulationsKey, startSimulation } from './simulations.queries.ts'

const dayChoices = [1, 7, 14, usualSimulatedDays, 60, maxSimulatedDays]

type Props = { isRunning: boolean; onStarted: (simulationId: string) => void }

/** Starts a simulation of the last days, for one laboratory or all, beside one with changes if somebody enters some. */
export function SimulationForm({ isRunning, onStarted }: Props) {
  const { data: labs = [], error } = useQuery(labChoiceOptions)
  const [days, setDays] = useState(usualSimulatedDays)
  const [labId, setLabId] = useState('')
  const [changes, setChanges] = useState(noChanges)
  const { start, isBusy } = useChange({
    change: () => startSimulation({ days, labId: labId === '' ? null : labId, changes: toChanges(changes) }),
    failed: 'The simulation could not be started.',
    onDone: ({ _id }) => onStarted(_id),
    invalidates: [simulationsKey],
  })
  return (
    <form
      aria-label="New simulation"
      className="flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        start()
      }}
    >
      <Select aria-label="Period" className="max-sm:flex-1" value={days} onChange={({ target }) => setDays(Number(target.value))}>
        {dayChoices.map((choice) => (
          <option key={choice} value={choice}>
            Last {plural(choice, 'day')}
          </option>
        ))}
      </Select>
      <Select
        aria-label="Laboratory"
        className="min-w-0 max-sm:flex-1"
        value={labId}
        onChange={({ target }) => setLabId(target.value)}
      >
        <option value="">Every laboratory</option>
        {labs.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      <Button type="submit" look="primary" className="max-lg:h-11 max-sm:basis-full" disabled={isBusy || isRunning}>
        Start simulation
      </Button>
      <details className="basis-full">
        <summary className="inline-flex items-center font-medium text-accent-text max-lg:min-h-11">
          Compare with other doctors or rules
        </summary>
        <ChangesFields value={changes} onChange={setChanges} />
      </details>
      {error && <FormMessage tone="error">The laboratories could not be loaded.</FormMessage>}
    </form>
  )
}
