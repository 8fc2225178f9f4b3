import { TextDiff } from '../../../components/study/text-diff.tsx'
import type { SignedVersion } from './signed-versions.ts'
import { whatChanged } from './what-changed.ts'

type Props = { shown: SignedVersion; versions: readonly SignedVersion[] }

/** Shows word by word what a version changed in the one it replaces. Renders nothing if it replaces none. */
export function Changes({ shown, versions }: Props) {
  const changed = whatChanged(shown, versions)
  if (!changed) return null
  const { since, sections } = changed
  return (
    <section
      aria-label={`Changed since version ${since}`}
      className="mx-auto mb-3 w-full max-w-[800px] border border-line bg-surface px-10 py-4 max-sm:px-4 print:hidden"
    >
      <h2 className="font-semibold">Changed since version {since}</h2>
      {shown.reason && <p className="break-words">Why: {shown.reason}</p>}
      {sections.length === 0 && <p className="text-text-2">No changes to the text.</p>}
      {sections.map(({ id, title, before, after }) => (
        <div key={id} className="mt-2">
          <h3 className="text-sm font-semibold text-text-2">{title}</h3>
          <p dir="auto" className="max-w-line leading-5 break-words whitespace-pre-wrap">
            <TextDiff before={before} after={after} />
          </p>
        </div>
      ))}
    </section>
  )
}
