/**
 * Ends the cine of a viewport that shows another series. OHIF would play that one too, and leave its player over the images. Returns the function that stops
 * this.
 */
export function endCinesOfFormerSeries({ viewportGridService, cineService }) {
  const read = () =>
    new Map(
      [...viewportGridService.getState().viewports].map(([id, { displaySetInstanceUIDs = [] }]) => [
        id,
        displaySetInstanceUIDs.join(),
      ]),
    )
  let shown = new Map()
  const look = () => {
    const before = shown
    shown = read()
    const left = [...before].filter(([id, uids]) => uids !== '' && shown.get(id) !== uids).map(([id]) => id)
    if (left.length === 0) return
    for (const id of left) cineService.setCine({ id, isPlaying: false })
    const { cines = {} } = cineService.getState()
    if (!Object.entries(cines).some(([id, { isPlaying }]) => isPlaying && !left.includes(id))) cineService.setIsCineEnabled(false)
  }
  return viewportGridService.subscribe(viewportGridService.EVENTS.GRID_STATE_CHANGED, look).unsubscribe
}
