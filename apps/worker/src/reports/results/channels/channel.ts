import type { AnswerKind } from '@readroom/contracts/reports/results'
import type { ResultDeliveryRow } from '@readroom/db/reports/result-deliveries'

/** The answer to an attempt. `text`: the receiver's words, or the code of a system's error. */
export type Answer = { answer: AnswerKind; text: string }

export type Attempt = Pick<ResultDeliveryRow, 'id' | 'kind' | 'controlId'> & { content: Buffer }

/** The way to a destination for a few deliveries, one after the other. */
export type Channel = {
  /** Sends the bytes. Never rejects. */
  send: (attempt: Attempt) => Promise<Answer>
  close: () => void
}

/** The receiver's words, as far as they are stored. */
const MAX_TEXT = 500

/** Returns a text of a receiver without control characters, short enough to be stored. */
export const storable = (text: string): string =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, MAX_TEXT)
