import type { RefusedConnections } from '@readroom/contracts/core/port-refusals'
import type { PortRefusalRow } from '@readroom/db/core/port-refusals'

/** Returns a row of refused connections as pages show it. */
export const toRefusedConnections = ({ port, address, aeTitle, reason, count, lastAt }: PortRefusalRow): RefusedConnections => ({
  port,
  address,
  aeTitle: aeTitle || null,
  reason,
  count,
  lastAt: lastAt.toISOString(),
})
