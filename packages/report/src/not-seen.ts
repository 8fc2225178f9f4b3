import { SeriesStatement } from '@readroom/contracts/reading/report-drafts'
import type {
  DisplayedImages,
  NotSeenSeries,
  ReportSnapshot,
  UndisplayedSeries,
} from '@readroom/contracts/reading/report-versions'
import { partWords } from '@readroom/contracts/studies/modalities'
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

/** `series 3 “L MLO”, 1 of 4 images` */
function partOf(one: NotSeenSeries): string {
  const part = one.images < one.of ? `${one.images} of ` : ''
  return `${nameOf(one)}, ${part}${one.of} ${partWords(one.modality)[one.of === 1 ? 0 : 1]}`
}

const beginnings = {
  series: 'Signed without displaying',
  'undrawn-archive': 'Not drawn here. The reader states that they saw in the archive viewer',
  'undrawn-elsewhere': 'Not drawn here. The reader states that they saw on another workstation',
  'undrawn-unseen': 'Not seen by the reader',
}
const unseen = 'undrawn-unseen' as const
const sentenceOf = (said: UndisplayedSeries['said'], some: readonly NotSeenSeries[]): string =>
  some.length > 0 ? `${beginnings[said]}: ${some.map(partOf).join('; ')}.` : ''

/** Returns one sentence about the images that the signer has not seen, or an empty text. */
export const notSeenSentence = (notSeen: readonly NotSeenSeries[] = []): string => sentenceOf(unseen, notSeen)

type Signed = { displayed?: DisplayedImages | null | undefined; notSeen?: NotSeenSeries[] | undefined }

/** Returns sentences about the images that the signer has displayed, and the signer's statements about the others. */
export function imageSentences({ displayed, notSeen = [] }: Signed): string[] {
  const { shown, of, others } = displayed ?? { shown: 0, of: 0, others: notSeen.map((one) => ({ ...one, said: unseen })) }
  const count = of > 0 ? `Displayed before signing: ${shown} of ${of} ${of === 1 ? 'image' : 'images'}.` : ''
  const said = SeriesStatement.options.map((code) =>
    sentenceOf(
      code,
      others.filter((one) => one.said === code),
    ),
  )
  return [count, ...said].filter((sentence) => sentence !== '')
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
