export type Side = 'left' | 'right'

/** A word by itself, in any script's sense of letters. */
const alone = (words: readonly string[], flags: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})(?![\\p{L}\\p{N}])`, flags)

/** Of the languages that reports are written in most; others are not checked. */
const words: Record<Side, readonly string[]> = {
  left: ['left', 'lt', 'links', 'linke[rnms]?', 'linkss?eitig\\p{L}*', 'gauche', 'izquierd[oa]', 'sinistr[oa]', 'esquerd[oa]'],
  right: ['right', 'rt', 'rechts', 'rechte[rnms]?', 'rechtss?eitig\\p{L}*', 'droite?', 'derech[oa]', 'destr[oa]', 'direit[oa]'],
}

export const sideWords: Record<Side, RegExp> = { left: alone(words.left, 'giu'), right: alone(words.right, 'giu') }

/** Letters alone are a side only if a description ends with them: an L spine is lumbar. */
const letters: Record<Side, RegExp> = { left: /[\s,(](l|li)\)?\s*$/iu, right: /[\s,(](r|re)\)?\s*$/iu }
const inDescription: Record<Side, RegExp> = { left: alone(words.left, 'iu'), right: alone(words.right, 'iu') }
const both = /(?<!\p{L})(both|bilateral\p{L}*|beid\p{L}*|bds)(?!\p{L})/iu

/** The one side that a study is of, by its description; null if it says none, or both. */
export function sideOf(description: string | null): Side | null {
  if (description === null || both.test(description)) return null
  const says = (side: Side) => inDescription[side].test(description) || letters[side].test(description)
  if (says('left') === says('right')) return null
  return says('left') ? 'left' : 'right'
}
