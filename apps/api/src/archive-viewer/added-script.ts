/**
 * Added to the script of the archive's page. All that it has to say are alerts about images that did not come, in words about the archive's
 * installation; our page, which the frame cannot reach otherwise, says it in ours.
 */
export const addedScript = `
;window.alert = function () { window.parent.postMessage('image-not-loaded', '*'); };
`
