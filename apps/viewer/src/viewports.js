// Reads from OHIF's services which images its viewports show. OHIF has no interface for that.
{
  const services = () => window.services ?? {}

  window.readroomViewports = {
    services,

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
     * Returns true if the viewport's own image is on its canvas. OHIF calls a viewport rendered as soon as it is set up, even if its image never comes.
     * While a stack scrolls, the previous image stays on the canvas until the next is loaded.
     */
    isDrawn({ sets, drawing }) {
      if (!drawing) return sets.every(({ Modality }) => ['DOC', 'SR', 'XC'].includes(Modality))
      if (drawing.viewportStatus !== 'rendered') return false
      return !drawing.getCornerstoneImage || drawing.getCornerstoneImage()?.imageId === drawing.getCurrentImageId()
    },
  }
}
