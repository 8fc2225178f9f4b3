import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { Pool } from 'undici'
import { z } from 'zod'

const program = fileURLToPath(new URL('./floor-server.js', import.meta.url))
const Port = z.tuple([z.object({ port: z.int() })], z.unknown())

/** The server of floor-server.ts as a process of its own. */
export async function startFloor(databaseUrl: string) {
  const child = fork(program, { env: { PATH: '', DATABASE_URL: databaseUrl } })
  const [{ port }] = Port.parse(await once(child, 'message'))
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: 1 })

  return {
    /** Sets the statements that later calls ask for by number. Each answers one row with a text, `body`. */
    async serve(statements: SQL[]): Promise<void> {
      const queries = statements.map((statement) => new PgDialect().sqlToQuery(statement))
      child.send(queries.map(({ sql, params }) => ({ text: sql, values: params })))
      await once(child, 'message')
    },
    async get(index: number, token: string): Promise<string> {
      const headers = { authorization: `Bearer ${token}` }
      const { statusCode, body } = await pool.request({ method: 'GET', path: `/${index}`, headers })
      const text = await body.text()
      if (statusCode !== 200) throw new Error(`the floor answered ${statusCode}: ${text}`)
      return text
    },
    async stop(): Promise<void> {
      await pool.close()
      child.disconnect()
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

export type Floor = Awaited<ReturnType<typeof startFloor>>
