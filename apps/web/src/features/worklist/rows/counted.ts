import { maxCounted } from '@readroom/contracts/studies/studies'
import type { Tab } from '@readroom/contracts/studies/study-workflow'

/** Returns true if a tab's count stopped at its limit: unfinished studies are always counted to the end. */
export const isCappedIn = (tab: Tab, { isCapped }: { isCapped: boolean }): boolean =>
  isCapped && (tab === 'all' || tab === 'completed')

/** Formats a count. If counting stopped at its limit, returns `500+`. */
export function countWords(count: number, isCapped: boolean): string {
  const figure = (number: number) => number.toLocaleString('en-GB')
  return isCapped && count > maxCounted ? `${figure(maxCounted)}+` : figure(count)
}

/** Formats a count with the word study or studies. */
export const studiesWords = (count: number, isCapped: boolean) =>
  `${countWords(count, isCapped)} ${count === 1 ? 'study' : 'studies'}`
