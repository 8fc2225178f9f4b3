import { ctWindows } from '@readroom/contracts/images/ct-windows'

/** Frames per second. */
const speeds = [1, 2, 3, 5, 8, 10, 12, 15, 20, 24, 30, 40, 60, 90]

/** Returns the next speed of a cine in a direction, +1 or -1. */
export function nextSpeed(rate, step) {
  const faster = speeds.find((speed) => speed > rate) ?? speeds.at(-1)
  const slower = speeds.findLast((speed) => speed < rate) ?? speeds[0]
  return step > 0 ? faster : slower
}

/** Returns our own commands for the viewer, by their names. `linked` is that of `createLinkedScrolling`. */
export function createCommands({ services, run, linked }) {
  const { viewportGridService, cornerstoneViewportService, displaySetService, cineService, hangingProtocolService } = services
  const activeId = () => viewportGridService.getActiveViewportId()
  const drawing = () => cornerstoneViewportService.getCornerstoneViewport(activeId())
  const setUids = () => viewportGridService.getState().viewports.get(activeId())?.displaySetInstanceUIDs ?? []
  const activeSet = () => displaySetService.getDisplaySetByUID(setUids()[0])
  const say = (title, message) => services.uiNotificationService.show({ title, message, type: 'info', duration: 1_500 })
  const cineOf = (id) => cineService.getState().cines?.[id] ?? { frameRate: 24, isPlaying: false }

  return {
    /** Sets a CT window. Its values mean nothing on other images. */
    readroomWindow({ window: name }) {
      const { width, level, name: title } = ctWindows[name]
      const set = activeSet()
      if (set?.Modality !== 'CT') return say(title, 'This window is for CT images.')
      run('setViewportWindowLevel', {
        viewportId: activeId(),
        displaySetInstanceUID: set.displaySetInstanceUID,
        windowWidth: width,
        windowCenter: level,
      })
    },
    readroomOwnWindow() {
      drawing()?.resetProperties?.()
      drawing()?.render()
    },
    /** Shows the next or the previous series of the active viewport's study in the active viewport, in the order of the list of series. */
    readroomSeries({ direction }) {
      const { sets, show } = window.readroomViewports
      const now = activeSet()
      const all = sets().filter(({ StudyInstanceUID }) => StudyInstanceUID === now?.StudyInstanceUID)
      const next = all[all.indexOf(now) + direction]
      if (next) show(next.displaySetInstanceUID)
      else say('Series', direction > 0 ? 'This is the last series.' : 'This is the first series.')
    },
    /** Draws one pixel of the image on one pixel of the screen. */
    readroomActualSize() {
      const viewport = drawing()
      const spacing = viewport?.getImageData?.()?.spacing
      if (!spacing) return
      const size = viewport.getCornerstoneImage ? spacing[1] : Math.min(...spacing)
      viewport.setCamera({ parallelScale: (viewport.canvas.height * size) / 2 })
      viewport.render()
    },
    /** Shows the series in three planes, or the layout before. */
    readroomMpr() {
      const isShown = hangingProtocolService.getActiveProtocol().protocol?.id === 'mpr'
      if (!isShown && activeSet()?.isReconstructable !== true) return say('MPR', 'This series cannot be shown in other planes.')
      run('toggleHangingProtocol', { protocolId: 'mpr' })
    },
    readroomLinkScrolling() {
      const is = linked.toggle()
      say('Scrolling', is ? 'The same planes scroll together.' : 'Each viewport scrolls alone.')
    },
    readroomCinePlay() {
      const id = activeId()
      cineService.setIsCineEnabled(true)
      cineService.setCine({ id, isPlaying: !cineOf(id).isPlaying })
    },
    readroomCineSpeed({ step }) {
      const id = activeId()
      const frameRate = nextSpeed(cineOf(id).frameRate, step)
      cineService.setCine({ id, frameRate })
      say('Cine', `${frameRate} images per second`)
    },
  }
}
