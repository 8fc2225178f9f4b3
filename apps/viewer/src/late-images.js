// While an image has not come, OHIF shows a black viewport, or the image before it. Says so in each viewport that waits for more than 5 seconds.
{
  const PATIENCE_MS = 5_000
  const LOOK_EVERY_MS = 1_000
  const isGuest = () => sessionStorage.getItem('readroom-guest') !== null
  /** A visitor by a share link has no other viewer. */
  const words = () =>
    `This image has not appeared yet. ${isGuest() ? 'Reload the page to try again.' : 'You can open the study in the archive viewer instead.'}`

  const { viewports, isDrawn } = window.readroomViewports
  /** When each waiting viewport was first seen so, by its element. */
  const waiting = new Map()
  const notes = new Map()

  function noteIn(element) {
    const note = document.createElement('p')
    note.className = 'late-image'
    note.setAttribute('role', 'status')
    note.textContent = words()
    element.append(note)
    return note
  }

  function look() {
    const late = viewports().filter((viewport) => viewport.drawing && !isDrawn(viewport))
    const elements = new Set(late.map(({ drawing }) => drawing.element))
    for (const [element, note] of notes) {
      if (elements.has(element)) continue
      note.remove()
      notes.delete(element)
    }
    for (const element of waiting.keys()) if (!elements.has(element)) waiting.delete(element)
    for (const element of elements) {
      if (!waiting.has(element)) waiting.set(element, performance.now())
      if (!notes.has(element) && performance.now() - waiting.get(element) > PATIENCE_MS) notes.set(element, noteIn(element))
    }
  }

  setInterval(look, LOOK_EVERY_MS)
}
