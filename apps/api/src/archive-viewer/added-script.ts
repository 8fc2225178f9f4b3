/**
 * Added to the script of the archive's page. Its requests are to a foreign origin since the frame is shut off from ours: without saying so jQuery
 * adds a header that the browser would first have to ask for. All that the page has to say are alerts about images that did not come, in words
 * about the archive's installation; our page, which the frame cannot reach otherwise, says it in ours.
 */
export const addedScript = `
;$.ajaxSetup({ crossDomain: true });
window.alert = function () { window.parent.postMessage('image-not-loaded', '*'); };
`
