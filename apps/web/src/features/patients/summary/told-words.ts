import type { CourseEntry } from '@readroom/contracts/patients/summary'
import { formatInstant, plural } from '../../../lib/format.ts'

const listNames = (names: readonly string[], most: number): string =>
  names.length > most ? `${names.slice(0, most).join(', ')} and ${plural(names.length - most, 'other')}` : names.join(', ')

/**
 * Returns who was told of a deadline at a step, and how. An email that waited for the end of quiet hours has its time. `most`: of more people the others
 * are counted.
 */
export function toldWords(
  at: string,
  { live, emailed, emailedAt }: NonNullable<CourseEntry['escalation']>,
  most = Number.POSITIVE_INFINITY,
): string {
  const hasWaited = emailedAt !== null && Date.parse(emailedAt) - Date.parse(at) > 60_000
  const isSame = !hasWaited && live.length > 0 && live.join() === emailed.join()
  const ways = isSame
    ? [{ way: 'In Readroom and by email', names: live }]
    : [
        { way: 'In Readroom', names: live },
        { way: hasWaited ? `By email, ${formatInstant(emailedAt).text}` : 'By email', names: emailed },
      ]
  return ways.flatMap(({ way, names }) => (names.length > 0 ? [`${way}: ${listNames(names, most)}.`] : [])).join(' ')
}
