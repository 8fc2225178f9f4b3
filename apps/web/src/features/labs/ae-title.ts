import { maxAeTitles } from '@readroom/contracts/labs'
import { AeTitle } from '@readroom/contracts/primitives'

type Added = { titles: string[] } | { refusal: string }

/** The list with one AE title more; or why it cannot be one. An empty text and a repetition change nothing. */
export function addAeTitle(titles: string[], text: string): Added {
  if (text.trim() === '') return { titles }
  const parsed = AeTitle.safeParse(text)
  if (!parsed.success) return { refusal: 'An AE title has at most 16 letters, digits and signs, without backslash.' }
  if (titles.includes(parsed.data)) return { titles }
  if (titles.length >= maxAeTitles) return { refusal: `At most ${maxAeTitles} AE titles.` }
  return { titles: [...titles, parsed.data] }
}
