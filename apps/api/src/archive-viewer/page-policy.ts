/** The handlers that the page has in its tags, by their SHA-256: `return false` and `return false;`. */
const handlers = ['GZIcz60Uwd6wT3vaYke/atSr53TehbYAPepOa3d03Vw=', '2rvfFrggTCtyF5WOiTri1gDS8Boibj4Njn0e+VCBmDI=']

/**
 * What the archive's page may do. Looser than ours in two points that it cannot do without: those two handlers, which keep the mouse from
 * opening menus and selecting text, and inline styles.
 */
export const pagePolicy = [
  // Also where somebody opens it outside our frame: it never runs as ours.
  'sandbox allow-scripts',
  "default-src 'none'",
  `script-src 'self' 'unsafe-hashes' ${handlers.map((hash) => `'sha256-${hash}'`).join(' ')}`,
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')
