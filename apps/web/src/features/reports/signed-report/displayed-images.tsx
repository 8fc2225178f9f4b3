import { imageSentences } from '@readroom/report/not-seen'
import type { SignedVersion } from './signed-versions.ts'

/** Shows which images the signer has displayed. Renders nothing for a report that was signed before this was recorded. */
export function DisplayedImages({ version }: { version: SignedVersion }) {
  const sentences = imageSentences(version)
  if (sentences.length === 0) return null
  return (
    <section aria-label="Images" className="grid gap-1 border-t border-line px-4 py-3.5">
      <h2 className="font-semibold">Images</h2>
      {sentences.map((sentence) => (
        <p key={sentence} dir="auto" className="text-sm break-words">
          {sentence}
        </p>
      ))}
    </section>
  )
}
