import type { HistorySource } from '@readroom/contracts/studies/studies'
import type { Db } from '@readroom/db/core/client'
import { listIndications } from '@readroom/db/orders/order-matches'
import type { StudyRow } from '@readroom/db/studies/studies'

type ClinicalHistory = { text: string; source: HistorySource }

/**
 * Returns the clinical history of a study and its source. The history that people wrote counts; without one, the indication of the study's orders.
 * Nothing is copied, so an order never overwrites what somebody wrote.
 */
export async function findClinicalHistory(
  db: Db,
  { id, clinicalHistory }: Pick<StudyRow, 'id' | 'clinicalHistory'>,
): Promise<ClinicalHistory> {
  if (clinicalHistory.trim() !== '') return { text: clinicalHistory, source: 'record' }
  const indications = await listIndications(db, id)
  return indications.length === 0
    ? { text: clinicalHistory, source: 'record' }
    : { text: indications.join('\n'), source: 'order' }
}
