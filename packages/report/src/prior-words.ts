import { studyNames, times } from './contradictions/earlier.ts'

/** A comparison with something, as far as its object is read. */
const comparison = /\b(?:compared|(?:in )?comparison(?: (?:is|was) made)?) (?:with|to)\b[^.;:\n]{0,80}/giu
const name = `\\b(?:${studyNames})\\b`
const ofPrior = new RegExp(`\\b(?:prior|previous|earlier|former|last)\\b|${times.join('|')}`, 'iu')
const study = new RegExp(name, 'iu')
/** An examination of another day: `CT of yesterday`. */
const dated = new RegExp(`${name},? (?:of|from|dated|on) (?:the )?(?:${times.join('|')})`, 'giu')
/** Words of a sentence about images of another system, or that nobody has. */
const elsewhere =
  /\b(?:not available|unavailable|outside|external|elsewhere|other (?:hospital|institution|clinic)|recommend\w*|advise\w*|suggest\w*|planned|scheduled)\b/iu
const denied = /\b(?:no|none|not|without)\b/iu

const sentenceEnd = /[.;!?](?=\s|$)|\n/gu

/** Returns the sentence around a place, and its part before the place. */
function sentenceAt(text: string, from: number): { whole: string; before: string } {
  const ends = [...text.matchAll(sentenceEnd)].map(({ index }) => index)
  const begin = ends.findLast((end) => end < from) ?? -1
  return { whole: text.slice(begin + 1, ends.find((end) => end >= from) ?? text.length), before: text.slice(begin + 1, from) }
}

/** Returns the words that compare with an earlier examination, for a patient who has none here. English alone. */
export function ofUnknownPrior(text: string): { from: number; to: number; message: string }[] {
  const compared = [...text.matchAll(comparison)].filter(([words]) => study.test(words) && ofPrior.test(words))
  return [...compared, ...text.matchAll(dated)]
    .filter(({ index }) => {
      const { whole, before } = sentenceAt(text, index)
      return !elsewhere.test(whole) && !denied.test(before)
    })
    .slice(0, 1)
    .map(({ index: from, 0: words }) => {
      return { from, to: from + words.length, message: `“${words.trim()}”: no earlier study of this patient is in Readroom.` }
    })
}
