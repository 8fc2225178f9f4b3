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

  /** While a stack is scrolled through, the image before stands on the canvas until the next is loaded. */
  const isOnCanvas = ({ drawing }, id) => {
    const drawn = drawing.getCornerstoneImage?.()
    return !drawn || drawn.imageId === id
  }

  /** Larger pictures are lossless where that takes no more than this, as for most of CT and MR. */
  const lossless = 512 * 1024
  const bytesOf = (dataUrl) => ((dataUrl.length - dataUrl.indexOf(',')) * 3) / 4

  /** What is drawn over the image, as a picture of its own size: measurements, annotations. */
  function overlayOf(element) {
    const layer = element.querySelector('svg.svg-layer')
    if (!layer) return null
    const copy = layer.cloneNode(true)
    copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
    copy.setAttribute('width', String(element.clientWidth))
    copy.setAttribute('height', String(element.clientHeight))
    const overlay = new Image()
    overlay.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`
    return overlay
  }

  /** A viewport's pixels are taken before anything is waited for: those that were compared. */
  async function pictureOf({ drawing }, maxSide) {
    const { canvas, element } = drawing
    const scale = Math.min(1, maxSide / Math.max(canvas.width, canvas.height))
    const sheet = document.createElement('canvas')
    sheet.width = Math.max(1, Math.round(canvas.width * scale))
    sheet.height = Math.max(1, Math.round(canvas.height * scale))
    const drawn = sheet.getContext('2d', { alpha: false })
    drawn.drawImage(canvas, 0, 0, sheet.width, sheet.height)
    const overlay = overlayOf(element)
    if (overlay) {
      await overlay.decode()
      drawn.drawImage(overlay, 0, 0, sheet.width, sheet.height)
    }
    const whole = sheet.toDataURL('image/png')
    return bytesOf(whole) <= lossless ? whole : sheet.toDataURL('image/jpeg', 0.92)
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
    /**
     * The image of the viewport in use, and a picture of it as it is shown, as a data URL, neither side longer than `maxSide` pixels; null where the
     * viewport shows no image of the archive. The picture is null where it would show anything but the study, or the image is still being drawn.
     */
    async keyImage(studyUid, maxSide) {
      const active = services().viewportGridService?.getActiveViewportId?.()
      const viewport = viewports().find(({ viewportId }) => viewportId === active)
      const id = viewport?.drawing?.getCurrentImageId?.()
      const [, of, sop, frame] = /\/studies\/([^/]+)\/.*\/instances\/([^/]+)\/frames\/(\d+)/.exec(id ?? '') ?? []
      if (!sop) return null
      const found = { ...place(viewport.sets[0].displaySetInstanceUID, sop, Number(frame)), sopInstanceUid: sop }
      const isOfStudy = [of, found.studyUid, ...uidsOf(viewport)].every((uid) => uid === studyUid)
      const picture = isOfStudy && isRendered(viewport) && isOnCanvas(viewport, id) ? await pictureOf(viewport, maxSide) : null
      return { ...found, picture }
    },
  }
}
