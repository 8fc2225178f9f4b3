/** The path of the viewer. Ends with a slash; `app-config.js` has the same path without it. */
export const VIEWER_BASE = '/viewer-app/'

const PAGE = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' blob: data:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'worker-src': "'self'",
  'media-src': "'self' blob:",
  'object-src': "'self' blob:",
  // For a study's document in the browser's own viewer.
  'frame-src': "'self' blob:",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'self'",
}

/** A worker obeys the policy that its own script was served with. The codecs are Emscripten modules, whose bindings call `new Function`. */
const WORKER = { 'default-src': "'none'", 'script-src': "'self' 'unsafe-eval'", 'connect-src': "'self'" }

const join = (directives) =>
  Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')

/** Paths below the base that answer with `index.html`. OHIF's /local, which opens files of the computer, and its debugging page are not served. */
const PAGES = ['viewer', 'notfoundstudy', 'notfoundserver']

/**
 * Returns what the server sends with the viewer's files: `csp.worker` with the files in `workerFiles`, `csp.page` with all others, and `index.html` for
 * the paths in `pages`.
 */
export function describeHeaders(workerFiles) {
  return { base: VIEWER_BASE, pages: PAGES, csp: { page: join(PAGE), worker: join(WORKER) }, workerFiles }
}
