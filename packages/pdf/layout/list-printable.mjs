// Writes packages/report/src/printable-ranges.ts: the characters that the fonts of reports have. Run after the fonts have changed (fonts.ts).
import { writeFileSync } from 'node:fs'
import { openSync } from 'fontkit'
import { fontFiles } from '../dist/fonts.js'
import { rangesOf } from '../dist/ranges.js'

const target = new URL('../../report/src/printable-ranges.ts', import.meta.url)
const text = rangesOf(fontFiles.map((file) => openSync(file).characterSet))
writeFileSync(
  target,
  `/** Made by packages/pdf/layout/list-printable.mjs: ends of ranges of code points, each as its distance to the one before, in base 36. */
export const printableRanges =
  '${text}'
`,
)
