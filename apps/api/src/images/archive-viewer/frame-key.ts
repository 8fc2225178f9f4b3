import type { Settings } from '@readroom/contracts/operations/settings'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

type Frame = { sessionId: string; studyId: string }

/** Its shape differs from a bearer token, so neither passes for the other. */
const FrameKey = z.object({ frame: z.object({ sessionId: z.uuid(), studyId: z.uuid() }) })

/**
 * Signs the key of one study's archive viewer in one session. It is part of the frame's address, because a sandboxed frame gets no cookies.
 * The key alone opens nothing: every request checks that the session is still valid and may still see the study.
 */
export const writeFrameKey = (app: FastifyInstance, { sessionHours }: Pick<Settings, 'sessionHours'>, frame: Frame): string =>
  app.jwt.sign({ frame }, { expiresIn: `${sessionHours}h` })

/** Returns null for a key that has expired or is not ours. */
export function readFrameKey(app: FastifyInstance, key: string): Frame | null {
  try {
    return FrameKey.parse(app.jwt.verify(key)).frame
  } catch {
    return null
  }
}
