import type { NotSeenSeries, ReportSnapshot } from '@readroom/contracts/reading/report-versions'
import { readContent } from './content.ts'
import { type SectionText, sectionTexts } from './plain-text.ts'
import { unprintable } from './printable.ts'
import { sections } from './sections.ts'

/** Names a series by its number and description. A description that no font can print is left out, so that it stops no signature. */
function nameOf({ number, description, modality }: NotSeenSeries): string {
  const isShown = description !== null && description.trim() !== '' && unprintable(description).length === 0
  const name = [number, isShown ? `“${description}”` : number === null ? modality : ''].filter(
    (part) => part !== null && part !== '',
  )
  return `series ${name.join(' ')}`.trim()
}

/** Returns one sentence about the images that the signer has not seen, or an empty text. */
export function notSeenSentence(notSeen: readonly NotSeenSeries[] = []): string {
  if (notSeen.length === 0) return ''
  const words = notSeen.map((one) => {
    const part = one.images < one.of ? `${one.images} of ` : ''
    return `${nameOf(one)}, ${part}${one.of} ${one.of === 1 ? 'image' : 'images'}`
  })
  return `Not seen by the reader: ${words.join('; ')}.`
}

/** Changes the section that says which images were not seen: the impression, or else the last one. */
export function atNotSeen<T extends { title: string | null }>(parts: readonly T[], change: (part: T) => T): T[] {
  const impression = parts.findIndex(({ title }) => title === sections.impression.title)
  const place = impression === -1 ? parts.length - 1 : impression
  return parts.map((part, at) => (at === place ? change(part) : part))
}

/** Returns the sections of a signed text as its receivers read them. The images that were not seen are named below the impression. */
export function signedTexts({
  content,
  snapshot,
}: {
  content: unknown
  snapshot: Pick<ReportSnapshot, 'notSeen'>
}): SectionText[] {
  const texts = sectionTexts(readContent(content))
  const sentence = notSeenSentence(snapshot.notSeen)
  if (sentence === '') return texts
  return atNotSeen(texts, (one) => ({ ...one, text: `${one.text}\n${sentence}` }))
}
