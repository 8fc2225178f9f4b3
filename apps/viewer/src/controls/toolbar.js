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

/** Adds our tools to the toolbar. Replaces OHIF's for scrolling together, which finds no other study. */
export function addTools(toolbarService, linked) {
  toolbarService.registerEvaluateFunction('evaluate.readroomLinked', () => ({ disabled: false, isActive: linked.isLinked() }))
  toolbarService.register(
    own.map(({ id, props }) => ({ id, uiType: 'ohif.toolButton', props: { ...props, tooltip: props.label } })),
    true,
  )
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
