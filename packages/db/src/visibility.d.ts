import type { Tab } from '@readroom/contracts/study-workflow'
import { type SQL } from 'drizzle-orm'
import type { Actor } from './actor.ts'

type Viewer = Pick<Actor, 'role' | 'labId' | 'doctorId'>
/** The one row check: which rows of `studies` the caller sees, of one tab. Goes into every list, count, search, export and lookup. */
export declare function visibleStudies(viewer: Viewer, tab?: Tab): SQL
/** The same check for a statement that is built once for a role: the viewer's ids are its placeholders `labId` and `doctorId`. */
export declare function visibleToRole(role: Actor['role']): SQL
