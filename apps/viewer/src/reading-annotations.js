// Reads the annotations on the images for the report of a reading page, and restores them when the report is reopened (docs/decisions/reading/annotations.md).
if (window.self !== window.top) {
  const { services, viewports, isDrawn } = window.readroomViewports
  const libraries = () =>
    window.extensionManager
      ?.getModuleEntry?.('@ohif/extension-cornerstone.utilityModule.common')
      ?.exports.getCornerstoneLibraries()
  const asked = () => new URLSearchParams(location.search).get('StudyInstanceUIDs')?.split(',')[0] ?? null
  const partsOf = /\/studies\/([^/]+)\/series\/([^/]+)\/instances\/([^/]+)\/frames\/(\d+)/
  const source = 'Cornerstone3DTools'

  /** The tools whose annotations are kept. Each has the names of its statistics, with the name of their unit. */
  const lengths = { length: 'unit', width: 'unit' }
  const angles = { angle: null }
  const regions = { area: 'areaUnit', mean: 'modalityUnit', stdDev: 'modalityUnit', max: 'modalityUnit', min: 'modalityUnit' }
  const tools = {
    Length: lengths,
    Bidirectional: lengths,
    Angle: angles,
    CobbAngle: angles,
    ArrowAnnotate: {},
    Probe: { value: 'modalityUnit' },
    EllipticalROI: regions,
    CircleROI: regions,
    RectangleROI: regions,
    PlanarFreehandROI: regions,
  }
  /** The most points of an outline that are kept. */
  const maxPoints = 400

  /** A display set of the study whose annotations were restored. Before that, a missing annotation doesn't mean that somebody removed it. */
  let restored = null
  /** Returns a display set of the study. Opening a study creates new ones, and its annotations are then gone. */
  const someSet = (studyUid) =>
    (services().displaySetService?.getActiveDisplaySets() ?? []).find(({ StudyInstanceUID }) => StudyInstanceUID === studyUid)
      ?.displaySetInstanceUID
  const rounded = (number) => Math.round(number * 1_000) / 1_000

  function measuredBy({ metadata: { toolName }, data }) {
    const stats = Object.values(data.cachedStats ?? {}).find((some) => some && Object.values(some).some(Number.isFinite)) ?? {}
    return Object.entries(tools[toolName]).flatMap(([quantity, unit]) =>
      Number.isFinite(stats[quantity])
        ? [{ quantity, value: rounded(stats[quantity]), unit: unit === null ? '°' : `${stats[unit] ?? ''}`.slice(0, 20) }]
        : [],
    )
  }

  const outlineOf = ({ contour, handles }) => contour?.polyline ?? handles?.points ?? []
  function thinned(points) {
    const step = Math.ceil(points.length / maxPoints)
    return points.filter((_point, index) => index % step === 0)
  }

  /** Converts an annotation for the report. Null if it is unfinished or not on an image of the study. */
  function toKept(annotation, studyUid) {
    const { annotationUID: id, metadata, data } = annotation
    const imageId = metadata.referencedImageId
    const [, of, seriesInstanceUid, sopInstanceUid, frame] = partsOf.exec(imageId ?? '') ?? []
    if (of !== studyUid || !tools[metadata.toolName]) return null
    const { cornerstone } = libraries()
    const points = thinned(outlineOf(data)).map((point) => ({
      patient: [...point].map(rounded),
      image: [...(cornerstone.utilities.worldToImageCoords(imageId, point) ?? [])].map(rounded),
    }))
    if (points.length === 0 || points.some(({ patient, image }) => patient.length !== 3 || image.length !== 2)) return null
    const { NumberOfFrames } = cornerstone.metaData.get('instance', imageId) ?? {}
    return {
      id,
      tool: metadata.toolName,
      seriesInstanceUid,
      sopInstanceUid,
      frame: Number(NumberOfFrames) > 1 ? Number(frame) : null,
      frameOfReferenceUid: metadata.FrameOfReferenceUID ?? null,
      points,
      label: `${data.label || data.text || ''}`.slice(0, 200),
      measured: measuredBy(annotation),
    }
  }

  const state = () => libraries()?.cornerstoneTools.annotation.state
  const isBeingDrawn = ({ metadata, data, isPreview }) =>
    isPreview || (metadata.toolName === 'PlanarFreehandROI' && !data.contour?.polyline?.length)

  /** Returns the viewer's address of an image, or undefined if the viewer doesn't have it. */
  function imageIdOf({ seriesInstanceUid, sopInstanceUid, frame }) {
    const [dataSource] = window.extensionManager.getActiveDataSource()
    const sets = services().displaySetService.getDisplaySetsForSeries(seriesInstanceUid) ?? []
    const isIt = (imageId) => {
      const [, , , instance, its] = partsOf.exec(imageId) ?? []
      return instance === sopInstanceUid && Number(its) === (frame ?? 1)
    }
    return sets.flatMap((set) => dataSource.getImageIdsForDisplaySet(set) ?? []).find(isIt)
  }

  /** Restores one annotation. Returns false if its image is missing. */
  function draw(kept, isLocked) {
    const imageId = imageIdOf(kept)
    const { measurementService } = services()
    const its = measurementService.getSource(
      source,
      Object.values(measurementService.sources).find(({ name }) => name === source)?.version,
    )
    const mapping =
      its &&
      measurementService.getSourceMappings(its.name, its.version).find(({ annotationType }) => annotationType === kept.tool)
    if (!imageId || !mapping) return false
    const { cornerstone, cornerstoneTools } = libraries()
    const points = kept.points.map(({ patient }) => [...patient])
    const isOutline = kept.tool === 'PlanarFreehandROI'
    const textBox = { hasMoved: false, worldPosition: [0, 0, 0], worldBoundingBox: undefined }
    const plane = cornerstone.metaData.get('imagePlaneModule', imageId) ?? {}
    const { frameOfReferenceUID } = plane
    const metadata = {
      toolName: kept.tool,
      referencedImageId: imageId,
      FrameOfReferenceUID: kept.frameOfReferenceUid ?? frameOfReferenceUID,
    }
    cornerstone.utilities.updatePlaneRestriction?.(points, metadata)
    const data = {
      label: kept.label,
      text: kept.label,
      cachedStats: {},
      handles: { points: isOutline ? [] : points, activeHandleIndex: null, textBox },
      ...(isOutline && { contour: { closed: true, polyline: points } }),
    }
    const uid = measurementService.addRawMeasurement(
      its,
      kept.tool,
      { uid: kept.id, annotation: { annotationUID: kept.id, metadata, data } },
      mapping.toMeasurementSchema,
      window.extensionManager.getActiveDataSource()[0],
    )
    if (uid && isLocked) cornerstoneTools.annotation.locking.setAnnotationLocked(uid, true)
    return uid !== undefined
  }

  /** Draws the viewports' annotations anew. Adding or removing one shows only when something else is drawn, such as the next image. */
  function drawAnew() {
    const shown = viewports().filter(({ drawing }) => drawing)
    libraries().cornerstoneTools.utilities.triggerAnnotationRenderForViewportIds(shown.map(({ viewportId }) => viewportId))
  }

  /** Restores the annotations that are missing. Returns the ids of those that are drawn now. */
  function put(annotations, isLocked) {
    const missing = annotations.filter(({ id }) => !state().getAnnotation(id))
    const restoredNow = missing.filter((kept) => draw(kept, isLocked))
    if (restoredNow.length > 0) drawAnew()
    return annotations.flatMap(({ id }) => (state().getAnnotation(id) ? [id] : []))
  }

  Object.assign(window.readroomFrame, {
    /** Returns the annotations on the study's images and the id of the selected one. Null before they are restored. */
    annotations(studyUid) {
      if (asked() !== studyUid || !state() || restored === null || restored !== someSet(studyUid)) return null
      const drawn = state()
        .getAllAnnotations()
        .filter((annotation) => !isBeingDrawn(annotation))
        .flatMap((annotation) => toKept(annotation, studyUid) ?? [])
      const [selected = null] = libraries().cornerstoneTools.annotation.selection.getAnnotationsSelected()
      return { drawn, selected }
    },
    /**
     * Restores the study's saved annotations. `removed` are the ids of those deleted elsewhere. Returns the ids of those that are drawn; the images of the
     * others are missing. Null if the study is not shown yet.
     */
    restoreAnnotations(studyUid, annotations, removed) {
      // Before an image is drawn, OHIF may still clear everything, which would look as if the reader had removed it.
      if (asked() !== studyUid || !state() || !someSet(studyUid) || !viewports().some(isDrawn)) return null
      for (const id of removed) services().measurementService.remove(id)
      if (removed.length > 0) drawAnew()
      const ids = put(annotations, false)
      restored = someSet(studyUid)
      return ids
    },
    /** Draws the annotations of a prior beside the study, read-only. Returns false if the prior is not shown yet. */
    showPriorAnnotations(annotations) {
      return state() !== undefined && put(annotations, true).length > 0
    },
    /** Shows an annotation in the active viewport. Returns false if it is not there. */
    showAnnotation(id) {
      const { measurementService, viewportGridService } = services()
      if (!measurementService?.getMeasurement(id)) return false
      measurementService.jumpToMeasurement(viewportGridService.getActiveViewportId(), id)
      return true
    },
  })
}
