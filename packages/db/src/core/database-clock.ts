import { sql } from 'drizzle-orm'

/** The time of the database's clock at this moment. Rows that wait for a time are compared with the same clock. */
export const clockTime = sql`clock_timestamp()`

/** The time at which the transaction began. */
export const transactionTime = sql`now()`
