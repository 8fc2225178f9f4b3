import { useQuery } from '@tanstack/react-query'
import { Loading } from '../../../components/ui/loading.tsx'
import { RefusedConnectionList } from '../../../components/ui/refused-connections.tsx'
import { stateOptions } from './system.queries.ts'

/** Shows the connections that all ports refused in the last day. */
export function RefusedConnections() {
  const { data } = useQuery(stateOptions)
  if (!data) return <Loading />
  if (data.refusedConnections.length === 0) return <p className="text-text-2">No refused connections in the last day.</p>
  return <RefusedConnectionList refused={data.refusedConnections} />
}
