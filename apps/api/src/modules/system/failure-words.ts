/** What people read of a failure, by what the worker noted. The first that fits. */
const words: readonly [RegExp, string][] = [
  [/^PostgreSQL refused: (55P03|40P01|57014)/, 'Somebody else was changing this study for too long.'],
  [/^PostgreSQL refused/, 'The database does not accept what the images say about this study.'],
  [/^OrthancDown.*: no answer/, 'The image archive gives no answer about this study.'],
  [/^OrthancDown/, 'The image archive cannot read the files of this study.'],
  [/^OrthancNotFound/, 'The image archive has lost a file of this study.'],
  [/^OrthancBadAnswer/, 'The image archive says something about this study that is not understood.'],
]

export function wordsOfFailure({ reason, unknownAeTitle }: { reason: string; unknownAeTitle: string | null }): string {
  if (unknownAeTitle !== null) return `Unknown AE title ${unknownAeTitle}: no laboratory is registered for it.`
  return words.find(([pattern]) => pattern.test(reason))?.[1] ?? 'The images of this study could not be read.'
}

/** By what the archive's script noted. */
export const wordsOfRefusal = (reason: string): string =>
  reason === 'no-room' ? "The archive's disk was nearly full." : `The archive refused it: ${reason}.`
