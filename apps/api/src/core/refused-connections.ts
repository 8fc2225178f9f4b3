import type { RefusedConnections } from '@readroom/contracts/core/port-refusals'
import type { PortRefusalRow } from '@readroom/db/core/port-refusals'

/** Returns a row of refused connections as pages show it. */
export const toRefusedConnections = ({
  aeTitle,
  firstAt,
  lastAt,
  port,
  address,
  reason,
  count,
}: PortRefusalRow): RefusedConnections => ({
  port,
  address,
  aeTitle: aeTitle || null,
  reason,
  count,
  firstAt: firstAt?.toISOString() ?? null,
  lastAt: lastAt.toISOString(),
})
