import { type StudyFilters } from '@readroom/contracts/study-filters'
import { type SQL } from 'drizzle-orm'
import type { Actor } from '../actor.ts'
import type { Db } from '../client.ts'
import { type Words } from './search-words.ts'
export type Viewer = Pick<Actor, 'role' | 'labId' | 'doctorId'>
/** When and where the lists are read: presets mean the days of the clinic. */
export type Clock = {
  now: Date
  zone: string
}
declare const textKeys: readonly ['searchTerm', 'patientName', 'patientId', 'referringPhysician', 'accession', 'description']
type TextKey = (typeof textKeys)[number]
/** Filters whose texts are folded. */
export type ReadyFilters = {
  filters: StudyFilters
  words: Partial<Record<TextKey, Words>>
} & Clock
export declare function readyFilters(db: Db, filters: StudyFilters, clock: Clock): Promise<ReadyFilters>
/** Received since midnight. */
export declare const receivedToday: ({ now, zone }: Clock) => SQL<unknown>
/** Assigned since midnight and still: to the viewer, where that is a doctor. */
export declare function assignedToday({ doctorId }: Viewer, { now, zone }: Clock): SQL
/** Values as the list of an `in`. */
export declare const listed: (values: readonly string[]) => SQL<unknown>
export declare const labConditions: ({ selectedLocation }: StudyFilters) => SQL[]
export declare const stateConditions: ({ workflowStatus, emergency }: StudyFilters) => SQL[]
export declare function kindConditions({ modality, mlc, studyType }: StudyFilters): SQL[]
export declare const asksForTexts: ({ words }: ReadyFilters) => boolean
/** True where the filters ask for more than is in the sums of study-counts.ts, whose columns are named as those of `studies`. */
export declare const asksForDatesOrTexts: (ready: ReadyFilters) => boolean
/** What the filters ask of a row of `studies`, the tab apart. */
export declare function filterConditions(viewer: Viewer, ready: ReadyFilters): SQL[]
