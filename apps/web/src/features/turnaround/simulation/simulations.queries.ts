import {
  assignmentSimulationEndpoints as endpoints,
  type Simulation,
  type SimulationFields,
} from '@readroom/contracts/turnaround/assignment-simulations'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'

export const simulationsKey = ['assignment-simulations'] as const

/** How often a simulation that is not done is asked for. */
const refetchMs = 1_000

export const isUnfinished = ({ state }: Pick<Simulation, 'state'>): boolean => state === 'waiting' || state === 'running'

export const simulationsOptions = queryOptions({
  queryKey: [...simulationsKey, 'list'],
  queryFn: ({ signal }) => api.call(endpoints.list, {}, { signal }).then(({ simulations }) => simulations),
  refetchInterval: ({ state: { data } }) => (data?.some(isUnfinished) ? refetchMs : false),
  staleTime: 0,
})

export const simulationOptions = (simulationId: string) =>
  queryOptions({
    queryKey: [...simulationsKey, simulationId],
    queryFn: ({ signal }) =>
      api.call(endpoints.read, { params: { simulationId } }, { signal }).then(({ simulation }) => simulation),
    refetchInterval: ({ state: { data } }) => (data && isUnfinished(data) ? refetchMs : false),
  })

export const startSimulation = (fields: SimulationFields) => api.call(endpoints.start, { body: fields })
