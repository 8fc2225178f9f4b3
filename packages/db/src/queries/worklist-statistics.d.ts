import type { StudyStatistics } from '@readroom/contracts/studies'
import { type SQL } from 'drizzle-orm'
import type { Db } from '../client.ts'
import { type Clock, type Viewer } from './worklist-filters.ts'
/** The statement, in one piece: it is asked for with every change of a worklist. */
export declare function worklistStatistics(viewer: Viewer, clock: Clock): SQL
/** What the viewer's whole worklist holds, whatever is filtered. */
export declare function readStatistics(db: Db, viewer: Viewer, clock: Clock): Promise<StudyStatistics>
