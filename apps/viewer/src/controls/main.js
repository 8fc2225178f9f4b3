import { ctWindows } from '@readroom/contracts/images/ct-windows'
import { viewerCommand } from '@readroom/contracts/images/viewer-commands'
import { defaultBindings, keysOf } from '@readroom/contracts/images/viewer-keys'
import { endCinesOfFormerSeries } from './cine.js'
import { createCommands } from './commands.js'
import { endDialogsOfFormerStudy } from './dialogs.js'
import { createLinkedScrolling } from './link.js'
import { bindMouse } from './mouse.js'
import { createPutBack } from './put-back.js'
import { addTools, nameKeys, registerTools } from './toolbar.js'
import { markTurned } from './turned.js'

/** The user's keys and mouse buttons. Those of the first set until the page has given others. */
let bindings = defaultBindings
/** Applies them to the current mode. Null before a mode is entered. */
let apply = null
let linked = null
let look = null
let stop = () => {}

const isLinked = () => linked?.isLinked() ?? false

/** OHIF binds one key to one command with its options, so each key gets a command of its own. */
const definitions = () =>
  [...keysOf(bindings)].flatMap(([id, keys]) =>
    keys.map((key) => ({ commandName: 'readroomRun', commandOptions: { id, key }, keys: [key] })),
  )

/** Registers our commands and applies the bindings. This runs each time a mode is entered, because OHIF forgets them. */
function enter({ servicesManager, extensionManager, commandsManager }) {
  const { services } = servicesManager
  const exportsOf = (name) => extensionManager.getModuleEntry(`@ohif/extension-cornerstone.utilityModule.${name}`).exports
  const run = (name, options = {}) => commandsManager.runCommand(name, options)
  stop()
  linked = createLinkedScrolling({ services, libraries: exportsOf('common').getCornerstoneLibraries() })
  const stops = [
    linked.listen(),
    endCinesOfFormerSeries(services),
    endDialogsOfFormerStudy(services, () => window.readroomViewports.shownUid()),
  ]
  stop = () => {
    for (const one of stops) one()
  }
  const { toolbarService, toolGroupService, viewportGridService } = services
  const commands = createCommands({ services, run, linked })
  for (const [name, commandFn] of Object.entries(commands)) commandsManager.registerCommand('DEFAULT', name, { commandFn })
  const runById = (id) => run(...viewerCommand(id).run)
  const runTool = (toolName) => run('setToolActiveToolbar', { toolName })
  look = createPutBack({ services, run: runById, runTool })
  const runBound = ({ id }) => {
    look.note(id)
    runById(id)
    toolbarService.refreshToolbarState({ viewportId: viewportGridService.getActiveViewportId() })
  }
  commandsManager.registerCommand('DEFAULT', 'readroomRun', { commandFn: runBound })
  addTools(toolbarService, isLinked)
  const names = new Map()
  const { _hotkeysManager: hotkeys } = extensionManager
  apply = () => {
    // OHIF keeps changed keys in the browser, for whoever sits there next.
    localStorage.removeItem('user-preferred-keys')
    hotkeys.destroy()
    hotkeys.setHotkeys(definitions())
    bindMouse(toolGroupService, exportsOf('tools').Enums, bindings)
    nameKeys(toolbarService, names, bindings)
  }
  apply()
}

// It does not bubble.
document.addEventListener('CORNERSTONE_IMAGE_RENDERED', markTurned, true)

window.readroomControls = {
  /** Prepares a mode that is entered next. */
  prepare: ({ servicesManager }) => registerTools(servicesManager.services.toolbarService, isLinked),
  enter,
  /** Uses these bindings from now on. */
  use(given) {
    bindings = given
    apply?.()
  },
  /** Remembers how the images are shown. */
  remember: () => look?.remember(),
  /** Shows the images again as they were remembered, as far as keys have changed them since. */
  putBack: () => look?.putBack(),
  /** Returns true if a viewport scrolls together with another one. */
  isLinked: (viewportId) => linked?.isLinkedViewport(viewportId) ?? false,
  /** The CT windows for OHIF's menu. */
  windows: Object.entries(ctWindows).map(([id, { name, width, level }]) => ({
    id,
    description: name,
    window: `${width}`,
    level: `${level}`,
  })),
}
