import { transform } from 'esbuild'

const PUBLIC_PATH = /__webpack_require__\.p = "\/";/g
const CSS_URL = /url\(\/(?!\/)/g

/**
 * Moves one bundle from `/` to `base` and minifies it. OHIF publishes its bundles unminified (17 MB for the largest). Licence notices are kept at the
 * end of the file. `isRuntime` is true for the page's entry and for every file that the page starts as a worker.
 */
export async function rebaseScript(source, base) {
  const isRuntime = source.search(PUBLIC_PATH) >= 0
  const moved = source.replaceAll(PUBLIC_PATH, `__webpack_require__.p = ${JSON.stringify(base)};`)
  const { code } = await transform(moved, { minify: true, charset: 'utf8', legalComments: 'eof', target: 'es2022' })
  return { code, isRuntime }
}

/** Moves the absolute URLs of a style sheet from `/` to `base`. */
export function rebaseStyle(source, base) {
  return source.replaceAll(CSS_URL, `url(${base}`)
}
