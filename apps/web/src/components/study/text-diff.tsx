import { diffArrays } from 'diff'

/** A piece of two texts that are compared: in both, or in one of them alone. */
export type Piece = { text: string; is: 'same' | 'added' | 'removed' }

/** What takes longer is not compared word by word. */
const patienceMs = 500

/** Written without spaces between words: compared letter by letter. */
const unspaced = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]`
const words = new RegExp(String.raw`${unspaced}\p{M}*|(?:(?!${unspaced})[\p{L}\p{M}\p{N}])+|\s+|.`, 'gsu')

const tokensOf = (text: string): string[] => text.match(words) ?? []
const stateOf = ({ added, removed }: { added: boolean; removed: boolean }) => (added ? 'added' : removed ? 'removed' : 'same')

/** What became of a text, word by word. */
export function diffTexts(before: string, after: string): Piece[] {
  const changes = diffArrays(tokensOf(before), tokensOf(after), { timeout: patienceMs })
  if (changes) return changes.map((change) => ({ text: change.value.join(''), is: stateOf(change) }))
  const whole: Piece[] = [
    { text: before, is: 'removed' },
    { text: after, is: 'added' },
  ]
  return whole.filter(({ text }) => text !== '')
}

/** What became of a text: what went is struck through, what came is underlined, never by colour alone. */
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
