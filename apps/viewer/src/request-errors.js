// OHIF is silent when an image fails to load, and a missing slice must not look like an empty one. Watches every image request and shows the reason for a
// failure.
{
  const MESSAGES = {
    401: 'Your viewing session has ended. Close this tab and open the study again from the worklist.',
    403: 'You do not have permission to view this study.',
    404: 'The images of this study are not available. They may have been moved or deleted.',
    409: 'This study has changed. Reload the page to see its current images.',
    429: 'Too many requests. Wait a moment, then reload the page.',
  }
  const LINK_ENDED = 'This link has expired or was revoked. Ask the sender for a new one.'
  const UNAVAILABLE = 'The image archive is not available at the moment. Some images may be missing. Reload the page in a moment.'
  const DICOM_WEB = '/dicom-web/'
  // Previews and embedded values exist for some objects only, and OHIF works without them.
  const OPTIONAL = /\/(rendered|thumbnail|bulk)(\/|$)/

  // The answer to a search by a share link says when the link ends (docs/decisions/studies/sharing.md). Stored, so that a reload after the end still knows that the
  // visitor is a guest.
  const GUEST = 'readroom-guest'
  const noteGuest = (request) => {
    if (request.status !== 200 || !new URL(request.responseURL).pathname.endsWith('/studies')) return
    if (request.getResponseHeader('Sunset') === null) sessionStorage.removeItem(GUEST)
    else sessionStorage.setItem(GUEST, 'yes')
  }

  const describe = (status) => {
    if (status === 401 && sessionStorage.getItem(GUEST) !== null) return LINK_ENDED
    return MESSAGES[status] ?? (status === 0 || status >= 500 ? UNAVAILABLE : undefined)
  }

  const show = (message) => {
    const known = document.getElementById('request-error')
    if (known) {
      known.firstChild.textContent = message
      return
    }
    const bar = document.createElement('div')
    bar.id = 'request-error'
    bar.setAttribute('role', 'alert')
    const text = document.createElement('span')
    text.textContent = message
    const close = document.createElement('button')
    close.type = 'button'
    close.textContent = 'Dismiss'
    close.addEventListener('click', () => bar.remove())
    bar.append(text, close)
    document.body.append(bar)
  }

  const isImageRequest = (url) =>
    url.origin === location.origin && url.pathname.startsWith(DICOM_WEB) && !OPTIONAL.test(url.pathname)

  const open = XMLHttpRequest.prototype.open
  XMLHttpRequest.prototype.open = function (method, url, ...rest) {
    if (isImageRequest(new URL(url, location.href))) {
      let aborted = false
      this.addEventListener('abort', () => {
        aborted = true
      })
      this.addEventListener('loadend', () => {
        noteGuest(this)
        const message = aborted ? undefined : describe(this.status)
        if (message) show(message)
      })
    }
    return open.call(this, method, url, ...rest)
  }
}
