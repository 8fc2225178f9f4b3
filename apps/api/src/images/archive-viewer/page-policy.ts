/** SHA-256 of the inline handlers in the page's tags: `return false` and `return false;`. */
const handlers = ['GZIcz60Uwd6wT3vaYke/atSr53TehbYAPepOa3d03Vw=', '2rvfFrggTCtyF5WOiTri1gDS8Boibj4Njn0e+VCBmDI=']

/**
 * Content security policy of the archive viewer's page. Looser than ours in two points that the page needs: these two handlers, which stop the
 * mouse from opening menus and selecting text, and inline styles.
 */
export const pagePolicy = [
  // Applies outside our frame too: the page must never run with our origin.
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
