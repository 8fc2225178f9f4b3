import { notify } from '../../../../lib/notify.tsx'
import type { ReadingStore } from '../../session/reading-store.ts'
import type { ReportCommands } from '../../session/report-commands.ts'

export type InsertText = (...text: Parameters<ReportCommands['insert']>) => void

/** Inserts a text into a section of the report being written. Tells the user if the report has no such section. */
export function insertIntoReport(store: ReadingStore, ...text: Parameters<InsertText>): void {
  if (store.report()?.insert(...text) === false) notify.info('This section is not in the report')
}
