import { maxCounted } from '@readroom/contracts/studies'

/** A count as it is shown: where nobody counted to the end, `10,000+`. */
export function countWords(count: number, isCapped: boolean): string {
  const figure = (number: number) => number.toLocaleString('en-GB')
  return isCapped && count > maxCounted ? `${figure(maxCounted)}+` : figure(count)
}

/** The same as so many studies. */
export const studiesWords = (count: number, isCapped: boolean) =>
  `${countWords(count, isCapped)} ${count === 1 ? 'study' : 'studies'}`
