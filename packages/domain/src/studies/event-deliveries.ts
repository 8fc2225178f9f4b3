import type { StudyNoticeKind } from '@readroom/contracts/reports/results'
import { isReported, type StudyEvent, type StudyStatus } from '@readroom/contracts/studies/study-workflow'
import type { Tx } from '@readroom/db/core/client'
import { insertDeliveriesOfOrders, insertStudyDeliveries } from '@readroom/db/studies/event-deliveries'

/** The events that laboratories' systems are told of. A study has come when it has settled for the first time. */
const notices: Partial<Record<StudyEvent, StudyNoticeKind>> = {
  settled: 'study_received',
  archived: 'study_archived',
  images_missing: 'study_images_missing',
  images_returned: 'study_images_returned',
}

const isDone = (status: StudyStatus) => isReported(status) || status === 'archived'

/** An order's state depends on whether its studies are reported, and on which of them are of its laboratory. */
const changesOrders = ({ event, from, to }: Happened) =>
  event === 'lab_set' || event === 'lab_conflict' || isDone(from) !== isDone(to)

type Happened = { event: StudyEvent; from: StudyStatus; to: StudyStatus }

/** Queues what happened to a study, and the states of its orders, for the systems of its laboratory (docs/decisions/reports/results-out.md). */
export async function queueStudyEvent(tx: Tx<'study'>, studyId: string, happened: Happened): Promise<void> {
  const { event, from, to } = happened
  const kind = notices[event]
  if (kind !== undefined && !(event === 'archived' && from === to)) await insertStudyDeliveries(tx, studyId, kind)
  if (changesOrders(happened)) await insertDeliveriesOfOrders(tx, studyId)
}
