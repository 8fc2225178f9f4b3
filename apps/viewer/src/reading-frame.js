// What a reading page asks of the viewer in its frame. OHIF says none of it by itself: what it shows is read from its services.
if (window.self !== window.top) {
  const services = () => window.services ?? {}
  const uidOf = /\/studies\/([^/]+)\//
  const asked = () => new URLSearchParams(location.search).get('StudyInstanceUIDs')?.split(',')[0] ?? null

  const viewports = () => {
    const { viewportGridService, cornerstoneViewportService, displaySetService } = services()
    return [...(viewportGridService?.getState().viewports?.values() ?? [])].flatMap(({ viewportId, displaySetInstanceUIDs }) => {
      const sets = (displaySetInstanceUIDs ?? []).map((uid) => displaySetService.getDisplaySetByUID(uid)).filter(Boolean)
      return sets.length > 0 ? [{ viewportId, sets, drawing: cornerstoneViewportService.getCornerstoneViewport(viewportId) }] : []
    })
  }

  /** What a viewport has on its canvas; what it is about to draw where it has no canvas, as for a document. */
  const uidsOf = ({ sets, drawing }) => {
    const images = drawing?.getImageIds?.() ?? []
    const drawn = images.flatMap((id) => uidOf.exec(id)?.[1] ?? [])
    return [...sets.map(({ StudyInstanceUID }) => StudyInstanceUID), ...new Set(drawn)]
  }
  const isRendered = ({ sets, drawing }) =>
    drawing ? drawing.viewportStatus === 'rendered' : sets.every(({ Modality }) => ['DOC', 'SR', 'XC'].includes(Modality))

  const libraries = () =>
    window.extensionManager
      ?.getModuleEntry?.('@ohif/extension-cornerstone.utilityModule.common')
      ?.exports.getCornerstoneLibraries().cornerstone

  const isIdle = () => {
    const pool = libraries()?.imageLoadPoolManager
    if (!pool) return false
    const waits = Object.values(pool.getRequestPool()).some((kind) => Object.values(kind).some((list) => list.length > 0))
    return !waits && Object.values(pool.numRequests).every((number) => number === 0)
  }

  /** How many requests each queue of images may send at once, where they are held back. */
  const heldBack = new Map()
  const queues = () => {
    const { imageLoadPoolManager, imageRetrievalPoolManager } = libraries() ?? {}
    return [imageLoadPoolManager, imageRetrievalPoolManager].filter(Boolean)
  }

  const place = (displaySetUid, sopInstanceUid, frame) => {
    const set = services().displaySetService?.getDisplaySetByUID(displaySetUid)
    const index = set?.images?.findIndex(({ SOPInstanceUID }) => SOPInstanceUID === sopInstanceUid) ?? -1
    const instance = set?.images?.[index]
    return {
      studyUid: set?.StudyInstanceUID ?? null,
      series: Number(set?.SeriesNumber ?? instance?.SeriesNumber ?? Number.NaN) || null,
      image: Number(instance?.InstanceNumber ?? Number.NaN) || null,
      frame: Number(instance?.NumberOfFrames ?? 1) > 1 ? (frame ?? 1) : null,
    }
  }

  const textOf = (text) =>
    (typeof text === 'string' ? [text] : [text?.primary, text?.secondary].flat()).filter(Boolean).map(String)

  window.readroomFrame = {
    /** `asked`: the study of the address; `shown`: the studies of all that stands in a viewport. */
    look() {
      const all = viewports()
      return {
        asked: asked(),
        shown: [...new Set(all.flatMap(uidsOf))],
        isDrawn: all.length > 0 && all.every(isRendered),
        isIdle: isIdle(),
      }
    },
    /** Holds back the images that are not asked for yet, and lets them go; those under way come. */
    hold(isHeld) {
      for (const queue of queues()) {
        const limits = heldBack.get(queue)
        if (isHeld === (limits !== undefined)) continue
        if (isHeld) heldBack.set(queue, { ...queue.maxNumRequests })
        else heldBack.delete(queue)
        for (const kind of Object.keys(queue.maxNumRequests)) queue.setMaxSimultaneousRequests(kind, limits?.[kind] ?? 0)
        if (!isHeld) queue.startGrabbing()
      }
      return true
    },
    /** Goes to another study by OHIF's own navigation; false where it cannot. `to`: a path of the viewer. */
    navigate(to) {
      const commands = window.multimonitor?.commandsManager ?? window.commandsManager
      if (typeof commands?.runCommand !== 'function') return false
      commands.runCommand('navigateHistory', { to, options: { replace: true } })
      return true
    },
    /** What was measured, in words, with where it was. */
    measurements() {
      const { measurementService } = services()
      return (measurementService?.getMeasurements() ?? []).map((one) => ({
        label: one.label ?? '',
        text: textOf(one.displayText),
        ...place(one.displaySetInstanceUID, one.SOPInstanceUID, one.frameNumber),
      }))
    },
    /** The image of the viewport in use; null where none is drawn. */
    keyImage() {
      const active = services().viewportGridService?.getActiveViewportId?.()
      const viewport = viewports().find(({ viewportId }) => viewportId === active)
      const id = viewport?.drawing?.getCurrentImageId?.()
      const [, sop, frame] = /\/instances\/([^/]+)\/frames\/(\d+)/.exec(id ?? '') ?? []
      return sop ? place(viewport.sets[0].displaySetInstanceUID, sop, Number(frame)) : null
    },
  }
}
