import { maxCounted } from '@readroom/contracts/studies/studies'

/** Formats a count. If counting stopped at its limit, returns `500+`. */
export function countWords(count: number, isCapped: boolean): string {
  const figure = (number: number) => number.toLocaleString('en-GB')
  return isCapped && count > maxCounted ? `${figure(maxCounted)}+` : figure(count)
}

/** Formats a count with the word study or studies. */
export const studiesWords = (count: number, isCapped: boolean) =>
  `${countWords(count, isCapped)} ${count === 1 ? 'study' : 'studies'}`
