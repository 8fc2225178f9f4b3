import { z } from 'zod'

const Count = z.int().nonnegative()

/** Studies whose deadline was in a period, and those of them that had no report by then. */
export const Lateness = z.object({ due: Count, late: Count })
export type Lateness = z.infer<typeof Lateness>
