// Records which images were on screen: each image or frame that a visible viewport has drawn with a usable window, and those that it could not draw.
{
  const PATIENCE_MS = 5_000
  const { viewports, isDrawn, libraries } = window.readroomViewports
  /** In the order in which they were first drawn. `keys`: all images of a stack in their order, once. */
  const log = []
  const logged = new Set()
  /** The images of each display set that could not be drawn, by its UID. */
  const undrawn = new Map()
  /** What each waiting viewport asked for, and since when. */
  const waiting = new Map()

  const keyOf = (imageId) => {
    const [, sop, frame] = /\/instances\/([^/]+)\/frames\/(\d+)/.exec(imageId ?? '') ?? []
    return sop ? `${sop}/${frame}` : (imageId ?? '')
  }
  // A hidden frame of the reading page is inert.
  const isVisible = () => document.visibilityState === 'visible' && window.frameElement?.inert !== true

  function add(entry) {
    const name = `${entry.set} ${entry.keys ? 'keys' : (entry.key ?? `${entry.plane} ${entry.index}`)}`
    if (logged.has(name)) return
    logged.add(name)
    log.push(entry)
  }

  /** The direction of a reformatted plane, the same from both sides. */
  const planeOf = (drawing) =>
    drawing
      .getCamera()
      .viewPlaneNormal.map((part) => Math.round(Math.abs(part) * 10))
      .join(' ')

  function isLoaded(drawing) {
    const id = drawing.getVolumeId?.()
    const volume = id && libraries()?.cache.getVolume(id)
    return volume ? volume.loadStatus?.loaded !== false : false
  }

  /** Records pages, a video or curves, which are on screen as a whole. */
  function noteWhole({ displaySetInstanceUID: set, instances, SOPInstanceUID }) {
    const keys = (instances ?? [{ SOPInstanceUID }]).map(({ SOPInstanceUID: sop }) => `${sop}/whole`)
    add({ set, keys })
    for (const key of keys) add({ set, key })
    undrawn.delete(set)
  }

  /** Records what a viewport shows. A reconstruction counts by its place in its plane, when all of its images have come. */
  function note({ sets: [set], drawing }) {
    const uid = set.displaySetInstanceUID
    if (!drawing || drawing.getWaveformData || drawing.element.querySelector('video')) return noteWhole(set)
    if (drawing.getCornerstoneImage) {
      const key = keyOf(drawing.getCurrentImageId())
      add({ set: uid, keys: drawing.getImageIds().map(keyOf) })
      add({ set: uid, key })
      undrawn.get(uid)?.delete(key)
      return
    }
    if (!drawing.getNumberOfSlices || !isLoaded(drawing)) return
    add({ set: uid, plane: planeOf(drawing), index: drawing.getSliceIndex(), of: drawing.getNumberOfSlices() })
  }

  function noteWaiting({ viewportId, sets: [set], drawing }) {
    const key = keyOf(drawing?.getCurrentImageId?.())
    const asked = `${set.displaySetInstanceUID} ${key}`
    if (waiting.get(viewportId)?.asked !== asked) waiting.set(viewportId, { asked, since: performance.now() })
    if (performance.now() - waiting.get(viewportId).since < PATIENCE_MS) return
    const uid = set.displaySetInstanceUID
    undrawn.set(uid, (undrawn.get(uid) ?? new Set()).add(key))
  }

  function look() {
    if (!isVisible()) return waiting.clear()
    for (const viewport of viewports()) {
      if (!isDrawn(viewport)) noteWaiting(viewport)
      else {
        waiting.delete(viewport.viewportId)
        note(viewport)
      }
    }
  }

  // It does not bubble.
  document.addEventListener(
    'CORNERSTONE_IMAGE_RENDERED',
    ({ detail }) => {
      const viewport = isVisible() && viewports().find(({ drawing }) => drawing?.element === detail.element)
      if (viewport && isDrawn(viewport)) note(viewport)
    },
    true,
  )

  window.readroomDrawn = {
    /** Returns what was drawn since the entry `from` of the log `id`. Another log is given from its beginning. */
    since(id, from) {
      look()
      return { log: performance.timeOrigin, next: log.length, drawn: log.slice(id === performance.timeOrigin ? from : 0) }
    },
    /** Returns how many images of a display set could not be drawn. */
    undrawn: (uid) => undrawn.get(uid)?.size ?? 0,
  }
}
