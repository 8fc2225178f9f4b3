import { readContent } from '@readroom/report/content'
import { sectionTexts } from '@readroom/report/plain-text'
import type { SignedVersion } from './signed-versions.ts'

type ChangedSection = { id: string; title: string; before: string; after: string }

/** Returns the report that a version replaces, with its addenda. Empty for an addendum. `versions` are ordered newest first. */
function replacedBy(shown: SignedVersion, versions: readonly SignedVersion[]): SignedVersion[] {
  if (shown.kind === 'addendum') return []
  const earlier = versions.filter(({ number }) => number < shown.number)
  const same = earlier.filter(({ meaning }) => meaning === 'final')
  const stood = same.length > 0 && shown.meaning === 'final' ? same : earlier
  const whole = stood.findIndex(({ kind }) => kind !== 'addendum')
  return whole === -1 ? [] : stood.slice(0, whole + 1).toReversed()
}

function textsOf(versions: readonly SignedVersion[]) {
  const texts = new Map<string, { title: string; text: string }>()
  for (const { id, title, text } of versions.flatMap(({ content }) => sectionTexts(readContent(content)))) {
    const before = texts.get(id)
    texts.set(id, { title, text: before ? `${before.text}\n${text}` : text })
  }
  return texts
}

/** Returns the sections that a version changed, and the number of the newest version it is compared with. Null if it replaces none. */
export function whatChanged(
  shown: SignedVersion,
  versions: readonly SignedVersion[],
): { since: number; sections: ChangedSection[] } | null {
  const replaced = replacedBy(shown, versions)
  const newest = replaced.at(-1)
  if (!newest) return null
  const [before, after] = [textsOf(replaced), textsOf([shown])]
  const sections = [...new Set([...after.keys(), ...before.keys()])].map((id) => ({
    id,
    title: after.get(id)?.title ?? before.get(id)?.title ?? '',
    before: before.get(id)?.text ?? '',
    after: after.get(id)?.text ?? '',
  }))
  return { since: newest.number, sections: sections.filter((section) => section.before !== section.after) }
}
