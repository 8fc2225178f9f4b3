import { AppError } from '@readroom/contracts/core/errors'
import type { FastifyInstance } from 'fastify'

/** Maximum nesting of arrays and objects in a body. A report with a list in a list has fifteen levels. */
const deepest = 100

/** Returns true if a JSON value nests deeper than `deepest`. Not recursive, because a deep value would overflow the stack. */
function isTooDeep(body: unknown): boolean {
  let level: unknown[] = [body]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return true
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []))
  }
  return false
}

/** Refuses bodies that nest too deep for their readers, with BAD_REQUEST. */
export function limitBodyDepth(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ body }) => {
    if (isTooDeep(body)) throw new AppError('BAD_REQUEST')
  })
}
