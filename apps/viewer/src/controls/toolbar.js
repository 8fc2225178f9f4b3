import { viewerCommands } from '@readroom/contracts/images/viewer-commands'
import { keysOf, writtenKeyName } from '@readroom/contracts/images/viewer-keys'

const own = [
  {
    id: 'readroomMpr',
    props: { icon: 'layout-advanced-mpr', label: 'MPR', commands: 'readroomMpr', evaluate: 'evaluate.action' },
  },
  {
    id: 'readroomActualSize',
    props: { icon: 'tool-zoom', label: '1:1', commands: 'readroomActualSize', evaluate: 'evaluate.action' },
  },
  {
    id: 'ImageSliceSync',
    props: { icon: 'link', label: 'Scroll together', commands: 'readroomLinkScrolling', evaluate: 'evaluate.readroomLinked' },
  },
]

/**
 * Makes our tools known before a mode fills its toolbar: OHIF keeps the names of a section from the mode before, and fails on a name without a button.
 * `isLinked` tells whether stacks scroll together.
 */
export function registerTools(toolbarService, isLinked) {
  toolbarService.registerEvaluateFunction('evaluate.readroomLinked', () => ({ disabled: false, isActive: isLinked() }))
  toolbarService.register(
    own.map(({ id, props }) => ({ id, uiType: 'ohif.toolButton', props: { ...props, tooltip: props.label } })),
    true,
  )
}

/** Puts our tools into the toolbar. Replaces OHIF's for scrolling together, which finds no other study. */
export function addTools(toolbarService, isLinked) {
  registerTools(toolbarService, isLinked)
  toolbarService.updateSection('MoreTools', ['readroomMpr', 'readroomActualSize'])
}

/** Writes the keys of each tool behind its name. `names` keeps the names without keys. */
export function nameKeys(toolbarService, names, bindings) {
  const keys = keysOf(bindings)
  const buttons = { ...toolbarService.getButtons() }
  for (const { id, button } of viewerCommands) {
    const shown = button && buttons[button]
    if (!shown) continue
    if (!names.has(button)) names.set(button, shown.props.label)
    const its = keys.get(id) ?? []
    const label = [names.get(button), its.length > 0 && `(${its.map(writtenKeyName).join(', ')})`].filter(Boolean).join(' ')
    buttons[button] = { ...shown, props: { ...shown.props, label } }
  }
  toolbarService.setButtons(buttons)
}
