// The interface through which a reading page controls the viewer in its frame. OHIF has no such interface, so it reads from OHIF's services.
if (window.self !== window.top) {
  const {
    services,
    libraries,
    viewports,
    isDrawn,
    shownUid: asked,
    isPrior,
    numberOf,
    commandsManager,
    sets: allSets,
    unsupportedSets,
    show,
  } = window.readroomViewports
  const uidOf = /\/studies\/([^/]+)\//

  /** Returns the studies on a viewport's canvas. Without a canvas, as for a document, returns those about to be shown. */
  const uidsOf = ({ sets, drawing }) => {
    const images = drawing?.getImageIds?.() ?? []
    const drawn = images.flatMap((id) => uidOf.exec(id)?.[1] ?? [])
    return [...sets.map(({ StudyInstanceUID }) => StudyInstanceUID), ...new Set(drawn)]
  }
  const sum = (numbers) => numbers.reduce((one, other) => one + other, 0)
  /** Returns the number of images that are being loaded or wait for it. Null while the viewer is starting. */
  const awaited = () => {
    const pool = libraries()?.imageLoadPoolManager
    if (!pool) return null
    const lists = Object.values(pool.getRequestPool()).flatMap((kind) => Object.values(kind))
    return sum(lists.map(({ length }) => length)) + sum(Object.values(pool.numRequests))
  }

  /** The original request limits of each image queue while it is held. */
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

  /** Larger pictures are lossless if they need no more than this, as for most of CT and MR. */
  const lossless = 512 * 1024
  const bytesOf = (dataUrl) => ((dataUrl.length - dataUrl.indexOf(',')) * 3) / 4

  /** Returns the overlay of an image, such as annotations, as a picture of the same size. */
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

  /**
   * Returns where the corners of the image are on a viewport, as parts of its sides: top left, top right and bottom left. Null for a reconstruction, which
   * is no image of the archive.
   */
  function cornersOf({ drawing }) {
    const { imageData } = (drawing.getCornerstoneImage && drawing.getImageData?.()) ?? {}
    if (!imageData?.indexToWorld) return null
    const [columns, rows] = imageData.getDimensions()
    const { clientWidth, clientHeight } = drawing.element
    // The center of the first pixel is 0, so its corner is half a pixel before.
    const corners = [
      [-0.5, -0.5, 0],
      [columns - 0.5, -0.5, 0],
      [-0.5, rows - 0.5, 0],
    ].flatMap((corner) => {
      const [x, y] = drawing.worldToCanvas(imageData.indexToWorld(corner))
      return [x / clientWidth, y / clientHeight]
    })
    return corners.every(Number.isFinite) ? corners : null
  }

  /** Writes at the foot of a picture how the image is turned, as the viewport says it (controls/turned.js). A picture in a report has no other sign of it. */
  function writeTurned(drawn, element) {
    const words = element.querySelector(':scope > p.is-turned')?.textContent
    if (!words) return
    const { width, height } = drawn.canvas
    const size = Math.max(12, Math.round(height / 40))
    drawn.font = `600 ${size}px sans-serif`
    drawn.textAlign = 'center'
    drawn.textBaseline = 'bottom'
    drawn.lineWidth = size / 5
    drawn.strokeStyle = '#000'
    drawn.fillStyle = '#ffd400'
    for (const write of ['strokeText', 'fillText']) drawn[write](words, width / 2, height - size / 2, width - size)
  }

  /** Takes a picture of a viewport. Copies the pixels before any await, so that they are those that were checked. */
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
    writeTurned(drawn, element)
    const whole = sheet.toDataURL('image/png')
    return bytesOf(whole) <= lossless ? whole : sheet.toDataURL('image/jpeg', 0.92)
  }

  /** Returns the images of each series that OHIF has, by the UID of the series. They may be fewer than have come since. */
  function loadedImages() {
    const loaded = new Map()
    for (const { SeriesInstanceUID, instances } of services().displaySetService?.getActiveDisplaySets() ?? []) {
      const known = loaded.get(SeriesInstanceUID) ?? new Set()
      for (const { SOPInstanceUID } of instances ?? []) known.add(SOPInstanceUID)
      if (known.size > 0) loaded.set(SeriesInstanceUID, known)
    }
    return loaded
  }
  const isOnScreen = (viewport) => document.visibilityState === 'visible' && isDrawn(viewport)

  /** Returns the number of groups of curves in each object of a display set. */
  const curvesOf = ({ instances, instance }) => (instances ?? [instance]).map((one) => one?.WaveformSequence?.length ?? 0)
  /** Returns how many groups of curves OHIF does not show: all but the first. */
  const hiddenCurves = (set) => sum(curvesOf(set).map((groups) => Math.max(0, groups - 1)))

  /** Returns how many images of a display set could not be drawn. Of one that OHIF cannot show, all that are pictures: raw data has no rows. */
  const undrawnOf = (set) =>
    set.unsupported
      ? (set.instances ?? []).filter(({ Rows }) => Rows > 0).length
      : window.readroomDrawn.undrawn(set.displaySetInstanceUID) + hiddenCurves(set)

  const thumbnails = new Map()
  async function drawThumbnail(imageId) {
    const canvas = document.createElement('canvas')
    await libraries().utilities.loadImageToCanvas({ canvas, imageId, thumbnail: true })
    return canvas.toDataURL()
  }

  /** Returns the values only, because OHIF's secondary text repeats the series and the image. */
  const textOf = (text) => [typeof text === 'string' ? text : text?.primary].flat().filter(Boolean).map(String)

  window.readroomFrame = {
    /** Returns the study in the address (`asked`) and the studies in all viewports (`shown`), if all is drawn, and how many images are awaited. */
    look() {
      const all = viewports()
      return {
        asked: asked(),
        shown: [...new Set(all.flatMap(uidsOf))],
        isDrawn: all.length > 0 && all.every(isDrawn),
        awaited: awaited(),
      }
    },
    /** Uses a user's keys and mouse buttons from now on. */
    bind(bindings) {
      window.readroomControls.use(bindings)
      return true
    },
    /** Remembers how the images are shown, before a key that may be the first letter of a text. */
    remember() {
      window.readroomControls.remember()
      return true
    },
    /** Shows the images again as they were remembered. */
    putBack() {
      window.readroomControls.putBack()
      return true
    },
    /** Delays requests for images that were not sent yet, or releases them. Those under way continue. */
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
    /** Goes to another study by OHIF's own navigation. `to` is a path of the viewer. Returns false if that is impossible. */
    navigate(to) {
      const commands = commandsManager()
      if (typeof commands?.runCommand !== 'function') return false
      commands.runCommand('navigateHistory', { to, options: { replace: true } })
      return true
    },
    /** Returns the display sets of the study and of a prior beside it, in series order, and if each is on screen at the moment. Those that cannot be shown are last. */
    series() {
      const present = viewports()
      const held = new Set(present.flatMap(({ sets }) => sets.map(({ displaySetInstanceUID }) => displaySetInstanceUID)))
      const seen = new Set(
        present.filter(isOnScreen).flatMap(({ sets }) => sets.map(({ displaySetInstanceUID }) => displaySetInstanceUID)),
      )
      const loaded = loadedImages()
      const sets = allSets()
      const isShared = ({ SeriesInstanceUID: uid }) =>
        sets.filter(({ SeriesInstanceUID }) => SeriesInstanceUID === uid).length > 1
      return [...sets, ...unsupportedSets()].map((set) => ({
        uid: set.displaySetInstanceUID,
        seriesUid: set.SeriesInstanceUID,
        number: numberOf(set) || null,
        isPrior: isPrior(set),
        modality: `${set.Modality ?? ''}`,
        description: `${set.SeriesDescription ?? set.instances?.[0]?.SeriesDescription ?? ''}`,
        image: isShared(set) ? Number.parseInt(set.instanceNumber, 10) || null : null,
        images: set.unsupported ? 0 : (set.numImageFrames ?? set.instances?.length ?? 0),
        isUnsupported: set.unsupported === true,
        loaded: loaded.get(set.SeriesInstanceUID)?.size ?? null,
        undrawn: undrawnOf(set),
        curves: sum(curvesOf(set)),
        isInViewport: held.has(set.displaySetInstanceUID),
        isOnScreen: seen.has(set.displaySetInstanceUID),
      }))
    },
    /** Returns the images that were on screen since the entry `from` of a log, or since its beginning if this is another log. */
    drawnSince: (id, from) => window.readroomDrawn.since(id, from),
    /** Shows a display set in the active viewport. Returns false if that is impossible. */
    display(uid) {
      if (!allSets().some(({ displaySetInstanceUID }) => displaySetInstanceUID === uid)) return false
      show(uid)
      return true
    },
    /** Returns a thumbnail of a display set as a data URL, or null if it has none. */
    async thumbnail(uid) {
      if (!thumbnails.has(uid)) {
        const set = services().displaySetService?.getDisplaySetByUID(uid)
        thumbnails.set(
          uid,
          Promise.resolve(set?.getThumbnailSrc?.({ getImageSrc: drawThumbnail })).catch(() => null),
        )
      }
      return (await thumbnails.get(uid)) ?? null
    },
    /** Returns the measurements in words, with their places. */
    measurements() {
      const { measurementService } = services()
      return (measurementService?.getMeasurements() ?? []).map((one) => ({
        id: one.uid,
        label: one.label ?? '',
        text: textOf(one.displayText),
        ...place(one.displaySetInstanceUID, one.SOPInstanceUID, one.frameNumber),
      }))
    },
    /**
     * Returns the image of the active viewport, a picture of it as a data URL, with no side longer than `maxSide` pixels, and the image's corners in the
     * picture. Null if the viewport shows no image of the archive. The picture is null if it would show another study or the image is still being drawn.
     */
    async keyImage(studyUid, maxSide) {
      const active = services().viewportGridService?.getActiveViewportId?.()
      const viewport = viewports().find(({ viewportId }) => viewportId === active)
      const id = viewport?.drawing?.getCurrentImageId?.()
      const [, of, sop, frame] = /\/studies\/([^/]+)\/.*\/instances\/([^/]+)\/frames\/(\d+)/.exec(id ?? '') ?? []
      const corners = sop && cornersOf(viewport)
      if (!corners) return null
      const found = { ...place(viewport.sets[0].displaySetInstanceUID, sop, Number(frame)), sopInstanceUid: sop }
      const isOfStudy = [of, found.studyUid, ...uidsOf(viewport)].every((uid) => uid === studyUid)
      const picture = isOfStudy && isDrawn(viewport) ? await pictureOf(viewport, maxSide) : null
      return { ...found, corners, picture }
    },
  }
}
