/** Messages for failures, by the reason that the worker recorded. The first match applies. */
const words: readonly [RegExp, string][] = [
  [/^PostgreSQL refused: (55P03|40P01|57014)/, 'Another process kept this study locked for too long.'],
  [/^PostgreSQL refused/, 'The database rejected the data in the images of this study.'],
  [/^OrthancDown.*: no answer/, 'The image archive does not respond for this study.'],
  [/^OrthancDown/, 'The image archive cannot read the files of this study.'],
  [/^OrthancNotFound/, 'The image archive has lost a file of this study.'],
  [/^OrthancBadAnswer/, 'The image archive returned unexpected data for this study.'],
]

export function wordsOfFailure({ reason, unknownAeTitle }: { reason: string; unknownAeTitle: string | null }): string {
  if (unknownAeTitle !== null) return `Unknown AE title ${unknownAeTitle}: no laboratory is registered for it.`
  return words.find(([pattern]) => pattern.test(reason))?.[1] ?? 'The images of this study could not be read.'
}

/** Returns the message for a rejected image, by the reason that the archive's script recorded. */
export const wordsOfRefusal = (reason: string): string =>
  reason === 'no-room' ? 'The disk of the image archive was nearly full.' : `The image archive rejected it: ${reason}.`
