/**
 * Appended to the script of the archive viewer's page. The sandboxed frame has an origin of its own, so our server is a foreign origin to it.
 * `crossDomain` keeps jQuery from adding a header that would need a CORS preflight. The page's only alerts concern images that did not load, in
 * terms of the archive's installation. Our page shows its own message instead; the frame cannot reach it except by postMessage.
 */
export const addedScript = `
;$.ajaxSetup({ crossDomain: true });
window.alert = function () { window.parent.postMessage('image-not-loaded', '*'); };
`
