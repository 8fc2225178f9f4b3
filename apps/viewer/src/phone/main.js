import { make } from './dom.js'
import { createFinger } from './finger.js'
import { createHeader } from './header.js'
import { createMenu } from './menu.js'
import { createOverlays } from './overlays.js'
import { placeImages } from './place.js'
import { createPresets } from './presets.js'
import { createSeries } from './series.js'
import { readShown } from './shown.js'
import { createSlices } from './slices.js'

/** Cornerstone dispatches these on its elements only, so they are captured. */
const drawn = [
  'CORNERSTONE_IMAGE_RENDERED',
  'CORNERSTONE_VOI_MODIFIED',
  'CORNERSTONE_CAMERA_MODIFIED',
  'CORNERSTONE_STACK_NEW_IMAGE',
]

function createCommands({ services, commandsManager, latest }) {
  const run = (name, options = {}) => commandsManager.runCommand(name, options)
  return {
    run,
    fit: () => run('fitViewportToWindow'),
    go(index) {
      const { total } = latest()
      if (index >= 0 && index < total) run('jumpToImage', { imageIndex: index })
    },
    setWindow({ width, level }) {
      run('setViewportWindowLevel', { viewportId: latest().viewportId, windowWidth: width, windowCenter: level })
    },
    open(displaySetUid) {
      const { hangingProtocolService, viewportGridService } = services
      const { activeViewportId, isHangingProtocolLayout } = viewportGridService.getState()
      const asked = [activeViewportId, displaySetUid, isHangingProtocolLayout]
      run('setDisplaySetsForViewports', { viewportsToUpdate: hangingProtocolService.getViewportsRequireUpdate(...asked) })
    },
  }
}

/** Redraws all parts once per animation frame in which an event occurred. */
function listen({ services: { displaySetService, viewportGridService } }, draw) {
  let isAsked = false
  const ask = () => {
    if (isAsked) return
    isAsked = true
    requestAnimationFrame(() => {
      isAsked = false
      draw()
    })
  }
  for (const name of drawn) document.addEventListener(name, ask, true)
  const subscriptions = [
    displaySetService.subscribe(displaySetService.EVENTS.DISPLAY_SETS_ADDED, ask),
    viewportGridService.subscribe(viewportGridService.EVENTS.GRID_STATE_CHANGED, ask),
  ]
  const stop = () => {
    for (const name of drawn) document.removeEventListener(name, ask, true)
    for (const { unsubscribe } of subscriptions) unsubscribe()
  }
  return { ask, stop }
}

/**
 * Puts a phone's screen around OHIF's images, and drives OHIF by its services and commands. `standing` is the answer of `askStanding`. Returns a
 * function that removes the screen again.
 */
export function startPhone({ servicesManager, commandsManager, extensionManager, readName, standing, patientDetails }) {
  const { services } = servicesManager
  const exportsOf = (name) => extensionManager.getModuleEntry(`@ohif/extension-cornerstone.utilityModule.${name}`).exports
  const libraries = exportsOf('common').getCornerstoneLibraries()
  const { MouseBindings } = exportsOf('tools').Enums
  const bindings = { primary: { mouseButton: MouseBindings.Primary }, wheel: { mouseButton: MouseBindings.Wheel } }

  let shown = readShown({ services, libraries })
  const latest = () => shown
  const commands = createCommands({ services, commandsManager, latest })
  const draw = () => {
    shown = readShown({ services, libraries })
    for (const part of parts) part.draw(shown)
  }
  const { ask, stop } = listen({ services }, draw)
  const finger = createFinger({ run: commands.run, bindings, onChange: ask, fit: commands.fit })
  const menu = createMenu({ run: commands.run, fit: commands.fit, finger, readName, latest, patientDetails })
  const header = createHeader({ readName, standing, onMenu: menu.open })
  const overlays = createOverlays({ finger })
  const slices = createSlices(commands)
  const presets = createPresets(commands)
  const series = createSeries({ services, libraries, open: commands.open })
  const parts = [header, overlays, slices, presets, series]

  const controls = make('div', { className: 'ph-controls' }, slices.element, presets.element, series.element)
  const top = make('div', { className: 'ph-heading' }, header.element, header.notice)
  const screen = make('div', { id: 'phone' }, top, overlays.element, controls, menu.element)
  document.body.append(screen)
  document.documentElement.classList.add('phone')
  const unplace = placeImages(overlays.element)
  draw()
  return () => {
    stop()
    finger.stop()
    unplace()
    screen.remove()
    document.documentElement.classList.remove('phone')
  }
}
