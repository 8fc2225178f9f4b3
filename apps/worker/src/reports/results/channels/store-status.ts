import { type Answer, storable } from './channel.ts'

/** Statuses that mean that the receiver has the instance, beside 0000 and warnings: some of its attributes were changed, or it had it before. */
const kept = [0x0001, 0x0107, 0x0111, 0x0116]

/** Returns the meaning of a status of C-STORE (PS3.4 section B.2.3, PS3.7 annex C), which STOW-RS uses too. */
export function answerOfStatus(status: number, comment = ''): Answer {
  const text = storable(`Status ${status.toString(16).toUpperCase().padStart(4, '0')} ${comment}`)
  const range = status >> 8
  if (status === 0 || range >> 4 === 0xb || kept.includes(status)) return { answer: 'accepted', text }
  return { answer: range === 0xa7 ? 'unavailable' : 'refused', text }
}
