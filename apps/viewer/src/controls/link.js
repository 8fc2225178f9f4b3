/** Cosine of the largest angle between planes that agree: 15 degrees, for a tilted gantry. */
const nearly = Math.cos((15 * Math.PI) / 180)

const cross = ([a, b, c], [x, y, z]) => [b * z - c * y, c * x - a * z, a * y - b * x]

const numbersOf = (value, count) => {
  const numbers = [value].flat().map(Number)
  return numbers.length === count && numbers.every(Number.isFinite) ? numbers : null
}

/**
 * Returns where an image lies in the body: its normal, its position (0020,0032) in mm, and its frame of reference. Null if its header does not say so;
 * OHIF then assumes an axial plane.
 */
export function placeOf({ ImageOrientationPatient, ImagePositionPatient, FrameOfReferenceUID: frame } = {}) {
  const [orientation, position] = [numbersOf(ImageOrientationPatient, 6), numbersOf(ImagePositionPatient, 3)]
  if (!orientation || !position) return null
  const normal = cross(orientation.slice(0, 3), orientation.slice(3))
  const length = Math.hypot(...normal)
  return length > 0 ? { normal: normal.map((part) => part / length), position, frame } : null
}

/** Returns true if two places lie in the same plane, from either side. */
export function planesAgree(one, other) {
  if (!one || !other) return false
  return Math.abs(one.normal.reduce((sum, part, axis) => sum + part * other.normal[axis], 0)) >= nearly
}

/** Returns the translation from one place to another, as a matrix of 16 numbers in columns. */
export const translation = (from, to) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, ...to.map((part, axis) => part - from[axis]), 1]

const type = 'readroomslices'

/**
 * Scrolls viewports of the same plane together, by a synchroniser of OHIF. Images with one frame of reference go to the same place in the body. Those of
 * a prior have another one. They keep the distance that the two had when the first of them was scrolled, because Cornerstone's own alignment of such
 * images finds no metadata.
 */
export function createLinkedScrolling({ services, libraries }) {
  const { syncGroupService, viewportGridService, cornerstoneViewportService } = services
  const { cornerstone, cornerstoneTools } = libraries
  const { getRenderingEngine, metaData, utilities } = cornerstone
  /** The image that each viewport showed before the last event, by its id. */
  const before = new Map()
  /** The series that each pair was aligned for. */
  const aligned = new Map()

  const planeOf = (imageId) => placeOf((imageId && metaData.get('instance', imageId)) || undefined)
  const seriesOf = (imageId) => metaData.get('generalSeriesModule', imageId)?.seriesInstanceUID
  const viewportOf = ({ renderingEngineId, viewportId }) => getRenderingEngine(renderingEngineId)?.getViewport(viewportId)
  const isStack = (viewport) => viewport?.getCornerstoneImage !== undefined && viewport.getImageIds().length > 1

  /** Aligns two viewports by what they showed before the source was scrolled. Returns false if there is nothing to scroll by yet. */
  function align(source, target) {
    const [now, shown] = [source.getCurrentImageId(), target.getCurrentImageId()]
    const start = before.get(source.id)
    const pair = `${source.id} ${target.id}`
    const series = [seriesOf(now), seriesOf(shown)].join(' ')
    if (aligned.get(pair) === series) return true
    aligned.set(pair, series)
    aligned.set(`${target.id} ${source.id}`, series.split(' ').reverse().join(' '))
    const isScrolled = start !== undefined && seriesOf(start) === seriesOf(now)
    const [from, to] = [planeOf(isScrolled ? start : now), planeOf(shown)]
    const isSameFrame = from.frame !== undefined && from.frame === to.frame
    const matrix = isSameFrame ? translation(to.position, to.position) : translation(to.position, from.position)
    utilities.spatialRegistrationMetadataProvider.add([target.id, source.id], undefined)
    // Cornerstone reads it from the second to the first.
    utilities.spatialRegistrationMetadataProvider.add([source.id, target.id], matrix)
    return isScrolled
  }

  function follow(synchronizer, sourceInfo, targetInfo) {
    const [source, target] = [viewportOf(sourceInfo), viewportOf(targetInfo)]
    if (!isStack(source) || !isStack(target)) return
    if (!planesAgree(planeOf(source.getCurrentImageId()), planeOf(target.getCurrentImageId()))) return
    if (!align(source, target)) return
    return cornerstoneTools.synchronizers.imageSliceSyncCallback(synchronizer, sourceInfo, targetInfo)
  }

  const { STACK_NEW_IMAGE } = cornerstone.Enums.Events
  syncGroupService.addSynchronizerType(type, (id) =>
    cornerstoneTools.SynchronizerManager.createSynchronizer(id, STACK_NEW_IMAGE, (synchronizer, source, target) =>
      follow(synchronizer, source, target),
    ),
  )

  const note = ({ detail: { viewportId, imageId, image } }) =>
    queueMicrotask(() => before.set(viewportId, imageId ?? image?.imageId))
  const group = () => syncGroupService.getSynchronizer(type)
  const isLinked = () => group() !== undefined && !group().isDisabled()

  return {
    /** The synchroniser for a viewport of a hanging protocol. */
    type,
    isLinked,
    /** Returns true if a viewport follows another one, or is followed. */
    isLinkedViewport(viewportId) {
      if (!isLinked()) return false
      const infos = group().getTargetViewports()
      const own = infos.map(viewportOf).find((viewport) => viewport?.id === viewportId)
      return infos.some((info) => {
        const other = viewportOf(info)
        return (
          other &&
          other !== own &&
          isStack(own) &&
          isStack(other) &&
          planesAgree(planeOf(own.getCurrentImageId()), planeOf(other.getCurrentImageId()))
        )
      })
    },
    /** Links all viewports by what they show now, or ends it. Returns true if they are linked. */
    toggle() {
      const ends = isLinked()
      if (ends) group().setEnabled(false)
      else {
        aligned.clear()
        for (const { viewportId } of viewportGridService.getState().viewports.values()) {
          const viewport = cornerstoneViewportService.getCornerstoneViewport(viewportId)
          if (viewport) syncGroupService.addViewportToSyncGroup(viewportId, viewport.renderingEngineId, [{ type }])
        }
        group()?.setEnabled(true)
      }
      return !ends
    },
    /** Notes which image each viewport shows. Returns the function that ends it. */
    listen() {
      document.addEventListener(STACK_NEW_IMAGE, note, true)
      return () => document.removeEventListener(STACK_NEW_IMAGE, note, true)
    },
  }
}
