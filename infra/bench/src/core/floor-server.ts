import { createServer } from 'node:http'
import { findUsableSessions } from '@readroom/db/access/sessions'
import { openDatabase } from '@readroom/db/core/client'
import { z } from 'zod'
import { readFloorConfig } from './config.ts'

const Statements = z.array(z.object({ text: z.string(), values: z.array(z.unknown()) }))
const Claims = z.object({ sid: z.string() })
const Row = z.tuple([z.object({ body: z.string() })])

/** Days: what the floor does not check. */
const limits = { idleMinutes: 10_000, tokenMinutes: 10_000 }

/**
 * The least that can answer a list: a bare HTTP server that looks the session up and sends the text of one statement. Forked; is sent statements,
 * answers with its port; `GET /n` answers the n-th.
 */
const { DATABASE_URL } = readFloorConfig()
const { db, pool, close } = openDatabase(DATABASE_URL, { onError: () => {} })
let statements: z.infer<typeof Statements> = []

async function answer(url: string, authorization = ''): Promise<string> {
  const claims = Buffer.from(authorization.split('.')[1] ?? '', 'base64url').toString()
  const [session] = await findUsableSessions(db, limits, [Claims.parse(JSON.parse(claims)).sid])
  const statement = statements[Number(url.slice(1))]
  if (!session || !statement) throw new Error('nobody asks, or for nothing')
  const { rows } = await pool.query(statement.text, statement.values)
  return Row.parse(rows)[0].body
}

const server = createServer((request, response) => {
  answer(request.url ?? '', request.headers.authorization).then(
    (body) => response.setHeader('content-type', 'application/json').end(body),
    (error: Error) => response.writeHead(500).end(error.message),
  )
})
process.on('message', (message) => {
  statements = Statements.parse(message)
  process.send?.('ready')
})
process.on('disconnect', () => {
  server.close()
  void close()
})
server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
