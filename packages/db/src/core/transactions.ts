import { type ExtractTablesWithRelations, sql } from 'drizzle-orm'
import { type NodePgDatabase, NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres'
import { PgDialect } from 'drizzle-orm/pg-core'
import type pg from 'pg'

type NoSchema = Record<string, never>
type NoTables = ExtractTablesWithRelations<NoSchema>

/** The server said nothing for as long as it may take: it would say nothing to a ROLLBACK either. */
function isUnanswered(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause.message === 'Query read timeout') return true
  return false
}

/**
 * Transactions on connections of a pool. Not drizzle's own: those wait for the answer to a ROLLBACK as long again as for that of a statement
 * which had none, and never give a connection back if BEGIN has none.
 */
export function transactionsOf(pool: pg.Pool): NodePgDatabase['transaction'] {
  const dialect = new PgDialect()
  return async (run, config) => {
    const client = await pool.connect()
    const session = new NodePgSession<NoSchema, NoTables>(client, dialect, undefined)
    const tx = new NodePgTransaction<NoSchema, NoTables>(dialect, session, undefined)
    let isUsable = true
    const rollBack = () =>
      tx.execute(sql`rollback`).catch(() => {
        isUsable = false
      })
    try {
      await tx.execute(sql`begin`)
      if (config) await tx.setTransaction(config)
      const result = await run(tx)
      await tx.execute(sql`commit`)
      return result
    } catch (error) {
      if (isUnanswered(error)) isUsable = false
      else await rollBack()
      throw error
    } finally {
      client.release(!isUsable)
    }
  }
}
