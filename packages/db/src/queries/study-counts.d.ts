import { type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../client.ts'
import { type ReadyFilters, type Viewer } from './worklist-filters.ts'
/** The statement that adds up how many of the viewer's studies have each status, and how many of those are urgent. */
export declare const totalsByStatus: (viewer: Viewer) => SQL
/** The statement that adds up how many of the viewer's studies have each status, where the filters ask for nothing that is not in the sums; otherwise null. */
export declare function statusCounts(viewer: Viewer, ready: ReadyFilters): SQL | null
export declare const StatusCount: z.ZodObject<
  {
    status: any
    count: z.ZodInt
  },
  z.core.$strip
>
export type StatusCount = z.infer<typeof StatusCount>
/** Makes one row of all that count the same. Whoever counts meanwhile sees either. Answers how many rows went; none while another is at it. */
export declare function foldStudyCounts(db: Db): Promise<number>
