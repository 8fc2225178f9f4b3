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

/** A part of the body that has a side in its name, and is none of the patient's two sides: `right ventricle`. */
const anatomical =
  /\b(?:left|right)[- ](?:sided )?(?:ventric|atri|heart|main|anterior desc|circumflex|coronary|hepatic|lobe|axis|bundle|colon|portal|colic|paratracheal|dominan)\w*/giu
/** Words in the label of a field about another side than the one examined. */
const ofOtherSide = /\b(?:other|opposite|contralateral|compar\w*|unaffected|normal)\b/iu
const sideLabel =
  /^(?:(?:examined|body|imaged|affected) )?(?:side|laterality|seite)(?: (?:examined|imaged|of (?:the )?(?:examination|study)))?$/iu

/** Returns true if the label of a field is about another side than the one examined. */
export const isOfOtherSide = (label: string): boolean => ofOtherSide.test(label)

/** Returns the one side that the label of a field names (`Left kidney`), or null. */
export const sideOfLabel = (label: string): Side | null =>
  isOfOtherSide(label) ? null : sideOf(label.replaceAll(anatomical, ' '))

/** Returns the side of the examination that the value of a field states, or null. The field is one for the side alone. */
export function sideOfValue(label: string, value: string): Side | null {
  return sideLabel.test(label.trim()) ? sideOf(` ${value.trim()}`) : null
}

/** Returns the one side that the headers of all series name, or null. */
export function sideOfImages(series: readonly { laterality: string | null }[]): Side | null {
  const sides = new Set(series.map(({ laterality }) => sideOfCode(laterality ?? '')))
  const [side = null] = sides
  return sides.size === 1 ? side : null
}

/** Returns the side of a DICOM laterality (0020,0060), (0020,0062): R or L; null for both, unpaired and anything else. */
export function sideOfCode(code: string): Side | null {
  const known: ReadonlyMap<string, Side> = new Map([
    ['L', 'left'],
    ['R', 'right'],
  ])
  return known.get(code.trim().toUpperCase()) ?? null
}
