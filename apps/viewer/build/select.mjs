import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/** The parts of OHIF's build that are not served, and why. Paths are relative to its dist folder. */
const LEFT_OUT = [
  { pattern: /^ort\//, why: 'ONNX runtime of the experimental segmentation assistant, 110 MB' },
  { pattern: /^dicom-microscopy-viewer\//, why: 'slide microscopy, not a radiology modality' },
  { pattern: /^customizations\//, why: 'examples for ?customization=, which stays off' },
  { pattern: /\.map$/, why: 'source maps' },
  { pattern: /^(index\.html|app-config\.js)$/, why: 'ours are in src/' },
  {
    pattern: /^(sw|init-service-worker)\.js$/,
    why: 'a service worker would keep patient images and old versions in the browser',
  },
  { pattern: /^(google|oidc-client\.min|es6-shim\.min|polyfill\.min)\.js$/, why: 'other deployments and old browsers' },
  {
    pattern: /^(silent-refresh\.html|manifest\.json|serve\.json|_headers|_redirects)$/,
    why: 'hosting and sign-in of other deployments',
  },
  { pattern: /^assets\/(?!images\/)/, why: 'icons under the name of OHIF' },
  { pattern: /^ohif-logo.*\.svg$/, why: 'logos of OHIF' },
]

/** Returns the files of a build folder that are served, sorted, with forward slashes. */
export async function selectFiles(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((file) => !LEFT_OUT.some(({ pattern }) => pattern.test(file)))
    .sort()
}
