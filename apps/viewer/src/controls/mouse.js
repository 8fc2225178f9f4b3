import { mouseButtons, mouseTools } from '@readroom/contracts/images/viewer-commands'
import { toolOf } from '@readroom/contracts/images/viewer-keys'

/** The groups of viewports with these tools. In 3D the left button turns the volume. */
const groups = ['default', 'mpr', 'SRToolGroup']
const tools = Object.values(mouseTools).flatMap(({ tool }) => tool ?? [])
const fingers = { Zoom: [{ numTouchPoints: 2 }], StackScroll: [{ numTouchPoints: 3 }] }

/** Returns the bindings of each tool in OHIF's terms. `enums` are those of Cornerstone's tools. */
export function bindingsOf(bindings, { MouseBindings, KeyboardBindings }) {
  const places = {
    left: { mouseButton: MouseBindings.Primary },
    middle: { mouseButton: MouseBindings.Auxiliary },
    right: { mouseButton: MouseBindings.Secondary },
    wheel: { mouseButton: MouseBindings.Wheel },
    'ctrl-wheel': { mouseButton: MouseBindings.Wheel, modifierKey: KeyboardBindings.Ctrl },
  }
  const found = new Map(tools.map((tool) => [tool, [...(fingers[tool] ?? [])]]))
  for (const button of Object.keys(mouseButtons)) found.get(mouseTools[toolOf(bindings, button)].tool)?.push(places[button])
  return found
}

/** Binds the mouse as the user has chosen. The left button gets its first tool. */
export function bindMouse(toolGroupService, enums, bindings) {
  for (const id of groups) {
    const group = toolGroupService.getToolGroup(id)
    if (!group) continue
    const primary = group.getActivePrimaryMouseButtonTool()
    if (primary && !tools.includes(primary)) group.setToolPassive(primary)
    const wanted = [...bindingsOf(bindings, enums)].filter(([tool]) => group.hasTool(tool))
    for (const [tool] of wanted) group.setToolPassive(tool, { removeAllBindings: true })
    for (const [tool, its] of wanted) if (its.length > 0) group.setToolActive(tool, { bindings: its })
  }
}
