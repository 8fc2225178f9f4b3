import type { Settings } from '@readroom/contracts/settings'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

type Frame = { sessionId: string; studyId: string }

/** Not of the shape of a bearer token, which names its session beside its own id. */
const FrameKey = z.object({ frame: z.object({ sessionId: z.uuid(), studyId: z.uuid() }) })

/**
 * Stands for one study's archive viewer in one session, as a part of the frame's address: a frame that is shut off from our origin gets no
 * cookies. It opens nothing by itself: every request looks whether the session still stands and still sees the study.
 */
export const writeFrameKey = (app: FastifyInstance, { sessionHours }: Pick<Settings, 'sessionHours'>, frame: Frame): string =>
  app.jwt.sign({ frame }, { expiresIn: `${sessionHours}h` })

/** Null for a key that expired or is not ours. */
export function readFrameKey(app: FastifyInstance, key: string): Frame | null {
  try {
    return FrameKey.parse(app.jwt.verify(key)).frame
  } catch {
    return null
  }
}
