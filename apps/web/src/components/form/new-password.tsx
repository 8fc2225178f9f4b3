import { minPasswordLength } from '@readroom/contracts/access/passwords'
import { settingsEndpoints } from '@readroom/contracts/operations/settings'
import { useEffect, useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { cx } from '../../lib/cx.ts'

/**
 * Returns the minimum length of a new password as configured, or the lowest possible minimum until the server has answered. The server checks the
 * password.
 */
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

/** The words and colours for a password's strength from 0 to 4. */
const levels = [
  { word: 'Very easy to guess', colour: 'bg-urgent' },
  { word: 'Easy to guess', colour: 'bg-urgent' },
  { word: 'Could be stronger', colour: 'bg-yellow-dot' },
  { word: 'Strong', colour: 'bg-green-dot' },
  { word: 'Very strong', colour: 'bg-green-dot' },
] as const

/** Returns the strength of a password. Null if it is empty or while the estimator is loading. */
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

/** Shows how strong a password is while it is typed. This is advice only; the server decides. */
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
