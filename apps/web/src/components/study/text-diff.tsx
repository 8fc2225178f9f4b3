import { diffTexts } from '../../lib/text-diff.ts'

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
