// Reads from OHIF's services which images its viewports show. OHIF has no interface for that.
{
  const services = () => window.services ?? {}
  /** The image that each viewport has put on its canvas. OHIF names an image before it draws it, and also if drawing it fails. */
  const put = new WeakMap()
  // It does not bubble.
  document.addEventListener(
    'CORNERSTONE_STACK_NEW_IMAGE',
    ({ target, detail }) => put.set(target, detail.imageId ?? detail.image?.imageId),
    true,
  )

  /** Returns true if the window of a viewport shows anything of its image. */
  function hasWindow(drawing, { color, minPixelValue, maxPixelValue }) {
    if (color || minPixelValue === maxPixelValue) return true
    const { lower, upper } = drawing.getProperties().voiRange ?? {}
    return Number.isFinite(lower) && Number.isFinite(upper) && lower < upper
  }

  /** OHIF's handlers of objects that it shows as pages, outside a Cornerstone viewport. The modality does not tell: a PDF of an ECG is often one of ECG. */
  const pages = /\.dicom-(pdf|sr|sr-3d|video)$/
  const isPage = ({ SOPClassHandlerId }) => pages.test(SOPClassHandlerId ?? '')

  const shownUid = () => new URLSearchParams(location.search).get('StudyInstanceUIDs')?.split(',')[0] ?? null
  const isPrior = ({ StudyInstanceUID }) => StudyInstanceUID !== shownUid()
  const numberOf = ({ SeriesNumber, instances }) => Number.parseInt(SeriesNumber ?? instances?.[0]?.SeriesNumber, 10)
  const inOrder = (one, other) =>
    isPrior(one) - isPrior(other) || (numberOf(one) || Number.MAX_SAFE_INTEGER) - (numberOf(other) || Number.MAX_SAFE_INTEGER)
  const commandsManager = () => window.multimonitor?.commandsManager ?? window.commandsManager

  window.readroomViewports = {
    services,
    shownUid,
    isPrior,
    numberOf,
    commandsManager,

    /** Returns the display sets that OHIF cannot show, such as dose reports and presentation states. */
    unsupportedSets: () =>
      (services().displaySetService?.getActiveDisplaySets() ?? []).filter(({ unsupported }) => unsupported).sort(inOrder),

    /** Returns the display sets that can be shown, including those of a prior, in series order. Several may belong to one series. */
    sets: () =>
      (services().displaySetService?.getActiveDisplaySets() ?? []).filter(({ unsupported }) => !unsupported).sort(inOrder),

    /** Shows a display set in the active viewport. */
    show(uid) {
      const { hangingProtocolService, viewportGridService } = services()
      const { activeViewportId, isHangingProtocolLayout } = viewportGridService.getState()
      const viewportsToUpdate = hangingProtocolService.getViewportsRequireUpdate(activeViewportId, uid, isHangingProtocolLayout)
      commandsManager().runCommand('setDisplaySetsForViewports', { viewportsToUpdate })
    },

    libraries: () =>
      window.extensionManager
        ?.getModuleEntry?.('@ohif/extension-cornerstone.utilityModule.common')
        ?.exports.getCornerstoneLibraries().cornerstone,

    /** Returns the viewports that have something to show: their display sets, and the Cornerstone viewport that draws them. */
    viewports() {
      const { viewportGridService, cornerstoneViewportService, displaySetService } = services()
      // The service exists before it can answer.
      const isReady = viewportGridService?.serviceImplementation?._getState !== undefined
      const grid = isReady ? viewportGridService.getState() : {}
      return [...(grid.viewports?.values() ?? [])].flatMap(({ viewportId, displaySetInstanceUIDs }) => {
        const sets = (displaySetInstanceUIDs ?? []).map((uid) => displaySetService.getDisplaySetByUID(uid)).filter(Boolean)
        return sets.length > 0
          ? [{ viewportId, sets, drawing: cornerstoneViewportService.getCornerstoneViewport(viewportId) }]
          : []
      })
    },

    /**
     * Returns true if the viewport's own image is on its canvas, with a usable window. OHIF calls a viewport rendered as soon as it is set up, even if its image never comes.
     * While a stack scrolls, the previous image stays on the canvas until the next is loaded.
     */
    isDrawn({ sets, drawing }) {
      if (!drawing) return sets.every(isPage)
      const video = drawing.element?.querySelector('video')
      if (video) return video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA
      // Of curves the viewport tells no status.
      if (drawing.getWaveformData) return Boolean(drawing.getWaveformData())
      if (drawing.viewportStatus !== 'rendered') return false
      if (!drawing.getCornerstoneImage) return true
      const [image, asked] = [drawing.getCornerstoneImage(), drawing.getCurrentImageId()]
      return image?.imageId === asked && put.get(drawing.element) === asked && hasWindow(drawing, image)
    },
  }
}
