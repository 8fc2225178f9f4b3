import { build } from 'esbuild'

/** Our own modules behind an entry, as one minified script, or style sheet, for the browsers that OHIF's build is for. */
export async function bundleOwn(entry) {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    charset: 'utf8',
    target: ['es2022', 'chrome109', 'safari16'],
  })
  return outputFiles[0].text
}
