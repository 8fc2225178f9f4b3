import { type Sort, type StudyFilters } from '@readroom/contracts/study-filters'
import { type StudyStatus, type Tab } from '@readroom/contracts/study-workflow'
import type { studies } from '../schema/studies.ts'
import type { Clock, Viewer } from './worklist-filters.ts'

type Study = typeof studies.$inferSelect
export type ModelStudy = Study & {
  assigned: {
    doctorId: string
    assignedAt: Date
  }[]
}
export declare const inTab: (status: StudyStatus, tab: Tab) => any
/** The studies that a list must show, by the slowest and plainest way there is. In no order. */
export declare function expectedStudies(all: ModelStudy[], viewer: Viewer, filters: StudyFilters, clock: Clock): ModelStudy[]
/** What a sort compares; the least where the study has none. */
export declare function sortValue(study: Study, key: Sort['key']): string
