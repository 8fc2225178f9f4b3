import { build } from 'esbuild'

/**
 * Bundles an entry with our own modules into one minified script or style sheet, for the browsers that OHIF's build supports. `format` is that of a
 * module or of a classic script.
 */
export async function bundleOwn(entry, format = 'esm') {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    format,
    charset: 'utf8',
    target: ['es2022', 'chrome109', 'safari16'],
  })
  return outputFiles[0].text
}
