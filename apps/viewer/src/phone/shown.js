/** Reads from OHIF's services what stands on the screen. Nothing is kept: what is left over from another study cannot be shown. */

/** The window of a viewport in the image's own values; null where it has none, as colours have. */
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

/** Where the patient's sides are on the screen, by the camera: turning and mirroring are in it. Null where the file does not say. */
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
 * What the viewport in use shows: its series (`set`), the data set of the image that is drawn (`instance`), that image's place in the series
 * (`index`, from 0, of `total`), its window and its sides. Whatever is not known yet is null, `total` 0.
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
