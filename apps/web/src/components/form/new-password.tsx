import { minPasswordLength } from '@readroom/contracts/passwords'
import { settingsEndpoints } from '@readroom/contracts/settings'
import { useEffect, useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { cx } from '../../lib/cx.ts'

/** Characters that a new password needs here; until the server has said it, the fewest that it may be. The server checks them. */
export function useMinPasswordLength(): number {
  const [length, setLength] = useState(minPasswordLength)
  useEffect(() => {
    const ending = new AbortController()
    api.call(settingsEndpoints.read, {}, { signal: ending.signal }).then(
      (settings) => setLength(settings.minPasswordLength),
      () => undefined,
    )
    return () => ending.abort()
  }, [])
  return length
}

/** What a password is worth, from 0 to 4. */
const levels = [
  { word: 'Very easy to guess', colour: 'bg-urgent' },
  { word: 'Easy to guess', colour: 'bg-urgent' },
  { word: 'Could be stronger', colour: 'bg-yellow-dot' },
  { word: 'Strong', colour: 'bg-green-dot' },
  { word: 'Very strong', colour: 'bg-green-dot' },
] as const

/** The strength of what is typed, once what estimates it is loaded; null before, and where nothing is typed. */
function useStrength(password: string, known: readonly string[]): number | null {
  const [strength, setStrength] = useState<number | null>(null)
  const names = known.join('\n')
  useEffect(() => {
    if (password === '') return setStrength(null)
    let isLatest = true
    import('../../lib/password-strength.ts').then(
      ({ strengthOf }) => isLatest && setStrength(strengthOf(password, names.split('\n'))),
      () => undefined,
    )
    return () => {
      isLatest = false
    }
  }, [password, names])
  return strength
}

/** Says how strong a password is while it is typed. It advises; what is refused the server says. */
export function StrengthMeter({ password, known }: { password: string; known: readonly string[] }) {
  const strength = useStrength(password, known)
  const level = strength === null ? null : levels[strength]
  return (
    <div className="-mt-2">
      <div aria-hidden className="flex gap-1">
        {levels.slice(1).map(({ word }, index) => (
          <span
            key={word}
            className={cx('h-1 flex-1 rounded-full', level && (strength ?? 0) > index ? level.colour : 'bg-press')}
          />
        ))}
      </div>
      <p aria-live="polite" className="mt-1 min-h-4 text-xs text-text-3">
        {level && `Password strength: ${level.word}`}
      </p>
    </div>
  )
}
