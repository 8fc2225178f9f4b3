import { createHash } from 'node:crypto'
import { type Endpoint, idempotencyKeyHeader } from '@readroom/contracts/core/endpoint'
import { AppError } from '@readroom/contracts/core/errors'
import { Id } from '@readroom/contracts/core/primitives'
import { claimChange, type KeyedChange, keepAnswer } from '@readroom/db/core/answered-changes'
import type { Tx } from '@readroom/db/core/client'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { requireActor } from './session.ts'

const OfStudy = z.object({ studyId: Id })

/** Returns what a request asks for and the key that it is known by; null without a key. Throws INVALID_FIELD. */
export function changeOf({ method, path }: Endpoint, request: FastifyRequest): KeyedChange | null {
  const given = request.headers[idempotencyKeyHeader]
  if (given === undefined) return null
  const key = Id.safeParse(given).data
  if (key === undefined) throw new AppError('INVALID_FIELD', { field: 'Idempotency-Key' })
  const { params, query, body } = request
  return {
    userId: requireActor(request.actor).userId,
    key,
    fingerprint: createHash('sha256')
      .update(JSON.stringify([method, path, params, query, body]))
      .digest('hex'),
    studyId: OfStudy.safeParse(params).data?.studyId ?? null,
  }
}

/** Makes a change, or returns the answer that it had before. Throws IDEMPOTENCY_KEY_REUSED, and what `make` throws: then nothing is kept. */
export async function makeOnce<A extends object>(tx: Tx, change: KeyedChange | null, make: () => Promise<A>): Promise<object> {
  const made = change && (await claimChange(tx, change))
  if (made && made.fingerprint !== change.fingerprint) throw new AppError('IDEMPOTENCY_KEY_REUSED')
  if (made?.answer) return made.answer
  const answer = await make()
  if (change) await keepAnswer(tx, change, answer)
  return answer
}
