import { findEnabledHl7Connection } from '@readroom/db/orders/hl7'
import { usualMapping } from '@readroom/hl7/mapping/mapping'
import { writeTestOrder } from '@readroom/hl7/orders/write-test-order'
import type { JobPayload } from '@readroom/jobs/jobs'
import type { JobsContext } from '../../core/jobs/context.ts'
import { receive } from './hl7-receive.ts'

/** Receives a test order as the port of its connection does. Its network, certificates and addresses are not tested. */
export async function receiveTestOrder(
  { database, log, counters }: Pick<JobsContext, 'database' | 'log' | 'counters'>,
  { connectionId, number, sentAt }: JobPayload<'test-order.receive'>,
): Promise<void> {
  const connection = await findEnabledHl7Connection(database.db, connectionId)
  if (!connection) return
  const { mapping, sendingFacility } = connection
  const message = writeTestOrder({ number, at: new Date(sentAt), mapping: { ...usualMapping, ...mapping, sendingFacility } })
  const onMessage = (result: string) => counters.hl7Messages.inc({ result })
  const answers = await receive({ database, log, onMessage }, connection, 'readroom', message)
  if (answers === null) throw new Error('the test order was not stored')
}
