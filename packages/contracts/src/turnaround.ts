import type { Priority } from './primitives.ts'

/** How many minutes after a study is ready its report is due, round the clock. The bounds of the specification's colour bands. */
export const targetMinutes: Record<Priority, number> = { EMERGENCY: 60, STAT: 60, URGENT: 240, HIGH: 480, NORMAL: 1440 }
