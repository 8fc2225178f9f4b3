import type { WorklistRow } from '@readroom/contracts/studies'
import { isReported } from '@readroom/contracts/study-workflow'
import { isEmergency } from '@readroom/contracts/urgency'
import { ApiError } from '../../lib/api/api-error.ts'
import { callsOf } from './reading.queries.ts'

const isOpen = ({ workflowStatus }: WorklistRow) => workflowStatus !== 'archived' && !isReported(workflowStatus)

/**
 * Returns the studies of a list that can be read after a study: emergencies first, then what is behind it, then from the top; none that is
 * finished, and none of `leftOut`: what the reader has put aside or gone past.
 */
export function openAfter(rows: readonly WorklistRow[], studyId: string, leftOut: readonly string[] = []): string[] {
  const at = rows.findIndex(({ _id }) => _id === studyId)
  const open = [...rows.slice(at + 1), ...rows.slice(0, Math.max(at, 0))].filter(
    (row) => isOpen(row) && !leftOut.includes(row._id),
  )
  const emergencies = open.filter(isEmergency)
  return [...emergencies, ...open.filter((row) => !emergencies.includes(row))].map(({ _id }) => _id)
}

/** Where a study stands among those of a list that are open; null where it is none of them. */
export function placeIn(rows: readonly WorklistRow[], studyId: string): { place: number; of: number } | null {
  const open = rows.filter(isOpen)
  const at = open.findIndex(({ _id }) => _id === studyId)
  return at < 0 ? null : { place: at + 1, of: open.length }
}

const isTaken = (error: unknown) =>
  error instanceof ApiError && ['REPORT_HELD', 'STUDY_NOT_FOUND', 'FORBIDDEN'].includes(error.code)

/** Takes the first that nobody else writes, so that nobody else gets it. */
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
