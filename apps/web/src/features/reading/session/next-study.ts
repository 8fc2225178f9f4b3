import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { isReported } from '@readroom/contracts/studies/study-workflow'
import { isEmergency } from '@readroom/contracts/studies/urgency'
import { ApiError } from '../../../lib/api/api-error.ts'
import { countdownBand } from '../../../lib/studies/countdown.ts'
import { serverNow } from '../../../lib/time/server-clock.ts'
import { callsOf } from '../requests/reading.queries.ts'

const isPaused = (row: WorklistRow) => countdownBand(row, serverNow()) === 'paused'

const isOpen = ({ workflowStatus }: WorklistRow) => workflowStatus !== 'archived' && !isReported(workflowStatus)

/**
 * Returns the studies of a list to read after a study: emergencies first, then those below it, then from the top. Leaves out finished ones, paused
 * ones and those in `leftOut`, which the reader has put aside or skipped.
 */
export function openAfter(rows: readonly WorklistRow[], studyId: string, leftOut: readonly string[] = []): string[] {
  const at = rows.findIndex(({ _id }) => _id === studyId)
  const open = [...rows.slice(at + 1), ...rows.slice(0, Math.max(at, 0))].filter(
    (row) => isOpen(row) && !isPaused(row) && !leftOut.includes(row._id),
  )
  const emergencies = open.filter(isEmergency)
  return [...emergencies, ...open.filter((row) => !emergencies.includes(row))].map(({ _id }) => _id)
}

/** Returns the position of a study among the open ones of a list. Null if it is not one of them. */
export function placeIn(rows: readonly WorklistRow[], studyId: string): { place: number; of: number } | null {
  const open = rows.filter(isOpen)
  const at = open.findIndex(({ _id }) => _id === studyId)
  return at < 0 ? null : { place: at + 1, of: open.length }
}

const isTaken = (error: unknown) =>
  error instanceof ApiError && ['REPORT_HELD', 'STUDY_NOT_FOUND', 'STUDY_REASSIGNED', 'FORBIDDEN'].includes(error.code)

/** Takes the hold of the first study that nobody else writes. */
export async function claimFirst(studyIds: readonly string[], windowId: string): Promise<string | null> {
  for (const studyId of studyIds) {
    try {
      await callsOf(studyId, windowId).hold(false)
      return studyId
    } catch (error) {
      if (!isTaken(error)) throw error
    }
  }
  return null
}
