/** Reads the current screen from OHIF's services. Nothing is cached, so that data of another study can't be shown. */

/** Returns the window of a viewport in the image's own values. Null if it has none, as for a colour image. */
function windowOf(drawing, image, { cornerstone }) {
  const range = drawing.getProperties?.().voiRange
  if (!range || image?.color || !Number.isFinite(range.lower + range.upper)) return null
  const { windowWidth: width, windowCenter: level } = cornerstone.utilities.windowLevel.toWindowLevel(range.lower, range.upper)
  return { width, level }
}

const between = (from, to) => {
  const vector = to.map((value, axis) => value - from[axis])
  const length = Math.hypot(...vector)
  return length > 0 ? vector.map((value) => value / length) : null
}

/**
 * Returns where the patient's sides are on the screen, according to the camera, which includes rotation and mirroring. Null if the file lacks the
 * orientation.
 */
function sidesOf(drawing, imageId, { cornerstone, cornerstoneTools }) {
  const plane = cornerstone.metaData.get('imagePlaneModule', imageId)
  if (!plane?.rowCosines || plane.isDefaultValueSetForRowCosine || plane.isDefaultValueSetForColumnCosine) return null
  const [corner, right, down] = [
    [0, 0],
    [1, 0],
    [0, 1],
  ].map((point) => Array.from(drawing.canvasToWorld(point)))
  const [across, along] = [between(corner, right), between(corner, down)]
  if (!across || !along) return null
  const { getOrientationStringLPS: letters, invertOrientationStringLPS: opposite } = cornerstoneTools.utilities.orientation
  return { top: opposite(letters(along)), left: opposite(letters(across)), right: letters(across) }
}

/**
 * Returns what the active viewport shows: its series (`set`), the data set of the drawn image (`instance`), its position in the series (`index`, from 0,
 * of `total`), its window and its sides. Unknown values are null, and `total` is 0.
 */
export function readShown({ services, libraries }) {
  const { viewportGridService, cornerstoneViewportService, displaySetService } = services
  const { activeViewportId: viewportId, viewports } = viewportGridService.getState()
  const [uid] = viewports.get(viewportId)?.displaySetInstanceUIDs ?? []
  const set = uid ? (displaySetService.getDisplaySetByUID(uid) ?? null) : null
  const nothing = { viewportId, set, instance: null, index: null, total: 0, window: null, sides: null }
  if (!set) return nothing
  const drawing = cornerstoneViewportService.getCornerstoneViewport(viewportId)
  const ids = drawing?.getImageIds?.() ?? []
  // A document has no canvas.
  if (ids.length === 0) return { ...nothing, instance: set.instances?.[0] ?? set.instance ?? null }
  const image = drawing.getCornerstoneImage?.()
  const imageId = image?.imageId ?? drawing.getCurrentImageId?.()
  const index = ids.indexOf(imageId)
  const instance = imageId ? (libraries.cornerstone.metaData.get('instance', imageId) ?? null) : null
  if (index < 0 || !instance) return nothing
  return {
    ...nothing,
    instance,
    index,
    total: ids.length,
    window: windowOf(drawing, image, libraries),
    sides: sidesOf(drawing, imageId, libraries),
  }
}
