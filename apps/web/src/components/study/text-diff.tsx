import { diffArrays } from 'diff'

/** A piece of two compared texts: in both, or in only one of them. */
export type Piece = { text: string; is: 'same' | 'added' | 'removed' }

/** A comparison that takes longer is not done word by word. */
const patienceMs = 500

/** Scripts without spaces between words are compared letter by letter. */
const unspaced = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]`
const words = new RegExp(String.raw`${unspaced}\p{M}*|(?:(?!${unspaced})[\p{L}\p{M}\p{N}])+|\s+|.`, 'gsu')

const tokensOf = (text: string): string[] => text.match(words) ?? []
const stateOf = ({ added, removed }: { added: boolean; removed: boolean }) => (added ? 'added' : removed ? 'removed' : 'same')

const isBlank = ({ text, is }: Piece) => is === 'same' && /^[^\S\n]+$/u.test(text)

/** Makes neighbouring changes that have only a space between them one change, so that it reads as words: "ACR A" became "not examined". */
function joinChanges(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = []
  let removed = ''
  let added = ''
  const endChange = () => {
    if (removed !== '') joined.push({ text: removed, is: 'removed' })
    if (added !== '') joined.push({ text: added, is: 'added' })
    removed = ''
    added = ''
  }
  for (const [index, piece] of pieces.entries()) {
    const { text, is } = piece
    const isWithin = isBlank(piece) && removed !== '' && added !== '' && index < pieces.length - 1
    if (is === 'same' && !isWithin) {
      endChange()
      joined.push(piece)
    } else {
      if (is !== 'added') removed += text
      if (is !== 'removed') added += text
    }
  }
  endChange()
  return joined
}

/** Compares two texts word by word. */
export function diffTexts(before: string, after: string): Piece[] {
  const changes = diffArrays(tokensOf(before), tokensOf(after), { timeout: patienceMs })
  if (changes) return joinChanges(changes.map((change) => ({ text: change.value.join(''), is: stateOf(change) })))
  const whole: Piece[] = [
    { text: before, is: 'removed' },
    { text: after, is: 'added' },
  ]
  return whole.filter(({ text }) => text !== '')
}

/** Shows the changes in a text. Removed text is struck through and added text is underlined, so that colour is never the only mark. */
export function TextDiff({ before, after }: { before: string; after: string }) {
  let place = 0
  return diffTexts(before, after).map(({ text, is }) => {
    const key = `${is} ${place}`
    place += text.length
    if (is === 'same') return <span key={key}>{text}</span>
    const Mark = is === 'added' ? 'ins' : 'del'
    return (
      <Mark
        key={key}
        className={is === 'added' ? 'bg-green-wash text-green-fg underline' : 'bg-red-wash text-red-fg line-through'}
      >
        {text}
      </Mark>
    )
  })
}
