/** Where the viewer is served. Ends with a slash; `app-config.js` names the same path without it. */
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
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'self'",
}

/** A worker obeys the policy its own script was served with. The codecs are Emscripten modules, whose bindings call `new Function`. */
const WORKER = { 'default-src': "'none'", 'script-src': "'self' 'unsafe-eval'", 'connect-src': "'self'" }

const join = (directives) =>
  Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')

/** Paths below the base that answer with `index.html`. OHIF also has /local, which opens files of the computer, and a debugging page: not served. */
const PAGES = ['viewer', 'notfoundstudy', 'notfoundserver']

/**
 * What the server of the viewer's files sends with them: `csp.worker` with the files named in `workerFiles`, `csp.page` with all others,
 * `index.html` for the paths in `pages`.
 */
export function describeHeaders(workerFiles) {
  return { base: VIEWER_BASE, pages: PAGES, csp: { page: join(PAGE), worker: join(WORKER) }, workerFiles }
}
