import { removeOldHl7Messages } from '@readroom/db/orders/hl7'
import { removeOldUnknownValues } from '@readroom/db/orders/hl7-unknown-values'
import type { JobsContext } from '../../core/jobs/context.ts'

const AT_ONCE = 1_000

/** Removes HL7 messages that were kept for their connection's days. */
export async function expireHl7Messages({ database, log }: Pick<JobsContext, 'database' | 'log'>): Promise<void> {
  let removed = 0
  for (let found = AT_ONCE; found === AT_ONCE; removed += found) found = await removeOldHl7Messages(database.db, AT_ONCE)
  await removeOldUnknownValues(database.db)
  if (removed > 0) log.info({ removed }, 'old HL7 messages removed')
}
